import Foundation
import Georeferencing
import RasterSources
import Testing
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

  var bytes: [UInt8] { get throws { try Self.contents(path) } }

  /// The bytes of a file.
  static func contents(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

/// All rows of a raster, the end of its file confirmed.
func readRows(
  _ source: any RasterSource, scratch: String,
  isCancelled: @escaping @Sendable () -> Bool = { false }
) throws -> [UInt8] {
  let reader = try source.makeRowReader(
    scratch: ScratchDirectory(path: scratch), isCancelled: isCancelled)
  let rowBytes = 4 * source.size.width
  var samples = [UInt8](repeating: 1, count: rowBytes * source.size.height)
  try samples.withUnsafeMutableBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return }
    for y in 0..<source.size.height { try reader.readRow(into: base + y * rowBytes) }
  }
  try reader.finish()
  return samples
}

/// Confirms that windows of a raster, and rows from any place on, are those of the whole.
func expectParts(
  of source: any RasterSource, _ rows: [UInt8], scratch: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let (width, height) = (source.size.width, source.size.height)
  for row in Set([0, min(1, height - 1), height / 3, height / 2, height - 1]) {
    let (reader, first) = try source.makeRowReader(
      scratch: ScratchDirectory(path: scratch), from: row)
    #expect(first <= row, sourceLocation: sourceLocation)
    var bytes = [UInt8](repeating: 9, count: 4 * width)
    for y in first..<height {
      try reader.readRow(into: &bytes)
      let isSame = bytes[...] == rows[(4 * width * y)...].prefix(4 * width)
      #expect(isSame, "row \(y) from \(first)", sourceLocation: sourceLocation)
    }
  }
  guard source.capabilities.windowBytes != nil else { return }
  let windows = try source.makeWindows()
  var generator = SeededGenerator(seed: 3)
  for round in 0..<40 {
    let x = round == 0 ? 0 : Int.random(in: 0..<width, using: &generator)
    let y = round == 0 ? 0 : Int.random(in: 0..<height, using: &generator)
    let columns = round == 0 ? width : Int.random(in: 1...width - x, using: &generator)
    let lines = round == 0 ? height : Int.random(in: 1...height - y, using: &generator)
    // Rows further apart than they are long.
    let stride = 4 * (columns + 1)
    var window = [UInt8](repeating: 9, count: stride * lines)
    try windows.read(x: x, y: y, width: columns, height: lines, into: &window, bytesPerRow: stride)
    let isSame = (0..<lines).allSatisfy { line in
      window[(stride * line)...].prefix(4 * columns)
        == rows[(4 * ((y + line) * width + x))...].prefix(4 * columns)
    }
    #expect(isSame, "\(columns) × \(lines) at \(x), \(y)", sourceLocation: sourceLocation)
  }
}

extension RasterSource {
  func firstRow(toRead row: Int, scratch: String) throws -> Int {
    try makeRowReader(scratch: ScratchDirectory(path: scratch), from: row).firstRow
  }
}

extension SampleOptions {
  /// The usual options but for what a closure changes.
  init(_ change: (inout SampleOptions) throws -> Void) rethrows {
    self.init()
    try change(&self)
  }
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

/// GDAL's description of the raster files of the test data.
struct GDALExpectation: Decodable, Sendable {
  var size: [Int]
  var bands: Int
  var types: [String]
  var colorinterp: [String]
  var nodata: String?
  var block: [Int]
  var overviews: Int
  var checksums: [Int]?

  /// All files, by name; none without the test data.
  static let all: [String: GDALExpectation] = {
    struct Document: Decodable { var files: [String: GDALExpectation] }
    guard TestData.isAvailable,
      let data = FileManager.default.contents(atPath: TestData.path("rasters/expected_gdal.json")),
      let document = try? JSONDecoder().decode(Document.self, from: data)
    else { return [:] }
    return document.files
  }()

  /// The names of the files with an ending.
  static func names(_ ending: String) -> [String] {
    all.keys.filter { $0.hasSuffix(ending) }.sorted()
  }

  /// The checksum of a band as GDAL counts it: the sum of remainders by eleven primes in turn.
  static func checksum(_ values: some Sequence<Int>) -> Int {
    let primes = [7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43]
    var sum = 0
    for (index, value) in values.enumerated() {
      sum = (sum + value % primes[index % primes.count]) & 0xFFFF
    }
    return sum
  }
}
