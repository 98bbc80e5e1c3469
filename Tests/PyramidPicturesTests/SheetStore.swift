import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

/// A store in memory.
struct SheetStore: TileReader {
  var tiles: [TileCoordinate: [UInt8]] = [:]
  var format: TileFormat? { .png }
  var definition: LayerDefinition? { nil }
  var metadata: [MetadataEntry] { [] }

  func tile(at coordinate: TileCoordinate) -> [UInt8]? { tiles[coordinate] }
  func coordinates() -> [TileCoordinate] { Array(tiles.keys) }

  /// The bytes of a tile of one colour.
  static func flat(_ color: PixelColor, side: Int = 256) throws -> [UInt8] {
    try PNGTileEncoder(effort: .fast).encodeUniform(
      red: color.red, green: color.green, blue: color.blue, alpha: color.alpha, width: side,
      height: side)
  }
}

/// Colours of a picture by place.
extension RGBAImage {
  subscript(x: Int, y: Int) -> PixelColor {
    let offset = 4 * (y * width + x)
    return PixelColor(
      samples[offset], samples[offset + 1], samples[offset + 2], alpha: samples[offset + 3])
  }

  /// The number of pixels with a colour.
  func count(of color: PixelColor) -> Int {
    stride(from: 0, to: samples.count, by: 4).count { offset in
      samples[offset] == color.red && samples[offset + 1] == color.green
        && samples[offset + 2] == color.blue
    }
  }
}
