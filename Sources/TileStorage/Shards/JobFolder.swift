import Platform

/// The folder of a job: its plan, and a file for each shard.
package enum JobFolder {
  package static func make(_ path: String) throws(TileStorageError) {
    _ = try MissingFolders(of: path).create()
  }

  package static func adopt(_ source: String, as target: String) throws(TileStorageError) {
    _ = try MissingFolders(of: OutputPath(target).folder).create()
    if link(source, target) == 0 || errno == EEXIST { return }
    let draft = OutputPath(target).sibling(suffix: "copy")
    try FileSystem.removeFile(draft)
    do throws(TileStorageError) {
      try copy(source, to: draft)
      try AtomicRename.publish(draft, as: target)
    } catch {
      unlink(draft)
      throw error
    }
  }

  private static func copy(_ source: String, to target: String) throws(TileStorageError) {
    let input = try FileSystem.openFile(source)
    defer { close(input) }
    try FileSystem.create(target) { (output) throws(TileStorageError) in
      var position = 0
      while true {
        let bytes = try FileSystem.bytes(of: input, at: position, count: 1 << 20, path: source)
        if bytes.isEmpty { return }
        try FileSystem.write(bytes, to: output, path: target)
        position += bytes.count
      }
    }
  }
}
