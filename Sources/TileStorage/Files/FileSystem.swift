import Platform
import TileModel

/// System calls of stores, with errors that name the path.
package enum FileSystem {
  /// Kind of a directory entry.
  package enum Kind: Sendable {
    case file, directory, link, other

    var words: String {
      switch self {
      case .file: "a file"
      case .directory: "a folder"
      case .link: "a link"
      case .other: "a named pipe, a socket or a device"
      }
    }
  }

  package static func kind(
    of path: String, followingLinks: Bool
  ) throws(TileStorageError) -> Kind? {
    var status = stat()
    let result = followingLinks ? stat(path, &status) : lstat(path, &status)
    if result != 0 {
      // A part of the path that is a file means that nothing is at the path.
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .system(operation: "examine", path: path, code: errno)
    }
    return kind(status.st_mode)
  }

  package static func byteCount(of path: String) throws(TileStorageError) -> Int? {
    var status = stat()
    if stat(path, &status) != 0 {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .system(operation: "examine", path: path, code: errno)
    }
    return Int(status.st_size)
  }

  static func kind(_ mode: mode_t) -> Kind {
    switch mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .directory
    case S_IFLNK: .link
    default: .other
    }
  }

  /// Never blocks on a named pipe, nor makes a terminal the controlling one.
  static let readingFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

  /// Never blocks on a pipe or device.
  static func openFile(_ path: String) throws(TileStorageError) -> Int32 {
    let file = open(path, readingFlags)
    guard file >= 0 else {
      let code = errno
      // Error codes of a socket and of a device without a driver.
      if code == ENXIO || code == ENODEV {
        throw .notAFile(path: path, found: Kind.other.words)
      }
      throw .system(operation: "open", path: path, code: code)
    }
    do throws(TileStorageError) {
      _ = try examineFile(file, path: path)
    } catch {
      close(file)
      throw error
    }
    return file
  }

  private static func examineFile(_ file: Int32, path: String) throws(TileStorageError) -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw .system(operation: "examine", path: path, code: errno)
    }
    let kind = kind(status.st_mode)
    guard kind == .file else { throw .notAFile(path: path, found: kind.words) }
    return status
  }

  /// At most `limit` bytes of a regular file; never blocks.
  package static func read(_ path: String, upTo limit: Int) throws(TileStorageError) -> [UInt8] {
    let file = try openFile(path)
    defer { close(file) }
    return try read(file, upTo: limit, path: path)
  }

  static func read(
    _ file: Int32, upTo limit: Int, path: String
  ) throws(TileStorageError) -> [UInt8] {
    let status = try examineFile(file, path: path)
    let size = min(limit, max(0, Int(status.st_size)))
    return try bytes(of: file, at: nil, count: size, path: path)
  }

  static func bytes(
    of file: Int32, at offset: Int?, count: Int, path: String
  ) throws(TileStorageError) -> [UInt8] {
    return try rethrowing(try FileReading.bytes(of: file, at: offset, count: count)) {
      (error: FileReading.Failure) in
      TileStorageError.system(operation: "read", path: path, code: error.code)
    }
  }

  static func write(_ bytes: [UInt8], to file: Int32, path: String) throws(TileStorageError) {
    try bytes[...].withContiguousBytes { (raw) throws(TileStorageError) in
      try write(raw, to: file, path: path)
    }
  }

  static func write(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, path: String
  ) throws(TileStorageError) {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      #if canImport(Darwin)
        let put = Darwin.write(file, base + done, bytes.count - done)
      #elseif canImport(Musl)
        let put = Musl.write(file, base + done, bytes.count - done)
      #else
        let put = Glibc.write(file, base + done, bytes.count - done)
      #endif
      if put >= 0 {
        done += put
      } else if errno != EINTR {
        throw .system(operation: "write", path: path, code: errno)
      }
    }
  }

  /// Some file systems report a full disk only on close.
  static func closeWritten(_ file: Int32, path: String) throws(TileStorageError) {
    // After EINTR the descriptor is gone on Linux and must not be closed again.
    if close(file) != 0, errno != EINTR {
      throw .system(operation: "write", path: path, code: errno)
    }
  }

  static func create(_ path: String, containing bytes: [UInt8]) throws(TileStorageError) {
    try create(path) { (file) throws(TileStorageError) in try write(bytes, to: file, path: path) }
  }

  static func create(
    _ path: String, fill: (Int32) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .system(operation: "create", path: path, code: errno) }
    do throws(TileStorageError) {
      try fill(file)
      try synchronize(file, path: path)
    } catch {
      close(file)
      throw error
    }
    try closeWritten(file, path: path)
  }

  static func synchronize(_ file: Int32, path: String) throws(TileStorageError) {
    while fsync(file) != 0 {
      if errno == EINTR { continue }
      // Some file systems cannot synchronise directories and say so in this way.
      if errno == EINVAL || errno == ENOTSUP { return }
      throw .system(operation: "write", path: path, code: errno)
    }
  }

  static func synchronize(_ path: String) throws(TileStorageError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    defer { close(file) }
    try synchronize(file, path: path)
  }
}

extension FileSystem {
  package static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }
}

extension ArraySlice<UInt8> {
  func withContiguousBytes<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var outcome: Result<Void, Failure> = .success(())
    withUnsafeBytes { raw in
      do throws(Failure) { try body(raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
  }
}
