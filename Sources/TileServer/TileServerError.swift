public import TileModel
public import TileStorage

/// A failure to serve tiles.
public enum TileServerError: ReportableError, Hashable {
  /// A site that cannot be opened.
  case storage(TileStorageError)
  /// A building without a floor.
  case noLayers(path: String)
  /// A site without a tile.
  case noTiles(path: String)
  /// Another program listens at the port.
  case portTaken(UInt16)
  /// The system refused the port.
  case cannotListen(port: UInt16, reason: String)
  /// The process may not open as many files at a time as the server needs.
  case tooFewDescriptors(free: Int, needed: Int)
  /// The server ended by itself.
  case stopped(reason: String)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .storage(let error): error.report
    case .noLayers(let path):
      FailureReport(
        .badInput, "the building has no floor", at: path, expected: "one or more",
        nextStep: "build it again")
    case .noTiles(let path):
      FailureReport(
        .badInput, "there is no tile to serve", at: path,
        expected: "a folder or file of tiles, or a building's folder", nextStep: "check the path")
    case .portTaken(let port):
      FailureReport(
        .cannotAccess, "another program listens at the port", at: "127.0.0.1:\(port)",
        nextStep: "stop it, or choose another port (0 takes any that is free)")
    case .cannotListen(let port, let reason):
      FailureReport(
        .cannotAccess, "cannot listen at the port", at: "127.0.0.1:\(port)", found: reason,
        nextStep: "choose another port (0 takes any that is free)")
    case .tooFewDescriptors(let free, let needed):
      FailureReport(
        .cannotAccess, "too few files may be open at a time", found: "\(free) more",
        expected: "\(needed) more, and one for each further connection",
        nextStep: "raise the limit of open files, in a shell with ulimit -n")
    case .stopped(let reason):
      FailureReport(
        .cannotAccess, "the server stopped by itself", found: reason, nextStep: "start it again")
    }
  }
}
