import Foundation
import PyramidVerification
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Stores as other programs write them")
struct OthersStoreTests {
  private let raster = SamplePicture.raster(side: 700)
  private let georeference = SampleTiles.georeference(x: 10_300.3, y: 5_123.8, degrees: 0)

  private func tiles() throws -> SampleTiles {
    try SampleTiles(raster, georeference, options: SampleTiles.options)
  }

  @Test(
    "Bounds that cut off samples of the source are found, those that are rounded are not",
    arguments: [
      (0.0, 0.0, false), (0.02, 0.02, false), (1.1, 0, true), (0, 1.1, true), (-1, -1, false),
    ])
  func bounds(west: Double, north: Double, isFound: Bool) throws {
    let sample = try tiles()
    let store = try SampleStore.foreignMBTiles(sample)
    let whole = try #require(sample.definition.bounds.mercatorBounds.first)
    let step = TileGrid().resolution(atZoom: sample.definition.maximumZoom)
    let cut = GeographicBounds(
      MercatorBounds(
        minX: whole.minX + west * step, minY: whole.minY, maxX: whole.maxX,
        maxY: whole.maxY - north * step))
    try store.run(
      """
      UPDATE metadata SET value = '\(cut.west),\(cut.south),\(cut.east),\(cut.north)'
        WHERE name = 'bounds'
      """)
    store.compare(with: raster, georeference)
    let report = try store.verify()
    let found = report.findings("source.bounds")
    #expect(found.map(\.location) == (isFound ? ["metadata row bounds"] : []), "\(report.text)")
    #expect(found.allSatisfy { $0.found.hasPrefix("1.10 samples") }, "\(report.text)")
    #expect(!report.fails(at: .error))
  }

  @Test("Zooms that are each a drawing of their own are not judged, as a note says")
  func drawings() throws {
    var options = SampleTiles.options
    options.minimumZoom = 3
    let (first, second) = (
      try SampleTiles(SamplePicture.raster(side: 2048), options: options),
      try SampleTiles(SamplePicture.raster(side: 2048, shift: 4100), options: options)
    )
    let drawn = first.replacing(where: { $0.zoom % 2 == 0 }) { tile, _ in second.tiles[tile] }
    let report = try SampleStore.foreignMBTiles(drawn).verify()
    #expect(!report.fails(at: .warning), "\(report.text)")
    #expect(report.findings("overview.compared").map(\.location) == ["zoom 3", "zoom 4", "zoom 5"])
    // Another picture in one zoom differs from two others, and leaves one that agrees.
    let stale = first.replacing(where: { $0.zoom == 3 }) { tile, _ in second.tiles[tile] }
    let found = try SampleStore.foreignMBTiles(stale).verify().findings("overview.stale")
    #expect(found.map(\.location) == ["zoom 3"])
  }

  @Test("An address with two tiles is bad input, whoever reads or compares the store")
  func repeatedAddress() throws {
    let store = try SampleStore.foreignMBTiles(try tiles(), isKeyed: false)
    _ = try StoreSource(path: store.path)
    try store.run("INSERT INTO tiles SELECT * FROM tiles LIMIT 1")
    for read in [
      { _ = try openTileStore(store.path).coordinates() },
      { _ = try StoreSource(path: store.path) },
      { _ = try StoreComparison(old: store.path, new: store.path) },
    ] {
      do {
        try read()
        Issue.record("two tiles at an address were read")
      } catch let error as TileStorageError {
        #expect(error.report.category == .badInput && error.report.found == "two tiles")
      }
    }
  }

  @Test("A GeoPackage of PNG and JPEG tiles is sound, and is copied where two formats have room")
  func mixed() async throws {
    let sample = try tiles()
    let store = try SampleStore.geopackage(sample, sql: "DELETE FROM gpkg_metadata")
    let chosen = sample.tiles.keys.filter { $0.zoom == sample.definition.maximumZoom }.sorted()[1]
    let image = try TileDecoder.decode(try #require(sample.tiles[chosen]))
    let jpeg = try TileCodecs.encoding(of: .jpeg, quality: 90, background: .white)
      .makeEncoder(effort: .fast).encode(image)
    try store.edit {
      try $0.run(
        """
        UPDATE tiles SET tile_data = ? WHERE zoom_level = \(chosen.zoom)
          AND tile_column = \(chosen.x) AND tile_row = \(chosen.y)
        """, blob: jpeg)
    }
    #expect(!(try store.verify().broken.contains("tile.format")))
    for name in ["copy", "copy.gpkg"] {
      let path = store.folder.path(name)
      let output: BuildOutput = name == "copy" ? .directory(path) : try .file(path)
      let outcome = try StoreConversion(of: store.path, to: output).run()
      #expect(outcome.layer.definition.isHybrid)
      let reader = try openTileStore(path)
      #expect(reader.definition?.format(of: chosen) == .jpeg)
      for (tile, bytes) in sample.tiles {
        #expect(try reader.tile(at: tile) == (tile == chosen ? jpeg : bytes))
      }
      let broken = try PyramidVerifier.verify(path).broken
      #expect(broken.isDisjoint(with: ["tile.format", "definition.readable", "tiles.missing"]))
    }
    for name in ["copy.mbtiles", "copy.pmtiles"] {
      let output = try BuildOutput.file(store.folder.path(name))
      #expect(throws: FailureReport.hybrid(path: store.path, output.kind)) {
        try StoreConversion(of: store.path, to: output).run()
      }
    }
  }
}
