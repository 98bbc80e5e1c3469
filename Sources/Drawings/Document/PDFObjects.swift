import TileModel

/// A value in a PDF (ISO 32000-1, 7.3).
indirect enum PDFValue: Hashable, Sendable {
  case number(Double)
  case string([UInt8])
  case name(String)
  case array([PDFValue])
  case dictionary([String: PDFValue])
  case reference(Int)
  case other
}

/// The objects of an uncompressed PDF with a cross-reference table, as `pdfseparate` writes it.
package struct PDFObjects {
  /// In bytes.
  private static let objectLimit = 1 << 18
  private static let depthLimit = 24

  private let read: (_ offset: Int, _ count: Int) -> [UInt8]
  private var offsets: [Int: Int] = [:]
  private(set) var page: [String: PDFValue] = [:]
  private(set) var catalog: [String: PDFValue] = [:]

  init?(byteCount count: Int, read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]) {
    self.read = read
    let end = String(decoding: read(max(0, count - 4096), 4096), as: UTF8.self)
    guard let mark = end.ranges(of: "startxref").last,
      let table = end[mark.upperBound...].split(whereSeparator: \.isWhitespace).first
        .flatMap({ Int($0) }), (0..<count).contains(table)
    else { return nil }
    readTable(read(table, count - table))
    guard let trailer = end.ranges(of: "trailer").last else { return nil }
    var scanner = PDFScanner(Array(end[trailer.upperBound...].utf8))
    guard let root = dictionary(scanner.value()?["Root"]),
      let page = firstPage(below: root["Pages"])
    else { return nil }
    (self.page, catalog) = (page, root)
  }

  private mutating func readTable(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes.prefix(64 << 20), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
    var next: Int?
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      if words.count == 2, let first = Int(words[0]), Int(words[1]) != nil {
        next = first
      } else if words.count == 3, let number = next, let offset = Int(words[0]) {
        if words[2] == "n" { offsets[number] = offset }
        next = number + 1
      } else {
        return
      }
    }
  }

  private func firstPage(below value: PDFValue?) -> [String: PDFValue]? {
    var node = dictionary(value)
    for _ in 0..<Self.depthLimit {
      guard let found = node else { return nil }
      if found["Type"] == .name("Page") { return found }
      node = array(found["Kids"])?.first.flatMap { dictionary($0) }
    }
    return nil
  }

  func resolved(_ value: PDFValue?) -> PDFValue? {
    var value = value
    for _ in 0..<Self.depthLimit {
      guard case .reference(let number) = value else { return value }
      guard let offset = offsets[number] else { return nil }
      var scanner = PDFScanner(read(offset, Self.objectLimit))
      // The object's number and generation, and the word obj.
      guard scanner.skipHeader() else { return nil }
      value = scanner.value()
    }
    return nil
  }

  func dictionary(_ value: PDFValue?) -> [String: PDFValue]? {
    if case .dictionary(let members) = resolved(value) { members } else { nil }
  }

  func array(_ value: PDFValue?) -> [PDFValue]? {
    if case .array(let items) = resolved(value) { items } else { nil }
  }

  /// Accepts numbers in strings, as in an LGIDict; `nil` where one is not a number.
  func numbers(_ value: PDFValue?) -> [Double]? {
    guard let items = array(value) else { return nil }
    let numbers = items.compactMap { number($0) }
    return numbers.count == items.count ? numbers : nil
  }

  func number(_ value: PDFValue?) -> Double? {
    switch resolved(value) {
    case .number(let number): number
    case .string(let bytes): NumberText.double(String(decoding: bytes, as: UTF8.self))
    default: nil
    }
  }

  /// Accepts a name, or a string in UTF-16 with a byte order mark or in UTF-8.
  func text(_ value: PDFValue?) -> String? {
    switch resolved(value) {
    case .name(let name): name
    case .string(let bytes) where bytes.starts(with: [0xFE, 0xFF]):
      String(
        decoding: stride(from: 2, to: bytes.count - 1, by: 2).map {
          UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }, as: UTF16.self)
    case .string(let bytes): String(decoding: bytes, as: UTF8.self)
    default: nil
    }
  }
}

