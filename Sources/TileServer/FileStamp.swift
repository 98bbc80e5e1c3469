import Platform

/// A stamp that differs once a file is replaced or written to.
package struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let node: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
  }
}
