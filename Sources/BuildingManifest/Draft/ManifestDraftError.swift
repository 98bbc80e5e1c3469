public import TileModel

/// A file that a draft leaves out.
public struct SkippedImage: Hashable, Sendable {
  /// The path of the file, relative to the folder of the draft.
  public var path: String
  /// The reason.
  public var reason: String
}

/// The failure to draft a manifest.
public enum ManifestDraftError: ReportableError, Hashable {
  /// The folder cannot be listed.
  case cannotList(folder: String, reason: String)
  /// The folder holds no image that can be read.
  case noImages(folder: String, skipped: [SkippedImage])

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .cannotList(let folder, let reason):
      FailureReport(
        .cannotAccess, "the folder cannot be listed", at: folder, found: reason,
        expected: "a folder with an image of each floor",
        nextStep: "check the path and its permissions")
    case .noImages(let folder, let skipped):
      FailureReport(
        .badInput, "the folder has no image that can be read", at: folder,
        found: skipped.isEmpty
          ? nil
          : skipped.prefix(5).map { "\($0.path): \($0.reason)" }.joined(separator: "; "),
        expected: "an image of each floor", nextStep: "name the folder that holds the floor plans")
    }
  }
}
