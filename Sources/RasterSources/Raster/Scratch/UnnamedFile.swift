#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A temporary file whose name is removed as soon as it is open, so that nothing is left behind
/// however the process ends.
final class UnnamedFile: Sendable {
  let descriptor: Int32

  /// Creates the file in a folder.
  init(directory: String) throws(RasterError) {
    var template = Array("\(directory)/tilepyramid-scratch-XXXXXX".utf8CString)
    let descriptor = template.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let base = buffer.baseAddress else { return -1 }
      let descriptor = mkstemp(base)
      if descriptor >= 0 { unlink(base) }
      return descriptor
    }
    if descriptor < 0 { throw .cannotCreateScratch(directory: directory, code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// A path under which this process can open the file once more.
  var path: String { "/dev/fd/\(descriptor)" }

  /// The bytes written to it so far.
  var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Writes bytes at the start of the file; false when that fails.
  func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { raw in
      var done = 0
      while done < raw.count, let base = raw.baseAddress {
        let result = pwrite(descriptor, base + done, raw.count - done, off_t(done))
        if result > 0 { done += result } else if errno != EINTR { return false }
      }
      return true
    }
  }

  /// The first bytes of the file, at most `limit`; none when it cannot be read.
  func leadingBytes(_ limit: Int) -> [UInt8] {
    let size = min(limit, byteCount)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let base = buffer.baseAddress {
        let result = pread(descriptor, base + count, size - count, off_t(count))
        if result > 0 { count += result } else if result == 0 || errno != EINTR { return }
      }
    }
  }
}
