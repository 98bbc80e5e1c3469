package import TileModel

/// A file that a draft leaves out.
package struct SkippedImage: Hashable, Sendable {
  /// The path of the file, relative to the folder of the draft.
  package var path: String
  package var reason: String
}

/// The failure to draft a manifest.
package enum ManifestDraftError: ReportableError, Hashable {
  case cannotList(folder: String, reason: String)
  case noImages(folder: String, skipped: [SkippedImage])

  package var report: FailureReport {
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
