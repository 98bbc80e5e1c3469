import Foundation
import MapKitCompatibility
import Testing
import TileImaging
import TileLayers
import TileModel

/// Makes a renderer for every tile overlay, of one opacity, and counts.
private final class Renderers: MKMapViewDelegate {
  var alpha: CGFloat = 1
  var made: [MKTileOverlayRenderer] = []

  func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer {
    guard let overlay = overlay as? MKTileOverlay else {
      return MKOverlayRenderer(overlay: overlay)
    }
    let renderer = MKTileOverlayRenderer(tileOverlay: overlay)
    renderer.alpha = alpha
    made.append(renderer)
    return renderer
  }
}

/// Never calls back.
private final class SilentOverlay: MKTileOverlay {
  override func loadTile(
    at path: MKTileOverlayPath, result: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {}
}

/// A clock on which nobody who sleeps has to wait.
private struct HastyClock: LayerClock {
  var now: Duration { .zero }
  func sleep(until deadline: Duration) async throws {}
}

@MainActor
@Suite("Maps with overlays")
struct MapViewTests {
  private let renderers = Renderers()

  /// A map of the four middle tiles of level 2.
  private func map() -> MKMapView {
    let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 512, height: 512))
    map.delegate = renderers
    let quarter = MKMapSize.world.width / 4
    map.setVisibleMapRect(
      MKMapRect(x: quarter, y: quarter, width: 2 * quarter, height: 2 * quarter), animated: true)
    return map
  }

  private func overlay(_ color: [UInt8], side: Int = 256) throws -> TableOverlay {
    let file = Data(try Paint.file(color, side: side))
    return TableOverlay([
      .init(x: 1, y: 1): .success(file), .init(x: 2, y: 2): .success(file),
    ])
  }

  private func color(_ image: RGBAImage, _ x: Int, _ y: Int) -> [UInt8] {
    let start = 4 * (y * image.width + x)
    return Array(image.samples[start..<(start + 4)])
  }

  @Test("Overlays are drawn by their renderers, by level and in order, and loaded once")
  func drawing() async throws {
    let map = map()
    let (red, blue) = (try overlay([255, 0, 0, 255]), try overlay([0, 0, 255, 255]))
    map.addOverlay(red, level: .aboveLabels)
    map.addOverlay(blue, level: .aboveRoads)
    #expect(map.overlays.map { $0 === red } == [false, true])
    #expect(map.overlays(in: .aboveRoads).map { $0 === blue } == [true])
    let snapshot = try await map.snapshotWithGaps(background: .white)
    #expect(color(snapshot.image, 10, 10) == [255, 0, 0, 255])
    #expect(color(snapshot.image, 300, 10) == [255, 255, 255, 255])
    #expect(color(snapshot.image, 300, 500) == [255, 0, 0, 255])
    #expect(snapshot.tileCount == 4 && snapshot.gaps.isEmpty)
    #expect(red.paths.count == 4 && red.paths.allSatisfy { $0.z == 2 })
    #expect(try await map.snapshot(background: .white) == snapshot.image)
    #expect(red.paths.count == 4 && renderers.made.count == 2)
    renderers.made.first { $0.overlay === red }?.reloadData()
    _ = try await map.snapshot()
    #expect(red.paths.count == 8 && blue.paths.count == 4)
    map.removeOverlay(red)
    #expect(color(try await map.snapshot(), 10, 10) == [0, 0, 255, 255])
    map.delegate = nil
    map.addOverlay(red)
    #expect(color(try await map.snapshot(), 10, 10) == [0, 0, 255, 255])
  }

  @Test("The alpha of a renderer is that of the tiles; paths carry the scale")
  func alpha() async throws {
    let map = map()
    renderers.alpha = 0.5
    let overlay = try overlay([255, 0, 0, 255])
    overlay.tileSize = CGSize(width: 512, height: 512)
    map.addOverlay(overlay)
    let image = try await map.snapshot(scale: 2)
    #expect(image.width == 1024 && color(image, 10, 10) == [255, 0, 0, 128])
    #expect(overlay.paths.count == 4)
    #expect(overlay.paths.allSatisfy { $0.contentScaleFactor == 2 })
  }

  @Test("An overlay that never answers, and every kind of bad tile, leave tiles blank")
  func gaps() async throws {
    var options = TileLayer.Options()
    options.clock = HastyClock()
    options.requestTimeout = .seconds(2)
    let location = try address(1, 0, 0)
    #expect(
      await SilentOverlay(urlTemplate: nil).tileLayer(options: options).tile(at: location)
        == .unavailable(.timedOut(location: "tile 1/0/0")))
    let sound = try Paint.file([9, 9, 9, 255])
    let long = RGBAImage(width: 512, height: 256, samples: [UInt8](repeating: 9, count: 4 << 17))
    let wide = RGBAImage(width: 4097, height: 1, samples: [UInt8](repeating: 9, count: 4 * 4097))
    let encoder = try PNGTileEncoder(effort: .fast)
    for file in [
      Array(sound.dropLast(20)), [], Array("<html></html>".utf8), Array("GIF89a".utf8),
      try encoder.encode(long), try encoder.encode(wide),
    ] {
      let map = map()
      map.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
      map.addOverlay(
        TableOverlay([
          .init(x: 1, y: 1): .success(Data(file)), .init(x: 2, y: 1): .success(Data(sound)),
        ]))
      let snapshot = try await map.snapshotWithGaps()
      #expect(snapshot.tileCount == 1 && snapshot.gaps.count == 1)
      #expect(color(snapshot.image, 20, 10) == [9, 9, 9, 255])
      #expect(color(snapshot.image, 10, 10) == [0, 0, 0, 0])
    }
  }

  @Test("A region is shown whole, and what is shown is reported")
  func region() {
    let map = map()
    let rect = map.visibleMapRect
    #expect(abs(rect.minX - MKMapSize.world.width / 4) < 1e-3)
    #expect(abs(rect.width - MKMapSize.world.width / 2) < 1e-3)
    let center = CLLocationCoordinate2D(latitude: 47, longitude: 8)
    map.setRegion(
      MKCoordinateRegion(center: center, latitudinalMeters: 200, longitudinalMeters: 100),
      animated: false)
    let region = map.region
    #expect(abs(region.center.latitude - 47) < 1e-6 && abs(region.center.longitude - 8) < 1e-9)
    // 200 metres are 0.0017986 degrees of a sphere of 6371.009 km.
    #expect(abs(region.span.latitudeDelta - 0.0017986) < 1e-6)
    map.setCenter(CLLocationCoordinate2D(latitude: 46, longitude: 7), animated: true)
    #expect(map.centerCoordinate.latitude == 46)
  }

  @Test("A layer's overlay is drawn beyond its deepest zoom, an app's own up to its `maximumZ`")
  func overzoom() async throws {
    let own = try overlay([1, 2, 3, 255])
    own.maximumZ = 2
    let made = try deepLayer(Paint.file([1, 2, 3, 255])).makeTileOverlay()
    for (overlay, tile, shown) in [
      (own, try address(2, 1, 1), 0), (made, try deepTile(), 4),
    ] as [(MKTileOverlay, TileCoordinate, Int)] {
      let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 64, height: 64))
      map.delegate = renderers
      map.addOverlay(overlay)
      let unit = MKMapSize.world.width / Double(1 << tile.zoom)
      for levels in 0...5 {
        // A quarter of a tile of the zoom, around the middle of the deepest.
        let side = unit / Double(4 << levels)
        map.visibleMapRect = MKMapRect(
          x: (Double(tile.x) + 0.5) * unit - side / 2, y: (Double(tile.y) + 0.5) * unit - side / 2,
          width: side, height: side)
        let image = try await map.snapshot()
        #expect(
          color(image, 32, 32) == (levels <= shown ? [1, 2, 3, 255] : [0, 0, 0, 0]),
          "\(tile.zoom + levels)")
      }
    }
  }
}

