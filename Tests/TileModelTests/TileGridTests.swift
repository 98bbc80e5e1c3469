import Testing
import TileModel
import TilePyramidTesting

@Suite("TileGrid")
struct TileGridTests {
  let grid = TileGrid()

  @Test("The bounds of all tiles to zoom 8 select that tile, its parent and its children")
  func exhaustiveBounds() {
    for tile in TileCoordinateTests.shallowTiles {
      let bounds = grid.bounds(of: tile)
      #expect(Array(grid.tiles(covering: bounds, atZoom: tile.zoom)) == [tile])
      #expect(Array(grid.tiles(covering: bounds, atZoom: tile.zoom + 1)) == tile.children)
      if let parent = tile.parent {
        #expect(Array(grid.tiles(covering: bounds, atZoom: parent.zoom)) == [parent])
      }
      let corner = MercatorPoint(x: bounds.minX, y: bounds.maxY)
      #expect(grid.tile(containing: corner, atZoom: tile.zoom) == tile)
      #expect(grid.tile(containing: bounds.center, atZoom: tile.zoom) == tile)
    }
  }

  @Test("Neighbours agree on their common edge exactly")
  func sharedEdges() throws {
    var random = SeededGenerator(seed: 2)
    for zoom in 1...30 {
      let x = Int.random(in: 0..<((1 << zoom) - 1), using: &random)
      let y = Int.random(in: 0..<((1 << zoom) - 1), using: &random)
      let tile = grid.bounds(of: try #require(TileCoordinate(zoom: zoom, x: x, y: y)))
      let east = grid.bounds(of: try #require(TileCoordinate(zoom: zoom, x: x + 1, y: y)))
      let south = grid.bounds(of: try #require(TileCoordinate(zoom: zoom, x: x, y: y + 1)))
      #expect(tile.maxX == east.minX)
      #expect(tile.minY == south.maxY)
    }
  }

  @Test("A bound on a tile edge selects one side only", arguments: TileSize.allCases)
  func edges(tileSize: TileSize) throws {
    let grid = TileGrid(tileSize: tileSize)
    var random = SeededGenerator(seed: 3)
    for zoom in 0...30 {
      let side = 1 << zoom
      for _ in 0..<100 {
        let west = Int.random(in: 0..<side, using: &random)
        let north = Int.random(in: 0..<side, using: &random)
        let east = min(side, west + Int.random(in: 1...5, using: &random))
        let south = min(side, north + Int.random(in: 1...5, using: &random))
        let first = grid.bounds(of: try #require(TileCoordinate(zoom: zoom, x: west, y: north)))
        let last = grid.bounds(
          of: try #require(TileCoordinate(zoom: zoom, x: east - 1, y: south - 1)))
        let expected = TileRange(zoom: zoom, x: west..<east, y: north..<south)
        // Half the tolerance inward or outward is still on the edge.
        let sample = grid.resolution(atZoom: zoom)
        for shift in [0, 0.0005 * sample, -0.0005 * sample] {
          let bounds = MercatorBounds(
            minX: first.minX - shift, minY: last.minY - shift, maxX: last.maxX + shift,
            maxY: first.maxY + shift)
          #expect(grid.tiles(covering: bounds, atZoom: zoom) == expected)
        }
        // Two hundredths of a sample outward are beyond it.
        let beyond = 0.02 * sample
        let larger = MercatorBounds(
          minX: first.minX - beyond, minY: last.minY - beyond, maxX: last.maxX + beyond,
          maxY: first.maxY + beyond)
        #expect(
          grid.tiles(covering: larger, atZoom: zoom)
            == TileRange(zoom: zoom, x: (west - 1)..<(east + 1), y: (north - 1)..<(south + 1)))
      }
    }
  }

  @Test("Bounds that cover nothing give no tiles, and the poles are clipped")
  func degenerateBounds() {
    func tiles(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) -> TileRange {
      grid.tiles(
        covering: MercatorBounds(minX: minX, minY: minY, maxX: maxX, maxY: maxY), atZoom: 3)
    }
    let beyond = WebMercator.extent
    #expect(tiles(beyond, 0, beyond + 1, 1).isEmpty)
    #expect(tiles(0, -beyond - 1, 1, -beyond).isEmpty)
    #expect(tiles(1, 0, 0, 1).isEmpty)
    #expect(tiles(0, 1, 1, 0).isEmpty)
    #expect(tiles(.nan, 0, 1, 1).isEmpty)
    #expect(tiles(0, 0, 1, .nan).isEmpty)
    #expect(tiles(-.infinity, -.infinity, .infinity, .infinity).count == 64)
    // A point inside a tile is in it.
    #expect(tiles(1000, 1000, 1000, 1000) == TileRange(zoom: 3, x: 4..<5, y: 3..<4))
  }

  @Test("Points beyond the grid fall into its outermost tiles")
  func clamping() {
    let far = MercatorPoint(x: .infinity, y: -.infinity)
    #expect(grid.tile(containing: far, atZoom: 30).x == (1 << 30) - 1)
    #expect(grid.tile(containing: far, atZoom: 30).y == (1 << 30) - 1)
    let near = MercatorPoint(x: -.infinity, y: .infinity)
    #expect(grid.tile(containing: near, atZoom: 30) == TileCoordinate(zoom: 30, x: 0, y: 0))
  }

  @Test("World pixels and metres invert each other", arguments: TileSize.allCases)
  func samples(tileSize: TileSize) {
    let grid = TileGrid(tileSize: tileSize)
    var random = SeededGenerator(seed: 4)
    for zoom in 0...30 {
      let limit = WebMercator.halfExtent
      let point = MercatorPoint(
        x: Double.random(in: -limit...limit, using: &random),
        y: Double.random(in: -limit...limit, using: &random))
      let back = grid.mercator(of: grid.worldPixel(of: point, atZoom: zoom), atZoom: zoom)
      // Two units in the last digit of the largest coordinate.
      #expect(abs(back.x - point.x) <= 1.5e-8)
      #expect(abs(back.y - point.y) <= 1.5e-8)
    }
  }

  @Test("512-sample tiles have the resolution of the next level of 256-sample tiles")
  func largeTiles() {
    for zoom in 0..<30 {
      #expect(
        TileGrid(tileSize: .large).resolution(atZoom: zoom) == grid.resolution(atZoom: zoom + 1))
    }
  }
}

@Suite("ZoomRounding")
struct ZoomRoundingTests {
  let grid = TileGrid()

  @Test("The resolution of a level selects that level", arguments: ZoomRounding.allCases)
  func exactLevels(rounding: ZoomRounding) {
    for zoom in 0...30 {
      for factor in [1, 0.96, 1.04] {
        let resolution = grid.resolution(atZoom: zoom) * factor
        #expect(grid.zoom(forResolution: resolution, rounding: rounding) == zoom)
      }
    }
  }

  @Test("Between levels, up keeps all detail and down invents none")
  func between() {
    for zoom in 0..<30 {
      let coarse = grid.resolution(atZoom: zoom)
      func zooms(_ factor: Double) -> [Int] {
        ZoomRounding.allCases.map {
          grid.zoom(forResolution: coarse * factor, rounding: $0) - zoom
        }
      }
      #expect(zooms(0.94) == [1, 0, 0])
      #expect(zooms(0.72) == [1, 0, 0])
      #expect(zooms(0.70) == [1, 1, 0])
      #expect(zooms(0.53) == [1, 1, 0])
    }
  }

  @Test("The answer is clamped to the levels that exist", arguments: ZoomRounding.allCases)
  func clamping(rounding: ZoomRounding) {
    #expect(grid.zoom(forResolution: .infinity, rounding: rounding) == 0)
    #expect(grid.zoom(forResolution: 1e9, rounding: rounding) == 0)
    #expect(grid.zoom(forResolution: 1e-9, rounding: rounding) == 30)
  }

  @Test("Larger tiles need one level less", arguments: ZoomRounding.allCases)
  func tileSize(rounding: ZoomRounding) {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let resolution = Double.random(in: 0.001...70_000, using: &random)
      #expect(
        TileGrid(tileSize: .large).zoom(forResolution: resolution, rounding: rounding)
          == max(0, grid.zoom(forResolution: resolution, rounding: rounding) - 1))
    }
  }

  @Test("Without tolerance a hair less than a level's resolution selects the next")
  func noTolerance() {
    let resolution = grid.resolution(atZoom: 18).nextDown
    #expect(grid.zoom(forResolution: resolution, rounding: .up, tolerance: 0) == 19)
    #expect(grid.zoom(forResolution: resolution, rounding: .down, tolerance: 0) == 18)
  }
}
