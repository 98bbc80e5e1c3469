import Platform

/// Names in a staging folder for an earlier output between its replacement and its removal.
///
/// A name here may hold foreign files: its contents are put back, or removed by their record.
enum ReplacedOutput {
  static let tree = "replaced"
  static func file(_ fileExtension: String) -> String { "replaced.\(fileExtension)" }
  static let sidecar = "replaced.layer.json"

  /// Ends a replacement of this process or of a killed one.
  ///
  /// A missing output is put back.
  static func finish(in staging: String, of output: OutputPath) -> [LeftOver] {
    finish("\(staging)/\(tree)", putBackAs: output.path, of: output) { path in
      ReplacedTree.remove(path, output: output.path)
    }
      + StoreFormat.files.flatMap { format in
        finish("\(staging)/\(file(format.fileExtension))", putBackAs: output.path, of: output) {
          path in remove(path) { () throws(TileStorageError) in try format.checkOwnership(path) }
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
