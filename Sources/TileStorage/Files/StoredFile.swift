/// Kind and contents of a path that a user names, for readers outside this module.
package enum StoredFile {
  /// Kind of a path.
  package enum Kind: Hashable, Sendable {
    case file
    case folder
    case other
  }

  package static func kind(of path: String) throws(TileStorageError) -> Kind? {
    switch try FileSystem.kind(of: path, followingLinks: true) {
    case nil: nil
    case .file: .file
    case .directory: .folder
    case .link, .other: .other
    }
  }

  /// At most `limit` bytes of a regular file; never blocks.
  package static func contents(
    of path: String, upTo limit: Int
  ) throws(TileStorageError) -> [UInt8] {
    try FileSystem.read(path, upTo: limit)
  }

  package static func isStore(_ path: String) throws(TileStorageError) -> Bool {
    switch try kind(of: path) {
    case .folder: true
    case .file:
      try StoreFormat.isSignature(contents(of: path, upTo: StoreFormat.signatureLength))
    case .other: throw .notAFile(path: path, found: FileSystem.Kind.other.words)
    case nil: false
    }
  }
}
