import Foundation

/// A small file system in memory, which only root on Linux can mount.
package final class TinyFileSystem {
  package let directory: TemporaryDirectory

  package var path: String { directory.path }

  /// Whether one can be mounted here.
  package static let isAvailable: Bool = {
    #if os(Linux)
      return geteuid() == 0 && (try? TinyFileSystem(size: "64k")) != nil
    #else
      return false
    #endif
  }()

  package init?(size: String) throws {
    directory = try TemporaryDirectory()
    guard Self.run("mount", ["-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path]) else {
      return nil
    }
  }

  deinit { _ = Self.run("umount", ["-l", path]) }

  package func makeReadOnly() -> Bool { Self.run("mount", ["-o", "remount,ro", path]) }

  private static func run(_ tool: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
