import Foundation
import GoogleMapsCompatibility
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting
import TileStorage

/// Hands tiles over when it is told to.
private final class Held: GMSTileLayer {
  var receivers: [any GMSTileReceiver] = []
  var asked: [TileCoordinate] = []

  override init() {
    super.init()
    loading.requestTimeout = .seconds(100_000)
  }

  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {
    receivers.append(receiver)
    if let tile = TileCoordinate(zoom: Int(zoom), x: Int(x), y: Int(y)) { asked.append(tile) }
  }

  /// Answers all that is asked with one image.
  func answer(_ image: UIImage?) {
    for (tile, receiver) in zip(asked, receivers) {
      receiver.receiveTileWith(
        x: UInt(tile.x), y: UInt(tile.y), zoom: UInt(tile.zoom), image: image)
    }
    (asked, receivers) = ([], [])
  }
}

/// Notes what it is told.
private final class Diary: GMSMapViewDelegate {
  var lines: [String] = []

  func mapView(_ mapView: GMSMapView, willMove gesture: Bool) { lines.append("move \(gesture)") }

  func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition) {
    lines.append("zoom \(position.zoom)")
  }

  func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition) { lines.append("idle") }

  func mapViewDidStartTileRendering(_ mapView: GMSMapView) { lines.append("start") }

  func mapViewDidFinishTileRendering(_ mapView: GMSMapView) { lines.append("finish") }
}

@MainActor
@Suite("Maps in motion")
struct MapLifeTests {
  private let diary = Diary()

  private func map() -> GMSMapView {
    let map = GMSMapView(
      frame: CGRect(x: 0, y: 0, width: 512, height: 512),
      camera: GMSCameraPosition(latitude: 0, longitude: 0, zoom: 2))
    map.delegate = diary
    return map
  }

  private func tiles(_ zoom: Int, _ locations: [(Int, Int)]) -> [TileCoordinate] {
    locations.compactMap { TileCoordinate(zoom: zoom, x: $0.0, y: $0.1) }
  }

  /// Waits until a layer was asked for some tiles, which its fetcher does in its own time.
  private func wait(for count: Int, of layer: Held) async {
    while layer.asked.count < count { await Task.yield() }
  }

  @Test("Each step asks for the tiles that came into view, and drops those that left it unanswered")
  func stepping() async throws {
    let map = map()
    let layer = Held()
    layer.map = map
    #expect(map.takeTileEvents().isEmpty)
    map.advance(by: .zero)
    let first = tiles(2, [(1, 1), (2, 1), (1, 2), (2, 2)])
    var events = map.takeTileEvents()
    #expect(Set(events.map(\.tile)) == Set(first) && events.count == 4)
    #expect(events.allSatisfy { $0.kind == .asked && $0.time == .zero && $0.layer == "Held" })
    await wait(for: 4, of: layer)
    map.advance(by: .milliseconds(16))
    #expect(map.takeTileEvents().isEmpty)
    layer.answer(kGMSTileLayerNoTile)
    await map.finishLoading()
    events = map.takeTileEvents()
    #expect(events.map(\.kind) == Array(repeating: .answered(.absent), count: 4))
    #expect(diary.lines == ["start", "finish"])

    // A tile and a half to the east in a second, half of it after half the time.
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    map.animate(toLocation: CLLocationCoordinate2D(latitude: 0, longitude: 135))
    CATransaction.commit()
    map.advance(by: .milliseconds(500))
    events = map.takeTileEvents()
    #expect(events.map(\.tile) == tiles(2, [(3, 1), (3, 2)]))
    #expect(events.allSatisfy { $0.kind == .asked && $0.time == .milliseconds(516) })
    map.animate(toLocation: CLLocationCoordinate2D(latitude: 0, longitude: 0))
    map.finishAnimation()
    events = map.takeTileEvents()
    #expect(events.map(\.tile) == tiles(2, [(3, 1), (3, 2)]))
    #expect(events.allSatisfy { $0.kind == .dropped && $0.time == .milliseconds(816) })

    // A tile that came back into view is asked for, and the layer's cache knows that there is none.
    for longitude in [180.0, 0] {
      map.moveCamera(.setTarget(CLLocationCoordinate2D(latitude: 0, longitude: longitude)))
      map.advance(by: .milliseconds(1))
    }
    events = map.takeTileEvents()
    let beyond = Set(tiles(2, [(0, 1), (3, 1), (0, 2), (3, 2)]))
    #expect(Set(events.filter { $0.kind == .dropped }.map(\.tile)) == beyond)
    #expect(Set(events.filter { $0.kind == .asked }.map(\.tile)) == beyond.union(first))
    #expect(events.count == 12)
    await map.finishLoading()
    #expect(map.takeTileEvents().map(\.kind) == Array(repeating: .answered(.absent), count: 4))
    #expect(!layer.asked.contains { first.contains($0) })
  }

