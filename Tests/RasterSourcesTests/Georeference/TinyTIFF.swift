import Foundation

/// A TIFF of one grey sample that carries tags, made by formulas of its own (TIFF 6.0).
struct TinyTIFF {
  private var entries: [(tag: UInt16, type: UInt16, count: Int, bytes: [UInt8])] = []

  mutating func add(_ tag: UInt16, doubles: [Double]) {
    entries.append(
      (tag, 12, doubles.count, doubles.flatMap { Self.bytes($0.bitPattern, 8) }))
  }

  mutating func add(_ tag: UInt16, shorts: [UInt16]) {
    entries.append((tag, 3, shorts.count, shorts.flatMap { Self.bytes(UInt64($0), 2) }))
  }

  mutating func add(_ tag: UInt16, text: String) {
    let bytes = Array(text.utf8) + [0]
    entries.append((tag, 2, bytes.count, bytes))
  }

  /// Adds a directory of keys whose values are codes.
  mutating func add(keys: [(UInt16, UInt16)]) {
    add(
      34735,
      shorts: [1, 1, 0, UInt16(keys.count)]
        + keys.sorted { $0.0 < $1.0 }.flatMap { [$0.0, 0, 1, $0.1] })
  }

  private static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  /// The file.
  var file: [UInt8] {
    var all = entries
    for (tag, value) in [
      (256, 1), (257, 1), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, 1), (279, 1),
    ] as [(UInt16, UInt64)] {
      all.append((tag, 3, 1, Self.bytes(value, 2)))
    }
    all.sort { $0.tag < $1.tag }
    // The header, the sample at 8 with a byte to fill up, then the directory.
    let directory = 10
    var values: [UInt8] = []
    let base = directory + 2 + 12 * all.count + 4
    var body = Self.bytes(UInt64(all.count), 2)
    for entry in all {
      body += Self.bytes(UInt64(entry.tag), 2) + Self.bytes(UInt64(entry.type), 2)
      body += Self.bytes(UInt64(entry.count), 4)
      if entry.bytes.count <= 4 {
        body += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
      } else {
        body += Self.bytes(UInt64(base + values.count), 4)
        values += entry.bytes
        if values.count % 2 == 1 { values.append(0) }
      }
    }
    return [0x49, 0x49, 42, 0] + Self.bytes(UInt64(directory), 4) + [127, 0] + body
      + [0, 0, 0, 0] + values
  }

  /// Writes the file.
  func write(to path: String) throws { try Data(file).write(to: URL(fileURLWithPath: path)) }
}
