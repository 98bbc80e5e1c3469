import Foundation
import MapKitCompatibility
import Testing
import TileLayers
import TileModel

/// Calls everything that takes numbers with such as no map has; a trap would end the tests.
@MainActor
@Suite("Numbers that no map has")
struct NumberTests {
  private let numbers: [Double] = [
    .nan, .infinity, -.infinity, 1e308, -1e308, 1e18, 0, -0.0, .leastNonzeroMagnitude, 90, 1,
  ]

  @Test("Points, rectangles, regions and maps accept every number")
  func maps() async {
    let overlay = TableOverlay([:])
    for one in numbers {
      for other in numbers {
        let coordinate = CLLocationCoordinate2D(latitude: one, longitude: other)
        _ = (MKMapPoint(coordinate), MKMapPoint(x: one, y: other).coordinate)
        let rect = MKMapRect(x: one, y: other, width: one, height: other)
        _ = (rect.isNull, rect.isEmpty, rect.midX, MKCoordinateRegion(rect))
        let regions = [
          MKCoordinateRegion(
            center: coordinate, span: MKCoordinateSpan(latitudeDelta: one, longitudeDelta: other)),
          MKCoordinateRegion(
            center: coordinate, latitudinalMeters: one, longitudinalMeters: other),
          MKCoordinateRegion(rect),
        ]
        let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 64, height: 48))
        map.addOverlay(overlay)
        for region in regions { map.setRegion(region, animated: false) }
        map.setCenter(coordinate, animated: true)
        map.visibleMapRect = rect
        map.setVisibleMapRect(
          rect, edgePadding: UIEdgeInsets(top: one, left: other, bottom: one, right: 0),
          animated: false)
        _ = (map.region, map.visibleMapRect, map.centerCoordinate)
        #expect(map.cameraPosition.target.latitude.isFinite)
        #expect(map.cameraPosition.target.longitude.isFinite)
        map.frame = CGRect(x: 0, y: 0, width: one, height: other)
        _ = (map.region, map.visibleMapRect)
        let template = MKTileOverlay(urlTemplate: "https://e.com/{z}/{x}/{y}@{scale}.png")
        template.tileSize = CGSize(width: one, height: other)
        _ = template.url(
          forTilePath: MKTileOverlayPath(
            x: .max, y: .min, z: 0, contentScaleFactor: CGFloat(one)))
        _ = template.tileLayer(contentScaleFactor: CGFloat(one))
        _ = BoundedOverlay(rect).tileLayer()
        map.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
        guard one.isNaN || other == 1 else { continue }
        do { _ = try await map.snapshot(scale: one) } catch {
          guard case .size = error else {
            Issue.record(error)
            continue
          }
        }
      }
    }
  }
}

/// Has tiles in a rectangle.
private final class BoundedOverlay: MKTileOverlay {
  private let rect: MKMapRect

  init(_ rect: MKMapRect) {
    self.rect = rect
    super.init(urlTemplate: nil)
  }

  override var boundingMapRect: MKMapRect { rect }
}
