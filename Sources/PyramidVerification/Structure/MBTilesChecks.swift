import TileModel
import TileStorage

/// What can be said of an MBTiles file without decoding a tile.
struct MBTilesChecks {
  let file: MBTilesInspection
  let collector: FindingCollector

  /// "MPBX", the application id of MBTiles files.
  private static let applicationID = 0x4D50_4258

  func run() {
    collector.add(
      .mbtilesIntegrity, count: file.integrityFaults.count, examples: file.integrityFaults,
      at: "the file", expected: "ok from integrity_check")
    collector.add(
      .mbtilesSchema, count: file.schemaFaults.count, examples: file.schemaFaults,
      at: "the schema", expected: "the tables or views of MBTiles 1.3")
    if let fault = file.readFault, file.integrityFaults.isEmpty {
      collector.add(
        .mbtilesIntegrity, at: "the file", found: fault.report.found ?? fault.report.what,
        expected: "tables that can be read to the end")
    }
    let isReadable = file.schemaFaults.isEmpty && file.integrityFaults.isEmpty
    if !file.hasUniqueKey, isReadable {
      collector.add(
        .mbtilesKey, at: "the schema", found: "no unique index over the address",
        expected: "a primary key or unique index over zoom_level, tile_column, tile_row")
    }
    collector.add(
      .mbtilesBlob, count: file.notBlobs.count, examples: file.notBlobs.examples,
      at: "tile_data", expected: "a blob")
    collector.add(
      .addressRange, count: file.misaddressed.count, examples: file.misaddressed.examples,
      at: "tiles", expected: "zoom 0 to 30, column and row whole numbers below 2^zoom")
    if file.orphanImages > 0 {
      collector.add(
        .mbtilesOrphan, at: "the images", found: "\(file.orphanImages) that no address shows",
        expected: "an address for every image")
    }
    if file.danglingAddresses > 0 {
      collector.add(
        .mbtilesDangling, at: "the addresses",
        found: "\(file.danglingAddresses) of which the image is missing",
        expected: "an image for every address")
    }
    if file.applicationID != 0, file.applicationID != Self.applicationID {
      collector.add(
        .mbtilesApplication, at: "the header", found: "application_id \(file.applicationID)",
        expected: "\(Self.applicationID) (MPBX) or 0")
    }
    if file.usesWriteAheadLog {
      collector.add(
        .mbtilesJournal, at: "the header", found: "write-ahead mode",
        expected: "PRAGMA journal_mode = DELETE before it is shipped")
    }
  }
}
