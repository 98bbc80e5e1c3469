import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("A cutline")
struct ClipTests {
  static let size = PixelSize(width: 600, height: 500)
  static let worldPixels = WorldPixelGrid(zoom: 17)
  static let left = 256 * 70_407 + 40
  static let top = 256 * 42_567 + 60

  /// An area with corners in world pixels relative to the image's corner.
  private func area(_ rings: [[(Double, Double)]]) -> ClipArea {
    ClipArea(
      polygons: [
        ClipArea.Polygon(
          rings: rings.map { ring in
            ring.map { x, y in
              let point = Self.worldPixels.mercator(
                x: Double(Self.left) + x, y: Double(Self.top) + y)
              return MercatorPoint(x: point.x, y: point.y)
            }
          })
      ])
  }

  private func build(_ geometry: ImageGeometry, clips: [ClipArea], source: SyntheticRaster) throws
    -> BuiltPyramid
  {
    var options = PyramidOptions.zooms(15, 17)
    options.clips = clips
    return try BuiltPyramid(
      source,
      geometry.georeference(
        in: Self.worldPixels, x: Double(Self.left), y: Double(Self.top), size: Self.size), options)
  }

  /// A triangle with a hole, somewhere inside the image.
  static let rings = [
    [(60.3, 80.6), (420.2, 130.4), (230.7, 400.9)],
    [(200, 180), (260, 180), (260, 240), (200, 240)],
  ]

  private static let drawn = DrawnPolygon(rings: rings)

