import TileModel

/// A regular file that is read from front to back through a buffer; belongs to one task.
///
/// The file is never mapped into memory, so one that shrinks while it is read is an early end and not
/// a crash.
final class InputFile {
  private static let capacity = 1 << 18

  let path: String
  private let file: RegularFile
  /// Open as long as the file is.
  var descriptor: Int32 { file.descriptor }
  /// The size when the file was opened.
  var byteCount: Int { file.byteCount }
  private var buffer: UnsafeMutablePointer<UInt8>?
  private var buffered = 0
  private var consumed = 0
  private var offset = 0
  /// The errno of a failed read; 0 while none failed.
  var failure: Int32 { lastFailure.withLock { $0 } }
  /// Parts of a file may be read on another thread than the one that asks.
  private let lastFailure = Guarded<Int32>(0)

  /// Reads a file, which stays open as long as this object lives.
  init(_ source: SourceFile) throws(RasterError) {
    file = try source.open()
    path = source.path
  }

  deinit { buffer?.deallocate() }

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
  /// failure, which ``failure`` then reports.
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

  /// The bytes from an offset on, fewer where the file ends or cannot be read.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(0, count)) { target, initialized in
      guard let base = target.baseAddress else { return }
      initialized = max(0, readAt(offset, into: base, count: count))
    }
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
    guard failure == 0 else { return 0 }
    let result = file.read(at: start, into: target, count: count)
    if result.failure != 0 { lastFailure.withLock { $0 = result.failure } }
    return result.count
  }
}
