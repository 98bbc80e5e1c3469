import Foundation
import Georeferencing
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

/// The red, green, blue and alpha of a pixel.
func pixel(_ samples: [UInt8], _ index: Int) -> [UInt8] {
  Array(samples[4 * index..<4 * index + 4])
}

/// An ICC profile that has a description only: of version 2, or of version 4.
func makeProfile(_ name: String, isVersion4: Bool = false) -> [UInt8] {
  func word(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
  let description: [UInt8]
  if isVersion4 {
    let text = name.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    description =
      Array("mluc".utf8) + word(0) + word(1) + word(12) + Array("enUS".utf8) + word(text.count)
      + word(28) + text
  } else {
    description = Array("desc".utf8) + word(0) + word(name.utf8.count + 1) + Array(name.utf8) + [0]
  }
  let head = [UInt8](repeating: 0, count: 36) + Array("acsp".utf8)
  return head + [UInt8](repeating: 0, count: 88) + word(1) + Array("desc".utf8) + word(144)
    + word(description.count) + description
}

/// Writes a PNG of 16-bit samples, band by band of each pixel.
func writePNG16(
  _ samples: [UInt16], width: Int, height: Int, _ colorType: PNGHeader.ColorType, to path: String,
  isInterlaced: Bool = false, transparentColor: [UInt16] = []
) throws {
  let writer = try PNGFileWriter(
    path: path, width: width, height: height,
    layout: PNGLayout(
      colorType, bitDepth: 16, transparentColor: transparentColor, isInterlaced: isInterlaced),
    compression: .fast)
  let count = colorType.channels * width
  try writer.writeRows { y, bytes in
    for index in 0..<count {
      let sample = samples[y * count + index]
      bytes[2 * index] = UInt8(sample >> 8)
      bytes[2 * index + 1] = UInt8(sample & 255)
    }
  }
  try writer.finish()
}

/// A PNG with a chunk more behind its header.
func insertChunk(_ type: String, _ contents: [UInt8], into png: [UInt8]) -> [UInt8] {
  png[..<33] + pngChunk(type, contents) + png[33...]
}

/// Writes bytes to a file.
func write(_ bytes: [UInt8], to path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}
