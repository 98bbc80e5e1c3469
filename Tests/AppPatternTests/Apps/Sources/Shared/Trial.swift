import Foundation
import GoogleMaps

/// An ordinary receiver: counts what it gets, by kind.
final class Tally: NSObject, GMSTileReceiver {
  private let lock = NSLock()
  private var counts = ["tile": 0, "none": 0, "nil": 0]

  func receiveTileWith(x: UInt, y: UInt, zoom: UInt, image: UIImage?) {
    lock.lock()
    defer { lock.unlock() }
    counts[image == nil ? "nil" : image === kGMSTileLayerNoTile ? "none" : "tile", default: 0] += 1
  }

  var text: String {
    lock.lock()
    defer { lock.unlock() }
    return "\(counts["tile", default: 0]) tiles, \(counts["none", default: 0]) absent, "
      + "\(counts["nil", default: 0]) unavailable"
  }

  var total: Int {
    lock.lock()
    defer { lock.unlock() }
    return counts.values.reduce(0, +)
  }
}

/// Asks a layer for the sixteen tiles of zoom 2 from each of eight threads.
func askFromEightThreads(_ layer: GMSTileLayer) async -> String {
  let tally = Tally()
  ask(layer, tally)
  while tally.total < 128 { await Task.yield() }
  return tally.text
}

private func ask(_ layer: GMSTileLayer, _ tally: Tally) {
  // Both bear it, which the compiler cannot know.
  nonisolated(unsafe) let (layer, tally) = (layer, tally)
  DispatchQueue.concurrentPerform(iterations: 8) { _ in
    for location in 0..<16 as Range<UInt> {
      layer.requestTileFor(x: location % 4, y: location / 4, zoom: 2, receiver: tally)
    }
  }
}
