import Foundation
import PyramidPictures
import PyramidVerification
import TileModel
import TileStorage

/// Draws what verification found: a contact sheet with the tiles marked at which rules are broken.
enum FindingsSheet {
  /// Errors are marked as faults and all else as warnings; a tile with both is a fault.
  ///
  /// Only findings that the report names are marked.
  static func draw(
    _ report: VerificationReport, layerFile: String?, scheme: TileScheme?
  ) throws(TileStorageError) -> PictureDrawing {
    let title = URL(fileURLWithPath: report.path).lastPathComponent
    return try sheet(of: report, title: title).draw(
      InspectedTiles(
        try StoreInspection(
          path: report.path, layerFile: layerFile, scheme: scheme)))
  }

  /// `nil` when `building.json` lists no floor or cannot be read.
  static func draw(_ report: BuildingVerificationReport) throws(TileStorageError) -> PictureDrawing?
  {
    guard report.name != nil, let building = try StoredBuilding(path: report.path) else {
      return nil
    }
    var picture = BuildingSheet(floorCount: building.definition.floors.count)
    for entry in building.definition.floors {
      let title = building.title(of: entry)
      if let floor = report.floors.first(where: { $0.floor.id == entry.floor.id }) {
        try picture.add(
          sheet(of: floor.report, title: title), of: InspectedTiles(try building.inspect(entry)))
      } else {
        try picture.add(ContactSheet(title: title), of: nil)
      }
    }
    return picture.drawing
  }

  private static func sheet(of report: VerificationReport, title: String) -> ContactSheet {
    var severities: [TileCoordinate: TileMark.Severity] = [:]
    for finding in report.results.flatMap(\.findings) {
      guard let tile = finding.tile, finding.rule.severity != .note else { continue }
      if finding.rule.severity == .error {
        severities[tile] = .fault
      } else if severities[tile] == nil {
        severities[tile] = .warning
      }
    }
    var sheet = ContactSheet(title: title)
    sheet.marks = severities.map { TileMark($0.key, $0.value) }.sorted { $0.tile < $1.tile }
    return sheet
  }
}

extension StoredBuilding {
  func title(of entry: BuildingDefinition.Floor) -> String {
    "Floor \(entry.floor.id), \(definition.name)"
  }
}

/// The tiles of a store that may be broken: one that cannot be read is an empty one, not an error.
///
/// SAFETY: a sheet is drawn on one thread, to which the reader of the store belongs.
private final class InspectedTiles: TileReader, @unchecked Sendable {
  let format: TileFormat? = nil
  let definition: LayerDefinition?
  let metadata: [MetadataEntry] = []
  private let reader: any StoredTileReader
  private let index: TileIndex

  init(_ inspection: StoreInspection) throws(TileStorageError) {
    definition = inspection.document?.definition
    reader = try inspection.contents.makeReader()
    index = inspection.tiles
  }

  func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]? {
    guard let entry = index.entry(coordinate.zoom, TileIndex.key(of: coordinate)) else {
      return nil
    }
    return try reader.bytes(of: StoredTile(coordinate, locator: entry.locator)) ?? []
  }

  func coordinates() throws(TileStorageError) -> [TileCoordinate] {
    index.map(\.coordinate).sorted()
  }
}
