import Platform

/// A new file, written from front to back through a buffer.
final class FileSink {
  private static let capacity = 1 << 16

  let path: String
  private var descriptor: Int32
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: FileSink.capacity)
  private var used = 0
  /// errno of the first failed write; 0 before one.
  private(set) var failure: Int32 = 0
  let isRegularFile: Bool

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

  /// False when the bytes could not be written; ``failure`` then says why.
  func append(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    if count > Self.capacity - used, !drain() { return false }
    if count > Self.capacity { return write(bytes, count: count) }
    (buffer + used).update(from: bytes, count: count)
    used += count
    return true
  }

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
