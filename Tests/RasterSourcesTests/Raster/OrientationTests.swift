import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

/// The picture that a stored image becomes, by the table of Exif 2.32: where row 0 and column 0 are seen.
func turned(_ samples: [UInt8], width w: Int, height h: Int, by orientation: Int) -> [UInt8] {
  var picture: [UInt8] = []
  for y in 0..<(orientation < 5 ? h : w) {
    for x in 0..<(orientation < 5 ? w : h) {
      let (column, row) =
        switch orientation {
        case 1: (x, y)
        case 2: (w - 1 - x, y)
        case 3: (w - 1 - x, h - 1 - y)
        case 4: (x, h - 1 - y)
        case 5: (y, x)
        case 6: (y, h - 1 - x)
        case 7: (w - 1 - y, h - 1 - x)
        default: (w - 1 - y, x)
        }
      picture += samples[(4 * (row * w + column))...].prefix(4)
    }
  }
  return picture
}

/// A chunk of a PNG.
func pngChunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
  let body = Array(type.utf8) + contents
  var sum = UInt32.max
  for byte in body {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
  func big(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }
  return big(UInt32(contents.count)) + body + big(~sum)
}

@Suite("Orientations of files")
struct OrientationTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Confirms that a file with an orientation is the turned picture of the one without, in rows, in rows that
  /// go on, and in windows.
  private func expectTurned(_ path: String, of upright: [UInt8], _ stored: PixelSize, _ number: Int)
    throws
  {
    let source = try openRaster(path: path)
    let expected = turned(upright, width: stored.width, height: stored.height, by: number)
    #expect(
      source.size == (number < 5 ? stored : PixelSize(width: stored.height, height: stored.width)))
    #expect(source.orientation.rawValue == number)
    #expect(
      source.details.first { $0.name == "orientation" }?.value
        == (number == 1 ? nil : "\(number), applied"))
    #expect(try readRows(source, scratch: folder.path) == expected)
    try expectParts(of: source, expected, scratch: folder.path)
  }

  @Test(
    "Each orientation of a TIFF of tiles, of strips and of large tiles is applied", arguments: 1...8
  )
  func tiff(number: Int) throws {
    let path = folder.path("image.tif")
    for (width, tileWidth, blockHeight) in [
      (300, 16, 16), (300, 0, 7), (37, 0, 29), (530, 272, 32),
    ] {
      var image = DrawnTIFF(
        width: width, height: 29, bands: 3, photometric: 2, tileWidth: tileWidth,
        blockHeight: blockHeight)
      image.draw()
      try DrawnTIFF.write([image], to: path)
      let upright = try readRows(openRaster(path: path), scratch: folder.path)
      image.orientation = UInt16(number)
      try DrawnTIFF.write([image], to: path)
      try expectTurned(path, of: upright, PixelSize(width: width, height: 29), number)
    }
  }

  @Test("An overview is turned as its image is, and the mask beside it counts stored samples")
  func parts() throws {
    let path = folder.path("image.tif")
    var image = DrawnTIFF(width: 40, height: 24, bands: 3, photometric: 2, orientation: 6)
    image.draw()
    var overview = DrawnTIFF(width: 20, height: 12, bands: 3, photometric: 2, subfileType: 1)
    overview.draw(seed: 2)
    try DrawnTIFF.write([image, overview], to: path)
    let source = try openRaster(path: path)
    let reduction = try #require(source.capabilities.reductions.first)
    #expect(reduction.size == PixelSize(width: 12, height: 20))
    let smaller = try readRows(source.resized(to: reduction.size), scratch: folder.path)
    try DrawnTIFF.write([overview], to: folder.path("overview.tif"))
    let upright = try readRows(openRaster(path: folder.path("overview.tif")), scratch: folder.path)
    #expect(smaller == turned(upright, width: 20, height: 12, by: 6))

    var mask = DrawnTIFF(width: 40, height: 24)
    // The first stored row, which is the last column of the picture.
    mask.numbers = (0..<40 * 24).map { $0 < 40 ? 0 : 255 }
    try DrawnTIFF.write([mask], to: path + ".msk")
    let rows = try readRows(openRaster(path: path), scratch: folder.path)
    for pixel in 0..<24 * 40 { #expect(rows[4 * pixel + 3] == (pixel % 24 == 23 ? 0 : 255)) }
  }

  @Test(
    "Each orientation of a PNG is applied, where its chunk comes first and where it comes last",
    arguments: 1...8, [false, true])
  func png(number: Int, isInterlaced: Bool) throws {
    let raster = try RasterFixture(width: 301, height: 17, isInterlaced: isInterlaced)
    for isLast in [false, true] {
      let path = folder.path("image.png")
      var bytes = try raster.bytes
      let exif = SmallJPEG.exif(UInt8(number), isLittle: isLast)
      bytes.insert(contentsOf: pngChunk("eXIf", exif), at: isLast ? bytes.count - 12 : 33)
      try write(bytes, to: path)
      try expectTurned(
        path, of: raster.samples, PixelSize(width: raster.width, height: raster.height), number)
    }
  }

  @Test("The orientation of a WebP, on which viewers differ, is named and not applied")
  func webP() throws {
    let path = folder.path("image.webp")
    var bytes = SmallWebP.lossyAlpha
    let exif = SmallJPEG.exif(6, isLittle: true)
    bytes += Array("EXIF".utf8) + [UInt8(exif.count), 0, 0, 0] + exif
    bytes[4] = UInt8((bytes.count - 8) & 255)
    bytes[5] = UInt8((bytes.count - 8) >> 8)
    try write(bytes, to: path)
    let source = try openRaster(path: path)
    #expect(source.notices == [.orientationNotApplied(6)])
    #expect(source.details.contains(RasterDetail("orientation", "6, not applied")))
    #expect(source.orientation == .upright && source.size == PixelSize(width: 24, height: 16))
  }

  @Test(
    "The same picture in three formats lies alike under typed corners",
    .enabled(if: TestData.isAvailable))
  func realFiles() throws {
    let pictures = try ["o.jpg", "o.png", "o.tif"].map { name in
      let source = try openRaster(path: TestData.path("reports/orientation/" + name))
      #expect(source.size == PixelSize(width: 400, height: 300))
      return try readRows(source, scratch: folder.path)
    }
    #expect(pictures[1] == pictures[2])
    let differences = zip(pictures[0], pictures[1]).map { abs(Int($0) - Int($1)) }
    #expect(differences.reduce(0, +) < 2 * differences.count)
  }
}
