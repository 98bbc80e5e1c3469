import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Resampling")
struct ResamplingTests {
  private static let scales = [0.3, 0.9, 1.0, 1.05, 1.7, 3.9, 4.0, 9.3]
  private let worldPixels = WorldPixelGrid(zoom: 17)
  private let origin = (x: 256.0 * 70_407 + 30.3, y: 256.0 * 42_567 + 20.6)

  /// The source of a result of about 150 by 110 samples.
  private func size(_ scale: Double) -> PixelSize {
    PixelSize(width: Int(150 * scale) + 3, height: Int(110 * scale) + 2)
  }

  @Test("Resampling of a north-up image is the textbook's", arguments: Resampling.allCases, scales)
  func reference(kernel: Resampling, scale: Double) throws {
    for drawing in [Drawing.noise, .noiseWithAlpha, .hatch3] {
      let source = drawing.raster(size(scale))
      let built = try BuiltPyramid(
        source, worldPixels.northUp(x: origin.x, y: origin.y, scale: scale),
        .zooms(17, 17, resampling: kernel))
      #expect(built.plan.steps[0].access == .streamed)
      let plain = PlainResampler(source, scale: scale, kernel: kernel)
      let errors = try plain.errors(of: built.deepest(), imageAt: origin)
      // Half a level of rounding, and what single precision adds up to.
      #expect(errors.alpha <= 0.55, "\(drawing)")
      #expect(errors.straight <= 0.55, "\(drawing)")
      #expect(errors.premultiplied <= 1.05, "\(drawing)")
    }
  }

  @Test(
    "Resampling of degrees reduces as that of metres near the equator",
    arguments: [Resampling.cubic, .average])
  func degreesAsMetres(kernel: Resampling) throws {
    // Within 3 km of the equator both systems agree to a millionth, a thousandth of a sample here.
    let scale = 1.7
    let equator = WorldPixelGrid(zoom: 17)
    let y = Double(256 << 17) / 2 - 60.4
    let source = Drawing.floorPlan.raster(PixelSize(width: 500, height: 375))
    let metres = try BuiltPyramid(
      source, equator.northUp(x: origin.x, y: y, scale: scale), .zooms(17, 17, resampling: kernel))
    let degrees = try BuiltPyramid(
      source, equator.geographic(x: origin.x, y: y, scale: scale),
      .zooms(17, 17, resampling: kernel))
    #expect(try metres.deepest().largestDifference(from: degrees.deepest()).levels <= 1)
  }

  @Test(
    "Resampling keeps flat areas flat", arguments: Resampling.allCases, [0.3, 0.9, 1.7, 3.9, 9.3])
  func flat(kernel: Resampling, scale: Double) throws {
    let size = size(scale)
    for color in [
      PixelColor(255, 255, 255), PixelColor(0, 0, 0), PixelColor(1, 254, 128),
      PixelColor(200, 100, 3, alpha: 90),
    ] {
      let source = SyntheticRaster.flat(color, size: size)
      for geometry in ImageGeometry.allCases where geometry != .aligned {
        let built = try BuiltPyramid(
          source,
          geometry.georeference(
            in: worldPixels, x: origin.x, y: origin.y, size: size, scale: scale),
          .zooms(17, 17, resampling: kernel))
        let expected = Sample(color.red, color.green, color.blue, color.alpha)
        // Edges are soft: samples of less alpha are elsewhere.
        let plane = try built.deepest()
        let full = plane.count { $0 == expected }
        let other = plane.count { $0.w >= color.alpha && $0 != expected }
        #expect(full > 5000)
        #expect(other == 0, "\(geometry) \(color)")
      }
    }
  }

  @Test("Resampling is the same by rows and by windows", arguments: Resampling.allCases, scales)
  func generalPath(kernel: Resampling, scale: Double) throws {
    for drawing in [Drawing.floorPlan, .noise] {
      let size = size(scale)
      let source = drawing.raster(size)
      let northUp = worldPixels.northUp(x: origin.x, y: origin.y, scale: scale)
      guard case .affine(var transform) = northUp.pixelToCRS else { return }
      // Rows stray by 0.0011 samples of the result over the image's width: no longer north-up.
      transform.columnY = 0.0011 * worldPixels.resolution / Double(size.width)
      let straying = Georeference(crs: .webMercator, pixelToCRS: .affine(transform))
      let options = PyramidOptions.zooms(17, 17, resampling: kernel)
      let rows = try BuiltPyramid(source, northUp, options)
      let windows = try BuiltPyramid(source, straying, options)
      #expect(rows.plan.steps[0].access == .streamed)
      #expect(windows.plan.steps[0].access != .streamed)
      let (one, other) = (try rows.deepest(), try windows.deepest())
      let errors = one.differences(from: other, partlyTransparentAreEdges: source.isOpaque)
      if kernel == .nearest {
        // Samples that are within the straying of a source sample's edge fall on its other side.
        #expect(errors.differing <= one.samples.count / 100, "\(drawing)")
        continue
      }
      #expect(errors.inside <= 1, "\(drawing)")
      #expect(errors.atEdges <= 1, "\(drawing)")
    }
  }

  @Test(
    "Resampling does not alias", arguments: Resampling.allCases.filter { $0 != .nearest },
    ImageGeometry.allCases.filter { $0 != .aligned })
  func aliasing(kernel: Resampling, geometry: ImageGeometry) throws {
    let size = PixelSize(width: 1600, height: 1200)
    let source = SyntheticRaster.checkerboard(
      PixelColor(255, 255, 255), PixelColor(0, 0, 0), square: 1, size: size)
    let georeference = geometry.georeference(
      in: worldPixels, x: origin.x, y: origin.y, size: size, scale: 8 / 0.9)
    let built = try BuiltPyramid(source, georeference, .zooms(17, 17, resampling: kernel))
    let plane = try built.deepest()
    var worst = 0.0
    var count = 0
    plane.forEach { x, y, sample in
      guard sample.w == 255, plane.isOpaque(around: (x, y), reach: 4) else { return }
      worst = max(worst, abs(Double(sample.x) - 127.5))
      count += 1
    }
    #expect(count > 5000)
    #expect(worst <= 1.5)
  }
}
