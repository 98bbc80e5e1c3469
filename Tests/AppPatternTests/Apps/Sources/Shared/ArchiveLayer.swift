import Foundation
import GoogleMaps

/// Reads tiles from one file: lines of `zoom x y offset length`, an empty line, and the images.
final class ArchiveLayer: GMSTileLayer {
  private struct Entry {
    let offset: UInt64
    let length: Int
  }

  private let handle: FileHandle
  private let start: UInt64
  private var entries: [String: Entry] = [:]
  private let queue = DispatchQueue(label: "archive")

  init?(path: String) {
    guard let handle = FileHandle(forReadingAtPath: path),
      let data = FileManager.default.contents(atPath: path),
      let end = data.range(of: Data("\n\n".utf8))
    else { return nil }
    self.handle = handle
    start = UInt64(end.upperBound)
    super.init()
    for line in String(decoding: data[..<end.lowerBound], as: UTF8.self).split(separator: "\n") {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 5 else { continue }
      entries["\(numbers[0])/\(numbers[1])/\(numbers[2])"] = Entry(
        offset: UInt64(numbers[3]), length: numbers[4])
    }
  }

  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {
    guard let entry = entries["\(zoom)/\(x)/\(y)"] else {
      return receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: kGMSTileLayerNoTile)
    }
    let data = queue.sync { () -> Data in
      handle.seek(toFileOffset: start + entry.offset)
      return handle.readData(ofLength: entry.length)
    }
    receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: UIImage(data: data))
  }
}
