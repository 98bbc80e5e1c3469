import Platform
import TileModel

/// An unnamed file of fixed size whose space is reserved; may be used by several threads at once.
///
/// Its name is removed as soon as it is open, so that nothing is left behind however the process ends.
final class ScratchFile: Sendable {
  private let file: UnnamedFile
  private let directory: String

  /// Creates the file, reserving its space, so that a full disk shows now and not in the middle.
  init(directory: String, byteCount: Int) throws(RasterError) {
    file = try .scratch(in: directory)
    self.directory = directory
    try Self.reserve(byteCount, file.descriptor, directory)
  }

  /// Fails before anything is reserved where the free space is known to be too small, because
  /// reserving what does not fit would fill the disk for everyone else meanwhile.
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

  /// Reserves the space and sets the size; returns an errno.
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

  /// Reads exactly `count` bytes.
  func read(into target: UnsafeMutablePointer<UInt8>, count: Int, at offset: Int)
    throws(RasterError)
  {
    let code = file.read(
      into: UnsafeMutableRawBufferPointer(start: target, count: count), at: offset)
    if code != 0 { throw .scratchFailed(directory: directory, code: code) }
  }

  /// Writes exactly `count` bytes.
  func write(_ bytes: UnsafePointer<UInt8>, count: Int, at offset: Int) throws(RasterError) {
    let code = file.write(UnsafeRawBufferPointer(start: bytes, count: count), at: offset)
    if code != 0 { throw .scratchFailed(directory: directory, code: code) }
  }
}

extension UnnamedFile {
  /// Creates a scratch file in a folder.
  static func scratch(in directory: String) throws(RasterError) -> UnnamedFile {
    do throws(CreationError) {
      return try UnnamedFile(directory: directory)
    } catch {
      throw .cannotCreateScratch(directory: directory, code: error.code)
    }
  }
}
