import Georeferencing
import RasterSources
public import TileModel

/// Images that are skipped, wholly or in part, because they cannot be read.
///
/// Thread-safe.
package final class SkippedImages: Sendable {
  private let found = Guarded<[String: FailureReport]>([:])

  package init() {}

  func note(_ path: String, _ error: any Error) throws {
    let report: FailureReport
    switch error {
    case let error as RasterError: report = error.report
    case let error as GeoreferenceError: report = error.report
    default: throw error
    }
    found.withLock { found in if found[path] == nil { found[path] = report } }
  }

  package var list: [SkippedImage] {
    found.withLock { $0 }.sorted { $0.key < $1.key }
      .map { SkippedImage(path: $0.key, reason: $0.value) }
  }
}

/// An image that is left out of a picture, wholly or in part.
public struct SkippedImage: Hashable, Sendable {
  /// The path of the file.
  public let path: String
  /// The reason why it cannot be read.
  public let reason: FailureReport

  package init(path: String, reason: FailureReport) {
    self.path = path
    self.reason = reason
  }
}
