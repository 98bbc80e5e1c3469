import Foundation
import Synchronization
import TilePyramidTesting

/// Folders that several tests share, which are removed when the tests end.
enum SharedFolders {
  private static let folders = Mutex<[TemporaryDirectory]>([])
  private static let removal: Void = {
    atexit {
      for folder in SharedFolders.folders.withLock({ $0 }) {
        try? FileManager.default.removeItem(at: folder.url)
      }
    }
  }()

  /// Keeps a folder until the tests end.
  static func keep(_ folder: TemporaryDirectory) {
    removal
    folders.withLock { $0.append(folder) }
  }
}

extension Workspace {
  /// A workspace that is made once, of which each test has a copy.
  static func shared(_ make: () throws -> Workspace) -> Result<Workspace, any Error> {
    Result {
      let workspace = try make()
      SharedFolders.keep(workspace.directory)
      SharedFolders.keep(workspace.scratch)
      return workspace
    }
  }

  /// Another workspace with the same files, their times and attributes.
  func copy() throws -> Workspace {
    let copy = try Workspace()
    let result = try CommandProbe(
      executable: URL(fileURLWithPath: "/bin/cp"), directory: directory.url
    ).run(["-a", ".", copy.directory.path])
    guard result.end == .exit(0) else { throw DocumentationFault(text: result.errors) }
    return copy
  }
}
