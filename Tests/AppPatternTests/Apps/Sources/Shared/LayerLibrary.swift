import Foundation
import GoogleMaps

/// Layers by floor, made on whatever thread first asks for one.
final class LayerLibrary: @unchecked Sendable {
  static let shared = LayerLibrary()

  private let lock = NSLock()
  private var layers: [String: GMSTileLayer] = [:]

  func layer(forFloor floor: String, server: String) -> GMSTileLayer {
    lock.lock()
    defer { lock.unlock() }
    if let layer = layers[floor] { return layer }
    let layer = GMSURLTileLayer(urlConstructor: { x, y, zoom in
      URL(string: "\(server)/\(floor)/\(zoom)/\(x)/\(y).png")
    })
    layer.zIndex = 100
    layer.tileSize = 256
    layers[floor] = layer
    return layer
  }

  /// Makes layers ahead of time, away from the main thread.
  func prepare(_ floors: [String], server: String) async {
    await withTaskGroup(of: Void.self) { group in
      for floor in floors {
        group.addTask { _ = self.layer(forFloor: floor, server: server) }
      }
    }
  }

  var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return layers.count
  }
}
