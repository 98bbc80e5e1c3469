/// What is at a path that a user has named, for readers outside this module.
package enum StoredFile {
  /// What can be at a path.
  package enum Kind: Hashable, Sendable {
    case file
    case folder
    /// A named pipe, a socket or a device, none of which is ever opened.
    case other
  }

  /// What is at a path, following links; `nil` for nothing.
  package static func kind(of path: String) throws(TileStorageError) -> Kind? {
    switch try FileSystem.kind(of: path, followingLinks: true) {
    case nil: nil
    case .file: .file
    case .directory: .folder
    case .link, .other: .other
    }
  }

  /// The contents of a regular file, at most `limit` bytes of them, without waiting for anything.
  package static func contents(
    of path: String, upTo limit: Int
  ) throws(TileStorageError) -> [UInt8] {
    try FileSystem.read(path, upTo: limit)
  }

  /// Whether a path leads to a folder, or to a file that begins as the stores of a known format do.
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
