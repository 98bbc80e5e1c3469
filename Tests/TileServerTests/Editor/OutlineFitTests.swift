import Foundation
import Georeferencing
import PlanEditor
import RasterSources
import Testing
import TileImaging
import TileModel

@Suite("Fitting a plan to an outline")
struct OutlineFitTests {
  /// Length of a metre northwards relative to one eastwards in EPSG:3857, at the outline (pyproj
  /// 3.7.2).
  private static let aspect = 1.003093

  /// An outline with a notch, longer than wide, in a plane whose metres are as long northwards as eastwards.
  private static let shape = [
    (0.0, 0.0), (90, 0), (90, 40), (60, 40), (60, 25), (30, 25), (30, 40), (0, 40),
  ].map { MercatorPoint(x: 950_000 + $0.0, y: 6_000_000 + $0.1) }

  /// The outline on the map.
  private static let outline = shape.map(onMap)

  private static func onMap(_ point: MercatorPoint) -> MercatorPoint {
    MercatorPoint(x: point.x, y: 6_000_000 + (point.y - 6_000_000) * aspect)
  }

  /// The drawing of a plan from the outline.
  struct Drawing: Sendable, CustomTestStringConvertible {
    var degrees: Double
    var metresPerPixel = 0.5
    /// The width of a line along the edge, in pixels; `nil` for a filled shape.
    var line: Double?
    var hasTitleBlock = false
    var isTransparent = false
    var testDescription: String {
      "\(degrees) degrees, \(line.map { "a line of \($0)" } ?? "filled")"
        + (hasTitleBlock ? ", a title block" : "") + (isTransparent ? ", transparent" : "")
    }
  }

  static let drawings = [
    Drawing(degrees: 0), Drawing(degrees: 37, metresPerPixel: 0.62), Drawing(degrees: 90),
    Drawing(degrees: 163, hasTitleBlock: true), Drawing(degrees: 200, line: 5),
    Drawing(degrees: 271, metresPerPixel: 0.8, line: 3, isTransparent: true),
    Drawing(degrees: 318, line: 7, hasTitleBlock: true),
  ]

  private static let (width, height) = (240, 230)

  /// The place of a drawing's pixel in the plane, by the test's own arithmetic.
  private static func position(_ x: Double, _ y: Double, _ drawing: Drawing) -> (Double, Double) {
    let angle = drawing.degrees * .pi / 180
    let (u, v) = (
      (x - Double(width) / 2) * drawing.metresPerPixel,
      (Double(height) / 2 - y) * drawing.metresPerPixel
    )
    return (
      950_045 + u * cos(angle) + v * sin(angle), 6_000_020 - u * sin(angle) + v * cos(angle)
    )
  }

  private static func draw(_ drawing: Drawing) -> RGBAImage {
    var samples = [UInt8](repeating: 255, count: 4 * width * height)
    let edges = zip(shape, shape.dropFirst() + shape.prefix(1))
    for row in 0..<height {
      for column in 0..<width {
        let (x, y) = position(Double(column) + 0.5, Double(row) + 0.5, drawing)
        var isInside = false
        var distance = Double.infinity
        for (a, b) in edges {
          if (a.y > y) != (b.y > y), x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x {
            isInside.toggle()
          }
          let (ex, ey) = (b.x - a.x, b.y - a.y)
          let along = min(
            max(((x - a.x) * ex + (y - a.y) * ey) / (ex * ex + ey * ey), 0), 1)
          distance = min(distance, hypot(a.x + along * ex - x, a.y + along * ey - y))
        }
        let isTitle = drawing.hasTitleBlock && column > 215 && row > 215
        let isInk =
          drawing.line.map { distance <= $0 / 2 * drawing.metresPerPixel } ?? isInside
        let start = 4 * (row * width + column)
        if isInk || isTitle {
          samples.replaceSubrange(start..<(start + 3), with: [20, 20, 60])
        } else if drawing.isTransparent {
          samples[start + 3] = 0
        }
      }
    }
    return RGBAImage(width: width, height: height, samples: samples)
  }

  @Test("A plan that was drawn of an outline is laid onto it within a pixel", arguments: drawings)
  func recovery(drawing: Drawing) throws {
    let edge = InkOutline(of: Self.draw(drawing), scale: (1, 1))
    let fit = try #require(OutlineFit(edge, to: Self.outline))
    for (x, y) in [(0.0, 0.0), (240, 0), (240, 230), (0, 230)] {
      let (east, north) = Self.position(x, y, drawing)
      let expected = Self.onMap(MercatorPoint(x: east, y: north))
      let found = fit.transform.apply(PixelPoint(x: x, y: y))
      let pixels = hypot(found.x - expected.x, found.y - expected.y) / drawing.metresPerPixel
      #expect(pixels < 1, "corner \(x), \(y)")
    }
  }

  @Test("The distance that is told grows with what is not the outline")
  func distance() throws {
    let edge = InkOutline(of: Self.draw(Drawing(degrees: 20)), scale: (1, 1))
    let right = try #require(OutlineFit(edge, to: Self.outline))
    let triangle = [(0.0, 0.0), (90, 0), (45, 60)]
      .map { Self.onMap(MercatorPoint(x: 950_000 + $0.0, y: 6_000_000 + $0.1)) }
    let wrong = try #require(OutlineFit(edge, to: triangle))
    #expect(right.metres < 0.2 && wrong.metres > 4 * right.metres)
  }

  @Test("There is no fit without ink, nor to a point")
  func nothing() {
    let blank = RGBAImage(width: 30, height: 20, samples: [UInt8](repeating: 255, count: 2400))
    let edge = InkOutline(of: blank, scale: (1, 1))
    #expect(edge.points.isEmpty)
    #expect(OutlineFit(edge, to: Self.outline) == nil)
    let drawn = InkOutline(of: Self.draw(Drawing(degrees: 0)), scale: (1, 1))
    #expect(OutlineFit(drawn, to: [Self.outline[0]]) == nil)
  }
}
