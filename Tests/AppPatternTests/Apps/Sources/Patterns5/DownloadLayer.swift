import Foundation
import GoogleMaps

/// Downloads tiles and keeps them in memory.
class DownloadLayer: GMSTileLayer {
  private let cache = NSCache<NSString, UIImage>()
  private let session = URLSession(configuration: .default)
  private let server: String

  init(server: String) {
    self.server = server
    super.init()
    cache.countLimit = 100
  }

  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: GMSTileReceiver) {
    let key = "\(zoom)/\(x)/\(y)"
    if let image = cache.object(forKey: key as NSString) {
      receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: image)
      return
    }
    guard let url = URL(string: "\(server)/L0/\(key).png") else { return }
    session.dataTask(with: url) { [weak self] data, response, error in
      guard let data = data, error == nil, (response as? HTTPURLResponse)?.statusCode == 200
      else {
        receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: nil)
        return
      }
      let image = UIImage(data: data)
      if let image = image { self?.cache.setObject(image, forKey: key as NSString) }
      receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: image)
    }.resume()
  }
}
