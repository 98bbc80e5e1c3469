public import TileModel
public import TileStorage

/// A reason why a layer cannot be loaded.
public enum TileLayerError: ReportableError, Hashable {
  /// The store or the document cannot be read.
  case storage(TileStorageError)
  /// The document is no layer definition.
  case document(LayerDocumentError, location: String)
  /// The document is no TileJSON.
  case notTileJSON(location: String, detail: String)
  /// The template of the tiles cannot be used.
  case template(TileTemplateError, location: String)
  /// The document names no tiles.
  case noTiles(location: String)
  /// A document from a server points into the local disk.
  case localTiles(location: String, template: String)
  /// The document could not be fetched.
  case unavailable(TileUnavailability)
  /// There is no document at the address.
  case noDocument(location: String)
  /// The document describes a building, whose floors are layers.
  case building(location: String, [BuildingDefinition.Floor])
  /// The document describes no building.
  case notBuilding(location: String)
  /// The building has no such floor.
  case noFloor(String, location: String, floors: [String])

  /// The failure report for users.
  public var report: FailureReport {
    switch self {
    case .storage(let error): error.report
    case .document(let error, let location): error.report(at: location)
    case .notTileJSON(let location, let detail):
      FailureReport(
        .badInput, "this is no layer definition and no TileJSON", at: location, found: detail,
        expected: "a JSON object with tiles, minzoom and maxzoom", nextStep: "check the path")
    case .template(let error, let location):
      FailureReport(
        .badInput, "the layer's tiles cannot be addressed: \(error.report.what)", at: location,
        found: error.report.found, expected: error.report.expected,
        nextStep: "correct the document")
    case .noTiles(let location):
      FailureReport(
        .badInput, "the document does not say where its tiles are", at: location,
        expected: "a URL or a path of tiles, or a file of tiles beside NAME.layer.json",
        nextStep: "build the layer again with `urlTemplate`, or open the store itself")
    case .localTiles(let location, let template):
      FailureReport(
        .badInput, "a document from a server may not point into the local disk", at: location,
        found: template, expected: "http or https", nextStep: "correct the document")
    case .unavailable(let reason): reason.report
    case .noDocument(let location):
      FailureReport(
        .badInput, "there is no such document", at: location, nextStep: "check the address")
    case .building(let location, let floors):
      FailureReport(
        .badInput, "this is a building, not a layer", at: location,
        found: Self.list(floors.map(\.floor.id)), expected: "one floor",
        nextStep: floors.first.map {
          "choose a floor, or open the layer definition of one, such as \($0.layer)"
        } ?? "check the document")
    case .notBuilding(let location):
      FailureReport(
        .badInput, "this is no building", at: location,
        expected: "a building.json, or the folder that holds it",
        nextStep: "check the path, or open it as a layer")
    case .noFloor(let id, let location, let floors):
      FailureReport(
        .badInput, "the building has no floor \"\(id)\"", at: location, found: Self.list(floors),
        expected: "the identifier of a floor", nextStep: "choose one of these")
    }
  }
  private static func list(_ floors: [String]) -> String {
    floors.isEmpty ? "no floors" : "floors " + floors.joined(separator: ", ")
  }
}