extension PDFValue {
  subscript(key: String) -> PDFValue? {
    if case .dictionary(let members) = self { members[key] } else { nil }
  }
}

/// Scanner for the text of a PDF object.
struct PDFScanner {
  private let bytes: [UInt8]
  private var index = 0
  private static let depthLimit = 24
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
  ]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func skipHeader() -> Bool {
    for _ in 0..<2 { guard case .number = value() else { return false } }
    return word() == "obj"
  }

  mutating func value() -> PDFValue? { value(depth: 0) }

  private mutating func value(depth: Int) -> PDFValue? {
    skipBlanks()
    guard index < bytes.count, depth < Self.depthLimit else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "/"):
      index += 1
      return .name(name())
    case UInt8(ascii: "("): return .string(literal())
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "<"):
      return index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "<")
        ? dictionary(depth) : .string(hexadecimal())
    case UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: ")"): return nil
    default: return numberOrWord()
    }
  }

  private mutating func array(_ depth: Int) -> PDFValue? {
    index += 1
    var items: [PDFValue] = []
    while let item = value(depth: depth + 1) { items.append(item) }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "]") else { return nil }
    index += 1
    return .array(items)
  }

  private mutating func dictionary(_ depth: Int) -> PDFValue? {
    index += 2
    var members: [String: PDFValue] = [:]
    while case .name(let key) = value(depth: depth + 1) {
      guard let member = value(depth: depth + 1) else { return nil }
      members[key] = member
    }
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: ">") else { return nil }
    index += 2
    return .dictionary(members)
  }

  private mutating func numberOrWord() -> PDFValue? {
    if let number = longNumber() { return .number(number) }
    let word = word()
    guard !word.isEmpty else { return nil }
    guard let number = NumberText.double(word) else { return .other }
    guard let object = Int(word), object > 0 else { return .number(number) }
    let here = index
    if Int(self.word()) != nil, self.word() == "R" { return .reference(object) }
    index = here
    return .number(number)
  }

  /// A number with eight decimals or more.
  ///
  /// From about 900,000 on `pdfseparate` may write any byte for a digit behind them; a blank ends it.
  private mutating func longNumber() -> Double? {
    let rest = bytes[index...]
    let start = rest.prefix { "+-0123456789".utf8.contains($0) }
    guard rest.dropFirst(start.count).first == UInt8(ascii: ".") else { return nil }
    let decimals = rest.dropFirst(start.count + 1).prefix { (48...57).contains($0) }
    guard decimals.count >= 8 else { return nil }
    index = rest.firstIndex(where: Self.isBlank) ?? bytes.endIndex
    return NumberText.double(
      String(decoding: bytes[start.startIndex..<decimals.endIndex], as: UTF8.self))
  }

  private mutating func word() -> String {
    skipBlanks()
    return name()
  }

  private mutating func name() -> String {
    let start = index
    while index < bytes.count, !Self.isBlank(bytes[index]), !Self.isDelimiter(bytes[index]) {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func literal() -> [UInt8] {
    index += 1
    var (text, depth): ([UInt8], Int) = ([], 1)
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\\"):
        guard index < bytes.count else { return text }
        text.append(Self.escapes[bytes[index]] ?? bytes[index])
        index += 1
        continue
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return text }
      default: break
      }
      text.append(byte)
    }
    return text
  }

  private mutating func hexadecimal() -> [UInt8] {
    index += 1
    var digits: [UInt8] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      if let digit = Character(UnicodeScalar(bytes[index])).hexDigitValue {
        digits.append(UInt8(digit))
      }
      index += 1
    }
    index += 1
    return stride(from: 0, to: digits.count, by: 2).map { position in
      digits[position] << 4 | (position + 1 < digits.count ? digits[position + 1] : 0)
    }
  }

  private mutating func skipBlanks() {
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%") {
        while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
      } else if Self.isBlank(bytes[index]) {
        index += 1
      } else {
        return
      }
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0, 9, 10, 12, 13, 32].contains(byte) }

  private static func isDelimiter(_ byte: UInt8) -> Bool { "()<>[]{}/%".utf8.contains(byte) }
}
