import ArgumentParser
import Foundation
import TileImaging
import TileLayers
import TileModel

/// `tilepyramid snapshot`.
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Draws what a camera sees of layers as a PNG file.",
    discussion: """
      Layers are drawn by the z-index of their definitions, and of one z-index in the order given, \
      with the opacity of their definitions.
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders of tiles, MBTiles files or layer definitions.", valueName: "layers"))
  var layers: [String]

  @OptionGroup var view: SnapshotViewOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The PNG file to make.", valueName: "file"))
  var output: String

  @Flag(help: "Replace the output file.")
  var overwrite = false

  func run() throws {
    let options = try view.snapshotOptions()
    // What is certain to fail should do so before any tile is read.
    if !overwrite, FileManager.default.fileExists(atPath: output) {
      throw FileError.exists(path: output)
    }
    let opened = try layers.map { path in
      var options = TileLayer.Options()
      options.underzoomLevels = MapSnapshotter.reach
      return SnapshotLayer(try TileLayer.open(path, options: options))
    }
    let picture = try MapSnapshotter(opened).image(options)
    let bytes = try PNGTileEncoder(effort: .fast).encode(picture)
    try NewFiles.write([(output, Data(bytes))], overwrite: overwrite)
    StandardOutput.print("wrote \(output), \(picture.width) × \(picture.height) pixels")
  }
}