@Suite("Overlays of layers")
struct LayerOverlayTests {
  @Test("An overlay of a layer has its size, levels and bounds, and loads its tiles")
  func layerOverlay() async throws {
    let file = try Paint.file([1, 2, 3, 255])
    let bounds = GeographicBounds(west: 170, south: -10, east: -170, north: 10)
    let layer = TileLayer(
      LayerInformation(
        name: "plan", tileSize: .large, extent: .within(zooms: 2...5, bounds: bounds)),
      synchronous: { $0.x == 0 ? .tile(EncodedTile(file)) : .absent })
    let overlay = layer.makeTileOverlay()
    #expect(overlay.tileSize == CGSize(width: 512, height: 512))
    #expect(overlay.minimumZ == 2 && overlay.maximumZ == 9)
    let rect = overlay.boundingMapRect
    #expect(abs(rect.width - MKMapSize.world.width / 18) < 1e-3)
    #expect(rect.maxX > MKMapSize.world.width)
    let path = MKTileOverlayPath(x: 0, y: 2, z: 2, contentScaleFactor: 1)
    #expect(try await overlay.loadTile(at: path) == Data(file))
    await #expect(throws: TileOverlayError.noTile(location: "tile 2/3/2")) {
      try await overlay.loadTile(at: MKTileOverlayPath(x: 3, y: 2, z: 2, contentScaleFactor: 1))
    }
  }

  @Test("A layer's overlay makes up four levels beyond the deepest, and none beside its tiles")
  func overzoom() async throws {
    let file = try Paint.file([1, 2, 3, 255])
    let (tile, overlay) = (try deepTile(), try deepLayer(file).makeTileOverlay())
    #expect(overlay.maximumZ == 21)
    func isThere(_ levels: Int, _ column: Int) async throws -> Bool {
      let path = MKTileOverlayPath(
        x: tile.x << levels + column, y: tile.y << levels, z: tile.zoom + levels,
        contentScaleFactor: 1)
      do {
        let data = try await overlay.loadTile(at: path)
        return try TileDecoder.decode([UInt8](data)) == Paint.image([1, 2, 3, 255])
      } catch TileOverlayError.noTile {
        return false
      }
    }
    for levels in 0...4 {
      #expect(try await isThere(levels, 1 << levels - 1))
      #expect(try await !isThere(levels, 1 << levels))
      #expect(try await !isThere(levels, -1))
    }
    #expect(try await !isThere(5, 3))
  }
}

/// The one tile of a layer that ends at zoom 17.
private func deepTile() throws -> TileCoordinate { try address(17, 68_000, 45_000) }

private func deepLayer(_ file: [UInt8]) throws -> TileLayer {
  TileLayer(
    LayerInformation(name: "plan", extent: .exactly(TileCoverage([try deepTile()]))),
    synchronous: { _ in .tile(EncodedTile(file)) })
}
