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

  @Test("A view without size has no picture")
  func size() async {
    let map = GMSMapView()
    await #expect(throws: MapSnapshotError.size(width: 0, height: 0)) { try await map.snapshot() }
  }
}
