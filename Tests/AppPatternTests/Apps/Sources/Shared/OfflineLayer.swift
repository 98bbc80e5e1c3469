import GoogleMaps
import UIKit

/// Shows the tiles that the app carries, and takes the others from the server.
class OfflineLayer: GMSTileLayer {
  private let folder: URL
  private let remote: GMSURLTileLayer

  init(folder: URL, server: String) {
    self.folder = folder
    remote = GMSURLTileLayer { x, y, zoom in
      URL(string: "\(server)/online/\(zoom)/\(x)/\(y).png")
    }
    remote.userAgent = "Plans/1.0"
    super.init()
  }

  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: GMSTileReceiver) {
    let file = folder.appendingPathComponent("\(zoom)/\(x)/\(y).png")
    if let image = UIImage(contentsOfFile: file.path) {
      receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: image)
    } else {
      remote.requestTileFor(x: x, y: y, zoom: zoom, receiver: receiver)
    }
  }

  override func clearTileCache() {
    remote.clearTileCache()
    super.clearTileCache()
  }
}
