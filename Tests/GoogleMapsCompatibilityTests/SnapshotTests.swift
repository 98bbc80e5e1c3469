import Foundation
import GoogleMapsCompatibility
import Testing
import TileImaging
import TileLayers
import TileModel

/// Paints every odd column; the others have no tile, or cannot be had.
private final class Columns: GMSSyncTileLayer {
  private let picture: UIImage
  private let other: UIImage?

  init(_ color: [UInt8], other: UIImage?) {
    picture = UIImage(
      samples: RGBAImage(
        width: 256, height: 256, samples: (0..<(256 * 256)).flatMap { _ in color }))
    self.other = other
  }

  override func tileFor(x: UInt, y: UInt, zoom: UInt) -> UIImage? { x % 2 == 1 ? picture : other }
}

/// Never hands a tile over.
private final class Silent: GMSTileLayer {
  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {}
}

/// Writes down how far a picture is.
private final class Progress: GMSMapViewDelegate {
  var lines: [String] = []

  func mapViewDidStartTileRendering(_ mapView: GMSMapView) { lines.append("start") }

  func mapViewDidFinishTileRendering(_ mapView: GMSMapView) { lines.append("finish") }

  func mapViewSnapshotReady(_ mapView: GMSMapView) { lines.append("ready") }
}

@MainActor
@Suite("Pictures of maps")
struct SnapshotTests {
  private let progress = Progress()

  private func map() -> GMSMapView {
    let map = GMSMapView(
      frame: CGRect(x: 0, y: 0, width: 512, height: 512),
      camera: GMSCameraPosition(latitude: 0, longitude: 0, zoom: 2))
    map.delegate = progress
    return map
  }

  private func color(_ image: RGBAImage, _ x: Int, _ y: Int) -> [UInt8] {
    let start = 4 * (y * image.width + x)
    return Array(image.samples[start..<(start + 4)])
  }

  @Test("Odd columns are painted, and where there is no tile the background shows")
  func columns() async throws {
    let map = map()
    Columns([200, 40, 60, 255], other: kGMSTileLayerNoTile).map = map
    let image = try await map.snapshot(background: .white)
    #expect(image.width == 512 && image.height == 512)
    // Tiles 1 and 2 of the row are left and right of the middle.
    for y in [0, 255, 511] {
      #expect(color(image, 0, y) == [200, 40, 60, 255])
      #expect(color(image, 255, y) == [200, 40, 60, 255])
      #expect(color(image, 256, y) == [255, 255, 255, 255])
      #expect(color(image, 511, y) == [255, 255, 255, 255])
    }
    #expect(progress.lines == ["start", "finish", "ready"])
  }

  @Test("The larger z-index is above, whichever layer joined first")
  func order() async throws {
    let map = map()
    let above = Columns([0, 0, 255, 255], other: kGMSTileLayerNoTile)
    above.zIndex = 1
    above.map = map
    Columns([255, 0, 0, 255], other: kGMSTileLayerNoTile).map = map
    #expect(color(try await map.snapshot(), 100, 100) == [0, 0, 255, 255])
    above.opacity = 0
    #expect(color(try await map.snapshot(), 100, 100) == [255, 0, 0, 255])
  }

  @Test("A tile that cannot be had now is left blank and reported")
  func unavailable() async throws {
    let map = map()
    let below = Columns([255, 0, 0, 255], other: nil)
    below.map = map
    let above = Columns([0, 0, 255, 255], other: kGMSTileLayerNoTile)
    above.zIndex = 1
    above.map = map
    let snapshot = try await map.snapshotWithGaps(background: .white)
    #expect(color(snapshot.image, 255, 100) == [0, 0, 255, 255])
    #expect(color(snapshot.image, 256, 100) == [255, 255, 255, 255])
    // Every other one of the four columns of level 2 that the picture or its filter touches.
    let missing = snapshot.gaps.compactMap { gap -> TileCoordinate? in
      guard case .tile("Columns", let tile, .other) = gap else { return nil }
      return tile
    }
    #expect(missing.count == snapshot.gaps.count)
    #expect(missing == missing.sorted())
    #expect(missing.contains(try #require(TileCoordinate(zoom: 2, x: 2, y: 1))))
    #expect(missing.allSatisfy { $0.zoom == 2 && $0.x % 2 == 0 })
    #expect(progress.lines == ["start", "finish"])
    #expect(try await map.snapshot(background: .white) == snapshot.image)
  }

