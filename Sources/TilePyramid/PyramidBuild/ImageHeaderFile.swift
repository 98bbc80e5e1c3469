import Drawings
import Georeferencing
package import Mosaics
import RasterSources
import TileModel
import TileStorage

/// A file that keeps the headers of many images from one run to the next.
package struct ImageHeaderFile {
  private let path: String
  package let headers: ImageHeaders
  private static let sizeLimit = 1 << 30

  /// Starts empty without a file, and with a damaged one or one of another version.
  package init(path: String, image: SourceImage, version: String) throws {
    self.path = path
    let bytes = try AtomicFile.head(of: path, upTo: Self.sizeLimit) ?? []
    // A file with other contents is not replaced.
    guard bytes.isEmpty || bytes.starts(with: ImageHeaders.signature.dropLast(2)) else {
      throw FailureReport(
        .badInput, "the file is not one of headers of images, so it is not replaced", at: path,
        expected: "a file that `headers` made, or none", nextStep: "name another file")
    }
    headers = ImageHeaders(bytes, reading: image.headerReading(version: version))
  }

  package func save() throws {
    guard headers.isChanged else { return }
    try AtomicFile.write(try headers.encoded(), to: path, presence: .isReplaced, isDurable: false)
  }
}

extension SourceImage {
  fileprivate func headerReading(version: String) -> String {
    var identity = BuildIdentity()
    identity.add("the version of the program", version)
    identity.add(readingIdentity)
    identity.add("`crs`", crs?.definition)
    identity.add("`transform`", transform?.rawValue)
    return identity.parts.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
  }
}
