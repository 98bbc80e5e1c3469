extension LayerDefinition {
  /// The files of the images of which a layer was made, so that it can be told from what.
  public struct Sources: Hashable, Sendable {
    /// A file.
    public struct File: Hashable, Sendable {
      /// Its name, without the folders that hold it.
      public var name: String
      /// Its size in bytes.
      public var byteCount: Int
      /// The XXH3-128 of its first, middle and last 64 KiB, 32 lower-case hexadecimal digits.
      public var fingerprint: String

      /// Describes a file.
      public init(name: String, byteCount: Int, fingerprint: String) {
        self.name = name
        self.byteCount = byteCount
        self.fingerprint = fingerprint
      }
    }

    /// How many files are listed at most.
    public static let listed = 256

    /// How many files there are.
    public var count: Int
    /// The XXH3-128 of the names, sizes and fingerprints of all files in their order, likewise.
    public var fingerprint: String
    /// The first files, at most ``listed``.
    public var files: [File]

    /// Describes files.
    public init(count: Int, fingerprint: String, files: [File]) {
      self.count = count
      self.fingerprint = fingerprint
      self.files = files
    }
  }
}
