import Drawings
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("TIFF sources")
struct TIFFSourceTests {
  private func folder(_ images: [DrawnTIFF]) throws -> (folder: TemporaryDirectory, path: String) {
    let folder = try TemporaryDirectory()
    let path = folder.path("image.tif")
    try DrawnTIFF.write(images, to: path)
    return (folder, path)
  }

  private func drawn(_ image: DrawnTIFF, seed: UInt64 = 1) -> DrawnTIFF {
    var image = image
    image.draw(seed: seed)
    return image
  }

  @Test("Blocks that a sparse TIFF leaves out are transparent")
  func sparse() throws {
    let image = drawn(
      DrawnTIFF(compression: 5, tileWidth: 16, blockHeight: 16, missing: [1, 3]))
    let (folder, path) = try folder([image])
    let source = try TIFFSource(path: path)
    #expect(!source.isOpaque)
    let result = try readRows(source, scratch: folder.path)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let block = y / 16 * 3 + x / 16
        let pixel = Array(result[(4 * (y * image.width + x))...].prefix(4))
        let grey = UInt8(image[x, y, 0])
        #expect(pixel == (image.missing.contains(block) ? [0, 0, 0, 0] : [grey, grey, grey, 255]))
      }
    }
  }

  @Test("Blocks that a table leaves out at its end are told, and others are not")
  func missingEnd() throws {
    for (missing, notices) in [
      (Set(2..<5), [RasterNotice.blocksMissing(3, of: 5)]), ([1, 4], []), ([], []),
    ] {
      let (folder, path) = try folder([drawn(DrawnTIFF(missing: missing))])
      #expect(try TIFFSource(path: path).header.notices == notices, "\(folder.path)")
    }
  }

  /// `scripts/check-hostile` tells that it is opened at once.
  @Test("A TIFF that holds next to no blocks is transparent, whatever its size")
  func missingStrips() throws {
    var image = DrawnTIFF(
      width: 4_000_000, height: 200_000, bits: 16, blockHeight: 1, missing: Set(1..<200_000))
    image.numbers = [Double](repeating: 7, count: image.width)
    let (folder, path) = try folder([image])
    let source = try TIFFSource(path: path)
    #expect(source.size == PixelSize(width: 4_000_000, height: 200_000))
    let reader = try source.makeRowReader(scratch: ScratchDirectory(path: folder.path))
    var row = [UInt8](repeating: 1, count: 4 * source.size.width)
    try reader.readRow(into: &row)
    #expect(row[3] == 255)
    try reader.readRow(into: &row)
    #expect(row.allSatisfy { $0 == 0 })
  }

  @Test("Of very many planes those of the colours are read")
  func manyPlanes() throws {
    let image = drawn(
      DrawnTIFF(
        width: 5, height: 3, bands: 3000, photometric: 2, isPlanar: true, missing: Set(3..<3000)))
    let (folder, path) = try folder([image])
    let source = try TIFFSource(path: path)
    // A decoder of all planes alone would hold 45,000 bytes.
    #expect(source.capabilities.rowReadingBytes < 3000)
    let result = try readRows(source, scratch: folder.path)
    for pixel in 0..<15 {
      #expect(
        Array(result[4 * pixel..<4 * pixel + 3])
          == (0..<3).map { UInt8(image[pixel % 5, pixel / 5, $0]) })
    }
  }

  @Test("A mask of a TIFF makes transparent, also in the overviews")
  func maskAndOverviews() throws {
    let image = drawn(DrawnTIFF(width: 40, height: 32, bands: 3, photometric: 2))
    let mask = drawn(
      DrawnTIFF(width: 40, height: 32, bits: 1, photometric: 4, subfileType: 4), seed: 2)
    let overview = drawn(
      DrawnTIFF(width: 20, height: 16, bands: 3, photometric: 2, subfileType: 1), seed: 3)
    let overviewMask = drawn(
      DrawnTIFF(width: 20, height: 16, bits: 1, photometric: 4, subfileType: 5), seed: 4)
    let (folder, path) = try folder([image, mask, overview, overviewMask])
    let source = try TIFFSource(path: path)
    #expect(source.capabilities.reductions.map(\.size) == [PixelSize(width: 20, height: 16)])
    let smaller = try source.resized(to: PixelSize(width: 20, height: 16))
    for (raster, colors, mask) in [
      (source, image, mask), (smaller, overview, overviewMask),
    ] as [(any RasterSource, DrawnTIFF, DrawnTIFF)] {
      #expect(!raster.isOpaque)
      let result = try readRows(raster, scratch: folder.path)
      for pixel in 0..<colors.width * colors.height {
        let color = (0..<3).map { UInt8(colors.numbers[3 * pixel + $0]) }
        #expect(
          Array(result[(4 * pixel)..<(4 * pixel + 4)])
            == (mask.numbers[pixel] == 0 ? [0, 0, 0, 0] : color + [255]))
      }
    }
  }

  @Test("Pages of a TIFF are the full-resolution images, counted from 1")
  func pages() throws {
    let first = drawn(DrawnTIFF())
    let overview = drawn(DrawnTIFF(width: 18, height: 14, subfileType: 1))
    let second = drawn(DrawnTIFF(width: 20, height: 11), seed: 9)
    let (folder, path) = try folder([first, overview, second])
    let source = try TIFFSource(path: path, samples: SampleOptions(page: 2))
    #expect(source.size == PixelSize(width: 20, height: 11))
    #expect(source.capabilities.reductions.isEmpty)
    let result = try readRows(source, scratch: folder.path)
    #expect(stride(from: 0, to: result.count, by: 4).map { Double(result[$0]) } == second.numbers)
    #expect(throws: RasterError.noSuchPage(path: path, page: 3, count: 2)) {
      try TIFFSource(path: path, samples: SampleOptions(page: 3))
    }
    #expect(try TIFFSource(path: path).details.contains { $0.value.contains("page 1 of 2") })
  }

  @Test("Threads, resuming and windows of a TIFF give the same samples")
  func access() throws {
    let layouts = [(16, 16, false), (0, 5, true), (32, 16, true), (0, 200, false)]
    for (tileWidth, blockHeight, isPlanar) in layouts {
      let image = drawn(
        DrawnTIFF(
          width: 150, height: 200, bands: 3, photometric: 2, compression: 8, tileWidth: tileWidth,
          blockHeight: blockHeight, isPlanar: isPlanar))
      let (folder, path) = try folder([image])
      let source = try TIFFSource(path: path)
      let rows = try readRows(source, scratch: folder.path)
      let threaded = try TIFFSource(path: path, samples: SampleOptions(threads: 4))
      #expect(try readRows(threaded, scratch: folder.path) == rows)
      #expect(source.capabilities.windowBytes != nil)
      try expectParts(of: source, rows, scratch: folder.path)
      let (reader, first) = try source.makeRowReader(
        scratch: ScratchDirectory(path: folder.path), from: 199)
      var row = [UInt8](repeating: 0, count: 4 * 150)
      for _ in first..<200 { try reader.readRow(into: &row) }
      #expect(throws: RasterError.noMoreRows(path: path, rows: 200)) {
        try reader.readRow(into: &row)
      }
    }
  }

  @Test("A colour is made transparent, and a background opaque")
  func recoloring() throws {
    let image = drawn(DrawnTIFF(bands: 4, photometric: 2, extraKind: 2))
    let (folder, path) = try folder([image])
    let plain = try readRows(TIFFSource(path: path), scratch: folder.path)
    let color = OpaqueColor(red: plain[40], green: plain[41], blue: plain[42])
    let cleared = try openRaster(path: path, samples: SampleOptions(transparent: color))
    let result = try readRows(cleared, scratch: folder.path)
    #expect(Array(result[40..<44]) == [0, 0, 0, 0])
    #expect(Array(result[..<40]) == Array(plain[..<40]))
    let background = OpaqueColor(red: 10, green: 200, blue: 30)
    let filled = try openRaster(path: path, samples: SampleOptions(background: background))
    #expect(filled.isOpaque)
    let mixed = try readRows(filled, scratch: folder.path)
    for pixel in 0..<image.width * image.height {
      let alpha = Double(plain[4 * pixel + 3]) / 255
      for (channel, under) in [10.0, 200, 30].enumerated() {
        let value = Double(plain[4 * pixel + channel]) * alpha + under * (1 - alpha)
        #expect(abs(Double(mixed[4 * pixel + channel]) - value) <= 0.51)
      }
      #expect(mixed[4 * pixel + 3] == 255)
    }
  }

  @Test("The tags of a TIFF with its georeference are read")
  func geoTags() throws {
    let (folder, path) = try folder([drawn(DrawnTIFF(noData: "-9999"))])
    withExtendedLifetime(folder) {}
    let tags = try TIFFGeoTags(path: path)
    #expect(tags.size == PixelSize(width: 37, height: 29))
    #expect(tags.noData == "-9999")
    #expect(tags.keyDirectory.isEmpty && tags.metadata == nil)
  }

  @Test("TIFF tags of other programs are read", .enabled(if: TestData.isAvailable))
  func realTags() throws {
    let tags = try TIFFGeoTags(path: TestData.path("rasters/byte.tif"))
    #expect(tags.pixelScale == [60, 60, 0])
    #expect(tags.tiepoints == [0, 0, 0, 440720, 3_751_320, 0])
    #expect(tags.keyDirectory.starts(with: [1, 1, 0]))
    let matrix = try TIFFGeoTags(path: TestData.path("rasters/geomatrix.tif"))
    #expect(matrix.transformation.count == 16)
    #expect(matrix.transformation[3] == 1_841_000)
    let gcps = try TIFFGeoTags(path: TestData.path("rasters/cog_gcps.tif"))
    #expect(gcps.tiepoints.count == 210 * 6)
  }
}
