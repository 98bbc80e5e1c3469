import ArgumentParser
import Foundation
import TileLayers
import TileModel

/// `tilepyramid snapshot`.
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Draws what a camera sees of layers as a PNG file.",
    discussion: """
      Layers are drawn by the z-index of their definitions, and of one z-index in the order given, \
      with the opacity of their definitions. Beyond its deepest zoom a layer is enlarged, up to four \
      zooms. Of a building, the floors that --floor names are drawn, or else the entrance floor. A \
      picture that shows no tile is made, and ends with 1.
      """)

  @Argument(
    help: ArgumentHelp(
      "What to draw: folders or files of tiles, layer definitions, or buildings.",
      valueName: "layers"),
    completion: .stores)
  var layers: [String]

  @Option(
    name: .customLong("floor"),
    help: ArgumentHelp(
      "Draw these floors of a building, by identifier; may be repeated.", valueName: "id[,id]"))
  var floors: [String] = []

  @OptionGroup var view: SnapshotViewOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The PNG file to make.", valueName: "file"),
    completion: .picture)
  var output: String

  @Flag(help: "Replace the output file.")
  var overwrite = false

  func run() throws {
    let options = try view.snapshotOptions()
    let floors = try SnapshotSubjects.floors(floors)
    // An output that cannot be written should fail before any tile is read.
    let file = try OutputFile(path: output, .picture, overwrite: overwrite, inputs: layers)
    let opened = try SnapshotSubjects(paths: layers, floors: floors).open()
    let snapshot = try MapSnapshotter(opened).waitForSnapshot(options)
    StandardOutput.print(try file.write(snapshot.image))
    let missing = snapshot.missingTileCount
    let damage =
      "in view, listed by layer definitions, cannot be found; tilepyramid verify tells which"
    if snapshot.tileCount > 0 {
      if missing > 0 { StandardError.warn("\(Words.count(missing, "tile")) \(damage)") }
      return
    }
    StandardError.warn(
      "the picture shows no tile: "
        + (missing > 0
          ? "those \(damage)"
          : "the camera looks elsewhere, or from a zoom that has none" + Self.place(of: opened)))
    throw ExitCode(1)
  }

  /// The camera for the middle of the topmost layer that states its bounds.
  private static func place(of layers: [SnapshotLayer]) -> String {
    guard let definition = layers.last?.layer.information.definition else { return "" }
    let center = definition.displayCenter
    let camera = [center.position.latitude, center.position.longitude, Double(center.zoom)]
      .map { NumberText.trimmed($0, 6) }.joined(separator: ",")
    return "; --camera \(camera) shows the middle of \(definition.name)"
  }
}
