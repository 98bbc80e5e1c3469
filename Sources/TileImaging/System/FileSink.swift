import Platform

/// A new file that is written from front to back through a buffer.
final class FileSink {
  private static let capacity = 1 << 16

  let path: String
  private var descriptor: Int32
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: FileSink.capacity)
  private var used = 0
  /// The errno of the first failed write; 0 while none failed.
  private(set) var failure: Int32 = 0
  /// Whether the path is that of a regular file and not, say, of a device.
  let isRegularFile: Bool

  /// Creates the file, or empties an existing one.
  init(path: String) throws(ImageCodecError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw .cannotWrite(path: path, code: errno) }
    var status = stat()
    isRegularFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  deinit {
    buffer.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Appends bytes; false when they could not be written, and ``failure`` then says why.
  func append(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    if count > Self.capacity - used, !drain() { return false }
    if count > Self.capacity { return write(bytes, count: count) }
    (buffer + used).update(from: bytes, count: count)
    used += count
    return true
  }

  /// Writes what is buffered and closes the file.
  func finish() throws(ImageCodecError) {
    _ = drain()
    let result = close(descriptor)
    if failure == 0, result != 0 { failure = errno }
    descriptor = -1
    if failure != 0 { throw .cannotWrite(path: path, code: failure) }
  }

  private func drain() -> Bool {
    let isWritten = write(buffer, count: used)
    used = 0
    return isWritten
  }

  private func write(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    var done = 0
    while done < count, failure == 0 {
      #if canImport(Darwin)
        let written = Darwin.write(descriptor, bytes + done, count - done)
      #elseif canImport(Musl)
        let written = Musl.write(descriptor, bytes + done, count - done)
      #else
        let written = Glibc.write(descriptor, bytes + done, count - done)
      #endif
      if written >= 0 {
        done += written
      } else if errno != EINTR {
        failure = errno
      }
    }
    return failure == 0
  }
}
