/// A syntax error in JSON text.
package struct JSONSyntaxError: Error, Hashable {
  /// Byte position from 0.
  package let offset: Int
  package let reason: String
}

/// A strict JSON parser (RFC 8259) with bounds on nesting, length of numbers and combining marks.
///
/// A name that occurs twice in one object is an error, since readers differ on which value counts.
package struct JSONParser {
  package static let maximumDepth = 64
  private static let maximumNumberLength = 1000

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// Parses the whole of `bytes`; a leading byte order mark is skipped.
  package static func value(of bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    try whole(bytes) { (parser) throws(JSONSyntaxError) in try parser.value() }
  }

  /// Parses an object, but hands the items of one long array member over one by one.
  package static func object(
    of bytes: [UInt8], streaming name: String, item: (JSONValue, Int) -> Bool
  ) throws(JSONSyntaxError) -> JSONValue {
    try whole(bytes) { (parser) throws(JSONSyntaxError) in
      parser.skipSpace()
      guard parser.next == UInt8(ascii: "{") else { throw parser.error("an object is expected") }
      return try parser.nested { (parser) throws(JSONSyntaxError) in
        try parser.object { (parser, member) throws(JSONSyntaxError) in
          parser.skipSpace()
          guard member == name, parser.next == UInt8(ascii: "[") else { return try parser.value() }
          return try parser.nested { (parser) throws(JSONSyntaxError) in
            try parser.array { (parser) throws(JSONSyntaxError) in
              parser.skipSpace()
              let start = parser.position
              guard item(try parser.value(), start) else {
                throw JSONSyntaxError(offset: start, reason: "an item is not used")
              }
              return nil
            }
          }
        }
      }
    }
  }

  private static func whole(
    _ bytes: [UInt8], _ read: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    let value = try read(&parser)
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.error("text after the end") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func error(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, reason: reason)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"):
      return try nested { (parser) throws(JSONSyntaxError) in try parser.object() }
    case UInt8(ascii: "["):
      return try nested { (parser) throws(JSONSyntaxError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("the text ends where a value is expected")
    default: return try number()
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    guard depth < Self.maximumDepth else {
      throw error("more than \(Self.maximumDepth) levels of nesting")
    }
    depth += 1
    position += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object(
    member read: (inout JSONParser, String) throws(JSONSyntaxError) -> JSONValue = {
      (parser, _) throws(JSONSyntaxError) in try parser.value()
    }
  ) throws(JSONSyntaxError) -> JSONValue {
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a name in quotes is expected") }
      let name = try string()
      guard names.insert(name).inserted else { throw error("the name \"\(name)\" occurs twice") }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a colon is expected") }
      members.append(JSONValue.Member(name, try read(&self, name)))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw error("a comma or } is expected") }
    return .object(members)
  }

  private mutating func array(
    item read: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue? = {
      (parser) throws(JSONSyntaxError) in try parser.value()
    }
  ) throws(JSONSyntaxError) -> JSONValue {
    var items: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      if let item = try read(&self) { items.append(item) }
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw error("a comma or ] is expected") }
    return .array(items)
  }

  private mutating func word(
    _ word: String, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw error("unknown word") }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let leadsWithZero = next == UInt8(ascii: "0")
    let whole = skipDigits()
    guard whole > 0 else { throw error("a value is expected") }
    guard whole == 1 || !leadsWithZero else { throw error("a number has a leading zero") }
    if take(UInt8(ascii: ".")), skipDigits() == 0 { throw error("digits are expected") }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      if skipDigits() == 0 { throw error("digits are expected") }
    }
    guard position - start <= Self.maximumNumberLength else {
      throw error("a number of more than \(Self.maximumNumberLength) characters")
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    var text = ""
    var start = position
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += try literal(from: start)
        // It may become a key, and is compared with names.
        guard StreamSafety.holds(text) else { throw error(StreamSafety.fault) }
        position += 1
        return text
      case UInt8(ascii: "\\"):
        text += try literal(from: start)
        position += 1
        text.unicodeScalars.append(try escape())
        start = position
      case 0..<0x20: throw error("a control character in a string")
      default: position += 1
      }
    }
    throw error("a string has no end")
  }

  private func literal(from start: Int) throws(JSONSyntaxError) -> String {
    guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
      throw JSONSyntaxError(offset: start, reason: "a string is not UTF-8")
    }
    return text
  }

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    guard let byte = next else { throw error("a string has no end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw error("an unknown escape in a string")
    }
    let unit = try codeUnit()
    var value = unit
    if (0xD800..<0xDC00).contains(unit) {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
        throw error("half a surrogate pair")
      }
      let low = try codeUnit()
      guard (0xDC00..<0xE000).contains(low) else { throw error("half a surrogate pair") }
      value = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw error("half a surrogate pair") }
    return scalar
  }

  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80
      else { throw error("four hexadecimal digits are expected") }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
