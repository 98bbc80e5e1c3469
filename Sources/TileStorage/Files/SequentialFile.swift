import Platform

/// A new file that is written sequentially through a buffer.
final class SequentialFile {
  private static let capacity = 1 << 18
  private let path: String
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  init(creating path: String) throws(TileStorageError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .system(operation: "create", path: path, code: errno) }
    buffer.reserveCapacity(Self.capacity)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func append(_ bytes: UnsafeRawBufferPointer) throws(TileStorageError) {
    if buffer.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try FileSystem.write(bytes, to: descriptor, path: path)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  func append(_ bytes: [UInt8]) throws(TileStorageError) {
    try bytes[...].withContiguousBytes { (raw) throws(TileStorageError) in try append(raw) }
  }

  func finish() throws(TileStorageError) {
    try flush()
    let code = close(descriptor)
    descriptor = -1
    if code != 0 { throw .system(operation: "write", path: path, code: errno) }
  }

  private func flush() throws(TileStorageError) {
    try FileSystem.write(buffer, to: descriptor, path: path)
    buffer.removeAll(keepingCapacity: true)
  }
}
