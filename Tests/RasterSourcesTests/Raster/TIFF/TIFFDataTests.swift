import Georeferencing
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("TIFF files of other programs", .enabled(if: TestData.isAvailable))
struct TIFFDataTests {
  /// Files that GDAL cannot decode either.
  static let damaged = GDALExpectation.names(".tif").filter {
    GDALExpectation.all[$0]?.checksums?.contains(-1) == true
  }
  static let sound = GDALExpectation.names(".tif").filter { !damaged.contains($0) }
  /// Files whose size needs more than a moment.
  static let large: Set<String> = ["usda_naip_512_jpeg_z5.tif"]

  @Test("The expectations of TIFF files are those of the collection")
  func collection() {
    #expect(Self.sound.count >= 45)
    #expect(Self.damaged.count == 4)
  }

  @Test("Size and blocks of TIFF files are those that GDAL reports", arguments: sound)
  func header(name: String) throws {
    let expected = try #require(GDALExpectation.all[name])
    let source = try TIFFSource(path: TestData.path("rasters/" + name))
    #expect([source.size.width, source.size.height] == expected.size)
    let details = Dictionary(source.details.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(details["bands"]?.hasPrefix("\(expected.bands) × ") == true)
    #expect((details["nodata"] != nil) == (expected.nodata != nil))
    let overviews = details["overviews"].map { $0.split(separator: ",").count } ?? 0
    // GDAL counts smaller pictures without a mask as well.
    #expect(overviews == expected.overviews, "\(details)")
    // libtiff cuts a single strip without compression into smaller ones.
    if details["compression"] != "none" || details["blocks"]?.hasPrefix("tiles") == true {
      let size = PixelSize(width: expected.block[0], height: expected.block[1])
      // GDAL reads a tall fax image row by row.
      if name != "slim_g4.tif" { #expect(details["blocks"]?.contains(size.description) == true) }
    }
  }

  @Test("Samples of TIFF files have the checksums that GDAL computes", arguments: sound)
  func checksums(name: String) throws {
    let expected = try #require(GDALExpectation.all[name])
    guard let sums = expected.checksums, !Self.large.contains(name),
      !expected.colorinterp.contains("Palette") || name == "oddsize1bit.tif"
    else { return }
    let isByte = expected.types[0] == "Byte"
    // Colours under a mask are not kept.
    if name == "test3_with_mask_1bit.tif" { return }
    // The small files of other types hold numbers of 0 to 255.
    guard isByte || expected.size[0] <= 50, expected.types[0] != "Float32" else { return }
    let samples = SampleOptions(stretch: isByte ? nil : .range(0, 255))
    let source = try TIFFSource(path: TestData.path("rasters/" + name), samples: samples)
    let folder = try TemporaryDirectory()
    let pixels = try readRows(source, scratch: folder.path)
    let hasAlpha = expected.colorinterp.contains("Alpha")
    let nothing = expected.nodata.flatMap { Double($0) }.map { Int($0) }
    for (band, sum) in sums.enumerated() {
      let isAlpha = expected.colorinterp[band] == "Alpha"
      // Colours under a transparent sample are not kept.
      if hasAlpha, !isAlpha { continue }
      let channel = isAlpha ? 3 : band
      let divisor = name == "oddsize1bit.tif" ? 255 : 1
      let values = stride(from: 0, to: pixels.count, by: 4).map { offset -> Int in
        if let nothing, pixels[offset + 3] == 0 { return nothing }
        return Int(pixels[offset + channel]) / divisor
      }
      #expect(GDALExpectation.checksum(values) == sum, "band \(band + 1)")
    }
  }

  @Test("A damaged TIFF of the collection is refused", arguments: damaged)
  func damagedFile(name: String) throws {
    let folder = try TemporaryDirectory()
    #expect(throws: RasterError.self) {
      let source = try TIFFSource(path: TestData.path("rasters/" + name))
      _ = try readRows(source, scratch: folder.path)
    }
  }
}
