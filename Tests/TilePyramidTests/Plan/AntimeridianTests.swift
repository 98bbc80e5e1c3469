import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("An image across the antimeridian")
struct AntimeridianTests {
  static let size = PixelSize(width: 700, height: 500)
  static let zoom = 6

  /// The tile of another column, half the world further.
  private func moved(_ tile: TileCoordinate) throws -> TileCoordinate {
    let half = (1 << tile.zoom) / 2
    return try #require(
      TileCoordinate(zoom: tile.zoom, x: (tile.x + half) % (1 << tile.zoom), y: tile.y))
  }

  @Test(
    "An image across the antimeridian has the tiles of the same image half a world away",
    arguments: [ImageGeometry.aligned, .streamedMercator, .streamedDegrees, .rotated])
  func sameTiles(geometry: ImageGeometry) throws {
    let source = SyntheticRaster.noise(seed: 3, opaque: false, size: Self.size)
    let worldPixels = WorldPixelGrid(zoom: Self.zoom)
    let world = Double(256 << Self.zoom)
    // The middle of the map, and the same position half a world east.
    let (x, y) = (world / 2 - 301, world / 2 - 1777)
    let middle = geometry.georeference(in: worldPixels, x: x, y: y, size: Self.size)
    let across = geometry.georeference(in: worldPixels, x: x + world / 2, y: y, size: Self.size)
    let options = PyramidOptions.zooms(0, Self.zoom)
    let a = try BuiltPyramid(source, middle, options)
    let b = try BuiltPyramid(source, across, options)
    #expect(b.plan.bounds.west > b.plan.bounds.east)
    #expect(a.tiles.count == b.tiles.count)
    for (tile, bytes) in a.tiles where tile.zoom > 0 {
      // Half a world east, positions in degrees and metres have one digit less.
      let other = try #require(b.tiles[try moved(tile)], "\(tile)")
      let comparison = try #require(
        ImageComparison(of: PNGDecoder.decode(bytes), and: PNGDecoder.decode(other)))
      #expect(comparison.maximum <= 1, "\(tile)")
    }
    let range = b.plan.levels[0].range
    #expect(range.count == 1)
    let top = try #require(TileCoordinate(zoom: 0, x: 0, y: 0))
    let whole = try PNGDecoder.samples(try #require(a.tiles[top]))
    let halves = try PNGDecoder.samples(try #require(b.tiles[top]))
    for row in 0..<256 {
      for column in 0..<256 {
        let (from, to) = (4 * (row * 256 + column), 4 * (row * 256 + (column + 128) % 256))
        let differs = (0..<4).contains { abs(Int(whole[from + $0]) - Int(halves[to + $0])) > 1 }
        if differs { Issue.record("sample \(column), \(row) of zoom 0") }
      }
    }
  }

  @Test("Longitudes from 0 to 360 give the same tiles as longitudes around 180")
  func longitudes() throws {
    func degrees(_ west: Double) throws -> Georeference {
      try Georeference(
        crs: .geographic,
        pixelToCRS: .affine(AffineTransform.northUp(west, 10, step: 0.01))
      ).normalised(size: Self.size, location: "p")
    }
    let source = SyntheticRaster.noise(seed: 4, opaque: true, size: Self.size)
    let options = PyramidOptions.zooms(5, 7)
    for (a, b) in [(177.5, -182.5), (200, -160)] {
      let first = try BuiltPyramid(source, try degrees(a), options)
      let second = try BuiltPyramid(source, try degrees(b), options)
      #expect(first.plan.bounds == second.plan.bounds)
      #expect(Set(first.tiles.keys) == Set(second.tiles.keys))
    }
  }

  @Test("An image that spans the world from Greenwich has every tile of its rows, and no other")
  func wholeWorld() throws {
    let size = PixelSize(width: 720, height: 180)
    let source = SyntheticRaster.flat(PixelColor(10, 200, 30), size: size)
    let world = try Georeference(
      crs: .geographic,
      pixelToCRS: .affine(AffineTransform.northUp(0, 45, step: 0.5))
    ).normalised(size: size, location: "p")
    let built = try BuiltPyramid(source, world, .zooms(0, 2))
    let columns = Set(built.tiles.keys.filter { $0.zoom == 2 }.map(\.x))
    #expect(columns == [0, 1, 2, 3])
    #expect(built.plan.bounds.west == -180 && built.plan.bounds.east == 180)
    // No sample of the band is left out, neither at ±180 nor at 0.
    let plane = try Plane(TileRange(zoom: 2, x: 0..<4, y: 1..<3), tileSize: 256, tiles: built.tiles)
    for x in 0..<1024 { #expect(plane[x, 512].w == 255, "column \(x)") }
  }

  @Test("One tile of an image across the antimeridian can be made alone")
  func oneTile() throws {
    let source = SyntheticRaster.noise(seed: 5, opaque: true, size: Self.size)
    let worldPixels = WorldPixelGrid(zoom: Self.zoom)
    let world = Double(256 << Self.zoom)
    let across = worldPixels.rotated(x: world - 100.3, y: world / 2 + 30.1, degrees: 20)
    let whole = try BuiltPyramid(source, across, .zooms(4, Self.zoom))
    let tile = try #require(whole.tiles.keys.first { $0.zoom == Self.zoom && $0.x == 0 })
    let plan = try #require(whole.plan.restricted(to: tile))
    let one = try BuiltPyramid(source, plan: plan)
    #expect(one.tiles[tile] == whole.tiles[tile])
  }
}
