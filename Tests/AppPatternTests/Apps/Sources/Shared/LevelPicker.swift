import GoogleMaps
import UIKit

/// Picks the level of the building that the map shows.
class LevelPickerController: UIViewController, GMSIndoorDisplayDelegate {
  let mapView = GMSMapView(frame: CGRect(x: 0, y: 0, width: 512, height: 512))
  private var levels: [GMSIndoorLevel?] = []
  private(set) var selectedRow = -1

  override func viewDidLoad() {
    super.viewDidLoad()
    mapView.moveCamera(
      GMSCameraUpdate.setCamera(GMSCameraPosition(latitude: 0, longitude: 0, zoom: 2)))
    mapView.settings.myLocationButton = false
    mapView.settings.indoorPicker = false
    mapView.isIndoorEnabled = true
    mapView.indoorDisplay.delegate = self
    view.addSubview(mapView)
  }

  var titles: [String] { levels.map { $0?.name ?? "\u{2014}" } }

  func didSelect(row: Int) { mapView.indoorDisplay.activeLevel = levels[row] }

  // MARK: - GMSIndoorDisplayDelegate

  func didChangeActiveBuilding(_ building: GMSIndoorBuilding?) {
    levels = building?.levels ?? []
    // An underground building can be hidden, which no level stands for.
    if building?.isUnderground == true { levels.insert(nil, at: 0) }
    selectedRow = -1
  }

  func didChangeActiveLevel(_ level: GMSIndoorLevel?) {
    selectedRow = levels.firstIndex(of: level) ?? -1
  }
}
