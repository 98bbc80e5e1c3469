import Platform

/// Complete reads of an open file: interrupted and short reads are repeated.
package enum FileReading {
  /// A failed read.
  package struct Failure: Error {
    /// The system's errno.
    package let code: Int32
  }

  package static func read(
    _ descriptor: Int32, at offset: Int?, into target: UnsafeMutableRawPointer, count: Int
  ) -> (count: Int, failure: Int32) {
    var done = 0
    while done < count {
      let result =
        if let offset {
          pread(descriptor, target + done, count - done, off_t(offset + done))
        } else {
          Platform.read(descriptor, target + done, count - done)
        }
      if result > 0 {
        done += result
      } else if result == 0 {
        break
      } else if errno != EINTR {
        return (done, errno)
      }
    }
    return (done, 0)
  }

  package static func bytes(
    of descriptor: Int32, at offset: Int?, count: Int
  ) throws(Failure) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { target, done in
      guard let base = target.baseAddress else { return }
      (done, failure) = read(descriptor, at: offset, into: base, count: count)
    }
    if failure != 0 { throw Failure(code: failure) }
    return bytes
  }
}
