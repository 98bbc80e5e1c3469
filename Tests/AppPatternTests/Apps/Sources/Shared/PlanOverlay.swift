import MapKit
import UIKit

/// A floor plan on Apple's map, from a server.
class PlanOverlay: MKTileOverlay {
  let server: String
  let floor: String

  init(server: String, floor: String) {
    self.server = server
    self.floor = floor
    super.init(urlTemplate: nil)
    canReplaceMapContent = false
    minimumZ = 1
    maximumZ = 4
  }

  override func url(forTilePath path: MKTileOverlayPath) -> URL {
    URL(string: "\(server)/\(floor)/\(path.z)/\(path.x)/\(path.y).png")
      ?? URL(fileURLWithPath: "/no/tile")
  }
}

/// Tiles from a folder of the app; an error where there is none.
final class FolderOverlay: MKTileOverlay {
  struct Missing: Error {}

  private let folder: URL

  init(folder: URL) {
    self.folder = folder
    super.init(urlTemplate: nil)
  }

  override func loadTile(
    at path: MKTileOverlayPath, result: @escaping (Data?, Error?) -> Void
  ) {
    let file = folder.appendingPathComponent("\(path.z)/\(path.x)/\(path.y).png")
    guard let data = FileManager.default.contents(atPath: file.path) else {
      return result(nil, Missing())
    }
    result(data, nil)
  }
}

class PlanMapController: UIViewController, MKMapViewDelegate {
  let mapView = MKMapView(frame: CGRect(x: 0, y: 0, width: 512, height: 512))
  var reloads = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(mapView)
    mapView.delegate = self
    mapView.setVisibleMapRect(
      MKMapRect(x: 0, y: 0, width: MKMapSize.world.width, height: MKMapSize.world.height),
      animated: false)
  }

  func mapView(_ mapView: MKMapView, rendererFor overlay: MKOverlay) -> MKOverlayRenderer {
    guard let tiles = overlay as? MKTileOverlay else {
      return MKOverlayRenderer(overlay: overlay)
    }
    let renderer = FadedRenderer(tileOverlay: tiles)
    renderer.onReload = { self.reloads += 1 }
    renderer.reloadData()
    return renderer
  }
}

/// Draws tiles half as opaque, and tells when it loads them again.
final class FadedRenderer: MKTileOverlayRenderer {
  var onReload: () -> Void = {}

  override init(tileOverlay overlay: MKTileOverlay) {
    super.init(tileOverlay: overlay)
    alpha = 0.5
  }

  override func reloadData() {
    super.reloadData()
    onReload()
  }
}
