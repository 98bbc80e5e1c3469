import Foundation

/// Paths from the root, and ways between them.
enum AbsolutePath {
  static func of(_ path: String, from folder: String? = nil) -> String {
    if path.hasPrefix("/") { return path }
    let base = folder ?? FileManager.default.currentDirectoryPath
    return URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: base, isDirectory: true))
      .standardizedFileURL.path
  }

  static func relative(_ target: String, from folder: String) -> String {
    let to = URL(fileURLWithPath: target).standardizedFileURL.pathComponents
    let from = URL(fileURLWithPath: folder).standardizedFileURL.pathComponents
    let common = zip(to, from).prefix { $0 == $1 }.count
    let parts = from.dropFirst(common).map { _ in ".." } + to.dropFirst(common)
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
