import TileModel
import TilePyramidTesting
import TileStorage

extension PlantedFault {
  private static func archive(
    _ change: @escaping @Sendable (inout ArchiveDraft) throws -> Void
  ) throws -> SampleStore { try SampleStore.pmtiles(nil, change) }

  static let archives: [PlantedFault] = [
    PlantedFault("pmtiles.header", "leaf directories beyond the end of the file") {
      try archive { $0.change = { $0.leaves = PMTilesSection(offset: 1 << 40, byteCount: 5) } }
    },
    PlantedFault("pmtiles.header", "a centre at no zoom of the archive") {
      try archive { $0.header.centerZoom = 30 }
    },
    PlantedFault("pmtiles.root", "a root directory after the first 16 KiB") {
      try archive { $0.padding = 20_000 }
    },
    PlantedFault("pmtiles.directory", "entries out of order") {
      try archive { draft in
        draft.addLeaf([PMTilesEntry(id: 9, runLength: 1, byteCount: 1, offset: 0)], id: 1 << 20)
      }
    },
    PlantedFault("pmtiles.depth", "a leaf directory below another") {
      try archive { draft in
        let entries = draft.root
        draft.root = []
        draft.addLeaf(entries, id: entries[0].id)
        draft.addLeaf([draft.root[0]], id: entries[0].id)
        draft.root.removeFirst()
      }
    },
    PlantedFault("pmtiles.range", "an image beyond the tiles") {
      try archive { $0.root[$0.root.count - 1].offset = 1 << 40 }
    },
    PlantedFault("pmtiles.clustered", "images of two tiles exchanged") {
      try archive { draft in
        let (first, second) = (Int(draft.root[0].byteCount), Int(draft.root[1].byteCount))
        draft.tiles =
          Array(draft.tiles[first..<(first + second)]) + draft.tiles[..<first]
          + draft.tiles[(first + second)...]
        (draft.root[0].offset, draft.root[1].offset) = (second, 0)
      }
    },
    PlantedFault("pmtiles.counts", "a tile too many in the header") {
      try archive { $0.header.addressCount += 1 }
    },
    PlantedFault("pmtiles.orphan", "bytes behind the last image") {
      try archive { $0.tiles += [1, 2, 3] }
    },
    PlantedFault("pmtiles.compression", "images by gzip") {
      try archive { draft in
        var tiles: [UInt8] = []
        var places: [Int: (offset: Int, byteCount: UInt32)] = [:]
        for index in draft.root.indices {
          let entry = draft.root[index]
          let known = places[entry.offset]
          let image = ArchiveDraft.compressed(
            Array(draft.tiles[entry.offset..<(entry.offset + Int(entry.byteCount))]))
          let place = known ?? (tiles.count, UInt32(image.count))
          if known == nil { tiles += image }
          places[entry.offset] = place
          (draft.root[index].offset, draft.root[index].byteCount) = place
        }
        draft.tiles = tiles
        draft.header.tileCompression = .gzip
      }
    },
    PlantedFault("pmtiles.metadata", "no object") {
      try archive { $0.metadata = Array("[]".utf8) }
    },
    PlantedFault("metadata.format", "another format in the header") {
      try archive { $0.header.format = .jpeg }
    },
    PlantedFault("metadata.zooms", "other zooms in the header") {
      try archive { $0.header.maximumZoom += 1 }
    },
    PlantedFault("definition.metadata", "another name in the metadata") {
      try archive { draft in
        let text = String(decoding: draft.metadata, as: UTF8.self)
        draft.metadata = Array("{\"name\":\"Other \(text.dropFirst("{\"name\":\"".count))".utf8)
      }
    },
  ]

  static let geopackages: [PlantedFault] =
    [
      PlantedFault("geopackage.integrity", "an index without a row") {
        try SampleStore.geopackage(
          sql: """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'gpkg_contents')
              WHERE name = 'sqlite_autoindex_gpkg_contents_2';
            """)
      },
      PlantedFault("geopackage.key", "no unique index") {
        try SampleStore.geopackage(
          sql: """
            CREATE TABLE other AS SELECT * FROM tiles;
            DROP TABLE tiles;
            ALTER TABLE other RENAME TO tiles;
            """)
      },
      PlantedFault("geopackage.extension", "WebP tiles of which nothing says so") {
        let sample = try SampleTiles.flat.get().replacing(where: { _ in true }) {
          try TileEdit.webP($1)
        }
        return try SampleStore.geopackage(sample, sql: "DELETE FROM gpkg_metadata")
      },
    ] + geopackageChanges

  private static let geopackageChanges = [
    ("geopackage.schema", "no table of matrices", "DROP TABLE gpkg_tile_matrix"),
    (
      "geopackage.reference-systems", "no row -1",
      "DELETE FROM gpkg_spatial_ref_sys WHERE srs_id = -1"
    ),
    (
      "geopackage.matrix", "matrices of twice the world",
      "UPDATE gpkg_tile_matrix SET matrix_height = 2 * matrix_height"
    ),
    (
      "geopackage.matrix", "another system in the contents",
      "UPDATE gpkg_contents SET srs_id = 4326"
    ),
    (
      "geopackage.blob", "text",
      "UPDATE tiles SET tile_data = 'png' WHERE zoom_level = 6 AND tile_column = 43"
    ),
    ("geopackage.application-id", "one that no version has", "PRAGMA application_id = 1196444466"),
    ("geopackage.journal", "write-ahead mode", "PRAGMA journal_mode = WAL"),
    (
      "address.range", "a column beyond the matrix",
      "UPDATE tiles SET tile_column = 64 WHERE zoom_level = 6 AND tile_column = 43"
    ),
    (
      "definition.metadata", "another name in the tables",
      "UPDATE gpkg_contents SET identifier = 'Other'"
    ),
  ].map { rule, name, sql in PlantedFault(rule, name) { try SampleStore.geopackage(sql: sql) } }
}
