import TileStorage

/// A small TIFF, made by formulas of its own (TIFF 6.0 and BigTIFF).
package struct TinyTIFF {
  private struct Entry {
    var tag: UInt16
    var type: UInt16
    var count: Int
    var bytes: [UInt8]
  }

  private struct Directory {
    var entries: [Entry] = []
    var blocks: [[UInt8]] = []
    var isTiled = false
  }

  private var directories: [Directory] = []
  private let isBig: Bool

  /// Creates a file without an image.
  package init(isBig: Bool) { self.isBig = isBig }

  /// Creates one grey sample.
  package init() {
    self.init(isBig: false)
    addImage(width: 1, height: 1, blockHeight: 1, blocks: [[127]])
  }

  /// Creates an image of floating numbers, row by row.
  package init(_ numbers: [Float], width: Int) {
    self.init(isBig: false)
    let height = numbers.count / width
    addImage(
      width: width, height: height, bits: 32, format: 3, blockHeight: height,
      blocks: [numbers.flatMap { Self.little(UInt64($0.bitPattern), 4) }])
  }

  /// Adds an image; its blocks are strips of `blockHeight` rows unless tiles have a width.
  package mutating func addImage(
    width: Int, height: Int, bits: Int = 8, bands: Int = 1, photometric: Int = 1,
    compression: Int = 1, format: Int = 1, tileWidth: Int? = nil, blockHeight: Int,
    isPlanar: Bool = false, extra: Int? = nil, subfile: Int = 0, blocks: [[UInt8]]
  ) {
    directories.append(Directory(blocks: blocks, isTiled: tileWidth != nil))
    add(254, longs: [subfile])
    add(256, longs: [width])
    add(257, longs: [height])
    add(258, shorts: [Int](repeating: bits, count: bands))
    add(259, shorts: [compression])
    add(262, shorts: [photometric])
    add(277, shorts: [bands])
    if let tileWidth {
      add(322, longs: [tileWidth])
      add(323, longs: [blockHeight])
    } else {
      add(278, longs: [blockHeight])
    }
    if isPlanar { add(284, shorts: [2]) }
    if let extra { add(338, shorts: [extra]) }
    if format != 1 { add(339, shorts: [Int](repeating: format, count: bands)) }
  }

  /// Adds a tag of whole numbers to the last image.
  package mutating func add(_ tag: UInt16, shorts: [some BinaryInteger]) {
    add(tag, type: 3, count: shorts.count, bytes: shorts.flatMap { Self.little(UInt64($0), 2) })
  }

  package mutating func add(_ tag: UInt16, longs: [Int]) {
    add(tag, type: 4, count: longs.count, bytes: longs.flatMap { Self.little(UInt64($0), 4) })
  }

  package mutating func add(_ tag: UInt16, doubles: [Double]) {
    add(
      tag, type: 12, count: doubles.count, bytes: doubles.flatMap { Self.little($0.bitPattern, 8) })
  }

  package mutating func add(_ tag: UInt16, text: String) {
    add(tag, type: 2, count: text.utf8.count + 1, bytes: Array(text.utf8) + [0])
  }

  /// Adds a directory of keys whose values are codes.
  package mutating func add(keys: [(UInt16, UInt16)]) {
    add(
      34735,
      shorts: [1, 1, 0, UInt16(keys.count)]
        + keys.sorted { $0.0 < $1.0 }.flatMap { [$0.0, 0, 1, $0.1] })
  }

  package mutating func add(_ tag: UInt16, type: UInt16, count: Int, bytes: [UInt8]) {
    directories[directories.count - 1].entries.append(
      Entry(tag: tag, type: type, count: count, bytes: bytes))
  }

  /// The bytes of a number, the lowest first.
  package static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  /// The file.
  package var file: [UInt8] {
    let word = isBig ? 8 : 4
    var file: [UInt8] = isBig ? [0x49, 0x49, 43, 0, 8, 0, 0, 0] : [0x49, 0x49, 42, 0]
    var link = file.count
    file += [UInt8](repeating: 0, count: word)
    func put(_ value: Int, at location: Int) {
      file.replaceSubrange(location..<location + word, with: Self.little(UInt64(value), word))
    }
    for directory in directories {
      var offsets: [Int] = []
      for block in directory.blocks {
        offsets.append(file.count)
        file += block
      }
      var entries = directory.entries
      for (tag, values) in [
        (directory.isTiled ? 324 : 273, offsets),
        (directory.isTiled ? 325 : 279, directory.blocks.map(\.count)),
      ] {
        entries.append(
          Entry(
            tag: UInt16(tag), type: 4, count: values.count,
            bytes: values.flatMap { Self.little(UInt64($0), 4) }))
      }
      entries.sort { $0.tag < $1.tag }
      if file.count % 2 == 1 { file.append(0) }
      put(file.count, at: link)
      file += Self.little(UInt64(entries.count), isBig ? 8 : 2)
      var fields: [(location: Int, bytes: [UInt8])] = []
      for entry in entries {
        file += Self.little(UInt64(entry.tag), 2) + Self.little(UInt64(entry.type), 2)
        file += Self.little(UInt64(entry.count), word)
        fields.append((file.count, entry.bytes))
        file +=
          entry.bytes.count <= word
          ? entry.bytes + [UInt8](repeating: 0, count: word - entry.bytes.count)
          : [UInt8](repeating: 0, count: word)
      }
      link = file.count
      file += [UInt8](repeating: 0, count: word)
      for field in fields where field.bytes.count > word {
        put(file.count, at: field.location)
        file += field.bytes
        if file.count % 2 == 1 { file.append(0) }
      }
    }
    return file
  }

  /// Writes the file.
  package func write(to path: String) throws {
    try AtomicFile.write(file, to: path, presence: .isReplaced)
  }
}
