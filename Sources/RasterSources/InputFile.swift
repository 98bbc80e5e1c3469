import TileModel

/// A buffered sequential reader of a regular file; belongs to one task.
///
/// The file is never memory-mapped: one that shrinks while it is read ends early and does not crash.
package final class InputFile {
  private static let capacity = 1 << 18

  let path: String
  private let file: RegularFile
  var descriptor: Int32 { file.descriptor }
  package var byteCount: Int { file.byteCount }
  private var buffer: UnsafeMutablePointer<UInt8>?
  private var buffered = 0
  private var consumed = 0
  private var offset = 0
  /// errno of a failed read, otherwise 0.
  var failure: Int32 { lastFailure.withLock { $0 } }
  /// Other threads may read parts of the file.
  private let lastFailure = Guarded<Int32>(0)

  package init(_ source: SourceFile) throws(RasterError) {
    file = try source.open()
    path = source.path
  }

  deinit { buffer?.deallocate() }

  package func leadingBytes(_ count: Int) throws(RasterError) -> [UInt8] {
    let bytes = bytes(at: 0, count: count)
    if failure != 0 { throw .cannotRead(path: path, code: failure) }
    return bytes
  }

  /// Returns fewer than `count` bytes at the end or after a failure, which ``failure`` reports.
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

  /// Does not move the position.
  func read(at start: Int, into target: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    guard failure == 0 else { return 0 }
    let result = file.read(at: start, into: target, count: count)
    if result.failure != 0 { lastFailure.withLock { $0 = result.failure } }
    return result.count
  }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(0, count)) { target, initialized in
      guard let base = target.baseAddress else { return }
      initialized = max(0, read(at: offset, into: base, count: count))
    }
  }

  private func fill() {
    let target = buffer ?? UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity)
    buffer = target
    consumed = 0
    buffered = max(0, read(at: offset, into: target, count: Self.capacity))
    offset += buffered
  }
}
