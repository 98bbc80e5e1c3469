import ArgumentParser
import BuildingManifest
import Foundation
import Georeferencing
import PlanEditor
import TileModel
import TileServer

/// `tilepyramid building`.
struct BuildingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "building", abstract: "Works on the manifests of buildings.",
    discussion: "A manifest is built with `tilepyramid build building.yml --output folder`.",
    subcommands: [Init.self, Edit.self])

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
      var isFolder: ObjCBool = true
      guard
        !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
          || isFolder.boolValue
      else {
        throw UsageError(
          "this is no folder", at: folder, found: "a file",
          expected: "the folder with an image of each floor", nextStep: "name the folder")
      }
      let output =
        output ?? URL(fileURLWithPath: folder).appendingPathComponent("building.yml").relativePath
      guard BuildingManifest.isManifest(path: output) else {
        throw UsageError.invalidValue(
          option: "--output", found: output, expected: "a file ending in .yml or .yaml")
      }
      if !overwrite, access(output, F_OK) == 0 {
        let command = StoppedCommand.line(
          ["tilepyramid", "building", "edit", self.output ?? folder])
        throw UsageError(
          "the file exists", at: output, expected: "no file of that name",
          nextStep: "place its floors with \(command),"
            + " or name another file with --output, or pass --overwrite")
      }
      // An output that cannot be written should fail before any image is opened.
      let file = try OutputFile(path: output, .text, overwrite: overwrite, inputs: [])
      let draft = try ManifestDraft(folder: folder, manifest: output)
      try file.write(Array(draft.text.utf8))
      for file in draft.skipped { StandardError.warn("left out \(file.path): \(file.reason)") }
      let (unknown, unplaced) = (draft.unknownLevelCount, draft.unplacedCount)
      var lines = [
        "wrote \(output), \(Words.count(draft.floorCount, "floor"))"
          + (unknown == 0 ? "" : ", \(unknown) without a level: give each one in it")
      ]
      if unplaced > 0 {
        let command = StoppedCommand.line(["tilepyramid", "building", "edit", output])
        lines.append("place \(Words.count(unplaced, "floor")): \(command)")
      }
      let command = StoppedCommand.line(["tilepyramid", "build", output, "-o", "tiles"])
      lines.append("build it: \(command)")
      StandardOutput.print(lines.joined(separator: "\n"))
    }
  }

  /// `tilepyramid building edit`.
  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Places the floors of a building on a page in a browser.",
      discussion: """
        A server on 127.0.0.1 shows the page; its address is printed on standard output. Floors are placed by \
        hand, by control points or by points that another floor has too, and lie over each other; points that \
        they share are green where they agree as the manifest asks. Saving changes in the manifest what it states \
        of floors that were moved, and which backgrounds are shown, and nothing else. SIGINT (Ctrl-C) ends it.
        """)

    @Argument(
      help: ArgumentHelp(
        "The manifest, or the folder with its building.yml.", valueName: "manifest"),
      completion: .file(extensions: ["yml", "yaml"]))
    var manifest: String

    @Argument(
      help: ArgumentHelp(
        "What is shown beneath the floors, as for `georeference --edit`.", valueName: "background"),
      completion: .file())
    var backgrounds: [String] = []

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Where floors begin if none is placed (default: in the middle of the background).",
        valueName: "lat,lng"))
    var at: String?

    @Option(help: ArgumentHelp("The port; 0 takes any that is free.", valueName: "n"))
    var port: UInt16 = LoopbackServer.defaultPort

    @Option(
      help: ArgumentHelp(
        "The folder for scratch files (default: the system's).", valueName: "folder"),
      completion: .directory)
    var tempDir: String?

    func run() throws {
      guard let manifest = BuildingManifest.path(of: manifest) else {
        throw UsageError(
          "this is no manifest of a building", at: manifest,
          expected: "a file ending in .yml or .yaml, or the folder of a building.yml",
          nextStep: "draft one for a folder of plans with tilepyramid building init FOLDER")
      }
      let position = try at.map { try GeographicCoordinate(optionText: $0, option: "--at") }
      try EditServing.run(
        port: port, folder: tempDir ?? FileManager.default.temporaryDirectory.path
      ) { folder in
        let session = try EditingSession(
          manifest: manifest,
          backgrounds: try backgrounds.map { try EditBackground($0, in: folder) },
          position: position, folder: folder
        ) { manifest in
          StoppedCommand.line(["tilepyramid", "build", manifest, "--output", "tiles"])
        }
        for floor in try session.leftOut {
          StandardError.warn(
            "floor \(floor) has several images, which are placed one by one: left out")
        }
        return session
      }
    }
  }
}
