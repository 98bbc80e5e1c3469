public import TileLayers
public import TileModel

/// A reason why a tile overlay has no data for a tile.
///
/// It is not part of MapKit.
public enum TileOverlayError: ReportableError, Hashable {
  /// There is definitively no tile at a URL, or, when `location` is `nil`, the overlay gave neither
  /// data nor an error.
  case noTile(location: String?)
  /// The tile is temporarily unavailable.
  case unavailable(TileUnavailability)

  /// The failure report for users.
  public var report: FailureReport {
    switch self {
    case .noTile(let location):
      FailureReport(
        .badInput, "there is no such tile", at: location,
        nextStep: "set minimumZ, maximumZ and boundingMapRect to where the tiles are")
    case .unavailable(let reason): reason.report
    }
  }
}
