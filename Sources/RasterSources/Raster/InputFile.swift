#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A regular file that is read from front to back through a buffer; belongs to one task.
///
/// The file is never mapped into memory, so one that shrinks while it is read is an early end and not
/// a crash.
final class InputFile {
  private static let capacity = 1 << 18

  let path: String
  /// Open as long as the file is.
  let descriptor: Int32
  /// The size when the file was opened.
  let byteCount: Int
  private var buffer: UnsafeMutablePointer<UInt8>?
  private var buffered = 0
  private var consumed = 0
  private var offset = 0
  /// The errno of a failed read; 0 while none failed.
  private(set) var failure: Int32 = 0

  init(path: String) throws(RasterError) {
    // O_NONBLOCK keeps open() from waiting for a writer when the path is a named pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw .cannotOpen(path: path, code: errno) }
    var status = stat()
    if fstat(descriptor, &status) != 0 {
      let code = errno
      close(descriptor)
      throw .cannotOpen(path: path, code: code)
    }
    if status.st_mode & S_IFMT != S_IFREG {
      close(descriptor)
      throw .notAFile(path: path)
    }
    self.path = path
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
  }

  deinit {
    close(descriptor)
    buffer?.deallocate()
  }

  /// The first bytes of the file, fewer when it is shorter; does not move the position.
  func leadingBytes(_ count: Int) throws(RasterError) -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      guard let base = target.baseAddress else { return }
      initialized = max(0, readAt(0, into: base, count: count))
    }
    if failure != 0 { throw .cannotRead(path: path, code: failure) }
    return bytes
  }

  /// Reads on, and returns how many bytes there were: fewer than `count` at the end or after a
  /// failure, which ``failure`` then tells.
  func read(into target: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    var done = 0
    while done < count {
      if consumed == buffered {
        fill()
        if buffered == 0 { break }
      }
      guard let buffer else { break }
      let step = min(count - done, buffered - consumed)
      (target + done).update(from: buffer + consumed, count: step)
      consumed += step
      done += step
    }
    return done
  }

  /// Reads at an offset without moving the position; like ``read(into:count:)`` else.
  func read(at offset: Int, into target: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    readAt(offset, into: target, count: count)
  }

  private func fill() {
    let target = buffer ?? UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity)
    buffer = target
    consumed = 0
    buffered = max(0, readAt(offset, into: target, count: Self.capacity))
    offset += buffered
  }

  /// Reads until `count` bytes are there, the file ends or a read fails.
  private func readAt(_ start: Int, into target: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    var done = 0
    while done < count, failure == 0 {
      let result = pread(descriptor, target + done, count - done, off_t(start + done))
      if result > 0 {
        done += result
      } else if result == 0 {
        break
      } else if errno != EINTR {
        failure = errno
      }
    }
    return done
  }
}
