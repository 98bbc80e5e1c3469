import Platform
import TileModel

/// An image file whose fingerprint, format, header and samples are of one state of it.
///
/// It is read through one descriptor, so that all are of the same file whatever its name leads to by
/// then. A file that is closed when nobody reads it (``closeWhenUnused()``) is opened again by its path,
/// and must then be the same file, with the same size and time of its last change.
public struct SourceFile: Sendable {
  /// The path by which it was opened.
  public let path: String
  /// The size in bytes.
  var byteCount: Int { state.byteCount }
  private let state: OpenedFile
  private let shared: Guarded<OpenFile>

  /// The open file.
  ///
  /// SAFETY: both references are used only under the lock of the `Guarded` that holds them.
  private struct OpenFile: @unchecked Sendable {
    /// Keeps the file open; `nil` once it is closed when nobody reads it.
    var kept: RegularFile?
    /// The file as long as anybody reads it.
    weak var used: RegularFile?
  }

  /// What tells the file from another one, and one state of it from another.
  private struct OpenedFile: Hashable, Sendable {
    let device: UInt64
    let node: UInt64
    let byteCount: Int
    let seconds: Int
    let nanoseconds: Int

    init(_ file: RegularFile) {
      (device, node, byteCount) = (file.device, file.node, file.byteCount)
      (seconds, nanoseconds) = file.changed
    }
  }

  /// Opens a file.
  ///
  /// - Parameter path: A regular file; symbolic links are followed.
  /// - Throws: ``RasterError/cannotOpen(path:code:)`` or ``RasterError/notAFile(path:found:)``.
  public init(path: String) throws(RasterError) {
    let file: RegularFile
    do throws(RegularFileError) { file = try RegularFile(path: path) } catch {
      throw RasterError(error, path: path)
    }
    self.path = path
    state = OpenedFile(file)
    shared = Guarded(OpenFile(kept: file, used: file))
  }

  /// Closes the file as soon as nobody reads it, until somebody does again.
  ///
  /// For many files of which few are read at the same time, since a process may not have many open.
  public func closeWhenUnused() { shared.withLock { $0.kept = nil } }

  /// The open file, for as long as the result is kept.
  ///
  /// - Throws: ``RasterError/changed(path:)`` or ``RasterError/vanished(path:)`` when it was closed, and
  ///   its path leads to another file or to none, or another ``RasterError`` when it cannot be opened.
  func open() throws(RasterError) -> RegularFile {
    let (path, state) = (path, state)
    return try shared.withLock { shared throws(RasterError) in
      if let file = shared.used { return file }
      let file: RegularFile
      do throws(RegularFileError) { file = try RegularFile(path: path) } catch {
        if case .cannotOpen(ENOENT) = error { throw .vanished(path: path) }
        throw RasterError(error, path: path)
      }
      guard OpenedFile(file) == state else { throw .changed(path: path) }
      shared.used = file
      return file
    }
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
