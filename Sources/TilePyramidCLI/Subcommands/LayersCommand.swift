import ArgumentParser
import Foundation
import LayerCodegen
import TileModel
import TileStorage

/// `tilepyramid layers`.
struct LayersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layers", abstract: "Generates the code with which an app shows layers.",
    discussion: "Several layers must be different floors; the code then also lists the floors.")

  @Argument(
    help: ArgumentHelp(
      "Folders of tiles, MBTiles files or layer definitions.", valueName: "layers"))
  var layers: [String]

  @Option(
    help: ArgumentHelp(
      "swift or objc, both for the Google Maps SDK for iOS.", valueName: "kind"))
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

  @Flag(help: "Replace files in the folder.")
  var overwrite = false

  func run() throws {
    let kind: ClientKind = try OptionValue.choice(client, option: "--client")
    let definitions = try layers.map { path in
      var definition = try LayerFile.definition(at: path)
      if let url {
        definition.urlTemplate = try TileTemplate(
          url: url, floor: definition.floor?.id, format: definition.format)
      }
      return definition
    }
    let files = try ClientCode.generate(kind, for: definitions, named: name)
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
    guard let file = FileHandle(forReadingAtPath: path) else { throw .cannotRead(path: path) }
    let limit = LayerDefinitionDocument.maximumByteCount
    let bytes: Data
    do { bytes = try file.read(upToCount: limit + 1) ?? Data() } catch {
      throw .cannotRead(path: path)
    }
    do throws(LayerDocumentError) {
      return try LayerDefinitionDocument(decoding: [UInt8](bytes))
    } catch {
      throw .invalid(path: path, error)
    }
  }
}

/// Why a store cannot be shown by an app.
enum LayerFileError: ReportableError, Hashable {
  case noDefinition(path: String)
  case cannotRead(path: String)
  case invalid(path: String, LayerDocumentError)

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
    }
  }
}
