import Foundation
import GoogleMapsCompatibility
import Testing
import TileImaging
import TileLayers

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
    // Tiles 1 and 2 of the row lie left and right of the middle.
    for y in [0, 255, 511] {
      #expect(color(image, 0, y) == [200, 40, 60, 255])
      #expect(color(image, 255, y) == [200, 40, 60, 255])
      #expect(color(image, 256, y) == [255, 255, 255, 255])
      #expect(color(image, 511, y) == [255, 255, 255, 255])
    }
    #expect(progress.lines == ["start", "finish", "ready"])
  }

  @Test("The larger z-index lies above, whichever layer joined first")
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

  @Test("A tile that cannot be had now is an error, not a gap")
  func unavailable() async {
    let map = map()
    Columns([0, 0, 255, 255], other: nil).map = map
    await #expect(throws: MapSnapshotError.self) { try await map.snapshot() }
    #expect(progress.lines == ["start", "finish"])
  }
}
