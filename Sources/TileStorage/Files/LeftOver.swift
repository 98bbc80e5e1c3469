import TileModel

/// Something that publishing an output could neither remove nor move to its final path.
public struct LeftOver: Hashable, Sendable {
  /// Where it is.
  public let path: String
  /// Why it is there, in words.
  public let reason: String

  /// Creates a description.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// What an error left.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - path: Where it was left; `nil` for the position that the error names.
  init(_ error: TileStorageError, at path: String?) {
    let report = error.report
    self.path = path ?? report.location ?? ""
    reason = [report.what, report.found].compactMap(\.self).joined(separator: ": ")
  }
}
