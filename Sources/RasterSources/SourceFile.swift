import Platform
package import TileModel

/// An image file whose fingerprint, format, header and pixels are of one state of it.
///
/// One descriptor serves all reads, so that the file stays the same when its name changes. A file that is
/// closed while unused (``closeWhenUnused()``) is reopened by its path. It must then be the same file, with
/// the same size and modification time.
package struct SourceFile: Sendable {
  package let path: String
  var byteCount: Int { state.byteCount }
  private let state: FileState
  private let shared: Guarded<OpenFile>

  /// The open file.
  ///
  /// SAFETY: both references are used only under the lock of the `Guarded` that holds them.
  private struct OpenFile: @unchecked Sendable {
    /// Keeps the file open; `nil` once it closes while unused.
    var kept: RegularFile?
    weak var used: RegularFile?
  }

  package init(path: String) throws(RasterError) {
    let file: RegularFile
    do throws(RegularFileError) { file = try RegularFile(path: path) } catch {
      throw RasterError(error, path: path)
    }
    self.path = path
    state = file.state
    shared = Guarded(OpenFile(kept: file, used: file))
  }

  /// Closes the file while nobody reads it.
  ///
  /// It serves large sets of files, since a process may have few open.
  package func closeWhenUnused() { shared.withLock { $0.kept = nil } }

  /// The open file, which stays open as long as the result is retained.
  func open() throws(RasterError) -> RegularFile {
    let (path, state) = (path, state)
    return try shared.withLock { shared throws(RasterError) in
      if let file = shared.used { return file }
      let file: RegularFile
      do throws(RegularFileError) { file = try RegularFile(path: path) } catch {
        if case .cannotOpen(ENOENT) = error { throw .vanished(path: path) }
        throw RasterError(error, path: path)
      }
      guard file.state == state else { throw .changed(path: path) }
      shared.used = file
      return file
    }
  }
}

extension RasterError {
  package init(_ error: RegularFileError, path: String) {
    switch error {
    case .cannotOpen(let code): self = .cannotOpen(path: path, code: code)
    case .notRegular(let kind): self = .notAFile(path: path, found: kind.rawValue)
    case .cannotRead(let code): self = .cannotRead(path: path, code: code)
    }
  }
}
