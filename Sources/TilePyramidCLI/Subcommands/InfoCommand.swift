import ArgumentParser
import BuildingManifest
import Foundation
import Mosaics
import PyramidPictures
import TileModel
import TilePyramid
import TileStorage

/// `tilepyramid info`.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract:
      "Says what an image, a store of tiles or a building is, its georeference, and what is wrong.",
    discussion: "Exits with 1 when a floor of a building cannot be opened, which the report names.")

  @Argument(
    help: ArgumentHelp(
      """
      What to describe: an image or plan; a folder or file of tiles, a building's folder, or a \
      manifest; or a VRT, an index, or @FILE with the paths of images.
      """, valueName: "path"),
    completion: .described)
  var path: String

  @OptionGroup(title: "Georeference") var placement: SettingOptions<PlacementSettings>
  @OptionGroup(title: "Several images") var mosaic: SettingOptions<MosaicSettings>
  @OptionGroup(title: "PDF and SVG") var vector: SettingOptions<VectorSettings>

  @OptionGroup(title: "Samples of the image") var samples: SettingOptions<SampleSettings>

  @OptionGroup var rows: SchemeOption

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Draw a contact sheet of tiles, a row for each zoom: an SVG where the name ends in .svg, else a PNG.",
      valueName: "file"),
    completion: .picture)
  var sheet: String?

  @Flag(help: "Replace the contact sheet.")
  var overwrite = false

  private var image: GivenSettings {
    placement.given + mosaic.given + vector.given + samples.given
  }

  func run() throws {
    let picture = try sheet.map {
      try PictureFile(path: $0, overwrite: overwrite, inputs: [path])
    }
    // All else is taken to be an image.
    if let building = try StoredBuilding(path: path) {
      let report = try BuildingReport(path: path, building)
      try Self.print(report, report.text, asJSON: json)
      if let picture { try draw(building, on: picture) }
      // The report says which floor is missing.
      if !report.isWhole { throw ExitCode(1) }
    } else if let report = try storeReport() {
      try Self.print(report, report.text, asJSON: json)
      guard let picture else { return }
      let name = URL(fileURLWithPath: path).lastPathComponent
      let title = report.layer.map { "\($0.name) (\(name))" } ?? name
      let store = try openTileStore(path, scheme: rows.value)
      try write(try ContactSheet(title: title).draw(store), to: picture)
    } else {
      guard picture == nil else {
        throw UsageError.noEffect("--sheet", reason: "\(path) is no store of tiles")
      }
      if let path = BuildingManifest.path(of: path) {
        if let option = image.options.first ?? (overwrite ? "--overwrite" : nil) {
          throw UsageError.noEffect(
            option, reason: "the manifest says how images are placed and read")
        }
        let report = try ManifestReport(path: path)
        return try Self.print(report, report.text, asJSON: json)
      }
      let settings = try image.settings()
      var options = settings.options
      // A plan that a build would refuse for its size is still reported.
      options.maximumTileCount = .max
      let report = try SourceReport(
        SourceImages([path], image, settings), options: options,
        skipsDamaged: settings.skipsDamagedImages)
      try Self.print(report, report.text, asJSON: json)
    }
  }

  /// `nil` for what is no store, and for a folder of images.
  private func storeReport() throws -> StoreReport? {
    let scheme = try rows.value
    guard !path.hasPrefix("@"), try StoreFormat.isStore(path) else { return nil }
    let report = try StoreReport(path: path, scheme: scheme)
    guard report.tiles == 0, sheet == nil, try StoreFormat(detectedAt: path) == .directory else {
      return report
    }
    do {
      _ = try ImageListing([path])
      return nil
    } catch {
      return report
    }
  }

  private func draw(_ building: StoredBuilding, on picture: PictureFile) throws {
    let floors = building.definition.floors
    var sheet = BuildingSheet(floorCount: floors.count)
    for entry in floors {
      var reader: (any TileReader)?
      do throws(TileStorageError) {
        reader = try building.open(entry).reader
      } catch {
        // The report says why.
        if !error.isFinding { throw error.report.naming(floor: entry.floor.id) }
      }
      try sheet.add(ContactSheet(title: building.title(of: entry)), of: reader)
    }
    guard let drawing = sheet.drawing else {
      return StandardError.warn("no sheet was drawn: there are no floors")
    }
    try write(drawing, to: picture)
  }

  private func write(_ sheet: PictureDrawing, to picture: PictureFile) throws {
    let line = try picture.write(sheet)
    // Standard output is one JSON document or words.
    if json { StandardError.print(line) } else { StandardOutput.print(line) }
  }

  private static func print(_ report: some Encodable, _ text: String, asJSON: Bool) throws {
    if asJSON {
      StandardOutput.printData(OptionNames.applied(to: try JSONText.text(report)))
    } else {
      StandardOutput.print(text)
    }
  }
}
