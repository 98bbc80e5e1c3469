import CLibDeflate
import Foundation

/// Writes a GeoTIFF of RGB8 samples in square blocks, row by row, holding one row of blocks.
///
/// Classic TIFF: a file of 4 GiB or more does not fit its offsets (TIFF 6.0; OGC 19-008r4 for the
/// keys of the system).
final class TiledTIFFWriter {
  /// The compression of the blocks.
  enum Compression: Int {
    case none = 1
    /// zlib's format with horizontal differencing.
    case deflate = 8
  }

  /// The georeference of an image: a projected system and the outer corner of its first pixel.
  struct Location {
    /// EPSG code of the system.
    var system: Int
    var x: Double
    var y: Double
    /// Side of a pixel in the unit of the system.
    var pixel: Double
  }

  private static let block = 256

  private let file: FileHandle
  private let side: Int
  private let compression: Compression
  private let location: Location
  private let compressor: OpaquePointer?
  private var rows: [UInt8] = []
  private var offset = 8
  private var offsets: [Int] = []
  private var sizes: [Int] = []

  init(path: String, side: Int, compression: Compression, location: Location) throws {
    precondition(side > Self.block && side % Self.block == 0, "blocks are whole")
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    self.file = file
    self.side = side
    self.compression = compression
    self.location = location
    compressor = compression == .deflate ? libdeflate_alloc_compressor(6) : nil
    // The position of the directory, which comes last, is filled in at the end.
    try file.write(contentsOf: Data([0x49, 0x49, 42, 0, 0, 0, 0, 0]))
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// Adds a row of `3 × side` bytes.
  func append(_ row: UnsafeBufferPointer<UInt8>) throws {
    rows.append(contentsOf: row)
    guard rows.count == 3 * side * Self.block else { return }
    for column in 0..<side / Self.block {
      let block = block(column)
      offsets.append(offset)
      sizes.append(block.count)
      try write(block)
    }
    rows.removeAll(keepingCapacity: true)
  }

  func finish() throws {
    precondition(offsets.count == (side / Self.block) * (side / Self.block), "rows are missing")
    try write(offsets.flatMap { bytes($0, 4) } + sizes.flatMap { bytes($0, 4) })
    let tables = offset - 8 * offsets.count
    let doubles = [location.pixel, location.pixel, 0, 0, 0, 0, location.x, location.y, 0]
    try write(doubles.flatMap { bytes(Int(truncatingIfNeeded: $0.bitPattern), 8) })
    let scale = offset - 8 * doubles.count
    // A projected system whose samples are areas.
    let keys = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, location.system]
    try write(keys.flatMap { bytes($0, 2) } + [8, 8, 8].flatMap { bytes($0, 2) })
    let keyOffset = offset - 2 * (keys.count + 3)
    let (short, long, double) = (3, 4, 12)
    var entries: [(tag: Int, kind: Int, count: Int, value: Int)] = [
      (256, long, 1, side), (257, long, 1, side), (258, short, 3, offset - 6),
      (259, short, 1, compression.rawValue), (262, short, 1, 2), (277, short, 1, 3),
      (284, short, 1, 1), (322, short, 1, Self.block), (323, short, 1, Self.block),
      (324, long, offsets.count, tables), (325, long, sizes.count, tables + 4 * offsets.count),
      (33550, double, 3, scale), (33922, double, 6, scale + 24),
      (34735, short, keys.count, keyOffset),
    ]
    if compression == .deflate { entries.insert((317, short, 1, 2), at: 7) }
    let directory = offset
    try write(
      bytes(entries.count, 2)
        + entries.flatMap {
          bytes($0.tag, 2) + bytes($0.kind, 2) + bytes($0.count, 4) + bytes($0.value, 4)
        } + bytes(0, 4))
    try file.seek(toOffset: 4)
    try file.write(contentsOf: Data(bytes(directory, 4)))
    try file.close()
  }

  private func block(_ column: Int) -> [UInt8] {
    let width = 3 * Self.block
    var block: [UInt8] = []
    block.reserveCapacity(width * Self.block)
    for row in 0..<Self.block {
      let start = 3 * side * row + width * column
      block += rows[start..<start + width]
    }
    guard let compressor else { return block }
    for row in 0..<Self.block {
      for column in stride(from: width - 1, to: 2, by: -1) {
        block[row * width + column] &-= block[row * width + column - 3]
      }
    }
    return [UInt8](
      unsafeUninitializedCapacity: libdeflate_zlib_compress_bound(compressor, block.count)
    ) { out, count in
      count = libdeflate_zlib_compress(compressor, block, block.count, out.baseAddress, out.count)
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    // Offsets are even.
    let padding = [UInt8](repeating: 0, count: bytes.count % 2)
    try file.write(contentsOf: Data(bytes + padding))
    offset += bytes.count + padding.count
  }

  private func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
