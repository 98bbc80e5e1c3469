import Platform
package import TileModel

/// An unnamed file of fixed size with reserved space.
///
/// Thread-safe. It is unlinked as soon as it is open, so that nothing is left behind however the process
/// ends.
final class ScratchFile: Sendable {
  private let file: UnnamedFile
  private let directory: String

  init(directory: String, byteCount: Int) throws(RasterError) {
    file = try .scratch(in: directory)
    self.directory = directory
    try Self.reserve(byteCount, file.descriptor, directory)
  }

  /// Fails early, because reserving too much would fill the disk for other processes.
  private static func reserve(
    _ byteCount: Int, _ descriptor: Int32, _ directory: String
  ) throws(RasterError) {
    var status = statvfs()
    if fstatvfs(descriptor, &status) == 0 {
      let (free, overflow) = UInt64(status.f_bavail)
        .multipliedReportingOverflow(by: UInt64(status.f_frsize))
      if !overflow, UInt64(byteCount) > free {
        throw .noSpaceForScratch(
          directory: directory, needed: byteCount, available: Int(clamping: free))
      }
    }
    let code = allocate(byteCount, descriptor)
    switch code {
    case 0: return
    case ENOSPC, EFBIG, EDQUOT:
      throw .noSpaceForScratch(directory: directory, needed: byteCount, available: nil)
    default: throw .scratchFailed(directory: directory, code: code)
    }
  }

  /// Returns an errno.
  private static func allocate(_ byteCount: Int, _ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      var request = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: off_t(byteCount), fst_bytesalloc: 0)
      if fcntl(descriptor, F_PREALLOCATE, &request) != 0 { return errno }
      return ftruncate(descriptor, off_t(byteCount)) == 0 ? 0 : errno
    #else
      var code: Int32
      repeat { code = posix_fallocate(descriptor, 0, off_t(byteCount)) } while code == EINTR
      return code
    #endif
  }

  func read(into target: UnsafeMutablePointer<UInt8>, count: Int, at offset: Int)
    throws(RasterError)
  {
    let code = file.read(
      into: UnsafeMutableRawBufferPointer(start: target, count: count), at: offset)
    if code != 0 { throw .scratchFailed(directory: directory, code: code) }
  }

  func write(_ bytes: UnsafePointer<UInt8>, count: Int, at offset: Int) throws(RasterError) {
    let code = file.write(UnsafeRawBufferPointer(start: bytes, count: count), at: offset)
    if code != 0 { throw .scratchFailed(directory: directory, code: code) }
  }
}

extension UnnamedFile {
  package static func scratch(in directory: String) throws(RasterError) -> UnnamedFile {
    return try rethrowing(try UnnamedFile(directory: directory)) { (error: CreationError) in
      RasterError.cannotCreateScratch(directory: directory, code: error.code)
    }
  }
}
