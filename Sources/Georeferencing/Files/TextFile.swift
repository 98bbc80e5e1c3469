import Platform
import TileModel

/// Small text files beside an image.
package enum TextFile {
  /// In bytes.
  package static let limit = 4 << 20

  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  package static func read(
    _ path: String, limit: Int = Self.limit
  ) throws(GeoreferenceError) -> [UInt8] {
    let contents = try start(path, count: limit + 1)
    guard contents.count <= limit else { throw .tooLarge(path: path, limit: limit) }
    return contents
  }

  static func text(_ path: String) throws(GeoreferenceError) -> String {
    String(decoding: try utf8(path), as: UTF8.self)
  }

  /// Accepts UTF-8 and UTF-16, as Windows saves "Unicode".
  package static func utf8(_ path: String) throws(GeoreferenceError) -> [UInt8] {
    let bytes = try read(path)
    // No text begins with a zero: the half of a letter tells the order where no mark does.
    let isLittle = bytes.starts(with: [0xFF, 0xFE]) || bytes.dropFirst().first == 0
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) || bytes.first == 0 else {
      return bytes
    }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  static func start(_ path: String, count: Int) throws(GeoreferenceError) -> [UInt8] {
    return try rethrowing(try RegularFile.leadingBytes(of: path, limit: count)) {
      (error: RegularFileError) in GeoreferenceError(error, path: path)
    }
  }

  /// Bounds combining marks so that comparing texts takes linear time.
  static func checkMarks(_ bytes: [UInt8], path: String) throws(GeoreferenceError) {
    guard StreamSafety.holds(utf8: bytes) else {
      throw .malformedFile(
        path: path, line: 1, column: nil, found: StreamSafety.fault,
        expected: "at most \(StreamSafety.limit)")
    }
  }

  package static func lines(_ bytes: [UInt8]) -> [Substring] {
    var lines: [Substring] = []
    forEachLine(bytes) { lines.append(Substring(String(decoding: $0, as: UTF8.self))) }
    return lines
  }

  package static func forEachLine<Failure>(
    _ bytes: [UInt8], _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = bytes[...]
    if rest.starts(with: "\u{FEFF}".utf8) { rest = rest.dropFirst(3) }
    let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    while let end = rest.firstIndex(where: { $0 == newline || $0 == carriageReturn }) {
      try body(rest[..<end])
      let isReturn = rest[end] == carriageReturn
      rest = rest[(end + 1)...]
      if isReturn, rest.first == newline { rest = rest.dropFirst() }
    }
    try body(rest)
  }
}

extension GeoreferenceError {
  init(_ error: RegularFileError, path: String) {
    if case .notRegular(let kind) = error {
      self = .notAFile(path: path, found: kind.rawValue)
    } else {
      self = .cannotRead(path: path, reason: error.reason)
    }
  }
}
