import TileImaging
import TileModel
import TileStorage

/// A store that is merged.
struct MergedStore: Sendable {
  let path: String
  let definition: LayerDefinition
  let reader: any TileReader
  let index: TileIndex
  /// The deepest zoom with a tile.
  let deepest: Int
  /// Whether its tiles are lossy, as far as the first tells.
  let isLossy: Bool

  init(_ layer: StoredLayers.Layer, at path: String) throws {
    self.path = path
    reader = layer.reader
    let tiles = try layer.reader.coordinates()
    guard let first = tiles.first, let bytes = try layer.reader.tile(at: first) else {
      throw ConversionError.nothingLeft(path: path, tileCount: 0)
    }
    isLossy = TileDecoder.isLossy(bytes)
    var definition = layer.definition
    if !layer.isDescribed {
      definition.format = TileDecoder.format(of: bytes) ?? definition.format
      let image = try TileDecoder.decode(bytes)
      guard let size = TileSize(rawValue: image.width), image.width == image.height else {
        throw ConversionError.tileSize(
          path: path, tile: first, width: image.width, height: image.height)
      }
      definition.tileSize = size
    }
    self.definition = definition
    var builder = TileIndexBuilder(scratch: FileSystem.temporaryFolder)
    for tile in tiles { try builder.append(StoredTile(tile)) }
    index = try builder.finish()
    deepest = index.zooms.last ?? 0
  }

  /// The samples of a tile.
  ///
  /// - Throws: `TileStorageError` or `ImageCodecError`.
  func samples(of file: TileFile, at tile: TileCoordinate) throws -> [UInt8] {
    let image = try TileDecoder.decode(file.bytes)
    guard image.width == definition.tileSize.rawValue, image.height == image.width else {
      throw ConversionError.tileSize(
        path: path, tile: tile, width: image.width, height: image.height)
    }
    return image.samples
  }
}
