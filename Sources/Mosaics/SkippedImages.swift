import Georeferencing
import RasterSources
public import TileModel

/// The images of a picture that are left out, wholly or in part, because they cannot be read.
package final class SkippedImages: Sendable {
  private let found = Guarded<[String: FailureReport]>([:])

  /// Notes nothing yet.
  package init() {}

  /// Notes an image by its first error; what was an error of another kind is thrown on.
  func note(_ path: String, _ error: any Error) throws {
    let report: FailureReport
    switch error {
    case let error as RasterError: report = error.report
    case let error as GeoreferenceError: report = error.report
    default: throw error
    }
    found.withLock { found in
      if found[path] == nil { found[path] = report }
    }
  }

  /// The images by their paths.
  package var list: [SkippedImage] {
    found.withLock { $0 }.sorted { $0.key < $1.key }
      .map { SkippedImage(path: $0.key, reason: $0.value) }
  }
}

/// An image that is left out of a picture, wholly or in part.
public struct SkippedImage: Hashable, Sendable {
  /// The path of the file.
  public let path: String
  /// Why it cannot be read.
  public let reason: FailureReport

  /// Puts both together.
  package init(path: String, reason: FailureReport) {
    self.path = path
    self.reason = reason
  }
}
