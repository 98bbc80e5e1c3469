import Foundation
import PackagePlugin

/// The build commands for the tiles and the code of a target's buildings.
struct BuildingCommands {
  let tool: URL
  let workFolder: URL
  /// An SDK, as `layers --client` names it.
  let client: String
  /// The resources that will hold the tiles, as `layers --url` names them.
  let resources: String

  func all(in files: [URL], ofTarget target: String) -> [Command] {
    let manifests = files.filter {
      ["building.yml", "building.yaml"].contains($0.lastPathComponent)
    }
    if manifests.isEmpty {
      Diagnostics.error(
        """
        the target \(target) holds no manifest of a building
          expected: a file building.yml, with the plans beside it
          next: draft one with: swift package tilepyramid building init FOLDER
        """)
    }
    let folders = Dictionary(grouping: manifests) {
      $0.deletingLastPathComponent().lastPathComponent.lowercased()
    }
    for (name, manifests) in folders where manifests.count > 1 {
      Diagnostics.error(
        """
        the target \(target) holds several buildings of one name, \(name)
          found: \(manifests.map(\.path).joined(separator: ", "))
          expected: one manifest in a folder, and folders of different names
          next: rename a folder, or remove a manifest
        """)
    }
    guard folders.values.allSatisfy({ $0.count == 1 }) else { return [] }
    return manifests.flatMap(commands)
  }

  private func commands(of manifest: URL) -> [Command] {
    let folder = manifest.deletingLastPathComponent()
    let name = folder.lastPathComponent
    let tiles = workFolder.appending(path: "\(name)-tiles")
    let code = workFolder.appending(path: "\(name)-tiles.swift")
    return [
      // An update would refuse a plan that was moved on the map, and leaves the same bytes. Scratch
      // files are in a folder that a sandbox may write to.
      .buildCommand(
        displayName: "Building the tiles of \(name)", executable: tool,
        arguments: [
          "build", manifest.path, "--output", tiles.path, "--overwrite", "--temp-dir",
          workFolder.path, "--progress", "none",
        ], inputFiles: Self.files(in: folder).filter { $0.pathExtension != "swift" },
        outputFiles: [tiles]),
      .buildCommand(
        displayName: "Generating the code of \(name)", executable: tool,
        arguments: [
          "layers", tiles.path, "--client", client, "--url", resources, "--output", code.path,
          "--overwrite",
        ], inputFiles: [tiles], outputFiles: [code]),
    ]
  }

  /// The files of a folder tree, in the order of their paths.
  static func files(in folder: URL) -> [URL] {
    let found = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: .skipsHiddenFiles)
    // A file of unknown kind is left out; the program reports missing and unreadable files.
    return (found?.compactMap { $0 as? URL } ?? [])
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
      .sorted { $0.path < $1.path }
  }
}
