import Foundation
import Georeferencing
package import TileModel

/// Finds what a path that leads to no file was meant to be.
package enum NearestFile {
  /// Empty above a name alone; Foundation on Linux stops the program at some of them.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A file in the same folder whose name begins alike.
  package static func of(_ path: String) -> String? {
    guard !FileManager.default.fileExists(atPath: path) else { return nil }
    let folder = folder(of: path)
    // A folder that cannot be listed suggests nothing.
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    let alike = (names ?? []).filter { $0.first?.lowercased() == path.fileName.first?.lowercased() }
    return NearestName.of(path.fileName, among: alike.sorted()).map {
      NSString(string: folder).appendingPathComponent($0)
    }
  }
}

extension ManifestLocation {
  /// The next step where a path of the manifest leads to no file; `nil` for other causes.
  package func advice(on cause: FailureReport) -> String? {
    guard let file = cause.location, cause.nextStep?.hasPrefix("check the path") ?? false,
      !FileManager.default.fileExists(atPath: file)
    else { return nil }
    func written(_ file: String) -> String { ManifestDraft.relativePath(of: file, from: path) }
    if let near = NearestFile.of(file) { return "did you mean \(written(near))?" }
    guard !file.hasPrefix("/") else { return nil }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let stated = String(file.dropFirst(file.hasPrefix(folder) ? folder.count : 0))
    return !folder.isEmpty && FileManager.default.fileExists(atPath: stated)
      ? "write \(written(stated)): paths in a manifest begin in its folder"
      : "check the path, which begins in the folder of the manifest"
  }
}
