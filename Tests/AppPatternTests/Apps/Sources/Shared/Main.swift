import Foundation
import GoogleMaps
import MapKit
import TileLayers

/// Runs every pattern and prints what came of it.
///
/// Arguments: the address of a server, a folder with some tiles, an archive, a store and a building.
@main
struct Main {
  @MainActor
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6 else { exit(2) }
    let (server, folder) = (arguments[1], URL(fileURLWithPath: arguments[2]))
    guard let swatch = UIImage(contentsOfFile: folder.path + "/2/1/1.png"),
      let archive = ArchiveLayer(path: arguments[3])
    else { exit(3) }

    let heat = HeatLayer(swatch: swatch)
    print("heat:", await askFromEightThreads(heat), "of", heat.requestCount)
    print("offline:", await askFromEightThreads(OfflineLayer(folder: folder, server: server)))
    print("archive:", await askFromEightThreads(archive))
    await LayerLibrary.shared.prepare(["L0", "L1", "L0"], server: server)
    let prepared = LayerLibrary.shared.layer(forFloor: "L0", server: server)
    print("library:", await askFromEightThreads(prepared), "in", LayerLibrary.shared.count)
    let settings = TileSettings(server: server)
    let styled = makeStyledLayer(settings)
    settings.choose(style: "L1")
    print("settings:", await askFromEightThreads(styled))
    for layer in makeDownloadLayers(server: server) {
      print("downloads:", await askFromEightThreads(layer))
    }

    let screen = FloorViewController(server: server)
    screen.loadViewIfNeeded()
    try await draw("floor 0", screen.map)
    screen.map.animate(toZoom: 3)
    screen.map.finishAnimation()
    print("floor switch:", screen.shown, screen.events)
    try await draw("floor 1", screen.map)

    let map = GMSMapView(frame: CGRect(x: 0, y: 0, width: 512, height: 512))
    let tour = CameraTour(
      mapView: map,
      stops: [5, 8].map { GMSCameraPosition(latitude: 10, longitude: 20, zoom: $0) })
    tour.start()
    map.advance(by: .milliseconds(1999))
    print("tour after 1.999 s:", tour.visited)
    map.advance(by: .milliseconds(1))
    map.advance(by: .seconds(2))
    print("tour after 4 s:", tour.visited)

    map.moveCamera(.setCamera(GMSCameraPosition(latitude: 0, longitude: 0, zoom: 2)))
    for layer in [heat, archive] { layer.map = map }
    try await draw("heat above archive", map)
    map.clear()
    try TileLayer.open(arguments[4]).makeGMSTileLayer().map = map
    try await draw("store", map)

    map.clear()
    let drawing = FloorDrawing(mapView: map)
    drawing.draw(around: CLLocationCoordinate2D(latitude: 0, longitude: 0), icon: swatch)
    try await draw("drawing", map)
    let north = map.projection.point(for: CLLocationCoordinate2D(latitude: 15, longitude: 20))
    for point in [CGPoint(x: 256, y: 240), north, CGPoint(x: 200, y: 256)] { map.tap(at: point) }
    print("tapped:", drawing.tapped)
    try await draw("drawing", map)
    drawing.remove()
    try await draw("drawing", map)

    let picker = LevelPickerController()
    picker.loadViewIfNeeded()
    try await picker.mapView.indoorDisplay.show(BuildingLayers.open(arguments[5]))
    print("levels:", picker.titles, picker.selectedRow)
    try await draw("level", picker.mapView)
    picker.didSelect(row: 0)
    print("level:", picker.selectedRow)
    try await draw("level", picker.mapView)

    let plan = PlanMapView(building: "hotel")
    let route = RouteLine(
      from: PlaceMarker(name: "Entrance", latitude: 0, longitude: -20),
      to: PlaceMarker(name: "Room 12", latitude: 0, longitude: 20))
    route.map = plan
    plan.tap(at: plan.projection.point(for: route.end.position))
    plan.padding = UIEdgeInsets(top: 0, left: 0, bottom: 100, right: 0)
    print("subclasses:", plan.overlays.count, plan.chosen, plan.paddingChanges, plan.isTall)
    route.color = .red
    plan.layer.cameraLatitude = 0
    let flight = CABasicAnimation(keyPath: kGMSLayerCameraLongitudeKey)
    flight.toValue = 0
    flight.duration = 1
    plan.layer.add(flight, forKey: kGMSLayerCameraLongitudeKey)
    plan.finishAnimation()
    plan.padding = .zero
    try await draw("route", plan)
    let middle = CLLocationCoordinate2D(latitude: 0, longitude: 0)
    print("line:", route.reaches(5_000_000, middle), route.reaches(4_000_000, middle))
    route.march(by: 5)
    print("dashes:", route.spans?.count ?? 0)
    route.map = nil
    let floor = FloorLayer()
    floor.map = plan
    print("subclasses:", plan.overlays.count, route.moves, floor.zIndex)

    let plans = PlanMapController()
    plans.loadViewIfNeeded()
    for overlay in [
      PlanOverlay(server: server, floor: "L0"), FolderOverlay(folder: folder),
      try TileLayer.open(arguments[4]).makeTileOverlay(),
    ] {
      plans.mapView.addOverlay(overlay, level: .aboveLabels)
      let snapshot = try await plans.mapView.snapshotWithGaps(scale: 2)
      print("overlay:", snapshot.tileCount, "tiles,", snapshot.gaps.count, "gaps")
      plans.mapView.removeOverlay(overlay)
    }
    print("renderer:", plans.reloads)
  }

  @MainActor
  private static func draw(_ name: String, _ map: GMSMapView) async throws {
    let snapshot = try await map.snapshotWithGaps()
    let middle = 4 * (256 * snapshot.image.width + 200)
    print(
      "\(name): \(snapshot.tileCount) tiles, \(snapshot.gaps.count) gaps,",
      Array(snapshot.image.samples[middle..<(middle + 4)]))
  }
}
