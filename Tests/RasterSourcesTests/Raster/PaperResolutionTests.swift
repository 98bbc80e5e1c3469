import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Resolutions of files")
struct PaperResolutionTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A TIFF of 400 × 150 samples, as a fax of 204 × 98 dots per inch has them on 49.8 × 38.9 mm.
  private func write(
    _ resolution: (x: Float, y: Float, unit: UInt16)?, orientation: UInt16 = 1
  ) throws -> String {
    var image = DrawnTIFF(width: 400, height: 150, orientation: orientation, resolution: resolution)
    image.draw()
    let path = folder.path("fax.tif")
    try DrawnTIFF.write([image], to: path)
    return path
  }

  private func resolved(
    _ path: String, dotsPerInch: Double? = nil, size: ImageAnchor.SampleSize? = nil
  ) throws -> ResolvedGeoreference {
    let scale = try #require(DrawingScale("1:100"))
    var image = SourceImage(
      path,
      placement: .anchor(
        ImageAnchor(
          anchor: GeographicCoordinate(latitude: 0, longitude: 8.5),
          sampleSize: size ?? .scale(scale), bearing: 30)))
    image.vector.dotsPerInch = dotsPerInch
    return try image.resolveGeoreference(of: image.open())
  }

  private func metres(_ resolved: ResolvedGeoreference, _ size: PixelSize) -> (Double, Double) {
    let ground = resolved.georeference.groundResolution(
      at: PixelPoint(x: Double(size.width) / 2, y: Double(size.height) / 2))
    return (ground.perColumn * Double(size.width), ground.perRow * Double(size.height))
  }

  @Test("A scan of two resolutions is as large as its paper along both axes, turned as it may be")
  func fax() throws {
    // 400 / 204 and 150 / 98 inches at 1:100.
    let (width, height) = (400 / 204 * 2.54, 150 / 98 * 2.54)
    for (unit, inch) in [(UInt16(2), 1.0), (3, 2.54)] {
      let path = try write((Float(204 / inch), Float(98 / inch), unit))
      let found = metres(try resolved(path), PixelSize(width: 400, height: 150))
      // Metres of the sphere and of the ellipsoid differ by less than 1 %.
      #expect(abs(found.0 / width - 1) < 0.01 && abs(found.1 / height - 1) < 0.01, "\(found)")
      #expect(abs(found.0 / found.1 - width / height) < 0.02)
    }
    let turned = try write((204, 98, 2), orientation: 6)
    #expect(try openRaster(path: turned).details.contains(RasterDetail("dpi", "98 × 204")))
    let found = metres(try resolved(turned), PixelSize(width: 150, height: 400))
    #expect(abs(found.0 / height - 1) < 0.01 && abs(found.1 / width - 1) < 0.01, "\(found)")
    #expect(try resolved(turned).summary.contains("98 × 204 dpi as the file states"))
  }

  @Test(
    "One number for two resolutions, and two numbers without a unit, are refused with what to do")
  func refused() throws {
    let path = try write((204, 98, 2))
    let error = #expect(throws: GeoreferenceError.self) { try resolved(path, dotsPerInch: 204) }
    #expect(error?.report.description.contains("204 × 98 an inch") == true)
    #expect(error?.report.description.contains("leave `dotsPerInch` out") == true)
    let ratio = try write((2, 1, 1))
    for number in [nil, 204.0] {
      let error = #expect(throws: GeoreferenceError.self) {
        try resolved(ratio, dotsPerInch: number)
      }
      #expect(error?.report.description.contains("ResolutionUnit") == true)
    }
    #expect(throws: GeoreferenceError.resolutionRequired) { try resolved(write(nil)) }
    #expect(throws: GeoreferenceError.resolutionRequired) { try resolved(write((1, 1, 1))) }
  }

  @Test("A stated resolution counts before that of the file, and a default one is doubted")
  func stated() throws {
    let path = try write((72, 72, 2))
    let own = try resolved(path)
    #expect(own.warnings.contains { $0.contains("72 dpi") })
    let typed = try resolved(path, dotsPerInch: 300)
    #expect(typed.warnings.isEmpty && typed.summary == "anchor, scale and bearing")
    let size = PixelSize(width: 400, height: 150)
    #expect(abs(metres(own, size).0 / metres(typed, size).0 - 300 / 72) < 1e-6)
    let square = try resolved(try write((204, 98, 2)), size: .metres(0.01))
    #expect(square.warnings.contains { $0.contains("204 × 98") })
  }

  @Test("JFIF, Exif and pHYs state the resolution, too")
  func formats() throws {
    func detail(_ bytes: [UInt8], _ name: String) throws -> String? {
      let path = folder.path(name)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return try openRaster(path: path).details.first { $0.name == "dpi" }?.value
    }
    var jpeg = SmallJPEG.baseline
    // The segment APP0 comes first: its unit, and two numbers of two bytes.
    jpeg.replaceSubrange(13..<18, with: [1, 0, 204, 0, 98])
    #expect(try detail(jpeg, "a.jpg") == "204 × 98")
    jpeg.replaceSubrange(13..<18, with: [2, 0, 100, 0, 100])
    #expect(try detail(jpeg, "b.jpg") == "254")
    jpeg.replaceSubrange(13..<18, with: [0, 0, 1, 0, 2])
    #expect(try detail(jpeg, "c.jpg") == "1 to 2, without a unit")
    #expect(try detail(SmallJPEG.baseline, "d.jpg") == nil)
    // The resolution of Exif after JFIF without a unit: 204 / 1 and 196 / 2 an inch, big-endian.
    let exif: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2, 0x01, 0x1A, 0, 5, 0, 0, 0, 1, 0, 0, 0, 38, 0x01, 0x1B, 0,
      5, 0, 0, 0, 1, 0, 0, 0, 46, 0, 0, 0, 0, 0, 0, 0, 204, 0, 0, 0, 1, 0, 0, 0, 196, 0, 0, 0, 2,
    ]
    let segment = [0xFF, 0xE1, 0, UInt8(exif.count + 8)] + Array("Exif\0\0".utf8) + exif
    let plain = SmallJPEG.baseline
    #expect(try detail(plain.prefix(20) + segment + plain.dropFirst(20), "e.jpg") == "204 × 98")
    var fixture = try RasterFixture(width: 8, height: 8, isInterlaced: false).bytes
    // 11811 and 5905 samples a metre are 300 and 150 an inch.
    fixture.insert(contentsOf: pngChunk("pHYs", [0, 0, 0x2E, 0x23, 0, 0, 0x17, 0x11, 1]), at: 33)
    #expect(try detail(fixture, "f.png") == "300 × 149.99")
  }
}
