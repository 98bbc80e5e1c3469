import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting

/// Layers whose every sample follows from its place.
enum DrawnLayers {
  /// A layer that draws each sample from its level and its place in the level.
  static func layer(
    zooms: ClosedRange<Int>, tileSize: TileSize = .standard,
    options: TileLayer.Options = TileLayer.Options(),
    color: @escaping @Sendable (_ zoom: Int, _ x: Int, _ y: Int) -> [UInt8]
  ) -> TileLayer {
    let information = LayerInformation(
      name: "Drawn", tileSize: tileSize, extent: .within(zooms: zooms, bounds: nil))
    return TileLayer(information, options: options) { tile in
      let side = tileSize.rawValue
      var samples: [UInt8] = []
      samples.reserveCapacity(4 * side * side)
      for y in 0..<side {
        for x in 0..<side { samples += color(tile.zoom, tile.x * side + x, tile.y * side + y) }
      }
      do {
        return .tile(
          EncodedTile(
            try SamplePyramid.png(RGBAImage(width: side, height: side, samples: samples))))
      } catch {
        return .unavailable(.other("\(error)"))
      }
    }
  }

  /// The same tile everywhere on a level, repeating a pattern whose sides divide the tile's.
  static func repeating(
    zooms: ClosedRange<Int>, options: TileLayer.Options = TileLayer.Options(),
    pattern: (_ zoom: Int) -> RGBAImage
  ) throws -> TileLayer {
    var tiles: [Int: [UInt8]] = [:]
    for zoom in zooms {
      let pattern = pattern(zoom)
      var samples: [UInt8] = []
      for y in 0..<256 {
        let start = 4 * (y % pattern.height) * pattern.width
        let row = pattern.samples[start..<(start + 4 * pattern.width)]
        for _ in 0..<(256 / pattern.width) { samples += row }
      }
      tiles[zoom] = try SamplePyramid.png(RGBAImage(width: 256, height: 256, samples: samples))
    }
    let known = tiles
    let information = LayerInformation(
      name: "Repeating", extent: .within(zooms: zooms, bounds: nil))
    return TileLayer(information, options: options) { tile in
      known[tile.zoom].map { .tile(EncodedTile($0)) } ?? .absent
    }
  }

  /// One colour everywhere.
  static func flat(_ color: [UInt8], zooms: ClosedRange<Int> = 0...22) throws -> TileLayer {
    let pattern = RGBAImage(
      width: 64, height: 1, samples: Array(repeating: color, count: 64).flatMap(\.self))
    return try repeating(zooms: zooms) { _ in pattern }
  }

  /// White and black samples by turns.
  static func checks(
    zooms: ClosedRange<Int>, options: TileLayer.Options = TileLayer.Options()
  ) throws -> TileLayer {
    let (white, black): ([UInt8], [UInt8]) = ([255, 255, 255, 255], [0, 0, 0, 255])
    let rows = [white + black, black + white].map { row in
      Array(repeating: row, count: 32).flatMap(\.self)
    }
    let pattern = RGBAImage(width: 64, height: 2, samples: rows[0] + rows[1])
    return try repeating(zooms: zooms, options: options) { _ in pattern }
  }

  /// Different in every sample, with translucent ones and clear ones among them.
  static func noise(_ zoom: Int, _ x: Int, _ y: Int) -> [UInt8] {
    var bits = UInt64(truncatingIfNeeded: x &* 0x1F1F1F1F ^ y &* 0x5D5D5D5D ^ zoom)
    bits = (bits ^ bits >> 31) &* 0x9E37_79B9_7F4A_7C15
    bits ^= bits >> 29
    let alpha: UInt8 =
      switch bits & 7 {
      case 0: 0
      case 1: max(UInt8(truncatingIfNeeded: bits >> 8), 1)
      default: 255
      }
    if alpha == 0 { return [0, 0, 0, 0] }
    return [
      UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 24),
      UInt8(truncatingIfNeeded: bits >> 32), alpha,
    ]
  }
}

extension RGBAImage {
  /// The four samples of a pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    Array(samples[(4 * (y * width + x))..<(4 * (y * width + x) + 4)])
  }
}
