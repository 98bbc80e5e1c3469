import Platform

/// A temporary file whose name is removed as soon as it is open, so that nothing is left behind
/// however the process ends.
package final class UnnamedFile: Sendable {
  /// Why a file cannot be created.
  package struct CreationError: Error {
    /// The `errno`.
    package let code: Int32
  }

  package let descriptor: Int32

  /// Creates the file in a folder.
  package init(directory: String) throws(CreationError) {
    var template = Array("\(directory)/tilepyramid-scratch-XXXXXX".utf8CString)
    let descriptor = template.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let base = buffer.baseAddress else { return -1 }
      let descriptor = mkstemp(base)
      if descriptor >= 0 { unlink(base) }
      return descriptor
    }
    if descriptor < 0 { throw CreationError(code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// A path under which this process can open the file once more.
  package var path: String { "/dev/fd/\(descriptor)" }

  /// The bytes written to it so far.
  package var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Writes bytes at the start of the file; false when that fails.
  package func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { write($0, at: 0) } == 0
  }

  /// Writes bytes at a position of the file; returns 0 or an `errno`.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let result = pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done))
      if result >= 0 { done += result } else if errno != EINTR { return errno }
    }
    return 0
  }

  /// Reads exactly as many bytes as there is room for from a position of the file; returns 0 or an
  /// `errno`, `EIO` where the file ends before.
  package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
    guard let base = bytes.baseAddress else { return 0 }
    let result = FileReading.read(descriptor, at: offset, into: base, count: bytes.count)
    return result.count < bytes.count && result.failure == 0 ? EIO : result.failure
  }

  /// The first bytes of the file, at most `limit`; none when it cannot be read.
  package func leadingBytes(_ limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: min(limit, byteCount)) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      count = FileReading.read(descriptor, at: 0, into: base, count: buffer.count).count
    }
  }
}
