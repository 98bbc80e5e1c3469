public import TileImaging
public import TileModel
public import TileStorage

/// A reason why a tile is temporarily unavailable.
public enum TileUnavailability: ReportableError, Hashable {
  /// The server did not answer in time.
  case timedOut(location: String)
  /// The server could not be reached, or the connection broke.
  case unreachable(location: String, detail: String)
  /// The server cannot answer now (5xx), or asks for a pause (408, 425, 429) of `retryAfter`.
  case busy(status: Int, location: String, retryAfter: Duration?)
  /// The server refuses the request, and would refuse it again (other statuses).
  case refused(status: Int, location: String)
  /// The server's answer is too large to be a tile.
  case tooLarge(location: String, limit: Int)
  /// The server's answer is no image, such as the page of a network that wants a login.
  case notAnImage(location: String)
  /// The store could not be read.
  case storage(TileStorageError)
  /// The tile is damaged, or could not be encoded again.
  case image(ImageCodecError, TileCoordinate)
  /// The layer's own function reports it.
  case other(String)
  /// The caller no longer wants the tile.
  case cancelled

  /// Whether asking again soon may help.
  public var isTransient: Bool {
    switch self {
    case .timedOut, .unreachable, .busy, .notAnImage, .other: true
    case .refused, .tooLarge, .storage, .image, .cancelled: false
    }
  }

  /// The failure report for users.
  public var report: FailureReport {
    switch self {
    case .timedOut(let location):
      FailureReport(
        .cannotAccess, "the server did not answer in time", at: location,
        nextStep: "check the network, or allow more time")
    case .unreachable(let location, let detail):
      FailureReport(
        .cannotAccess, "the tile could not be fetched", at: location, found: detail,
        nextStep: "check the network and the address")
    case .busy(let status, let location, let delay):
      FailureReport(
        .cannotAccess, "the server cannot answer now", at: location, found: "status \(status)",
        nextStep: delay.map { "try again in \($0.components.seconds) seconds" }
          ?? "try again later")
    case .refused(let status, let location):
      FailureReport(
        .cannotAccess, "the server refuses the request", at: location, found: "status \(status)",
        expected: "200, or 404 where there is no tile",
        nextStep: "check the address and the permission to read it")
    case .tooLarge(let location, let limit):
      FailureReport(
        .badInput, "the answer is too large to be a tile", at: location,
        expected: "at most \(limit) bytes", nextStep: "check the address")
    case .notAnImage(let location):
      FailureReport(
        .badInput, "the answer is not a tile", at: location,
        expected: "a \(TileFormatDescription.titles) image",
        nextStep: "open the address in a browser; the network may ask for a login")
    case .storage(let error): error.report
    case .image(let error, let tile): error.report(at: tile)
    case .other(let text): FailureReport(.cannotAccess, text)
    case .cancelled: FailureReport(.cannotAccess, "the request was cancelled")
    }
  }
}

extension ImageCodecError {
  fileprivate func report(at tile: TileCoordinate) -> FailureReport {
    var report = report
    report.location = "tile \(tile)"
    return report
  }
}
