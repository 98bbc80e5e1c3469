import Foundation
import MapKitCompatibility
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting

func address(_ zoom: Int, _ x: Int, _ y: Int) throws -> TileCoordinate {
  try #require(TileCoordinate(zoom: zoom, x: x, y: y))
}

/// Covers a rectangle of the map.
private final class Bounded: TableOverlay {
  private let rect: MKMapRect

  init(_ rect: MKMapRect) {
    self.rect = rect
    super.init([:])
  }

  override var boundingMapRect: MKMapRect { rect }
}

@Suite("Overlays as layers")
struct OverlayLayerTests {
  @Test("Paths carry the address and the scale, rows counted as the overlay counts them")
  func paths() async throws {
    var generator = SeededGenerator(seed: 5)
    for isFlipped in [false, true] {
      let overlay = TableOverlay([:])
      overlay.isGeometryFlipped = isFlipped
      let layer = overlay.tileLayer(contentScaleFactor: 2)
      for _ in 0..<50 {
        let zoom = Int.random(in: 10...21, using: &generator)
        let tile = try address(
          zoom, Int.random(in: 0..<(1 << zoom), using: &generator),
          Int.random(in: 0..<(1 << zoom), using: &generator))
        _ = await layer.tile(at: tile)
        guard let path = overlay.paths.last else {
          Issue.record("\(tile) was not asked for")
          return
        }
        #expect(path.z == zoom && path.x == tile.x && path.contentScaleFactor == 2)
        #expect(path.y == (isFlipped ? (1 << zoom) - 1 - tile.y : tile.y))
      }
    }
  }

  @Test("Only the levels of the overlay are asked for")
  func levels() async throws {
    let overlay = TableOverlay([:])
    overlay.minimumZ = 3
    overlay.maximumZ = 5
    let layer = overlay.tileLayer()
    for zoom in 0...8 { _ = await layer.tile(at: try address(zoom, 0, 0)) }
    #expect(overlay.paths.map(\.z) == [3, 4, 5])
    for (lowest, highest) in [(5, 3), (-4, -1), (31, 40)] {
      overlay.minimumZ = lowest
      overlay.maximumZ = highest
      #expect(overlay.tileLayer().information.extent.zooms == nil)
    }
    overlay.minimumZ = -2
    overlay.maximumZ = 99
    #expect(overlay.tileLayer().information.extent.zooms == 0...30)
  }

  @Test("Only tiles that meet the bounding rectangle are asked for")
  func bounds() throws {
    // Exactly the tile 3/1/2, where the world has 2^28 units.
    let side = Double(1 << 25)
    let tile = MKMapRect(x: side, y: 2 * side, width: side, height: side)
    let extent = Bounded(tile).tileLayer().information.extent
    let expected = try address(3, 1, 2)
    for zoom in 0...6 {
      for found in TileRange(zoom: zoom, x: 0..<(1 << zoom), y: 0..<(1 << zoom)) {
        let isRelated =
          zoom <= 3
          ? expected.x >> (3 - zoom) == found.x && expected.y >> (3 - zoom) == found.y
          : found.x >> (zoom - 3) == expected.x && found.y >> (zoom - 3) == expected.y
        #expect(extent.contains(found) == isRelated, "\(found)")
      }
    }
  }

  @Test("A rectangle across the antimeridian continues at the western edge of the world")
  func antimeridian() throws {
    let world = MKMapRect.world.width
    // A few dozen samples of level 4.
    let reach = 1e6
    for x in [world - reach, -reach] {
      let rect = MKMapRect(x: x, y: world / 2, width: 2 * reach, height: reach)
      let extent = Bounded(rect).tileLayer().information.extent
      #expect(extent.contains(try address(4, 15, 8)))
      #expect(extent.contains(try address(4, 0, 8)))
      #expect(!extent.contains(try address(4, 7, 8)))
      #expect(!extent.contains(try address(4, 0, 7)))
    }
  }

