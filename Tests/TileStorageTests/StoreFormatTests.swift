import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Formats of stores")
struct StoreFormatTests {
  @Test("Each has a name of its own, by which it is found")
  func names() {
    #expect(
      StoreFormat.all.map(\.rawValue) == [
        "directory", "pmtiles", "geopackage", "osmand", "mbtiles",
      ])
    #expect(
      StoreFormat.written.map(\.rawValue) == ["directory", "pmtiles", "geopackage", "mbtiles"])
    for format in StoreFormat.all { #expect(StoreFormat(rawValue: format.rawValue) == format) }
    #expect(StoreFormat(rawValue: "versatiles") == nil)
  }

  @Test(
    "The name of an output tells its format",
    arguments: [
      ("out", "directory"), ("out.mbtiles", "mbtiles"), ("OUT.MBTiles", "mbtiles"),
      ("out.mbtiles/", "directory"), ("mbtiles", "directory"), ("a.mbtiles/b", "directory"),
      ("a.pmtiles", "pmtiles"), ("a.GPKG", "geopackage"),
    ])
  func outputs(path: String, format: String) throws {
    #expect(try StoreFormat(newOutput: path).rawValue == format)
  }

  @Test("Each is written, detected, opened and examined through the table alone")
  func roundTrip() throws {
    let tiles = SampleLayers.pyramid()
    for format in StoreFormat.written {
      let folder = try TemporaryDirectory()
      // Named like no store, so that only what is there tells.
      let path = folder.path("store")
      let writer = try format.makeWriter(
        WritingRequest(
          .output(path: path, replaces: false, keepsOthers: false),
          layout: .init(template: SampleLayers.template()), resuming: nil,
          isCancelled: { false }))
      _ = try SampleLayers.write(tiles, to: writer)
      let inspection = try StoreInspection(path: path)
      #expect(inspection.format == format)
      #expect(inspection.contents.faults.allSatisfy { $0.count == 0 })
      #expect(inspection.tiles.count == tiles.count)
      let reader = try openTileStore(path)
      #expect(reader.definition == inspection.document?.definition)
      for (tile, bytes) in tiles { #expect(try reader.tile(at: tile) == bytes) }
    }
  }
}
