public import TileLayers
public import TileModel

/// Why a tile overlay has no data for a tile; not part of MapKit.
public enum TileOverlayError: ReportableError, Hashable {
  /// There is definitively no tile at a URL, or, when `location` is `nil`, the overlay gave neither
  /// data nor an error.
  case noTile(location: String?)
  /// The tile cannot be had for now.
  case unavailable(TileUnavailability)

  /// The error in the words of a user.
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
