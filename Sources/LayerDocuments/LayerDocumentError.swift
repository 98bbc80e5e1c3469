public import TileModel

/// A reason why a layer definition cannot be written or understood.
public enum LayerDocumentError: Error, Hashable {
  /// The text is not JSON.
  case notJSON(offset: Int, reason: String)
  /// The document is larger than is read.
  case tooLarge(limit: Int)
  /// A required key is absent.
  case missing(key: String, expected: String)
  /// The value of a key cannot be used.
  case invalid(key: String, found: String, expected: String)

  /// The failure report for users.
  ///
  /// - Parameter path: The document.
  /// - Returns: The report.
  public func report(at path: String) -> FailureReport {
    switch self {
    case .notJSON(let offset, let reason):
      FailureReport(
        .badInput, "the layer definition is not JSON: \(reason), at byte \(offset)", at: path,
        expected: "TileJSON 3.0.0 with a \"tilepyramid\" object",
        nextStep: "restore the file, or build the pyramid again")
    case .tooLarge(let limit):
      FailureReport(
        .badInput, "the layer definition is too large", at: path,
        expected: "at most \(limit) bytes", nextStep: "check that this is a layer definition")
    case .missing(let key, let expected):
      FailureReport(
        .badInput, "the layer definition has no \(key)", at: path, found: "nothing",
        expected: expected, nextStep: "restore the file, or build the pyramid again")
    case .invalid(let key, let found, let expected):
      FailureReport(
        .badInput, "the layer definition has an unusable \(key)", at: path, found: found,
        expected: expected, nextStep: "correct the value of \(key)")
    }
  }
}
