import TileStorage

/// A small TIFF of one band in one strip that carries tags, made by formulas of its own (TIFF 6.0).
package struct TinyTIFF {
  private var entries: [(tag: UInt16, type: UInt16, count: Int, bytes: [UInt8])] = []
  private var (width, height, bits, format) = (1, 1, 8, 1)
  private var samples: [UInt8] = [127]

  /// Creates one grey sample.
  package init() {}

  /// Creates an image of floating numbers, row by row.
  package init(_ numbers: [Float], width: Int) {
    (self.width, height, bits, format) = (width, numbers.count / width, 32, 3)
    samples = numbers.flatMap { Self.bytes(UInt64($0.bitPattern), 4) }
  }

  /// Adds a tag of floating numbers.
  package mutating func add(_ tag: UInt16, doubles: [Double]) {
    entries.append(
      (tag, 12, doubles.count, doubles.flatMap { Self.bytes($0.bitPattern, 8) }))
  }

  /// Adds a tag of whole numbers.
  package mutating func add(_ tag: UInt16, shorts: [UInt16]) {
    entries.append((tag, 3, shorts.count, shorts.flatMap { Self.bytes(UInt64($0), 2) }))
  }

  /// Adds a tag of text.
  package mutating func add(_ tag: UInt16, text: String) {
    let bytes = Array(text.utf8) + [0]
    entries.append((tag, 2, bytes.count, bytes))
  }

  /// Adds a directory of keys whose values are codes.
  package mutating func add(keys: [(UInt16, UInt16)]) {
    add(
      34735,
      shorts: [1, 1, 0, UInt16(keys.count)]
        + keys.sorted { $0.0 < $1.0 }.flatMap { [$0.0, 0, 1, $0.1] })
  }

  private static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  /// The file.
  package var file: [UInt8] {
    var all = entries
    for (tag, value) in [
      (256, width), (257, height), (258, bits), (259, 1), (262, 1), (273, 8), (277, 1),
      (278, height), (279, samples.count), (339, format),
    ] as [(UInt16, Int)] {
      all.append((tag, 4, 1, Self.bytes(UInt64(value), 4)))
    }
    all.sort { $0.tag < $1.tag }
    // The header, the samples at 8, filled up to a word, then the directory.
    let strip = samples + [UInt8](repeating: 0, count: samples.count % 2)
    let directory = 8 + strip.count
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
    return [0x49, 0x49, 42, 0] + Self.bytes(UInt64(directory), 4) + strip + body
      + [0, 0, 0, 0] + values
  }

  /// Writes the file.
  package func write(to path: String) throws {
    try AtomicFile.write(file, to: path, presence: .isReplaced)
  }
}
