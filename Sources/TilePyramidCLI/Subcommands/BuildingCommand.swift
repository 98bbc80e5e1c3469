import ArgumentParser
import BuildingManifest
import Foundation
import TileModel

/// `tilepyramid building`.
struct BuildingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "building", abstract: "Works on the manifests of buildings.",
    discussion: "A manifest is built with `tilepyramid build building.yml --output folder`.",
    subcommands: [Init.self])

  /// `tilepyramid building init`.
  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Writes a commented manifest for a folder of images.",
      discussion:
        "Levels are read from the names of the files, or of a folder per floor. World files, GCPs "
        + "of QGIS (.points) and layer definitions beside an image place it; what is not sure is "
        + "commented out.")

    @Argument(
      help: ArgumentHelp(
        "The folder to draft for, with an image of each floor.", valueName: "folder"),
      completion: .directory)
    var folder: String

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "The manifest to write (default: building.yml in the folder).", valueName: "file"),
      completion: .file(extensions: ["yml", "yaml"]))
    var output: String?

    @Flag(help: "Replace the manifest.")
    var overwrite = false

    func run() throws {
      let output =
        output ?? URL(fileURLWithPath: folder).appendingPathComponent("building.yml").relativePath
      guard BuildingManifest.isManifest(path: output) else {
        throw UsageError.invalidValue(
          option: "--output", found: output, expected: "a file ending in .yml or .yaml")
      }
      // What is certain to fail should do so before any image is opened.
      let file = try OutputFile(path: output, .text, overwrite: overwrite, inputs: [])
      let draft = try ManifestDraft(folder: folder, manifest: output)
      try file.write(Array(draft.text.utf8))
      for file in draft.skipped { StandardError.warn("left out \(file.path): \(file.reason)") }
      let unknown = draft.unknownLevelCount
      StandardOutput.print(
        "wrote \(output), \(draft.floorCount) floor\(draft.floorCount == 1 ? "" : "s")"
          + (unknown == 0 ? "" : ", \(unknown) without a level") + "; "
          + (unknown == 0 ? "" : "give each floor a level, ")
          + "say in it where the floors are, then: tilepyramid build \(output) --output tiles")
    }
  }
}
