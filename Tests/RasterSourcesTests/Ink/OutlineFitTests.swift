import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

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
    /// The thickness of a wall inside the edge, in pixels; `nil` for none.
    var wall: Double?
    /// The spots of a pixel, across and down, whose ink is averaged.
    var spots = 1
    var testDescription: String {
      "\(degrees) degrees, \(line.map { "a line of \($0)" } ?? "filled")"
        + (hasTitleBlock ? ", a title block" : "") + (isTransparent ? ", transparent" : "")
    }
  }

  static let drawings = [
    Drawing(degrees: 0), Drawing(degrees: 37, metresPerPixel: 0.62), Drawing(degrees: 90),
    Drawing(degrees: 163, hasTitleBlock: true), Drawing(degrees: 200, line: 5),
    Drawing(degrees: 271, metresPerPixel: 0.8, line: 3, isTransparent: true),
    Drawing(degrees: 318, line: 7, hasTitleBlock: true), Drawing(degrees: 5, wall: 5, spots: 4),
    Drawing(degrees: 5, spots: 4), Drawing(degrees: 90, spots: 4), Drawing(degrees: 203, spots: 4),
  ]

  private static let (width, height) = (240, 230)

  /// The place of a drawing's pixel in the plane, by the test's own arithmetic.
  private static func position(_ x: Double, _ y: Double, _ drawing: Drawing) -> (Double, Double) {
    let angle = drawing.degrees * .pi / 180
    let (u, v) = (
      (x - Double(width) / 2) * drawing.metresPerPixel,
      (Double(height) / 2 - y) * drawing.metresPerPixel
    )
    return (950_045 + u * cos(angle) + v * sin(angle), 6_000_020 - u * sin(angle) + v * cos(angle))
  }

  private static func draw(_ drawing: Drawing) -> RGBAImage {
    var samples = [UInt8](repeating: 255, count: 4 * width * height)
    let edges = Array(zip(shape, shape.dropFirst() + shape.prefix(1)))
    func isInk(_ u: Double, _ v: Double) -> Bool {
      let (x, y) = position(u, v, drawing)
      var isInside = false
      var distance = Double.infinity
      for (a, b) in edges {
        if (a.y > y) != (b.y > y), x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x {
          isInside.toggle()
        }
        let (ex, ey) = (b.x - a.x, b.y - a.y)
        let along = min(max(((x - a.x) * ex + (y - a.y) * ey) / (ex * ex + ey * ey), 0), 1)
        distance = min(distance, hypot(a.x + along * ex - x, a.y + along * ey - y))
      }
      if let wall = drawing.wall { return isInside && distance <= wall * drawing.metresPerPixel }
      return drawing.line.map { distance <= $0 / 2 * drawing.metresPerPixel } ?? isInside
    }
    let offsets = (0..<drawing.spots).map { (Double($0) + 0.5) / Double(drawing.spots) }
    for row in 0..<height {
      for column in 0..<width {
        var count = 0
        for v in offsets {
          for u in offsets where isInk(Double(column) + u, Double(row) + v) { count += 1 }
        }
        let share =
          drawing.hasTitleBlock && column > 215 && row > 215
          ? 1 : Double(count) / Double(drawing.spots * drawing.spots)
        let start = 4 * (row * width + column)
        if share > 0 {
          samples.replaceSubrange(
            start..<(start + 3), with: [20, 20, 60].map { UInt8(255 + ($0 - 255) * share) })
        } else if drawing.isTransparent {
          samples[start + 3] = 0
        }
      }
    }
    return RGBAImage(width: width, height: height, samples: samples)
  }

  @Test(
    "A plan that was drawn of an outline is laid onto it within a pixel, a soft edge within a quarter of one",
    arguments: drawings)
  func recovery(drawing: Drawing) throws {
    let edges = InkOutline(of: Self.draw(drawing), scale: (1, 1)).edges
    let fit = try #require(OutlineFit(edges, to: Self.outline))
    #expect(fit.doubt(at: "plan.png") == nil)
    for (x, y) in [(0.0, 0.0), (240, 0), (240, 230), (0, 230)] {
      let (east, north) = Self.position(x, y, drawing)
      let expected = Self.onMap(MercatorPoint(x: east, y: north))
      let found = fit.best.transform.apply(PixelPoint(x: x, y: y))
      let pixels = hypot(found.x - expected.x, found.y - expected.y) / drawing.metresPerPixel
      #expect(pixels < (drawing.spots > 1 ? 0.25 : 1), "corner \(x), \(y): \(pixels)")
    }
  }

  @Test("Another building, a mirrored plan, and no ink place nothing")
  func nothing() throws {
    let edges = InkOutline(of: Self.draw(Drawing(degrees: 20)), scale: (1, 1)).edges
    let right = try #require(OutlineFit(edges, to: Self.outline)).best.metres
    let triangle = [(0.0, 0.0), (90, 0), (45, 60)]
      .map { Self.onMap(MercatorPoint(x: 950_000 + $0.0, y: 6_000_000 + $0.1)) }
    let other = try #require(OutlineFit(edges, to: triangle))
    #expect(right < 0.2 && other.best.metres > 4 * right)
    #expect(other.doubt(at: "plan.png")?.category == .undecided)
    // A notch on one side alone, in the mirror.
    let steps = [(0.0, 0.0), (90, 0), (90, 40), (70, 40), (70, 20), (0, 20)]
    func ring(_ sign: Double) -> [MercatorPoint] {
      steps.map { Self.onMap(MercatorPoint(x: 950_045 + sign * ($0.0 - 45), y: 6_000_000 + $0.1)) }
    }
    let pixels = ring(1).map {
      PixelPoint(x: ($0.x - 949_900) * 2, y: (6_000_100 - $0.y / Self.aspect) * 2)
    }
    let edge = zip(pixels, pixels.dropFirst() + pixels.prefix(1)).flatMap { a, b in
      (0..<60).map { step in
        let t = Double(step) / 60
        return PixelPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
      }
    }
    #expect(try #require(OutlineFit([edge], to: ring(1))).doubt(at: "") == nil)
    let mirrored = try #require(OutlineFit([edge], to: ring(-1)).flatMap { $0.doubt(at: "") })
    #expect(mirrored.what.contains("mirrored"), "\(mirrored)")
    let blank = RGBAImage(width: 30, height: 20, samples: [UInt8](repeating: 255, count: 2400))
    #expect(InkOutline(of: blank, scale: (1, 1)).edges.isEmpty)
    #expect(OutlineFit([], to: Self.outline) == nil)
    #expect(OutlineFit(edges, to: [Self.outline[0]]) == nil)
  }

  @Test(
    "A plan that a scanner stretched is not placed as if it were square", arguments: [0.985, 1.02])
  func stretched(ratio: Double) throws {
    let edge = zip(Self.shape, Self.shape.dropFirst() + Self.shape.prefix(1)).flatMap { a, b in
      (0..<60).map { step in
        let t = Double(step) / 60
        return PixelPoint(
          x: (a.x + (b.x - a.x) * t - 949_900) * 10 / ratio,
          y: (6_000_100 - a.y - (b.y - a.y) * t) * 10)
      }
    }
    let doubt = try #require(OutlineFit([edge], to: Self.outline)?.doubt(at: "plan.png"))
    #expect(doubt.what.contains("stretched"), "\(doubt)")
    let percent = try #require(doubt.found?.firstMatch(of: #/is (?<percent>[\d.]+) %/#)?.percent)
    #expect(abs(try #require(Double(percent)) - 100 * abs(ratio - 1)) < 0.05, "\(doubt)")
  }

  /// Plans of each shape; TILEPYRAMID_FITTED_PLANS draws more of them than the first.
  private static let seeds: [UInt64] = {
    let count = ProcessInfo.processInfo.environment["TILEPYRAMID_FITTED_PLANS"].flatMap(UInt64.init)
    return Array(3001..<(3001 + (count ?? 1)))
  }()

  @Test(
    "Drawn plans are placed within a hundredth of the building, or a person is asked",
    arguments: OutlinedPlan.Shape.allCases)
  func drawnPlans(shape: OutlinedPlan.Shape) throws {
    var placed = 0
    for seed in Self.seeds {
      let plan = OutlinedPlan(shape, seed: seed)
      let edges = InkOutline(of: plan.image, scale: (1, 1)).edges
      guard let fit = OutlineFit(edges, to: plan.outline) else { continue }
      let doubt = fit.doubt(at: "plan.png")
      let scale = GroundScale(atY: plan.outline[0].y)
      let errors = plan.corners.map { corner in
        let found = fit.best.transform.apply(corner.pixel)
        return scale.metres(found.x - corner.place.x, found.y - corner.place.y) / plan.length
      }
      let error = errors.max() ?? .infinity
      print(
        "FIT \(shape) \(doubt == nil ? error < 0.01 ? "right" : "wrong" : "asks") \(error)"
          + " \(fit.best.misfit) \(fit.rival?.misfit ?? .infinity)")
      if doubt != nil { continue }
      placed += 1
      #expect(error < 0.01, "\(plan.description)")
      #expect(
        ![.rectangle, .square, .zShape, .cross, .other].contains(shape), "\(plan.description)")
    }
    if shape.hasOnePlace {
      #expect(Double(placed) >= 0.85 * Double(Self.seeds.count), "\(shape): \(placed)")
    }
  }

  @Test("A bearing decides between the two places of a rectangle")
  func bearing() throws {
    let plan = OutlinedPlan(.rectangle, seed: 3001)
    let edges = InkOutline(of: plan.image, scale: (1, 1)).edges
    let fit = try #require(OutlineFit(edges, to: plan.outline))
    let rival = try #require(fit.rival)
    for pose in [fit.best, rival] {
      let chosen = try #require(OutlineFit(edges, to: plan.outline, bearing: pose.bearing + 20))
      #expect(chosen.doubt(at: "") == nil)
      #expect(abs(chosen.best.bearing - pose.bearing) < 1)
    }
  }
}
