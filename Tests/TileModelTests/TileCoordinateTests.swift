import Testing
import TileModel
import TilePyramidTesting

@Suite("TileCoordinate")
struct TileCoordinateTests {
  /// Every tile of the nine uppermost levels.
  static let shallowTiles = (0...8).flatMap { zoom in
    TileRange(zoom: zoom, x: 0..<(1 << zoom), y: 0..<(1 << zoom))
  }

  @Test("Only addresses of the grid exist")
  func limits() {
    #expect(TileCoordinate(zoom: 0, x: 0, y: 0) != nil)
    #expect(TileCoordinate(zoom: 30, x: (1 << 30) - 1, y: (1 << 30) - 1) != nil)
    for (zoom, x, y) in [
      (-1, 0, 0), (31, 0, 0), (0, 1, 0), (0, 0, 1), (3, -1, 0), (3, 0, -1), (3, 8, 0), (3, 0, 8),
      (3, .min, 0), (3, 0, .min), (3, .max, 0), (3, 0, .max), (.min, 0, 0), (.max, 0, 0),
    ] {
      #expect(TileCoordinate(zoom: zoom, x: x, y: y) == nil)
      #expect(TileCoordinate(zoom: zoom, x: x, tmsRow: y) == nil)
    }
  }

  @Test("Rows, parents and children of all tiles to zoom 8 round-trip")
  func roundTrips() throws {
    #expect(Self.shallowTiles.count == 87381)
    for tile in Self.shallowTiles {
      #expect(TileCoordinate(zoom: tile.zoom, x: tile.x, tmsRow: tile.tmsRow) == tile)
      let children = tile.children
      #expect(children == children.sorted())
      #expect(Set(children).count == 4)
      #expect(children.allSatisfy { $0.parent == tile })
      if let parent = tile.parent {
        #expect(parent.children.contains(tile))
      } else {
        #expect(tile.zoom == 0)
      }
    }
  }

  @Test("The deepest level has no children")
  func deepest() throws {
    let tile = try #require(TileCoordinate(zoom: 30, x: 5, y: 7))
    #expect(tile.children.isEmpty)
    #expect(tile.parent == TileCoordinate(zoom: 29, x: 2, y: 3))
  }

  @Test("Rows flip as in the MBTiles specification's example")
  func tmsVector() throws {
    #expect(try #require(TileCoordinate(zoom: 11, x: 327, y: 791)).tmsRow == 1256)
  }

  @Test("Ancestors and descendants are those that mercantile lists")
  func familyVectors() throws {
    let tile = try #require(TileCoordinate(zoom: 10, x: 486, y: 332))
    #expect(tile.parent == TileCoordinate(zoom: 9, x: 243, y: 166))
    #expect(tile.parent?.parent == TileCoordinate(zoom: 8, x: 121, y: 83))
    let grandchildren = TileRange(zoom: 9, x: 243..<244, y: 166..<167).ancestor(levels: -2)
    #expect(grandchildren == TileRange(zoom: 11, x: 972..<976, y: 664..<668))
  }

  @Test("Tiles sort by zoom, row and column")
  func order() {
    #expect(Self.shallowTiles == Self.shallowTiles.sorted())
  }
}

@Suite("TileRange")
struct TileRangeTests {
  @Test("A range lists exactly the tiles it contains, in order")
  func listing() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let zoom = Int.random(in: 0...5, using: &random)
      func axis() -> Range<Int> {
        let start = Int.random(in: -3...33, using: &random)
        return start..<(start + Int.random(in: 0...9, using: &random))
      }
      let range = TileRange(zoom: zoom, x: axis(), y: axis())
      let all = TileRange(zoom: zoom, x: 0..<(1 << zoom), y: 0..<(1 << zoom))
      let listed = Array(range)
      #expect(listed == all.filter(range.contains))
      #expect(listed.count == range.count)
      #expect(listed.isEmpty == range.isEmpty)
      let lifted = range.ancestor()
      #expect(Set(lifted) == Set(listed.compactMap(\.parent)))
      #expect(Set(range.ancestor(levels: -1)) == Set(listed.flatMap(\.children)))
    }
  }

  @Test("Empty ranges of a level are equal, and levels that do not exist are empty")
  func empties() {
    let empty = TileRange(zoom: 4, x: 0..<0, y: 0..<0)
    #expect(TileRange(zoom: 4, x: 3..<3, y: 1..<9) == empty)
    #expect(TileRange(zoom: 4, x: 1..<9, y: 40..<50) == empty)
    #expect(empty.ancestor() == TileRange(zoom: 3, x: 0..<0, y: 0..<0))
    for zoom in [-1, 31, 64] {
      #expect(TileRange(zoom: zoom, x: 0..<9, y: 0..<9).isEmpty)
    }
    let top = TileRange(zoom: 0, x: 0..<1, y: 0..<1)
    #expect(top.ancestor().isEmpty)
    #expect(top.ancestor(levels: -31).isEmpty)
    #expect(top.ancestor(levels: -30).count == 1 << 60)
  }
}
