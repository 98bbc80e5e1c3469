import Platform

/// A temporary file whose name is removed once it is open, so that no crash leaves it behind.
package final class UnnamedFile: Sendable {
  /// A failed creation.
  package struct CreationError: Error {
    package let code: Int32
  }

  package let descriptor: Int32

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

  package var path: String { "/dev/fd/\(descriptor)" }

  package var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  package func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { write($0, at: 0) } == 0
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let result = pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done))
      if result >= 0 { done += result } else if errno != EINTR { return errno }
    }
    return 0
  }

  /// Fills `bytes` from a position; returns 0 or an errno, `EIO` when the file ends before.
  package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
    guard let base = bytes.baseAddress else { return 0 }
    let result = FileReading.read(descriptor, at: offset, into: base, count: bytes.count)
    return result.count < bytes.count && result.failure == 0 ? EIO : result.failure
  }

  /// At most `limit` leading bytes; none when the file cannot be read.
  package func leadingBytes(_ limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: min(limit, byteCount)) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      count = FileReading.read(descriptor, at: 0, into: base, count: buffer.count).count
    }
  }
}
