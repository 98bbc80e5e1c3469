import Platform

/// The names in a staging folder under which an earlier output is from its replacement until it is
/// removed.
///
/// A name here never stands for what only this package wrote: whatever it holds is put back, or taken
/// apart by what is known of it.
enum ReplacedOutput {
  /// The name of a directory that was replaced.
  static let tree = "replaced"
  /// The name of a store that was replaced and is one file with an extension.
  static func file(_ fileExtension: String) -> String { "replaced.\(fileExtension)" }
  /// The name of the layer definition that was beside it.
  static let sidecar = "replaced.layer.json"

  /// Ends what a replacement began, in this process or in one that was killed.
  ///
  /// An output that is missing because the process was killed in between is put back.
  static func finish(in staging: String, of output: OutputPath) -> [LeftOver] {
    finish("\(staging)/\(tree)", putBackAs: output.path, of: output) { path in
      ReplacedTree.remove(path, output: output.path)
    }
      + StoreFormat.files.flatMap { format in
        finish("\(staging)/\(file(format.fileExtension))", putBackAs: output.path, of: output) {
          path in
          remove(path) { () throws(TileStorageError) in try format.checkOwnership(path) }
        }
      }
      + finish("\(staging)/\(sidecar)", putBackAs: nil, of: output) { path in
        remove(path) { () throws(TileStorageError) in
          guard try TileOutput.carriesOurMark(path) else {
            throw .notReplaceable(path: path, found: "a file without a \"tilepyramid\" object")
          }
        }
      }
  }

  private static func finish(
    _ path: String, putBackAs location: String?, of output: OutputPath,
    _ remove: (String) -> [LeftOver]
  ) -> [LeftOver] {
    do throws(TileStorageError) {
      guard try FileSystem.kind(of: path, followingLinks: false) != nil else { return [] }
      if let location, try FileSystem.kind(of: location, followingLinks: false) == nil {
        try AtomicRename.publish(path, as: location)
        return []
      }
    } catch {
      return [LeftOver(error, at: path)]
    }
    return remove(path)
  }

  private static func remove(
    _ path: String, checking check: () throws(TileStorageError) -> Void
  ) -> [LeftOver] {
    do throws(TileStorageError) {
      try check()
      try FileSystem.removeFile(path)
      return []
    } catch {
      return [LeftOver(error, at: path)]
    }
  }
}
