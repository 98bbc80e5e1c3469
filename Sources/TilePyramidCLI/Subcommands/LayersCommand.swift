import ArgumentParser
import Foundation
import LayerCodegen
import TileModel
import TileStorage

/// `tilepyramid layers`.
struct LayersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layers", abstract: "Generates the code with which an app shows layers.",
    discussion: """
      Several layers must be different floors; the code then also switches between them, as it does \
      for a building.
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders of tiles, MBTiles files or layer definitions; or one building's folder or document.",
      valueName: "layers"))
  var layers: [String]

  @Option(
    help: ArgumentHelp(
      """
      For Google Maps swift or objc (iOS), kotlin or java (Android) and javascript; swift-mapkit, \
      leaflet, maplibre, openlayers; or tilejson.
      """, valueName: "kind"))
  var client: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for the code; made when missing.", valueName: "folder"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Where the tiles are found, instead of what the layers say.", valueName: "template"))
  var url: String?

  @Option(help: ArgumentHelp("What to call the layer or building in code.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The package of the code, for kotlin and java.", valueName: "name"))
  var package: String?

  @Flag(help: "Replace files in the folder.")
  var overwrite = false

  func run() throws {
    let kind: ClientKind = try OptionValue.choice(client, option: "--client")
    var given = try ClientLayers(at: layers)
    if let url {
      given.definitions = try given.definitions.map { layer in
        var layer = layer
        layer.urlTemplate = try TileTemplate(
          url: url, floor: layer.floor?.id, format: layer.format)
        return layer
      }
    }
    let files = try ClientCode.generate(
      kind, for: given.definitions, named: name ?? given.name, package: package)
    let created = try NewFiles.makeFolder(output)
    do {
      let folder = URL(fileURLWithPath: output, isDirectory: true)
      try NewFiles.write(
        files.map { (folder.appendingPathComponent($0.path).path, Data($0.contents.utf8)) },
        overwrite: overwrite)
    } catch {
      if created { NewFiles.removeBestEffort(output) }
      throw error
    }
    for file in files { StandardOutput.print("\(output)/\(file.path)") }
  }
}

/// Finds the layer definition that belongs to a path.
enum LayerFile {
  static func definition(at path: String) throws -> LayerDefinition {
    if path.lowercased().hasSuffix(".json") {
      return try document(at: path).definition
    }
    guard let definition = try openTileStore(path).definition else {
      throw LayerFileError.noDefinition(path: path)
    }
    return definition
  }

  private static func document(at path: String) throws(LayerFileError) -> LayerDefinitionDocument {
    let bytes = try bytes(of: path, limit: LayerDefinitionDocument.maximumByteCount)
    do throws(LayerDocumentError) {
      return try LayerDefinitionDocument(decoding: bytes)
    } catch {
      throw .invalid(path: path, error)
    }
  }

  /// The bytes of a file, or one more than `limit` of a larger one, which decoding refuses.
  static func bytes(of path: String, limit: Int) throws(LayerFileError) -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: path) else { throw .cannotRead(path: path) }
    do {
      return [UInt8](try file.read(upToCount: limit + 1) ?? Data())
    } catch {
      throw .cannotRead(path: path)
    }
  }
}

/// Why a store cannot be shown by an app.
enum LayerFileError: ReportableError, Hashable {
  case noDefinition(path: String)
  case cannotRead(path: String)
  case invalid(path: String, LayerDocumentError)
  case notABuilding(path: String)
  case buildingBesideOthers(path: String)

  var report: FailureReport {
    switch self {
    case .noDefinition(let path):
      FailureReport(
        .badInput, "there is no layer definition", at: path,
        expected: "a layer.json, or tiles made by this program",
        nextStep: "name the layer definition itself, or build the tiles again")
    case .cannotRead(let path):
      FailureReport(
        .cannotAccess, "cannot read the layer definition", at: path,
        nextStep: "check the path and its permissions")
    case .invalid(let path, let error): error.report(at: path)
    case .notABuilding(let path):
      FailureReport(
        .badInput, "this is not the document of a building", at: path,
        expected: "what this program writes beside the floors of a building",
        nextStep: "name the layers of the floors one by one")
    case .buildingBesideOthers(let path):
      FailureReport(
        .badInput, "a building is given beside other layers", at: path,
        expected: "one building, or layers", nextStep: "name the building alone")
    }
  }
}