  @Test("Nothing is asked for of a rectangle without area, and all of one larger than the world")
  func degenerate() throws {
    let world = MKMapRect.world.width
    for rect in [
      MKMapRect.null, MKMapRect(), MKMapRect(x: 5, y: 5, width: -3, height: 9),
      MKMapRect(x: .nan, y: 0, width: 1, height: 1), MKMapRect(x: 0, y: 0, width: .nan, height: 1),
    ] {
      #expect(!Bounded(rect).tileLayer().information.extent.contains(try address(0, 0, 0)))
    }
    let large = MKMapRect(x: -world, y: -world, width: 3 * world, height: 3 * world)
    let extent = Bounded(large).tileLayer().information.extent
    #expect(extent == .within(zooms: 0...21, bounds: nil))
    let wide = MKMapRect(x: -world, y: 0, width: 3 * world, height: world / 2)
    let half = Bounded(wide).tileLayer().information.extent
    #expect(half.contains(try address(1, 0, 0)))
    #expect(half.contains(try address(1, 1, 0)))
    #expect(!half.contains(try address(1, 0, 1)))
  }

  @Test("An error means that the tile is unavailable and is asked for again")
  func unavailable() async throws {
    struct Broken: LocalizedError {
      var errorDescription: String? { "the archive is locked" }
    }
    let overlay = TableOverlay([TableOverlay.Address(x: 0, y: 0): .failure(Broken())])
    var options = TileLayer.Options()
    options.retry = RetryPolicy(firstDelay: .zero, maximumDelay: .zero)
    let layer = overlay.tileLayer(options: options)
    for count in 1...2 {
      let answer = await layer.tile(at: try address(2, 0, 0))
      #expect(answer == .unavailable(.other("the archive is locked")))
      #expect(overlay.paths.count == count)
    }
  }

  @Test("A picture shows the tiles, blank where there is none, whichever way rows are counted")
  func picture() async throws {
    let colors: [[UInt8]] = [[200, 0, 0, 255], [0, 200, 0, 255], [0, 0, 200, 255]]
    for isFlipped in [false, true] {
      // The south-eastern one of the four tiles around the middle of level 2 is missing.
      let locations = [(1, 1), (2, 1), (1, 2)]
      var table: [TableOverlay.Address: Result<Data?, any Error>] = [:]
      for (location, color) in zip(locations, colors) {
        let row = isFlipped ? 3 - location.1 : location.1
        table[TableOverlay.Address(x: location.0, y: row)] = .success(Data(try Paint.file(color)))
      }
      let overlay = TableOverlay(table)
      overlay.isGeometryFlipped = isFlipped
      let camera = CameraPosition(
        target: GeographicCoordinate(latitude: 0, longitude: 0), zoom: 2)
      let image = try await MapSnapshotter([SnapshotLayer(overlay.tileLayer())]).image(
        MapSnapshotter.Options(
          camera: camera, viewport: Viewport(size: ScreenSize(width: 512, height: 512)),
          background: .white))
      func color(_ x: Int, _ y: Int) -> [UInt8] {
        let start = 4 * (y * image.width + x)
        return Array(image.samples[start..<(start + 4)])
      }
      for (x, y) in [(0, 0), (255, 255), (100, 3)] {
        #expect(color(x, y) == colors[0])
        #expect(color(x + 256, y) == colors[1])
        #expect(color(x, y + 256) == colors[2])
        #expect(color(x + 256, y + 256) == [255, 255, 255, 255])
      }
    }
  }

  @Test("The width of tiles in pixels decides how large an area an image covers")
  func tileSize() throws {
    let overlay = TableOverlay([:])
    for (width, expected) in [(256, TileSize.standard), (512, .large), (1024, .large)] {
      overlay.tileSize = CGSize(width: width, height: width)
      #expect(overlay.tileLayer(contentScaleFactor: 2).information.tileSize == expected)
    }
  }

  @Test("A layer keeps its overlay alive")
  func ownership() async throws {
    let file = Data(try Paint.file([5, 5, 5, 255]))
    let layer = TableOverlay([TableOverlay.Address(x: 1, y: 0): .success(file)]).tileLayer()
    #expect(await layer.tile(at: try address(2, 1, 0)) == .tile(EncodedTile([UInt8](file))))
  }
}