  @Test("A tile that was not available is asked for again by a later step; a cleared layer for all")
  func again() async throws {
    let map = map()
    let clock = HandClock()
    let layer = Held()
    layer.loading.clock = clock
    layer.loading.requestTimeout = .seconds(1)
    layer.map = map
    map.advance(by: .zero)
    await map.finishLoading()
    #expect(
      map.takeTileEvents().filter {
        $0.kind == .answered(.unavailable(.timedOut(location: "tile \($0.tile)")))
      }.count == 4)
    map.advance(by: .seconds(1))
    #expect(map.takeTileEvents().map(\.kind) == Array(repeating: .asked, count: 4))
    await map.finishLoading()
    _ = map.takeTileEvents()
    layer.clearTileCache()
    map.advance(by: .zero)
    #expect(map.takeTileEvents().map(\.kind) == Array(repeating: .asked, count: 4))
    layer.map = nil
    map.advance(by: .zero)
    #expect(map.takeTileEvents().map(\.kind) == Array(repeating: .dropped, count: 4))
  }

  @Test("A gesture tells of itself, and what the settings forbid does not move the camera")
  func gestures() {
    let map = map()
    map.beginGesture()
    map.continueGesture(.zoomIn())
    map.endGesture()
    #expect(diary.lines == ["move true", "zoom 3.0", "idle"])
    map.settings.setAllGesturesEnabled(false)
    let before = map.camera
    map.beginGesture()
    for update in [
      GMSCameraUpdate.zoomIn(), .scrollBy(x: 10, y: 0),
      .setCamera(
        GMSCameraPosition(target: before.target, zoom: before.zoom, bearing: 10, viewingAngle: 0)),
      .setCamera(
        GMSCameraPosition(target: before.target, zoom: before.zoom, bearing: 0, viewingAngle: 10)),
    ] {
      map.continueGesture(update)
      #expect(map.camera == before)
    }
    map.settings.scrollGestures = true
    map.continueGesture(.scrollBy(x: 10, y: 0))
    #expect(map.camera.target.longitude > before.target.longitude)
    map.endGesture()
  }

  @Test("Transactions say how long animations take, inner ones before outer ones, until committed")
  func transactions() {
    let map = map()
    func duration() -> Duration? {
      map.animate(toZoom: map.camera.zoom == 5 ? 6 : 5)
      defer { map.finishAnimation() }
      return map.motion.animation?.duration
    }
    #expect(duration() == .milliseconds(300))
    CATransaction.begin()
    CATransaction.setValue(NSNumber(value: 1.5), forKey: kCATransactionAnimationDuration)
    #expect(duration() == .seconds(1.5))
    CATransaction.begin()
    #expect(duration() == .seconds(1.5))
    CATransaction.setValue(2, forKey: kCATransactionAnimationDuration)
    #expect(duration() == .seconds(2))
    CATransaction.commit()
    #expect(duration() == .seconds(1.5))
    CATransaction.commit()
    CATransaction.commit()
    CATransaction.setAnimationDuration(9)
    #expect(duration() == .milliseconds(300))
  }

  @Test(
    "A transaction completes when it is committed and its animations have ended, however they end")
  func completion() {
    let map = map()
    var lines: [String] = []
    func animate(_ zoom: Float, _ name: String, seconds: Double = 2) {
      CATransaction.begin()
      CATransaction.setAnimationDuration(seconds)
      CATransaction.setCompletionBlock { lines.append(name) }
      map.animate(toZoom: zoom)
      CATransaction.commit()
    }
    animate(5, "first")
    map.advance(by: .milliseconds(1999))
    #expect(lines.isEmpty)
    map.advance(by: .milliseconds(1))
    #expect(lines == ["first"])
    animate(6, "cut short")
    animate(7, "moved away")
    #expect(lines == ["first", "cut short"])
    map.moveCamera(.zoomIn())
    #expect(lines == ["first", "cut short", "moved away"])
    animate(4, "at once", seconds: 0)
    #expect(lines.last == "at once")
    animate(5, "dragged")
    map.beginGesture()
    #expect(lines.last == "dragged")
    map.endGesture()

    CATransaction.begin()
    CATransaction.setCompletionBlock { lines.append("outer") }
    animate(9, "inner")
    #expect(lines.last == "dragged")
    CATransaction.commit()
    map.finishAnimation()
    #expect(lines.suffix(2) == ["inner", "outer"])
    CATransaction.begin()
    CATransaction.setCompletionBlock { lines.append("nothing to animate") }
    CATransaction.commit()
    #expect(lines.last == "nothing to animate" && lines.count == 8)
  }

  @Test("What apps set begins with the SDK's defaults, and the background is drawn")
  func properties() async throws {
    let map = map()
    #expect(map.isIndoorEnabled && map.isBuildingsEnabled)
    #expect(!map.isTrafficEnabled && !map.isMyLocationEnabled)
    #expect(map.mapStyle == nil && map.mapID == nil && map.backgroundColor == nil)
    let settings = map.settings
    #expect(settings.scrollGestures && settings.zoomGestures && settings.indoorPicker)
    #expect(settings.tiltGestures && settings.rotateGestures && settings.consumesGesturesInView)
    #expect(!settings.compassButton && !settings.myLocationButton)
    #expect(GMSServices.provideAPIKey("key"))
    map.mapStyle = try GMSMapStyle(jsonString: #"[{"featureType": "poi"}]"#)
    #expect(throws: GMSMapStyleError.notStyle(location: nil)) { try GMSMapStyle(jsonString: "{}") }
    #expect(throws: GMSMapStyleError.notStyle(location: nil)) { try GMSMapStyle(jsonString: "") }
    #expect(throws: GMSMapStyleError.unreadable(location: "/no/style.json")) {
      try GMSMapStyle(contentsOfFileURL: URL(fileURLWithPath: "/no/style.json"))
    }

    let options = GMSMapViewOptions()
    options.frame = CGRect(x: 0, y: 0, width: 2, height: 1)
    options.backgroundColor = .orange
    options.mapID = GMSMapID(identifier: "plans")
    let coloured = GMSMapView(options: options)
    #expect(coloured.mapID?.identifier == "plans")
    #expect(
      GMSMapView(frame: .zero, mapID: GMSMapID(identifier: "b"), camera: map.camera).camera
        == map.camera)
    #expect(!diary.didTapMyLocationButton(for: map))
    #expect(try await coloured.snapshot().samples.prefix(4) == [255, 128, 0, 255])
    #expect(
      try await coloured.snapshot(background: .white).samples.prefix(4) == [255, 255, 255, 255])
  }

  @Test("A layer over a store shows its tiles as the store's own definition says")
  func store() async throws {
    let layer = TileLayer(
      LayerInformation(
        name: "plan", tileSize: .large, extent: .within(zooms: 2...2, bounds: nil)),
      synchronous: { tile in
        tile.x == 1 ? .tile(EncodedTile(Self.red)) : .absent
      })
    let made = layer.makeGMSTileLayer()
    #expect(made.tileSize == 512 && made.zIndex == 0 && made.opacity == 1)
    let map = map()
    made.map = map
    let snapshot = try await map.snapshotWithGaps(scale: 2)
    #expect(snapshot.tileCount == 2 && snapshot.gaps.isEmpty)
    #expect(snapshot.image.samples[..<4] == [255, 0, 0, 255])
    #expect(snapshot.image.samples[4092..<4096] == [0, 0, 0, 0])
    made.clearTileCache()
    #expect(try await map.snapshotWithGaps(scale: 2).image == snapshot.image)
    map.advance(by: .zero)
    await map.finishLoading()
    let asked = map.takeTileEvents().filter { $0.kind == .asked }
    map.advance(by: .zero)
    #expect(map.takeTileEvents().isEmpty && !asked.isEmpty)
    made.clearTileCache()
    map.advance(by: .zero)
    #expect(map.takeTileEvents().filter { $0.kind == .asked }.map(\.tile) == asked.map(\.tile))
  }

  @Test("A time that no clock can count is a century")
  func forever() async {
    let layer = Held()
    layer.loading.requestTimeout = .seconds(Int64.max)
    #expect(layer.loading.requestTimeout == .seconds(3_155_760_000))
    let map = map()
    layer.map = map
    map.advance(by: .zero)
    await wait(for: 4, of: layer)
    layer.answer(kGMSTileLayerNoTile)
    await map.finishLoading()
    layer.loading.requestTimeout = .seconds(-1)
    #expect(layer.loading.requestTimeout == .zero)
  }

  @Test("A layer that ends at zoom 15 is shown up to 19, and an app's own where it has tiles")
  func overzoom() async throws {
    let tile = try #require(TileCoordinate(zoom: 15, x: 17_000, y: 11_250))
    let layer = TileLayer(
      LayerInformation(
        name: "plan", tileSize: .large, extent: .exactly(TileCoverage([tile]))),
      synchronous: { _ in .tile(EncodedTile(Self.red)) })
    let made = layer.makeGMSTileLayer()
    let red = RGBAImage(
      width: 512, height: 512, samples: try TileDecoder.decode(Self.red).samples)
    let own = GMSURLTileLayer { x, y, zoom in
      zoom > 15 ? nil : URL(string: "https://e.com/\(zoom)/\(x)/\(y)")
    }
    own.loading.transport = TableTransport(body: Self.red)
    own.tileSize = 512
    let map = map()
    for zoom in 15...20 {
      let levels = zoom - 15
      let (x, y) = (tile.x << levels, tile.y << levels)
      let image = await made.tiles.image(
        at: try #require(TileCoordinate(zoom: zoom, x: x, y: y)))
      #expect(image == (levels > 4 ? .absent : .tile(red)))
      #expect(
        await made.tiles.image(at: try #require(TileCoordinate(zoom: zoom, x: x - 1, y: y)))
          == .absent)
      // Over the middle of the tile, with a pixel for each of its samples at zoom 15.
      let middle = MapPoint(x: (17_000.5 / 16_384) - 1, y: 1 - (11_250.5 / 16_384)).coordinate
      map.camera = GMSCameraPosition(
        latitude: middle.latitude, longitude: middle.longitude, zoom: Float(zoom))
      for (layer, isThere) in [(made, levels <= 4), (own, levels == 0)] {
        layer.map = map
        let picture = try await map.snapshot(scale: 2)
        let centre = 4 * (picture.width * picture.height / 2 + picture.width / 2)
        #expect(
          Array(picture.samples[centre..<(centre + 4)])
            == (isThere ? [255, 0, 0, 255] : [0, 0, 0, 0]), "\(zoom)")
        layer.map = nil
      }
    }
  }

  private nonisolated static let red: [UInt8] = {
    let samples = (0..<(512 * 512)).flatMap { _ in [255, 0, 0, 255] as [UInt8] }
    do {
      return try PNGTileEncoder(effort: .fast).encode(
        RGBAImage(width: 512, height: 512, samples: samples))
    } catch {
      return []
    }
  }()

  @Test("The constructor of a definition names its tiles, with the token, and no others")
  func constructor() throws {
    let coverage = TileCoverage(tiles(3, [(4, 2), (5, 2)]))
    var definition = LayerDefinition(
      name: "Plan", scheme: .tms,
      urlTemplate: try TileTemplate(url: "https://e.com/{z}/{x}/{y}.png", format: .png),
      bounds: GeographicBounds(west: 0, south: 0, east: 1, north: 1), coverage: coverage)
    let layer = GMSURLTileLayer(urlConstructor: try definition.tileURLConstructor())
    #expect(
      layer.tileURL(x: 4, y: 2, zoom: 3)?.absoluteString
        == "https://e.com/3/4/5.png?v=\(definition.versionToken)")
    #expect(layer.tileURL(x: 3, y: 2, zoom: 3) == nil)
    #expect(layer.tileURL(x: .max, y: 2, zoom: 3) == nil)
    #expect(layer.tileURL(x: 4, y: 2, zoom: 99) == nil)
    definition.urlTemplate = try TileTemplate(url: "{z}/{x}/{y}.png", format: .png)
    let base = URL(string: "https://e.com/plans/layer.json")
    let relative = try definition.tileURLConstructor(relativeTo: base)
    #expect(
      relative(5, 2, 3)?.absoluteString
        == "https://e.com/plans/3/5/5.png?v=\(definition.versionToken)")
    definition.urlTemplate = nil
    #expect(throws: TileLayerError.noTiles(location: "the layer definition of Plan")) {
      try definition.tileURLConstructor()
    }
  }
}