  @Test("Polygons of a cutline count together, and a hole is one of its own polygon alone")
  func union() throws {
    // Two that overlap, one within another, one of them wound the other way, and one that fills a part of a hole.
    let polygons = [
      [Self.box(50, 50, 250, 150)], [Self.box(150, 100, 350, 200).reversed()],
      [Self.box(80, 70, 120, 120)],
      [Self.box(300, 250, 500, 450), Self.box(350, 300, 450, 400)],
      [Self.box(400, 320, 480, 380)],
    ]
    func isInside(_ x: Double, _ y: Double) -> Bool {
      func holds(_ ring: [(Double, Double)]) -> Bool {
        let (a, b) = (ring[0], ring[2])
        return min(a.0, b.0) < x && x < max(a.0, b.0) && min(a.1, b.1) < y && y < max(a.1, b.1)
      }
      return polygons.contains { $0.count { holds($0) } % 2 == 1 }
    }
    let clip = ClipArea(polygons: polygons.flatMap { area($0).polygons })
    let source = SyntheticRaster.noise(seed: 8, opaque: true, size: Self.size)
    let cut = try build(.aligned, clips: [clip], source: source).deepest()
    var wrong = 0
    cut.forEach { x, y, sample in
      let expected = isInside(Double(x - Self.left) + 0.5, Double(y - Self.top) + 0.5)
      if (sample.w == 255) != expected { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("A cutline may have edges from pole to pole, at any zoom")
  func longEdges() throws {
    // Each of them crosses a million bands of rows; were they listed in all, memory would end.
    let source = SyntheticRaster.noise(seed: 8, opaque: true, size: Self.size)
    let half = WebMercator.halfExtent
    let ring = (0..<2000).map { index in
      let point = Self.worldPixels.mercator(x: Double(Self.left + index / 4), y: 0)
      return MercatorPoint(x: point.x, y: index % 2 == 0 ? half : -half)
    }
    var options = PyramidOptions.zooms(18, 18)
    options.clips = [ClipArea(polygons: [ClipArea.Polygon(rings: [ring])])]
    let georeference = WorldPixelGrid(zoom: 18).rotated(
      x: Double(2 * Self.left), y: Double(2 * Self.top), degrees: 31)
    let built = try BuiltPyramid(source, georeference, options)
    #expect(built.plan.deepest.zoom == 18)
  }

  @Test(
    "A cutline keeps what is inside and drops what is outside", arguments: ImageGeometry.allCases)
  func sides(geometry: ImageGeometry) throws {
    let source = SyntheticRaster.noise(seed: 8, opaque: true, size: Self.size)
    let whole = try build(geometry, clips: [], source: source).deepest()
    let cut = try build(geometry, clips: [area(Self.rings)], source: source).deepest()
    var (kept, dropped, leaking) = (0, 0, 0)
    whole.forEach { x, y, sample in
      let corners = Self.drawn.corners(x: x - Self.left, y: y - Self.top)
      if corners == 5 {
        // Corners inside may still leave a sliver of the triangle's tip outside.
        let found = cut[x, y]
        if found == sample { kept += 1 } else { #expect(found.w + 25 >= sample.w) }
      } else if corners == 0 {
        dropped += 1
        if cut[x, y].w >= 60 { leaking += 1 }
      }
    }
    #expect(kept > 30_000 && dropped > 100_000)
    #expect(leaking == 0)
  }

  @Test("A cutline has smooth edges: the sum of alpha is the polygon's area")
  func coverage() throws {
    let source = SyntheticRaster.flat(PixelColor(1, 2, 3), size: Self.size)
    let cut = try build(.aligned, clips: [area(Self.rings)], source: source).deepest()
    let sum = cut.area
    func size(_ ring: [(Double, Double)]) -> Double {
      let pairs = zip(ring, ring.dropFirst() + ring.prefix(1))
      return abs(pairs.reduce(0.0) { $0 + $1.0.0 * $1.1.1 - $1.1.0 * $1.0.1 }) / 2
    }
    let expected = size(Self.rings[0]) - size(Self.rings[1])
    // Rounding of alpha averages out over a thousand samples of edge.
    #expect(abs(sum - expected) < 10)
    let partial = cut.count { $0.w > 0 && $0.w < 255 }
    #expect(partial > 500)
  }

  /// Polygons of one area, and the size of their union (shapely 2.1, `unary_union`).
  static let unions: [(polygons: [[[(Double, Double)]]], area: Double)] = [
    // Two that overlap by a quarter, drawn in opposite directions.
    ([[box(50, 50, 150, 150)], [box(100, 100, 200, 200).reversed()]], 17_500),
    // One inside another, and the same twice.
    ([[box(50, 50, 250, 250)], [box(100, 100, 200, 200)], [box(50, 50, 250, 250)]], 40_000),
    // One that fills a part of another's hole, and sticks out of it.
    ([[box(50, 50, 250, 250), box(100, 100, 200, 200)], [box(150, 150, 300, 180)]], 33_000),
    // Two that share an edge, and one that crosses itself, of which both lobes are inside.
    ([[box(50, 50, 100, 100)], [box(100, 50, 150, 100)]], 5000),
    ([[[(50, 50), (150, 150), (150, 50), (50, 150)]]], 5000),
  ]

  private static func box(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
  ) -> [(Double, Double)] {
    [(left, top), (right, top), (right, bottom), (left, bottom)]
  }

  @Test(
    "Polygons of a cutline are areas of their own, of which the union counts",
    arguments: unions.indices)
  func union(index: Int) throws {
    let (polygons, expected) = Self.unions[index]
    let clip = ClipArea(polygons: polygons.flatMap { area($0).polygons })
    let source = SyntheticRaster.flat(PixelColor(1, 2, 3), size: Self.size)
    let cut = try build(.aligned, clips: [clip], source: source).deepest()
    #expect(abs(cut.area - expected) < 10)
  }

  @Test("A cutline limits the tiles that are made, and several cutlines limit together")
  func tiles() throws {
    let source = SyntheticRaster.flat(PixelColor(1, 2, 3), size: Self.size)
    let west = area([Self.box(-9, -9, 100, 600)])
    let north = area([Self.box(-9, -9, 700, 120)])
    let built = try build(.aligned, clips: [west, north], source: source)
    #expect(built.plan.bounds.east <= built.plan.bounds.west + 360 * 101 / Double(256 << 17))
    #expect(built.plan.deepest.range.count <= 4)
    let elsewhere = area([[(9000, 0), (9100, 0), (9100, 100)]])
    #expect(throws: FailureReport.nothingInClip(path: source.path)) {
      _ = try build(.aligned, clips: [elsewhere], source: source)
    }
  }
}
