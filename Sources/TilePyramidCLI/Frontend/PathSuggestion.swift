import ArgumentParser
import BuildingManifest
import Foundation
import TileModel
import TileStorage

/// The likely meaning of a path that leads to no file, or to no tiles.
enum PathSuggestion {
  /// `nil` where a file is there, and where nothing is like it.
  static func instead(of path: String) -> String? {
    guard !FileManager.default.fileExists(atPath: path) else { return nil }
    if let quoted = quoted(path) { return quoted }
    let expanded = NSString(string: path).expandingTildeInPath
    if expanded != path, FileManager.default.fileExists(atPath: expanded) {
      return "did you mean \(expanded)? A shell puts in ~ at the beginning of a word alone"
    }
    return NearestFile.of(path).map { "did you mean \($0)?" }
  }

  /// Words beside each other that are together the path of a file.
  static func quoted(_ word: String) -> String? {
    // Without the words of the command, nothing is suggested.
    guard let words = try? ProgramArguments.given(), let index = words.firstIndex(of: word) else {
      return nil
    }
    for start in max(0, index - 7)...index {
      for end in index..<min(words.count, index + 8) where start < end {
        let parts = words[start...end]
        let path = parts.joined(separator: " ")
        guard FileManager.default.fileExists(atPath: path) else { continue }
        return "\(parts.joined(separator: " and ")) are together the path of a file that is"
          + " there: write it in quotes, \(StoppedCommand.line([path]))"
      }
    }
    return nil
  }

  /// The option that takes such a file as another one was given; `nil` where it was the right one.
  static func option(forFileAt location: String) -> String? {
    // Without the words of the command, nothing is suggested.
    let words = (try? ProgramArguments.given()) ?? []
    for (option, path) in zip(words, words.dropFirst())
    where option.hasPrefix("--") && location.hasPrefix("\(path):") {
      let ending = NSString(string: path).pathExtension.lowercased()
      guard let text = takers[ending], !text.contains(option) else { continue }
      return "a .\(ending) file goes with \(text)"
    }
    return nil
  }

  private static let takers = [
    "kml": "--kml, if it has a GroundOverlay; save outlines as GeoJSON",
    "geojson": "--fit-outline for a building's outline, with --cutline for an area to cut out",
    "points": "--gcp-file", "csv": "--gcp-file", "pgw": "--world-file", "jgw": "--world-file",
    "tfw": "--world-file", "wld": "--world-file",
  ]

  /// `nil` where tiles are neither there nor near.
  static func tiles(insteadOf path: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    if BuildingManifest.path(of: path) != nil || CompletionKind.isPlan(path) {
      let command = StoppedCommand.line(["tilepyramid", "build", path, "-o", "tiles"])
      return "build it first: \(command)"
    }
    guard isFolder.boolValue else { return nil }
    let above = [
      NearestFile.folder(of: path), NearestFile.folder(of: NearestFile.folder(of: path)),
    ]
    .first(where: isPyramid).map { [$0] }
    let near = (stores(in: path) ?? above ?? []).prefix(3)
    return near.isEmpty
      ? nil : "did you mean \(near.map { StoppedCommand.line([$0]) }.alternatives)?"
  }

  private static func stores(in folder: String) -> [String]? {
    // A folder that cannot be listed suggests nothing.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let paths = names.prefix(1000).sorted().map {
      NSString(string: folder).appendingPathComponent($0)
    }
    let stores = paths.filter { StoreFormat(path: $0).isFile || isPyramid($0) }
    return stores.isEmpty ? nil : stores
  }

  /// Whether a folder has the document of a building or a layer, in it or beside it.
  static func isPyramid(_ folder: String) -> Bool {
    !folder.isEmpty
      && ["/building.json", "/layer.json", ".layer.json"].contains {
        access(folder + $0, F_OK) == 0
      }
  }
}
