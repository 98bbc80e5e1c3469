import Foundation
import RasterSources
import TileImaging
import TilePyramidTesting

/// A folder with one PNG of pseudo-random pixels, and what its rows must be.
struct RasterFixture {
  let folder: TemporaryDirectory
  let path: String
  let width: Int
  let height: Int
  /// The expected rows, straight RGBA8.
  let samples: [UInt8]

  /// Writes the file, RGBA8, a quarter of its pixels transparent with a colour that must vanish.
  init(width: Int, height: Int, isInterlaced: Bool, seed: UInt64 = 1) throws {
    folder = try TemporaryDirectory()
    path = folder.path("raster.png")
    self.width = width
    self.height = height
    var generator = SeededGenerator(seed: seed)
    var stored: [UInt8] = []
    var expected: [UInt8] = []
    for _ in 0..<width * height {
      let bits = generator.next()
      let alpha: UInt8 = bits % 4 == 0 ? 0 : UInt8(truncatingIfNeeded: bits >> 8) | 1
      let colour = [16, 24, 32].map { UInt8(truncatingIfNeeded: bits >> $0) }
      stored += colour + [alpha]
      expected += alpha == 0 ? [0, 0, 0, 0] : colour + [alpha]
    }
    samples = expected
    let writer = try PNGFileWriter(
      path: path, width: width, height: height,
      layout: PNGLayout(.rgba, isInterlaced: isInterlaced), compression: .fast)
    try writer.writeRows { y, bytes in
      for index in 0..<4 * width { bytes[index] = stored[y * 4 * width + index] }
    }
    try writer.finish()
  }

  var bytes: [UInt8] {
    get throws { try Self.contents(path) }
  }

  /// The bytes of a file.
  static func contents(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

/// All rows of a raster, the end of its file confirmed.
func readRows(_ source: any RasterSource, scratch: String) throws -> [UInt8] {
  let reader = try source.makeRowReader(scratch: ScratchDirectory(path: scratch))
  let rowBytes = 4 * source.size.width
  var samples = [UInt8](repeating: 1, count: rowBytes * source.size.height)
  try samples.withUnsafeMutableBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return }
    for y in 0..<source.size.height { try reader.readRow(into: base + y * rowBytes) }
  }
  try reader.finish()
  return samples
}

/// Writes bytes to a file.
func write(_ bytes: [UInt8], to path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}
