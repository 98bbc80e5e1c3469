import Foundation

/// What is at a path.
enum FileKind {
  case file
  case folder

  /// Looks at a path, following links; `nil` when there is nothing.
  init?(of path: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    self = isFolder.boolValue ? .folder : .file
  }
}
