import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Overviews of heights")
struct HeightOverviewTests {
  private static let size = PixelSize(width: 420, height: 330)

  /// Images of which overviews show whether they are means of heights.
  enum Terrain: String, CaseIterable, Sendable {
    /// Everything at once.
    case hills
    /// Neighbours on both sides of a multiple of 256 m, where means of bytes are off by 128 m.
    case straddling
    /// One height among many places without any.
    case scattered
    /// The least and greatest heights beside each other.
    case extremes

    var field: HeightField {
      switch self {
      case .hills: .hills(HeightOverviewTests.size)
      case .straddling:
        HeightField(HeightOverviewTests.size) { x, y in
          256 * Double(y / 60 - 2) + ((x + y) % 2 == 0 ? 0.3 : -0.4)
        }
      case .scattered:
        HeightField(HeightOverviewTests.size) { x, y in
          x % 13 == 5 && y % 11 == 7 ? Double(x * 3 - y) + 0.123 : nil
        }
      case .extremes:
        HeightField(HeightOverviewTests.size) { x, y in (x * 7 + y * 3) % 5 < 2 ? -32768 : 32767.99
        }
      }
    }
  }

  @Test(
    "Overviews are the means of the heights that there are, to half a step",
    arguments: Terrain.allCases, [TileSize.standard, .large])
  func means(terrain: Terrain, tileSize: TileSize) async throws {
    let workshop = try HeightWorkshop()
    let field = terrain.field
    for encoding in ElevationEncoding.allCases {
      if encoding == .mapbox, terrain == .extremes { continue }
      let built = try await workshop.build(field, .init(encoding)) {
        $0.options.tileSize = tileSize
        if tileSize == .large {
          $0.options.minimumZoom = HeightWorkshop.zoom - 5
          $0.options.maximumZoom = HeightWorkshop.zoom - 1
        }
      }
      let limit = encoding == .terrarium ? 0.5 / 256 : 0.05 + 0.5 / 256
      let (west, north) = (Int(HeightWorkshop.origin.x), Int(HeightWorkshop.origin.y))
      for halvings in 1...4 {
        let side = 1 << halvings
        let level = try built.plane(built.plan.deepest.zoom - halvings)
        var (count, faults) = (0, 0)
        level.forEach { x, y, sample in
          let found = PublishedFormula.metres(sample, encoding)
          let (column, row) = (x * side - west, y * side - north)
          let expected = field.mean(columns: column..<column + side, rows: row..<row + side)
          if expected != nil { count += 1 }
          switch (found, expected) {
          case (nil, nil): break
          case (let found?, let expected?) where abs(found - expected) <= limit + 1e-7: break
          default:
            faults += 1
            if faults == 1 {
              Issue.record(
                "\(encoding) \(halvings): \(x) \(y) \(found ?? .nan) for \(expected ?? .nan)")
            }
          }
        }
        #expect(faults == 0)
        #expect(count > 400)
      }
    }
  }

  @Test("Nearest overviews show heights of the deepest level")
  func nearest() async throws {
    let built = try await HeightWorkshop().build(Terrain.hills.field) {
      $0.options.overviewResampling = .nearest
    }
    let deepest = try built.deepest()
    for halvings in 1...3 {
      let side = 1 << halvings
      try built.plane(HeightWorkshop.zoom - halvings).forEach { x, y, sample in
        let block = (0..<side * side).map { deepest[x * side + $0 % side, y * side + $0 / side] }
        #expect(block.contains(sample))
      }
    }
  }
}
