import ArgumentParser
import Foundation
import PyramidPictures
import TileModel
import TilePyramid
import TileStorage

/// `tilepyramid info`.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Says what an image or a store of tiles is, where it lies, and what is wrong.")

  @Argument(
    help: ArgumentHelp(
      "An image or plan, a folder of tiles, or an MBTiles file.", valueName: "path"))
  var path: String

  @OptionGroup(title: "Where the image lies") var placement: PlacementOptions
  @OptionGroup(title: "PDF and SVG") var vector: VectorOptions

  @OptionGroup(title: "Samples of the image") var samples: SampleOptionGroup

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Draw a contact sheet of tiles as a PNG file: a row for each zoom.", valueName: "file"))
  var sheet: String?

  @Flag(help: "Replace the contact sheet.")
  var overwrite = false

  func run() throws {
    let request = try PlacementRequest(placement)
    let planOptions = try vector.planOptions()
    let picture = try sheet.map {
      try OutputFile(path: $0, .picture, overwrite: overwrite, inputs: [path])
    }
    // All else is taken to be an image.
    if try StoredFile.isStore(path) {
      let report = try StoreReport(path: path)
      try Self.print(report, report.text, asJSON: json)
      guard let picture else { return }
      let name = URL(fileURLWithPath: path).lastPathComponent
      let title = report.layer.map { "\($0.name) (\(name))" } ?? name
      let line = try picture.write(try ContactSheet(title: title).draw(try openTileStore(path)))
      // Standard output is one JSON document or words.
      if json { StandardError.print(line) } else { StandardOutput.print(line) }
    } else {
      guard picture == nil else {
        throw UsageError.noEffect("--sheet", reason: "\(path) is no store of tiles")
      }
      var options = PyramidOptions()
      // What a build would refuse for its size is still of interest here.
      options.maximumTileCount = .max
      let report = try SourceReport(
        path: path, placement: request, vector: planOptions,
        samples: try samples.sampleOptions(), options: options)
      try Self.print(report, report.text, asJSON: json)
    }
  }

  private static func print(_ report: some Encodable, _ text: String, asJSON: Bool) throws {
    if asJSON {
      StandardOutput.printData(try JSONText.text(report))
    } else {
      StandardOutput.print(text)
    }
  }
}
