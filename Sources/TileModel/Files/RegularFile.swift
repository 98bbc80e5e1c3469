import Platform

/// The identity and state of a file, which differ once it is replaced or written to.
package struct FileState: Hashable, Sendable {
  package let device: UInt64
  package let node: UInt64
  package let byteCount: Int
  /// Modification time since 1970.
  package let seconds: Int
  package let nanoseconds: Int

  package init?(path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(status.st_ino)
    byteCount = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
  }

  /// Time of a file's last change of contents or state, which nobody can set, in nanoseconds since 1970.
  package static func touched(path: String) -> UInt64? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_ctimespec
    #else
      let time = status.st_ctim
    #endif
    return UInt64(bitPattern: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }
}

/// A regular file that is open for reading.
///
/// Named pipes, devices and sockets are refused without being opened, so that nothing waits for a
/// writer. Examination and reads share one descriptor, hence one file.
package final class RegularFile: Sendable {
  /// Open for the lifetime of this object.
  package let descriptor: Int32
  /// The state when the file was opened.
  package let state: FileState

  package var byteCount: Int { state.byteCount }

  package init(path: String) throws(RegularFileError) {
    // The system would read the path up to the null character.
    guard !path.utf8.contains(0) else { throw .cannotOpen(code: ENOENT) }
    // Opening a device can already do something, such as rewind a tape.
    var status = stat()
    if stat(path, &status) != 0 { throw .cannotOpen(code: errno) }
    if let kind = SpecialFile(mode: status.st_mode) { throw .notRegular(kind) }
    // It may be another file by now.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if descriptor < 0 { throw .cannotOpen(code: errno) }
    if fstat(descriptor, &status) != 0 {
      let code = errno
      close(descriptor)
      throw .cannotOpen(code: code)
    }
    if let kind = SpecialFile(mode: status.st_mode) {
      close(descriptor)
      throw .notRegular(kind)
    }
    self.descriptor = descriptor
    state = FileState(status)
  }

  deinit { close(descriptor) }

  /// At most `limit` leading bytes; fewer when the file is shorter.
  ///
  /// A limit of one more than allowed detects a file that is too large.
  package static func leadingBytes(
    of path: String, limit: Int
  ) throws(RegularFileError) -> [UInt8] {
    try RegularFile(path: path).leadingBytes(limit)
  }

  package func leadingBytes(_ limit: Int) throws(RegularFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Files of the kernel state no size to reserve memory for.
    var step = min(limit, max(byteCount + 1, 1 << 16))
    while bytes.count < limit {
      let part = try self.bytes(at: bytes.count, count: min(step, limit - bytes.count))
      if part.isEmpty { break }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      step = 1 << 16
    }
    return bytes
  }

  package func bytes(at offset: Int, count: Int) throws(RegularFileError) -> [UInt8] {
    do throws(FileReading.Failure) {
      return try FileReading.bytes(of: descriptor, at: offset, count: count)
    } catch {
      throw .cannotRead(code: error.code)
    }
  }

  package func read(
    at offset: Int, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) -> (count: Int, failure: Int32) {
    FileReading.read(descriptor, at: offset, into: target, count: count)
  }
}

/// The kind of a file that is not a regular one.
package enum SpecialFile: String, Hashable, Sendable {
  case folder = "a folder"
  case pipe = "a named pipe"
  case device = "a device"
  case socket = "a socket"
  case other = "neither a file nor a folder"

  init?(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: self = .folder
    case S_IFIFO: self = .pipe
    case S_IFCHR, S_IFBLK: self = .device
    case S_IFSOCK: self = .socket
    default: self = .other
    }
  }
}

/// A reason that a file cannot be read.
package enum RegularFileError: Error, Hashable {
  case cannotOpen(code: Int32)
  case notRegular(SpecialFile)
  case cannotRead(code: Int32)

  /// The reason in words, such as `a named pipe` or `No such file or directory`.
  package var reason: String {
    switch self {
    case .notRegular(let kind): kind.rawValue
    case .cannotOpen(let code), .cannotRead(let code): String(cString: strerror(code))
    }
  }
}