  @Test("A damaged tile is left blank and reported")
  func damaged() async throws {
    let map = map()
    var file = try Picture.square()
    let transport = TableTransport(body: file)
    let sound = GMSURLTileLayer { x, y, zoom in URL(string: "https://e.com/\(zoom)/\(x)/\(y)") }
    sound.loading.transport = transport
    sound.map = map
    #expect(try await map.snapshotWithGaps().gaps.isEmpty)
    file.removeLast(20)
    let damaged = GMSURLTileLayer { x, y, zoom in
      URL(string: "https://e.com/\(zoom)/\(x)/\(y)")
    }
    damaged.loading.transport = TableTransport(body: file)
    sound.map = nil
    damaged.map = map
    let snapshot = try await map.snapshotWithGaps()
    #expect(snapshot.image.samples.allSatisfy { $0 == 0 })
    #expect(
      snapshot.gaps.contains {
        if case .tile(_, _, .image) = $0 { true } else { false }
      })
  }

  @Test("A view of four tiles asks for four, at a whole zoom and beside it")
  func exactTiles() async throws {
    let map = map()
    let transport = TableTransport(body: try Picture.square())
    let layer = GMSURLTileLayer { x, y, zoom in URL(string: "https://e.com/\(zoom)/\(x)/\(y)") }
    layer.loading.transport = transport
    layer.map = map
    for zoom in [2, 2.4] as [Float] {
      map.camera = GMSCameraPosition(latitude: 0, longitude: 0, zoom: zoom)
      _ = try await map.snapshot()
    }
    let asked = transport.requests.map(\.url.absoluteString).sorted()
    #expect(asked == [(1, 1), (1, 2), (2, 1), (2, 2)].map { "https://e.com/2/\($0.0)/\($0.1)" })
    // Half a sample to the east, samples of tiles on both sides of an edge are mixed.
    let half = 360.0 / 1024 / 2
    map.camera = GMSCameraPosition(latitude: 0, longitude: half, zoom: 2)
    _ = try await map.snapshot()
    let more = transport.requests.map(\.url.absoluteString).dropFirst(4).sorted()
    #expect(more == ["https://e.com/2/3/1", "https://e.com/2/3/2"])
  }

  @Test("Tiles that never come, and tiles that are not square, are left blank")
  func incomplete() async throws {
    let map = map()
    let silent = Silent()
    silent.loading.clock = HandClock()
    silent.map = map
    let late = try await map.snapshotWithGaps()
    #expect(late.tileCount == 0)
    #expect(
      late.gaps
        == [(1, 1), (2, 1), (1, 2), (2, 2)].compactMap { x, y in
          TileCoordinate(zoom: 2, x: x, y: y).map {
            .tile(layer: "Silent", $0, .timedOut(location: "tile \($0)"))
          }
        })
    silent.map = nil

    let oblong = UIImage(samples: Picture.samples)
    let square = Columns([200, 40, 60, 255], other: oblong)
    square.map = map
    let snapshot = try await map.snapshotWithGaps()
    #expect(snapshot.tileCount == 2)
    #expect(color(snapshot.image, 100, 100) == [200, 40, 60, 255])
    #expect(color(snapshot.image, 300, 100) == [0, 0, 0, 0])
    #expect(snapshot.gaps.count == 2)
    #expect(
      snapshot.gaps.allSatisfy {
        if case .tileSize("Columns", let tile, 2, 1, 256) = $0 { tile.x == 2 } else { false }
      })
  }

  @Test("Drawing again asks for no tile again")
  func cached() async throws {
    let map = map()
    let transport = TableTransport(body: try Picture.square())
    let layer = GMSURLTileLayer { x, y, zoom in URL(string: "https://e.com/\(zoom)/\(x)/\(y)") }
    layer.loading.transport = transport
    layer.map = map
    let first = try await map.snapshot()
    let count = transport.requests.count
    #expect(count == Set(transport.requests.map(\.url)).count)
    #expect(try await map.snapshot() == first)
    #expect(transport.requests.count == count)
    layer.clearTileCache()
    #expect(try await map.snapshot() == first)
    #expect(transport.requests.count == 2 * count)
  }

  @Test("Images of 256 pixels under a tile size of 512 are drawn twice as large")
  func upscaled() async throws {
    // Left half red, right half blue.
    let image = RGBAImage(
      width: 256, height: 256,
      samples: (0..<(256 * 256)).flatMap { index -> [UInt8] in
        index % 256 < 128 ? [255, 0, 0, 255] : [0, 0, 255, 255]
      })
    let file = try PNGTileEncoder(effort: .fast).encode(image)
    let map = map()
    let layer = GMSURLTileLayer { x, y, zoom in URL(string: "https://e.com/\(zoom)/\(x)/\(y)") }
    let transport = TableTransport(body: file)
    layer.loading.transport = transport
    layer.tileSize = 512
    layer.map = map
    let picture = try await map.snapshot(scale: 2)
    #expect(picture.width == 1024 && picture.height == 1024)
    // On a screen of two pixels a point a tile of 512 still covers 256 points, so the level is the
    // camera's; the middle of the picture is the corner of four tiles.
    #expect(transport.requests.allSatisfy { $0.url.path.hasPrefix("/2/") })
    for y in [3, 500, 1020] {
      for left in [0, 512] {
        #expect(color(picture, left + 20, y) == [255, 0, 0, 255])
        #expect(color(picture, left + 250, y) == [255, 0, 0, 255])
        #expect(color(picture, left + 262, y) == [0, 0, 255, 255])
        #expect(color(picture, left + 490, y) == [0, 0, 255, 255])
      }
    }
  }

  @Test("A view without size has no picture")
  func size() async {
    let map = GMSMapView()
    await #expect(throws: MapSnapshotError.size(width: 0, height: 0)) { try await map.snapshot() }
  }
}
