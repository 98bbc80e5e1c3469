import GoogleMaps

/// Makes its tiles itself, keeps what it made, and counts how often it was asked.
final class HeatLayer: GMSSyncTileLayer {
  private let lock = NSLock()
  private var made: [UInt: UIImage] = [:]
  private var requests = 0
  private let swatch: UIImage

  init(swatch: UIImage) {
    self.swatch = swatch
    super.init()
    zIndex = 5
    opacity = 0.5
    fadeIn = false
  }

  var requestCount: Int {
    lock.lock()
    defer { lock.unlock() }
    return requests
  }

  override func tileFor(x: UInt, y: UInt, zoom: UInt) -> UIImage? {
    lock.lock()
    defer { lock.unlock() }
    requests += 1
    guard (x + y) % 2 == 0 else { return kGMSTileLayerNoTile }
    if let tile = made[zoom] { return tile }
    made[zoom] = swatch
    return swatch
  }
}
