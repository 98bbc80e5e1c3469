import Foundation
import Georeferencing
import PyramidPictures
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Residual pictures")
struct ResidualPictureTests {
  private static let size = PixelSize(width: 640, height: 480)
  private let raster = SyntheticRaster.flat(
    PixelColor(255, 255, 255), size: ResidualPictureTests.size)

  /// Points on a plan of 0.1 m a pixel near the equator, one of them moved in the image.
  private func fit(moved: PixelPoint, count: Int = 6) throws -> ControlPointFit {
    let positions = [(60.0, 60.0), (580, 60), (580, 420), (60, 420), (320, 240), (200, 330)]
    // Degrees of a metre on the ellipsoid at the equator, eastwards and northwards.
    let (eastern, northern) = (1 / 111_319.490793, 1 / 110_574.275822)
    let points = positions.prefix(count).enumerated().map { index, position in
      let shift = index == 4 ? moved : PixelPoint(x: 0, y: 0)
      return ControlPoint(
        pixel: PixelPoint(x: position.0 + shift.x, y: position.1 + shift.y),
        coordinate: GeographicCoordinate(
          latitude: -position.1 * 0.1 * northern, longitude: position.0 * 0.1 * eastern),
        name: index == 1 ? "lift" : nil)
    }
    return try ControlPointFit(ControlPointSet(crs: .geographic, points: points), kind: .similarity)
  }

  private func arrows(_ fit: ControlPointFit, scale: Double = 1) -> ResidualArrows {
    ResidualArrows(
      fit: fit.report, georeference: fit.georeference, scale: scale, longest: 64)
  }

  @Test("Arrows lead from where a point was given to where the fit puts it")
  func direction() throws {
    // The image has the point 3 samples too far right: the fit puts it east of where it was given.
    let fit = try fit(moved: PixelPoint(x: 3, y: 0))
    let arrows = arrows(fit)
    let first = try #require(arrows.arrows.first)
    #expect(first.index == 4)
    #expect(first.vector.x > 30 && abs(first.vector.y) < 0.1 * first.vector.x)
    #expect(fit.report.residuals[4].eastMetres > 0)
    #expect(arrows.arrows.map(\.length) == arrows.arrows.map(\.length).sorted(by: >))
    let residual = fit.report.residuals[4].pixels
    #expect(abs(first.length - residual * arrows.factor) < 1e-6 * first.length)
    #expect(
      [1.0, 2, 5].contains { (mantissa: Double) -> Bool in
        let exponent = log10(arrows.factor / mantissa)
        return abs(exponent - exponent.rounded()) < 1e-9
      })
    #expect(first.length <= 64 && first.length > 64 / 2.5)
  }

  @Test("Residuals of nothing have no arrows and no factor")
  func nothing() throws {
    let arrows = arrows(try fit(moved: PixelPoint(x: 0, y: 0)))
    #expect(arrows.factor == 0 && arrows.arrows.allSatisfy { $0.length == 0 })
  }

  @Test("Residuals larger than the picture are made smaller")
  func huge() throws {
    let arrows = arrows(try fit(moved: PixelPoint(x: 0, y: 900)))
    #expect(arrows.factor < 1 && arrows.factor > 0)
    #expect(arrows.lengthText.contains("1/"))
  }

  @Test("The picture shows the plan pale, the arrows and the worst point")
  func picture() throws {
    let fit = try fit(moved: PixelPoint(x: 0, y: -4))
    let folder = try TemporaryDirectory()
    let picture = ResidualPicture(
      title: "plan.png", source: raster, georeference: fit.georeference, fit: fit.report)
    let image = try picture.draw(scratch: ScratchDirectory(path: folder.path)).image
    #expect(image.width >= Self.size.width && image.height > Self.size.height + 150)
    #expect(image.count(of: PixelColor(255, 255, 255)) > 250_000)
    // The arrow of the point that was moved, and those that it moves.
    #expect(image.count(of: PixelColor(206, 30, 44)) > 100)
    #expect(image.count(of: PixelColor(18, 92, 196)) > 100)
    #expect(folder.entries.isEmpty)
  }

  @Test("As SVG each label is text, and its halo is another behind it")
  func vectorGraphics() throws {
    let fit = try fit(moved: PixelPoint(x: 0, y: -4))
    let folder = try TemporaryDirectory()
    let svg = try ResidualPicture(
      title: "plan.png", source: raster, georeference: fit.georeference, fit: fit.report
    ).draw(scratch: ScratchDirectory(path: folder.path)).svg()
    let labels = fit.report.residuals.count
    // A name and a distance for each point.
    #expect(svg.components(separatedBy: "aria-hidden").count - 1 == 2 * labels)
    #expect(svg.contains(">plan.png</text>") && svg.contains(">N</text>"))
    #expect(svg.contains("text-anchor=\"middle\"") && svg.contains("<circle "))
    #expect(svg.contains(" on the plan</text>"))
  }

  @Test("A large plan of a residual picture is reduced, a small one keeps its size")
  func reduction() throws {
    let folder = try TemporaryDirectory()
    let fit = try fit(moved: PixelPoint(x: 1, y: 1))
    var picture = ResidualPicture(
      title: "x", source: raster, georeference: fit.georeference, fit: fit.report)
    picture.longestSide = 320
    let small = try picture.draw(scratch: ScratchDirectory(path: folder.path)).image
    picture.longestSide = 2000
    let large = try picture.draw(scratch: ScratchDirectory(path: folder.path)).image
    #expect(large.height - small.height == 240)
  }

  @Test("Two points leave nothing to check")
  func exact() throws {
    let fit = try fit(moved: PixelPoint(x: 0, y: 0), count: 2)
    let folder = try TemporaryDirectory()
    let image = try ResidualPicture(
      title: "x", source: raster, georeference: fit.georeference, fit: fit.report
    ).draw(scratch: ScratchDirectory(path: folder.path)).image
    #expect(image.count(of: PixelColor(206, 30, 44)) == 0)
  }
}
