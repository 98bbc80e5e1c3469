import Drawings
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Masks and alpha of a TIFF")
struct MaskedNoDataTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func read(_ images: [DrawnTIFF], _ samples: SampleOptions = SampleOptions()) throws -> (
    source: any RasterSource, pixels: [UInt8]
  ) {
    let path = folder.path("image.tif")
    try DrawnTIFF.write(images, to: path)
    let source = try openRaster(path: path, samples: samples)
    return (source, try readRows(source, scratch: folder.path))
  }

  /// 8 × 4 pixels: black ones in the second column, which the mask or alpha shows, and in the last, which it hides.
  private func image(bands: Int, bits: Int = 8) -> DrawnTIFF {
    var image = DrawnTIFF(
      width: 8, height: 4, bits: bits, bands: bands, photometric: 2, noData: "0")
    let full = Double(1 << bits - 1)
    image.extraKind = bands == 4 ? 2 : nil
    image.numbers = (0..<32).flatMap { pixel -> [Double] in
      let color = [1, 7].contains(pixel % 8) ? 0 : (full / 2).rounded()
      return [color, color, color] + (bands == 4 ? [pixel % 8 == 7 ? 0 : full] : [])
    }
    return image
  }

  private var mask: DrawnTIFF {
    var mask = DrawnTIFF(width: 8, height: 4, bits: 1, photometric: 4, subfileType: 4)
    mask.numbers = (0..<32).map { $0 % 8 == 7 ? 0 : 1 }
    return mask
  }

  private func opacity(_ pixels: [UInt8]) -> [UInt8] { (0..<8).map { pixels[4 * $0 + 3] } }

  /// GDAL 3.10 (rasterio 1.4.4) has 255 but for the last column of the mask, too.
  private static let masked: [UInt8] = [255, 255, 255, 255, 255, 255, 255, 0]
  private static let holed: [UInt8] = [255, 0, 255, 255, 255, 255, 255, 0]

  @Test("A mask in the file, beside it, and alpha win over the nodata value that the file states")
  func precedence() throws {
    func detail(_ source: any RasterSource) -> String? {
      source.details.first { $0.name == "nodata" }?.value
    }
    let inside = try read([image(bands: 3), mask])
    #expect(opacity(inside.pixels) == Self.masked)
    #expect(detail(inside.source) == "0, not used: the mask counts")
    let alpha = try read([image(bands: 4)])
    #expect(opacity(alpha.pixels) == Self.masked)
    #expect(detail(alpha.source) == "0, not used: the alpha counts")
    // The user's value counts in addition.
    let stated = try read([image(bands: 3), mask], SampleOptions(noData: 0))
    #expect(opacity(stated.pixels) == Self.holed && detail(stated.source) == "0")
    let plain = try read([image(bands: 3)])
    #expect(opacity(plain.pixels) == Self.holed && detail(plain.source) == "0")
    var beside = mask
    (beside.subfileType, beside.photometric) = (0, 1)
    try DrawnTIFF.write([beside], to: folder.path("image.tif.msk"))
    let masked = try read([image(bands: 3)])
    #expect(opacity(masked.pixels) == Self.masked)
    #expect(detail(masked.source) == "0, not used: the mask counts")
  }

  @Test("The black roof of a masked orthophoto is opaque", .enabled(if: TestData.isAvailable))
  func roof() throws {
    let source = try openRaster(path: TestData.path("reports/mask-and-nodata/mn.tif"))
    let pixels = try readRows(source, scratch: folder.path)
    let index = 4 * (120 * source.size.width + 120)
    #expect(Array(pixels[index..<index + 4]) == [0, 0, 0, 255])
  }

  @Test("A nodata value under a mask is left out of what the stretch is found by")
  func stretch() throws {
    var image = DrawnTIFF(width: 8, height: 4, bits: 16, noData: "0")
    image.numbers = (0..<32).map { $0 % 8 == 7 ? 0 : 2000 + Double($0) }
    let (source, _) = try read([image, mask])
    let notice = try #require(source.notices.first)
    #expect(caseName(notice) == "stretched")
    if case .stretched(let found, _, _) = notice { #expect(found == 2000...2030) }
  }

  @Test(
    "Associated alpha of more than 8 bits is divided before samples are cut to 8 bits",
    arguments: [DrawnTIFF.Format.unsigned, .floating], [false, true])
  func division(format: DrawnTIFF.Format, isGrey: Bool) throws {
    let full = format == .unsigned ? 65535.0 : 1
    let colors = isGrey ? 1 : 3
    var image = DrawnTIFF(
      width: 64, height: 4, bits: format == .unsigned ? 16 : 32, bands: colors + 1, format: format,
      photometric: isGrey ? 1 : 2, extraKind: 1)
    // Half of the light under an alpha of 1 to 255 of 255.
    image.numbers = (0..<256).flatMap { pixel -> [Double] in
      let alpha = full * Double(max(pixel, 1)) / 255
      let color = format == .unsigned ? (alpha / 2).rounded() : alpha / 2
      return [Double](repeating: color, count: colors) + [alpha]
    }
    let options = SampleOptions(stretch: format == .unsigned ? nil : .range(0, 1))
    let (source, pixels) = try read([image], options)
    #expect(source.notices.isEmpty, "\(source.notices)")
    for pixel in 1..<256 {
      #expect(abs(Int(pixels[4 * pixel]) - 128) <= 1, "alpha \(pixel): \(pixels[4 * pixel])")
      #expect(pixels[4 * pixel + 3] == UInt8(pixel))
    }
  }

  @Test(
    "Straight colours beside alpha that is labelled associated are warned of", arguments: [8, 16])
  func straight(bits: Int) throws {
    var image = image(bands: 4, bits: bits)
    (image.extraKind, image.noData) = (1, nil)
    #expect(try !read([image]).source.notices.contains(.colorsExceedAlpha))
    image.numbers[4 * 6 + 3] = 1
    #expect(try read([image]).source.notices.contains(.colorsExceedAlpha))
    image.extraKind = 2
    #expect(try !read([image]).source.notices.contains(.colorsExceedAlpha))
  }
}
