import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// Pyramids of vector plans: every level is drawn by itself.
@Suite("Pyramids of vector plans")
struct VectorPyramidTests {
  /// The sample plan of 400 × 300 units, a unit to a pixel.
  private static func plan(
    _ format: VectorFormat, page: VectorPlanFile.Page = .sample
  ) throws -> (VectorPlan, TemporaryDirectory) {
    let folder = try TemporaryDirectory()
    let path = folder.path("plan")
    try Data(format == .pdf ? VectorPlanFile.pdf([page]) : VectorPlanFile.svg)
      .write(to: URL(fileURLWithPath: path))
    let options = VectorPlanOptions(dotsPerInch: format == .pdf ? 72 : 96)
    return (try #require(try openRaster(path: path, vector: options) as? VectorPlan), folder)
  }

  private static let drawable = VectorFormat.allCases.filter {
    VectorPlanFile.isInstalled($0.program)
      && ($0 == .svg || VectorPlanFile.isInstalled("pdfinfo"))
  }

  /// A unit is a sample of zoom 20; the levels run from an eighth of that to twice as fine.
  private static let zooms = 17...21
  private static let worldPixels = WorldPixelGrid(zoom: 20)
  private static let origin = (x: 1_000_100.37, y: 600_200.61)

  private static func pyramid(
    _ format: VectorFormat, degrees: Double, threads: Int = 2
  ) throws -> BuiltPyramid {
    let (plan, folder) = try plan(format)
    return try withExtendedLifetime(folder) {
      try BuiltPyramid(
        plan, worldPixels.rotated(x: origin.x, y: origin.y, scale: 1, degrees: degrees),
        .zooms(zooms.lowerBound, zooms.upperBound), threads: threads)
    }
  }

  /// The world position, in samples of a zoom, of a position in units.
  private static func world(
    _ x: Double, _ y: Double, zoom: Int, degrees: Double
  ) -> (x: Double, y: Double) {
    let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let scale = Foundation.pow(2.0, Double(zoom - worldPixels.zoom))
    return ((origin.x + x * c - y * s) * scale, (origin.y + x * s + y * c) * scale)
  }

  /// The red and opaque part of a sample, `0...1`, on paper or on nothing.
  private static func redness(_ sample: Sample) -> Double {
    Double(sample.w) / 255 * Double(max(0, Int(sample.x) - Int(sample.y))) / 204
  }

  /// The darkness of a sample on white paper, `0...1`.
  private static func darkness(_ sample: Sample) -> Double {
    Double(sample.w) / 255 * (255 - Double(sample.y)) / 255
  }

  @Test(
    "The rectangle of a vector plan is at its position at every zoom, and has its size",
    arguments: drawable, [0.0, 23])
  func position(format: VectorFormat, degrees: Double) throws {
    let built = try Self.pyramid(format, degrees: degrees)
    for zoom in Self.zooms {
      let plane = try built.plane(zoom)
      var (sum, x, y) = (0.0, 0.0, 0.0)
      plane.forEach { column, row, sample in
        let weight = Self.redness(sample)
        sum += weight
        x += weight * (Double(column) + 0.5)
        y += weight * (Double(row) + 0.5)
      }
      let center = Self.world(200, 100, zoom: zoom, degrees: degrees)
      // Clamping what the kernel overshoots shifts a rim by a few hundredths of a sample.
      #expect(abs(x / sum - center.x) < 0.1, "zoom \(zoom)")
      #expect(abs(y / sum - center.y) < 0.1, "zoom \(zoom)")
      // The rim of a red area is a mix of red, which the difference of channels counts by area.
      let unit = Foundation.pow(4.0, Double(zoom - Self.worldPixels.zoom))
      #expect(abs(sum / (20_000 * unit) - 1) < 0.03, "zoom \(zoom): \(sum / unit)")
    }
  }

  /// The strongest contrast of the thin line on its way down the plan, and where it is across the
  /// plan, in samples of a zoom: the means over many rows.
  private func line(
    in plane: Plane, zoom: Int, degrees: Double
  ) -> (contrast: Double, offset: Double) {
    let scale = Foundation.pow(2.0, Double(zoom - Self.worldPixels.zoom))
    var (contrast, offset, count) = (0.0, 0.0, 0.0)
    for y in stride(from: 80.0, through: 1120, by: 7.3) {
      var (strongest, sum, moment) = (0.0, 0.0, 0.0)
      for step in -12...12 {
        let distance = Double(step) / 4
        let worldPixels = Self.world(20.5 + distance / scale, y, zoom: zoom, degrees: degrees)
        let dark = Self.darkness(
          plane[Int(worldPixels.x.rounded(.down)), Int(worldPixels.y.rounded(.down))])
        strongest = max(strongest, dark)
        sum += dark
        moment += dark * distance
      }
      guard sum > 0 else { continue }
      contrast += strongest
      offset += moment / sum
      count += 1
    }
    return (contrast / max(count, 1), offset / max(count, 1))
  }

  @Test(
    "A thin line of a PDF keeps its contrast at every zoom, and its position within half a sample",
    .enabled(if: drawable.contains(.pdf)), arguments: [0.0, 23])
  func crispness(degrees: Double) throws {
    let page = VectorPlanFile.Page(
      width: 200, height: 1200, content: "0 G 1 w 20.5 0 m 20.5 1200 l S")
    let (plan, folder) = try Self.plan(.pdf, page: page)
    let (built, averaged) = try withExtendedLifetime(folder) {
      let built = try BuiltPyramid(
        plan,
        Self.worldPixels.rotated(x: Self.origin.x, y: Self.origin.y, scale: 1, degrees: degrees),
        .zooms(Self.zooms.lowerBound, Self.zooms.upperBound))
      // The same plan as an image that is as fine as the deepest level.
      let fine = plan.resized(to: PixelSize(width: 400, height: 2400))
      let averaged = try BuiltPyramid(
        fine,
        Self.worldPixels.rotated(x: Self.origin.x, y: Self.origin.y, scale: 2, degrees: degrees),
        .zooms(Self.zooms.lowerBound, Self.zooms.upperBound))
      return (built, averaged)
    }
    for zoom in Self.zooms {
      let drawn = line(in: try built.plane(zoom), zoom: zoom, degrees: degrees)
      let mean = line(in: try averaged.plane(zoom), zoom: zoom, degrees: degrees)
      // A line one sample wide that falls between two samples gives each 56 % with the cubic kernel.
      #expect(drawn.contrast > 0.55, "zoom \(zoom): \(drawn.contrast)")
      #expect(abs(drawn.offset) < 0.5, "zoom \(zoom): \(drawn.offset)")
      if zoom <= 18 {
        #expect(mean.contrast < 0.3, "zoom \(zoom): \(mean.contrast)")
        #expect(drawn.contrast > 2.5 * mean.contrast, "zoom \(zoom)")
      }
    }
  }

  @Test("Edges of a vector plan are as sharp at every zoom as at the deepest", arguments: drawable)
  func edges(format: VectorFormat) throws {
    let built = try Self.pyramid(format, degrees: 23)
    for zoom in Self.zooms {
      let plane = try built.plane(zoom)
      // Two samples inside of the rectangle's middle all is red, two outside nothing is.
      let scale = Foundation.pow(2.0, Double(zoom - Self.worldPixels.zoom))
      for (x, isRed) in [(100 + 2 / scale, true), (100 - 2 / scale, false)] {
        let worldPixels = Self.world(x, 100, zoom: zoom, degrees: 23)
        let red = Self.redness(
          plane[Int(worldPixels.x.rounded(.down)), Int(worldPixels.y.rounded(.down))])
        #expect(isRed ? red > 0.95 : red < 0.05, "zoom \(zoom): \(red)")
      }
    }
  }

  @Test(
    "A vector plan on the grid is copied at every zoom that the grid allows", arguments: drawable)
  func aligned(format: VectorFormat) throws {
    let (plan, folder) = try Self.plan(format)
    let built = try withExtendedLifetime(folder) {
      try BuiltPyramid(plan, Self.worldPixels.northUp(x: 1_000_000, y: 600_000), .zooms(19, 21))
    }
    for zoom in 19...21 {
      let plane = try built.plane(zoom)
      let unit = Foundation.pow(2.0, Double(zoom - 20))
      let left = Int(1_000_000 * unit + 100 * unit)
      let row = Int(600_000 * unit + 100 * unit)
      #expect(plane[left, row] == Sample(204, 0, 0, 255), "zoom \(zoom)")
      #expect(Self.redness(plane[left - 1, row]) == 0, "zoom \(zoom)")
    }
  }

  @Test(
    "Threads do not change the bytes of a vector plan, and every level is there",
    arguments: drawable)
  func determinism(format: VectorFormat) throws {
    let one = try Self.pyramid(format, degrees: 23, threads: 1)
    let three = try Self.pyramid(format, degrees: 23, threads: 3)
    #expect(one.tiles == three.tiles && one.order == three.order)
    #expect(one.record.digest == three.record.digest)
    #expect(one.record.coverage.levels.map(\.zoom) == Array(Self.zooms))
    #expect(one.record.coverage == TileCoverage(one.tiles.keys))
    #expect(one.record.tileCount == one.tiles.count)
  }

  @Test("A tile rendered alone from a vector plan is the tile of the whole", arguments: drawable)
  func alone(format: VectorFormat) throws {
    let (plan, folder) = try Self.plan(format)
    let whole = try Self.pyramid(format, degrees: 23)
    let tile = try #require(whole.order.first { $0.zoom == 19 })
    let part = try #require(whole.plan.restricted(to: tile))
    let built = try withExtendedLifetime(folder) { try BuiltPyramid(plan, plan: part) }
    #expect(built.tiles[tile] == whole.tiles[tile])
  }

  @Test("Memory of the program that draws a vector plan is counted", arguments: drawable)
  func memory(format: VectorFormat) throws {
    let (plan, folder) = try Self.plan(format)
    let pyramid = try PyramidPlan(
      for: plan, georeference: Self.worldPixels.northUp(x: 5000, y: 6000), options: .zooms(19, 20))
    func builder(_ limit: Int) -> PyramidBuilder {
      PyramidBuilder(
        source: plan, plan: pyramid, effort: .fast,
        resources: BuildResources(in: folder, threads: 1, memoryLimit: limit))
    }
    let needed = builder(1 << 30).memoryNeeded
    #expect(needed > plan.renderingBytes(for: plan.size))
    #expect(throws: FailureReport.self) {
      try builder(needed - 1).build(into: MemoryTileWriter())
    }
    _ = try builder(needed).build(into: MemoryTileWriter())
  }
}
