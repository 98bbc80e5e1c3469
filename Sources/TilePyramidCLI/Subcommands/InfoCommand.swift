import ArgumentParser
import Foundation
import TilePyramid

/// `tilepyramid info`.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Says what an image or a store of tiles is, where it lies, and what is wrong.")

  @Argument(
    help: ArgumentHelp("An image, a folder of tiles, or an MBTiles file.", valueName: "path"))
  var path: String

  @OptionGroup(title: "Where the image lies") var placement: PlacementOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let request = try PlacementRequest(placement)
    if isStore {
      let report = try StoreReport(path: path)
      StandardOutput.print(json ? try JSONText.text(report) : report.text)
    } else {
      var options = PyramidOptions()
      // What a build would refuse for its size is still of interest here.
      options.maximumTileCount = .max
      let report = try SourceReport(path: path, placement: request, options: options)
      StandardOutput.print(json ? try JSONText.text(report) : report.text)
    }
  }

  /// Whether the path is a folder or an SQLite file; all else is taken to be an image.
  private var isStore: Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
    if isFolder.boolValue { return true }
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { file.closeFile() }
    return file.readData(ofLength: 15) == Data("SQLite format 3".utf8)
  }
}
