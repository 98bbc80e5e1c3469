import Foundation
import GoogleMapsCompatibility
import TileLayers
import TileModel

/// Shows every floor of the generated building on a map, then asks for tiles one by one; writes down
/// what it gets.
///
/// Arguments: the URL of the building's folder, the middle of the map as latitude and longitude, a
/// file of addresses (`zoom x y` a line), and a folder for the tiles.
@main
struct AskForTiles {
  @MainActor
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let base = URL(string: arguments[1]),
      let latitude = Double(arguments[2]), let longitude = Double(arguments[3])
    else { exit(2) }
    let addresses = try String(contentsOfFile: arguments[4], encoding: .utf8)
      .split(separator: "\n")
      .map { $0.split(separator: " ").compactMap { Int($0) } }
      .compactMap { TileCoordinate(zoom: $0[0], x: $0[1], y: $0[2]) }
    let folder = URL(fileURLWithPath: arguments[5], isDirectory: true)
    for floor in BuildingFloor.allCases {
      let made = floor.makeLayer(overzoom: 0, relativeTo: base)
      guard let layer = made as? GMSURLTileLayer else { exit(4) }
      try await draw(layer, CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
      // A second time tiles come from what the layer has kept.
      for isAgain in [false, true] {
        for tile in addresses {
          let (x, y, zoom) = (UInt(tile.x), UInt(tile.y), UInt(tile.zoom))
          let url = floor.tileURL(x: x, y: y, zoom: zoom, relativeTo: base)
          guard url == layer.tileURL(x: x, y: y, zoom: zoom) else { exit(3) }
          let name = "\(floor.rawValue)-\(tile.zoom)-\(tile.x)-\(tile.y)"
          switch await layer.tiles.tile(at: tile) {
          case .absent where url == nil: print("absent", name)
          case .tile(let file) where url != nil:
            print("tile", name)
            guard !isAgain else { continue }
            try Data(file.bytes).write(to: folder.appendingPathComponent(name))
          case let answer: print("wrong", name, url?.absoluteString ?? "nil", answer)
          }
        }
      }
    }
  }

  /// Draws the layer on a map at every whole zoom.
  @MainActor
  private static func draw(
    _ layer: GMSTileLayer, _ middle: CLLocationCoordinate2D
  ) async throws {
    let map = GMSMapView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
    layer.map = map
    for zoom in Int(kGMSMinZoomLevel)...Int(kGMSMaxZoomLevel) {
      map.camera = GMSCameraPosition(target: middle, zoom: Float(zoom))
      for gap in try await map.snapshotWithGaps().gaps { print("wrong", gap) }
    }
    layer.map = nil
  }
}
