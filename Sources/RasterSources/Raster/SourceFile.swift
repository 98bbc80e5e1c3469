import TileModel

/// An image file that is open: its fingerprint, its format, its header and its samples are read through
/// one descriptor, so that all are of the same file whatever its name leads to by then.
public struct SourceFile: Sendable {
  /// The path by which it was opened.
  public let path: String
  let file: RegularFile

  /// Opens a file.
  ///
  /// - Parameter path: A regular file; symbolic links are followed.
  /// - Throws: ``RasterError/cannotOpen(path:code:)`` or ``RasterError/notAFile(path:found:)``.
  public init(path: String) throws(RasterError) {
    do throws(RegularFileError) { file = try RegularFile(path: path) } catch {
      throw RasterError(error, path: path)
    }
    self.path = path
  }
}

extension RasterError {
  /// What it means for a raster that its file cannot be read.
  init(_ error: RegularFileError, path: String) {
    switch error {
    case .cannotOpen(let code): self = .cannotOpen(path: path, code: code)
    case .notRegular(let kind): self = .notAFile(path: path, found: kind.rawValue)
    case .cannotRead(let code): self = .cannotRead(path: path, code: code)
    }
  }
}
