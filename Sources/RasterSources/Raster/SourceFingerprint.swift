import TileImaging

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What tells one state of a source file from another without reading all of it: size, time of the
/// last change, and a hash of its beginning, middle and end.
///
/// A change that keeps all of these is not noticed; writing a file anew or in place changes its time.
public struct SourceFingerprint: Hashable, Sendable {
  private static let sampleSize = 1 << 16

  /// The size in bytes.
  public let byteCount: Int
  private let seconds: Int
  private let nanoseconds: Int
  private let node: UInt64
  private let sample: Hash128

  /// Examines a file.
  ///
  /// - Throws: ``RasterError``.
  public init(path: String) throws(RasterError) {
    // O_NONBLOCK keeps open() from waiting for a writer when the path is a named pipe.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { throw .cannotOpen(path: path, code: errno) }
    defer { close(file) }
    var status = stat()
    if fstat(file, &status) != 0 { throw .cannotOpen(path: path, code: errno) }
    if status.st_mode & S_IFMT != S_IFREG { throw .notAFile(path: path) }
    let size = Int(status.st_size)
    byteCount = size
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
    node = UInt64(status.st_ino)
    var bytes: [UInt8] = []
    let starts = [0, size / 2, max(0, size - Self.sampleSize)]
    for start in starts {
      bytes += try Self.bytes(of: file, from: start, path: path)
    }
    sample = bytes.withUnsafeBytes { Hash128(hashing: $0) }
  }

  /// The state in words: equal for equal states, also when the file was moved.
  public var text: String {
    let fraction = String(nanoseconds + 1_000_000_000).dropFirst()
    return "\(byteCount) bytes, changed at \(seconds).\(fraction) seconds, "
      + "content \(String(sample.low, radix: 16))"
  }

  /// Confirms that the file is still there and in this state.
  ///
  /// - Throws: ``RasterError/vanished(path:)``, ``RasterError/changed(path:)`` or another
  ///   ``RasterError`` when the file cannot be examined.
  public func confirm(path: String) throws(RasterError) {
    let now: SourceFingerprint
    do throws(RasterError) {
      now = try SourceFingerprint(path: path)
    } catch {
      if case .cannotOpen(_, ENOENT) = error { throw .vanished(path: path) }
      throw error
    }
    if now != self { throw .changed(path: path) }
  }

  private static func bytes(
    of file: Int32, from start: Int, path: String
  ) throws(RasterError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: sampleSize) { buffer, done in
      while done < sampleSize, let base = buffer.baseAddress {
        let got = pread(file, base + done, sampleSize - done, off_t(start + done))
        if got > 0 {
          done += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    if failure != 0 { throw .cannotRead(path: path, code: failure) }
    return bytes
  }
}
