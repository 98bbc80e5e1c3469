/// The address of one tile in the XYZ scheme.
///
/// Row 0 is the northernmost row. The southern-origin row that MBTiles and TMS use is ``tmsRow`` and
/// appears only where tiles are stored or named.
public struct TileCoordinate: Hashable, Sendable {
  /// The deepest level the package addresses.
  public static let maximumZoom = 30

  /// The level, `0...maximumZoom`.
  public let zoom: Int
  /// The column, `0..<2^zoom`, counted eastward from longitude −180°.
  public let x: Int
  /// The row, `0..<2^zoom`, counted southward from latitude +85.0511°.
  public let y: Int

  /// Creates an address, or returns `nil` when there is no such tile at `zoom`.
  public init?(zoom: Int, x: Int, y: Int) {
    guard (0...Self.maximumZoom).contains(zoom) else { return nil }
    guard (0..<(1 << zoom)).contains(x), (0..<(1 << zoom)).contains(y) else { return nil }
    self.init(unchecked: zoom, x: x, y: y)
  }

  /// Creates an address from a row counted northward, or returns `nil` when there is no such tile.
  public init?(zoom: Int, x: Int, tmsRow: Int) {
    guard (0...Self.maximumZoom).contains(zoom), (0..<(1 << zoom)).contains(tmsRow) else {
      return nil
    }
    self.init(zoom: zoom, x: x, y: (1 << zoom) - 1 - tmsRow)
  }

  package init(unchecked zoom: Int, x: Int, y: Int) {
    self.zoom = zoom
    self.x = x
    self.y = y
  }

  /// The row counted northward from the south, as in the `tile_row` column of MBTiles 1.3.
  public var tmsRow: Int { (1 << zoom) - 1 - y }

  /// The tile one level up that holds this one, or `nil` at level 0.
  public var parent: TileCoordinate? {
    zoom == 0 ? nil : TileCoordinate(unchecked: zoom - 1, x: x >> 1, y: y >> 1)
  }

  /// The four tiles one level down, row by row from the north-west; empty at the deepest level.
  public var children: [TileCoordinate] {
    guard zoom < Self.maximumZoom else { return [] }
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      TileCoordinate(unchecked: zoom + 1, x: 2 * x + $0.0, y: 2 * y + $0.1)
    }
  }
}

extension TileCoordinate: CustomStringConvertible {
  /// The address as `zoom/x/y`.
  public var description: String { "\(zoom)/\(x)/\(y)" }
}

extension TileCoordinate: Comparable {
  /// Orders by zoom, then row from the north, then column.
  public static func < (left: TileCoordinate, right: TileCoordinate) -> Bool {
    (left.zoom, left.y, left.x) < (right.zoom, right.y, right.x)
  }
}
