import Georeferencing
package import Mosaics
package import RasterSources
public import TileModel
import TileStorage

/// A file in which what the headers of many images say is kept from one run to the next.
package struct ImageHeaderFile {
  private let path: String
  /// What is known.
  package let headers: ImageHeaders

  /// The most bytes that are read.
  private static let sizeLimit = 1 << 30

  /// Reads what was kept; nothing is known where there is no file, or one of another version or that is
  /// damaged.
  package init(path: String, image: SourceImage, version: String) throws {
    self.path = path
    let bytes = try AtomicFile.head(of: path, upTo: Self.sizeLimit) ?? []
    // What else is there is not replaced.
    guard bytes.isEmpty || bytes.starts(with: ImageHeaders.signature.dropLast(2)) else {
      throw ImageHeaderFileError(path: path)
    }
    headers = ImageHeaders(bytes, reading: image.headerReading(version: version))
  }

  /// Keeps what was added.
  package func save() throws {
    guard headers.isChanged else { return }
    try AtomicFile.write(
      try headers.encoded(), to: path, presence: .isReplaced, isDurable: false)
  }
}

/// A file that is to hold what headers of images say is another one.
public struct ImageHeaderFileError: ReportableError, Hashable {
  /// The path of the file.
  public let path: String

  /// The error in the words of a user.
  public var report: FailureReport {
    FailureReport(
      .badInput, "the file is not one of headers of images, so it is not replaced", at: path,
      expected: "a file that `headers` made, or none", nextStep: "name another file")
  }
}

extension SourceImage {
  /// Everything that headers are read with, in words.
  fileprivate func headerReading(version: String) -> String {
    var identity = BuildIdentity()
    identity.add("the version of the program", version)
    identity.add(readingIdentity)
    identity.add("`crs`", crs?.definition)
    identity.add("`transform`", transform?.rawValue)
    return identity.parts.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
  }
}
