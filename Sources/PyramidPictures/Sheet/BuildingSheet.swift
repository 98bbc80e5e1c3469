import Georeferencing
import TileModel
public import TileStorage

/// A picture of all floors of a building: their contact sheets, one below the other.
public struct BuildingSheet: Sendable {
  private let floorCount: Int
  private var sheets: [PictureDrawing] = []

  /// Creates a picture without a floor.
  ///
  /// - Parameter floorCount: The number of floors to come, which lowers the rows.
  public init(floorCount: Int) { self.floorCount = floorCount }

  /// Draws one more floor.
  ///
  /// - Parameters:
  ///   - sheet: The floor's sheet, whose row height is chosen here.
  ///   - store: The floor's tiles, `nil` for a store that cannot be opened, which shows no tiles.
  /// - Throws: Errors of ``ContactSheet/draw(_:)``.
  public mutating func add(
    _ sheet: ContactSheet, of store: (any TileReader)?
  ) throws(TileStorageError) {
    var sheet = sheet
    sheet.rowHeight = min(384, max(96, 1536 / max(1, floorCount)))
    sheets.append(try sheet.draw(store ?? NoTiles()))
  }

  /// The drawing, `nil` without a floor.
  public var drawing: PictureDrawing? {
    guard !sheets.isEmpty else { return nil }
    var drawing = PictureDrawing(
      size: PixelSize(
        width: sheets.reduce(1) { max($0, $1.size.width) },
        height: sheets.reduce(0) { $0 + $1.size.height }))
    var top = 0
    for sheet in sheets {
      drawing.composite(sheet, top: top)
      top += sheet.size.height
    }
    return drawing
  }
}

/// A store without tiles.
private struct NoTiles: TileReader {
  let format: TileFormat? = nil
  let definition: LayerDefinition? = nil
  let metadata: [MetadataEntry] = []

  func tile(at coordinate: TileCoordinate) -> [UInt8]? { nil }
  func coordinates() -> [TileCoordinate] { [] }
}
