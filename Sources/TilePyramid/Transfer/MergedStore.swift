import TileImaging
import TileModel
import TileStorage

struct MergedStore: Sendable {
  let source: StoreSource
  let index: TileIndex
  let deepest: Int
  /// Judged by the first tile.
  let isLossy: Bool
  var path: String { source.path }
  var definition: LayerDefinition { source.definition }
  var reader: any TileReader { source.reader }

  init(_ source: StoreSource) throws(TileStorageError) {
    self.source = source
    isLossy =
      try source.tiles.first.flatMap { (tile) throws(TileStorageError) in
        try source.reader.tile(at: tile)
      }.map(TileDecoder.isLossy) ?? false
    var builder = TileIndexBuilder(scratch: FileSystem.temporaryFolder)
    for tile in source.tiles { try builder.append(StoredTile(tile)) }
    index = try builder.finish()
    deepest = index.zooms.last ?? 0
  }

  /// Elevation tiles are converted to the samples that builds use.
  func samples(of file: TileFile, at tile: TileCoordinate) throws -> [UInt8] {
    let image = try TileDecoder.decode(file.bytes)
    guard image.width == definition.tileSize.rawValue, image.height == image.width else {
      throw FailureReport.tileSize(path: path, tile: tile, width: image.width, height: image.height)
    }
    return definition.elevation?.samples(ofFile: image.samples) ?? image.samples
  }
}
