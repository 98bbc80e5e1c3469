import Foundation
import GoogleMaps

/// The user's choices, which the layer's constructor reads on any thread.
final class TileSettings: @unchecked Sendable {
  private let lock = NSLock()
  private var server: String
  private var style = "L0"

  init(server: String) { self.server = server }

  func choose(style: String) {
    lock.lock()
    self.style = style
    lock.unlock()
  }

  func url(x: UInt, y: UInt, zoom: UInt) -> URL? {
    lock.lock()
    defer { lock.unlock() }
    guard zoom <= 21 else { return nil }
    return URL(string: "\(server)/\(style)/\(zoom)/\(x)/\(y).png")
  }
}

func makeStyledLayer(_ settings: TileSettings) -> GMSURLTileLayer {
  let urls: GMSTileURLConstructor = { x, y, zoom in settings.url(x: x, y: y, zoom: zoom) }
  let layer = GMSURLTileLayer(urlConstructor: urls)
  layer.opacity = 0.8
  return layer
}
