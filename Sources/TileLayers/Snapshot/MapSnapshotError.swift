public import TileModel

/// A reason why a picture of a map cannot be made.
public enum MapSnapshotError: ReportableError, Hashable {
  /// The picture has no pixel or too many of them.
  case size(width: Double, height: Double)
  /// The camera sees more tiles than fit in memory.
  case tooManyTiles(layer: String, limit: Int)
  /// A tile that the picture needs is unavailable.
  case tile(layer: String, TileCoordinate, TileUnavailability)
  /// A tile is not square, so that it cannot be drawn as a tile.
  case tileSize(layer: String, TileCoordinate, width: Int, height: Int, expected: Int)

  /// The failure report for users.
  public var report: FailureReport {
    switch self {
    case .size(let width, let height):
      FailureReport(
        .badInput, "the picture cannot have this size", found: "\(width) × \(height) pixels",
        expected: "1 to \(SnapshotLimits.maximumSide) pixels a side",
        nextStep: "choose another size or scale")
    case .tooManyTiles(let layer, let limit):
      FailureReport(
        .badInput, "the camera sees too many tiles", at: "layer \(layer)",
        expected: "at most \(limit) tiles", nextStep: "zoom in, or add shallower levels")
    case .tile(let layer, let tile, let reason):
      {
        var report = reason.report
        report.location = "layer \(layer), " + (report.location ?? "tile \(tile)")
        return report
      }()
    case .tileSize(let layer, let tile, let width, let height, let expected):
      FailureReport(
        .badInput, "the tile is not square", at: "layer \(layer), tile \(tile)",
        found: "\(width) × \(height)", expected: "\(expected) × \(expected), or another square",
        nextStep: "build the layer's tiles again")
    }
  }

  var isCancellation: Bool {
    if case .tile(_, _, .cancelled) = self { true } else { false }
  }
}
