import Foundation
import Platform

/// The folder of a job: its plan, and a file for each shard.
package enum JobFolder {
  /// Makes the folder and those on the way to it that are missing.
  ///
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
  package static func make(_ path: String) throws(TileStorageError) {
    _ = try MissingFolders(of: path).create()
  }

  /// The contents of a file, at most `limit` bytes of them.
  ///
  /// - Throws: ``TileStorageError``.
  package static func contents(
    of path: String, upTo limit: Int
  ) throws(TileStorageError) -> [UInt8] { try FileSystem.read(path, upTo: limit) }

  /// Whether there is anything at a path.
  ///
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
  package static func holds(_ path: String) throws(TileStorageError) -> Bool {
    try FileSystem.kind(of: path, followingLinks: false) != nil
  }

  /// Takes a file of another job over under a name, by a second name where the file system has those.
  ///
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
  package static func adopt(_ source: String, as target: String) throws(TileStorageError) {
    _ = try MissingFolders(of: OutputPath(target).folder).create()
    if link(source, target) == 0 || errno == EEXIST { return }
    let draft = OutputPath(target).sibling(suffix: "copy")
    do {
      try FileSystem.removeFile(draft)
      try FileManager.default.copyItem(atPath: source, toPath: draft)
    } catch {
      throw .system(operation: "copy", path: source, code: EIO)
    }
    try AtomicRename.publish(draft, as: target)
  }
}
