import Drawings
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Nodata options of files")
struct NoDataOptionTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A dark border of 2 samples around light ones, with a sample of 0 inside.
  private func framed(bands: Int, compression: UInt16 = 1) -> DrawnTIFF {
    var image = DrawnTIFF()
    (image.width, image.height, image.bands) = (16, 16, bands)
    image.photometric = bands == 3 ? 2 : 1
    image.compression = compression
    image.blockHeight = 16
    image.numbers = (0..<256).flatMap { index -> [Double] in
      let (x, y) = (index % 16, index / 16)
      let isFrame = min(x, y) < 2 || max(x, y) > 13
      let level = isFrame ? Double((x + y) % 6) : x == 8 && y == 8 ? 0 : 180
      return [Double](repeating: level, count: bands)
    }
    return image
  }

  private func alphas(_ path: String, _ options: SampleOptions) throws -> [UInt8] {
    let source = try openRaster(path: path, samples: options)
    let samples = try readRows(source, scratch: folder.path)
    return stride(from: 3, to: samples.count, by: 4).map { samples[$0] }
  }

  @Test(
    "The nodata frame of a TIFF is transparent and the dark sample inside is not",
    arguments: [1, 3])
  func tiff(bands: Int) throws {
    let path = folder.path("frame.tif")
    var image = framed(bands: bands)
    image.noData = "0"
    try DrawnTIFF.write([image], to: path)
    let expected = (0..<256).map { index -> UInt8 in
      min(index % 16, index / 16) < 2 || max(index % 16, index / 16) > 13 ? 0 : 255
    }
    #expect(try alphas(path, SampleOptions(noDataTolerance: 5)) == expected)
    // Exactly the value, wherever it is.
    let exact = image.numbers.indices.filter { $0 % bands == 0 }
      .map { image.numbers[$0] == 0 ? UInt8(0) : 255 }
    #expect(try alphas(path, SampleOptions()) == exact)
    #expect(exact != expected && exact[8 * 16 + 8] == 0)
  }

  @Test("Windows and overviews are not offered where the nodata border is known row by row")
  func capabilities() throws {
    let path = folder.path("tiled.tif")
    var image = framed(bands: 1)
    (image.tileWidth, image.noData) = (16, "0")
    try DrawnTIFF.write([image], to: path)
    let plain = try openRaster(path: path)
    #expect(plain.capabilities.windowBytes != nil)
    let source = try openRaster(path: path, samples: SampleOptions(noDataTolerance: 5))
    #expect(source.capabilities.windowBytes == nil)
    #expect(source.capabilities.reductions.isEmpty)
    #expect(source.capabilities.rowPasses == 2 && plain.capabilities.rowPasses == 1)
    #expect(throws: RasterError.windowsNotRead(path: path)) { try source.makeWindows() }
    let half = PixelSize(width: source.size.width / 2, height: source.size.height / 2)
    #expect(throws: RasterError.sizeNotRead(path: path, size: half)) {
      try source.resized(to: half)
    }
    #expect(!source.isOpaque)
    #expect(source.capabilities.rowReadingBytes > plain.capabilities.rowReadingBytes)
    #expect(source.details.first { $0.name == "nodata" }?.value.contains("within 5") == true)
    #expect(plain.details.first { $0.name == "nodata" }?.value == "0")
  }

  @Test("Rows from any row on are those of the whole")
  func goingOn() throws {
    let path = folder.path("frame.tif")
    try DrawnTIFF.write([framed(bands: 3)], to: path)
    let source = try openRaster(
      path: path, samples: SampleOptions(noData: 0, noDataTolerance: 5, background: .white))
    let whole = try readRows(source, scratch: folder.path)
    #expect(try source.firstRow(toRead: 9, scratch: folder.path) == 9)
    try expectParts(of: source, whole, scratch: folder.path)
    #expect(source.isOpaque && pixel(whole, 0) == [255, 255, 255, 255])
  }

  @Test("Nodata options that change nothing, or do not fit the samples, are refused")
  func refused() throws {
    func reason(_ image: DrawnTIFF, _ options: SampleOptions) throws -> String? {
      let path = folder.path("refused.tif")
      try DrawnTIFF.write([image], to: path)
      let error = #expect(throws: RasterError.self) { try openRaster(path: path, samples: options) }
      if case .optionWithoutEffect(_, "`noDataTolerance`", let reason) = error { return reason }
      return nil
    }
    let image = framed(bands: 1)
    var deep = image
    deep.bits = 16
    for (image, options, words) in [
      (image, SampleOptions(noDataTolerance: 5), "states no nodata"),
      (image, SampleOptions(noData: -9999, noDataTolerance: 5), "-9999"),
      (
        image, SampleOptions(stretch: .range(0, 100), noData: 0, noDataTolerance: 5),
        "not stretched"
      ),
      (deep, SampleOptions(noData: 0, noDataTolerance: 5), "8 bits"),
    ] {
      #expect(try reason(image, options)?.contains(words) == true, "\(words)")
    }
  }

  @Test("An exact nodata value of a lossy file is warned of")
  func notice() throws {
    let path = folder.path("lossy.tif")
    var image = framed(bands: 3, compression: 7)
    image.noData = "0"
    try DrawnTIFF.write([image], to: path)
    #expect(try openRaster(path: path).notices == [.lossyNoData(value: 0)])
    let samples = SampleOptions(noDataTolerance: 20)
    #expect(try openRaster(path: path, samples: samples).notices.isEmpty)
    image.compression = 5
    try DrawnTIFF.write([image], to: path)
    #expect(try openRaster(path: path).notices.isEmpty)
  }

  @Test("A JPEG's border goes by `noData` and its tolerance")
  func jpeg() throws {
    let path = folder.path("border.jpg")
    var samples: [UInt8] = []
    for y in 0..<64 {
      for x in 0..<64 {
        let isInside = x > 18 && x < 50 && y > 13 && y < 45
        let level: UInt8 =
          isInside ? (x == 30 && y > 19 && y < 40 ? 0 : UInt8(120 + (x * 7 + y * 3) % 60)) : 0
        samples += [level, level, level, 255]
      }
    }
    let image = RGBAImage(width: 64, height: 64, samples: samples)
    try write(try JPEGTileEncoder(quality: 75, effort: .fast).encode(image), to: path)
    let exact = try alphas(path, SampleOptions(noData: 0))
    let near = try alphas(path, SampleOptions(noData: 0, noDataTolerance: 60))
    // Outside the blocks of the picture everything goes; inside nothing does.
    #expect((0..<64).allSatisfy { near[$0] == 0 && near[64 * 63 + $0] == 0 })
    #expect((20..<40).allSatisfy { near[64 * $0 + 30] == 255 })
    // A tolerance leaves fewer specks around the picture than an exact match.
    #expect(near.count { $0 == 255 } < exact.count { $0 == 255 })
  }
}
