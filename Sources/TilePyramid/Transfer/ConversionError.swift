public import TileModel
public import TileStorage

/// Why the tiles of a store cannot be copied into another.
public enum ConversionError: ReportableError, Hashable {
  /// The source is a building, whose floors are stores of their own.
  case building(path: String)
  /// No tile is selected.
  case nothingLeft(path: String, tileCount: Int)
  /// The tiles of a store without a definition are of a size that none can have.
  case tileSize(path: String, tile: TileCoordinate, width: Int, height: Int)
  /// Tiles of several formats are to go into a store that holds one.
  case hybrid(path: String, StoreFormat)
  /// An area in degrees is selected of tiles of an image that is nowhere on the globe.
  case areaOfImageGrid(path: String)
  /// A zoom is deeper than the store can hold.
  case tooDeep(path: String, StoreFormat, zoom: Int)
  /// A tile is empty, or of no known format.
  case unknownFormat(path: String, tile: TileCoordinate)
  /// A tile has another format than the others.
  case otherFormat(path: String, tile: TileCoordinate, found: TileFormat, expected: TileFormat)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .building(let path):
      FailureReport(
        .badInput, "a building is not one store", at: path,
        expected: "the folder or file of one floor", nextStep: "convert floor by floor")
    case .nothingLeft(let path, let count):
      FailureReport(
        .badInput, "no tile is selected", at: path, found: "\(count) tiles, all of them elsewhere",
        expected: "zooms and areas in which the store has tiles",
        nextStep: "see tilepyramid info \(path) for its zooms and bounds")
    case .tileSize(let path, let tile, let width, let height):
      FailureReport(
        .badInput, "tiles of this size are not known", at: path,
        found: "tile \(tile) of \(width) x \(height) samples", expected: "256 x 256 or 512 x 512",
        nextStep: "build the pyramid again from its image")
    case .hybrid(let path, let store):
      FailureReport(
        .badInput, "\(store.noun) has one format for all tiles", at: path,
        found: "tiles of several formats", expected: "a store of tiles of one format",
        nextStep: "write a folder of tiles, or build again with `format` webp, which holds both")
    case .areaOfImageGrid(let path):
      FailureReport(
        .badInput, "`bounds` has no effect on tiles of an image that is nowhere on the globe",
        at: path, nextStep: "leave `bounds` out, or build a part of the image")
    case .tooDeep(let path, let store, let zoom):
      FailureReport(
        .badInput, "\(store.noun) cannot hold zoom \(zoom)", at: path, found: "zoom \(zoom)",
        expected: "a zoom of 0 to \(store.maximumZoom)",
        nextStep: "select the zooms to \(store.maximumZoom), or write another format")
    case .unknownFormat(let path, let tile):
      FailureReport(
        .badInput, "tile \(tile) is no image", at: path, found: "bytes of no known format",
        expected: TileFormatDescription.titles, nextStep: "see tilepyramid verify \(path)")
    case .otherFormat(let path, let tile, let found, let expected):
      FailureReport(
        .badInput, "tile \(tile) has another format than the store", at: path,
        found: found.rawValue, expected: expected.rawValue,
        nextStep: "see tilepyramid verify \(path)")
    }
  }
}
