import Foundation
import TileImaging
import TileModel

/// Parts of a floor's deepest tiles, which are shown up to four zooms further.
struct EnlargedTiles {
  /// Addresses beyond the deepest zoom and the pixels that must be there, `nil` where there are none: beside the
  /// tiles, and five zooms further.
  let parts: [(tile: TileCoordinate, pixels: RGBAImage?)]

  init(_ floor: String, _ addresses: [[Int]], _ expected: URL) {
    let tiles = addresses.map { address in
      let name = "\(floor)-\(address[0])-\(address[1])-\(address[2])"
      let file = FileManager.default.contents(atPath: expected.appendingPathComponent(name).path)
      return (address: address, image: file.flatMap { try? TileDecoder.decode([UInt8]($0)) })
    }
    let deepest = tiles.filter { $0.image != nil }.map(\.address[0]).max()
    parts = tiles.filter { $0.address[0] == deepest }.flatMap { address, image in
      (1...5).compactMap { levels in
        let place = (x: address[1] * 7 % (1 << levels), y: address[2] * 5 % (1 << levels))
        return TileCoordinate(
          zoom: address[0] + levels, x: address[1] << levels + place.x,
          y: address[2] << levels + place.y
        ).map { tile in (tile, levels > 4 ? nil : image.map { Self.part($0, levels, place) }) }
      }
    }
  }

  private static func part(_ image: RGBAImage, _ levels: Int, _ place: (x: Int, y: Int))
    -> RGBAImage
  {
    let side = 256 >> levels
    var samples: [UInt8] = []
    for row in 0..<side {
      for column in 0..<side {
        let pixel = (place.y * side + row) * 256 + place.x * side + column
        samples += image.samples[(4 * pixel)..<(4 * pixel + 4)]
      }
    }
    return RGBAImage(width: side, height: side, samples: samples)
  }
}
