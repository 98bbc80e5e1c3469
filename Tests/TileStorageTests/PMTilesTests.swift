import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("PMTiles")
struct PMTilesTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func place(_ bytes: [UInt8], as name: String = "a.pmtiles") throws -> String {
    let path = folder.path(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  // MARK: Numbers

  @Test(
    "Ids of tiles are those of another implementation",
    .enabled(if: TestData.isAvailable, "the test data is not beside the repository"))
  func publishedIDs() throws {
    let numbers = try #require(
      try JSONSerialization.jsonObject(
        with: Data(try TestData.bytes("numbers/pmtiles_tile_ids.json"))) as? [String: Any])
    let rows = try #require(numbers["zxy_to_id"] as? [[Int]])
    #expect(rows.count == 7)
    for row in rows {
      let tile = try SampleLayers.tile(row[0], row[1], row[2])
      #expect(tile.pmtilesID == UInt64(row[3]))
      #expect(TileCoordinate(pmtilesID: UInt64(row[3])) == tile)
    }
  }

  @Test("Every id is that of one tile, and neighbours along the curve share an edge")
  func ids() throws {
    var last: TileCoordinate?
    for id in 0..<TileCoordinate.firstPMTilesID(ofZoom: 7) {
      let tile = try #require(TileCoordinate(pmtilesID: id))
      #expect(tile.pmtilesID == id)
      if let last, last.zoom == tile.zoom {
        #expect(abs(last.x - tile.x) + abs(last.y - tile.y) == 1)
      }
      last = tile
    }
    for zoom in 0...TileCoordinate.maximumZoom {
      let side = 1 << zoom
      for (x, y) in [
        (0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1), (side / 3, side / 2),
      ] {
        let tile = try SampleLayers.tile(zoom, x, y)
        #expect(TileCoordinate(pmtilesID: tile.pmtilesID) == tile)
      }
    }
    #expect(TileCoordinate(pmtilesID: .max) == nil)
    #expect(TileCoordinate(pmtilesID: TileCoordinate.firstPMTilesID(ofZoom: 31)) == nil)
  }

  @Test("A header is read back as it was written, in whole steps of 10^-7 degrees")
  func header() throws {
    var header = PMTilesHeader()
    header.root = PMTilesSection(offset: 1, byteCount: 2)
    header.metadata = PMTilesSection(offset: 3, byteCount: 4)
    header.leaves = PMTilesSection(offset: 5, byteCount: 6)
    header.tiles = PMTilesSection(offset: 7, byteCount: 8)
    (header.addressCount, header.entryCount, header.contentCount) = (9, 10, 11)
    (header.minimumZoom, header.maximumZoom) = (1, 2)
    (header.west, header.south, header.east, header.north) = (1.1, 2.1, 1.2, 2.2)
    (header.centerZoom, header.centerLongitude, header.centerLatitude) = (3, 3.1, 3.2)
    header.format = .webp
    let bytes = header.encoded
    #expect(bytes.count == 127)
    #expect(PMTilesHeader(bytes) == header)
    // 1.1 degrees are 11,000,000 steps, as the specification's own tests have it.
    #expect(Array(bytes[102..<106]) == [0xC0, 0xD8, 0xA7, 0x00])
    #expect(bytes[99] == 4)
    #expect(PMTilesHeader(Array(bytes.dropLast())) == nil)
  }

  @Test("A directory is read back as it was written; entries that follow have the offset 0")
  func directory() throws {
    let entries = [
      PMTilesEntry(id: 0, runLength: 1, byteCount: 69, offset: 0),
      PMTilesEntry(id: 5, runLength: 300, byteCount: 7, offset: 69),
      PMTilesEntry(id: 1 << 40, runLength: 0, byteCount: 9, offset: 12),
    ]
    let bytes = PMTilesDirectory.encode(entries)
    #expect(try PMTilesDirectory.decode(bytes) == entries)
    // The specification's first fixture: one entry of 69 bytes.
    #expect(PMTilesDirectory.encode(entries.prefix(1)) == [1, 0, 1, 69, 1])
    #expect(entries.entry(of: 4) == nil)
    #expect(entries.entry(of: 5) == entries[1])
    #expect(entries.entry(of: 304) == entries[1])
    #expect(entries.entry(of: 305) == nil)
    #expect(entries.entry(of: 1 << 50) == entries[2])
  }

  @Test(
    "A directory that is none is refused",
    arguments: [
      [], [5], [1, 0, 1, 0, 1], [1, 0, 1, 5, 0], [1, 0, 1, 5, 1, 9],
      // Two entries of one id, and a run into the next entry.
      [2, 3, 0, 1, 1, 4, 4, 1, 0], [2, 3, 1, 2, 1, 4, 4, 1, 0],
      // 2^63 entries, a run length of 2^32, and a number of more than 64 bits.
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1],
      [1, 0, 0x80, 0x80, 0x80, 0x80, 0x10, 5, 1],
      [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02, 1, 1, 1],
    ] as [[UInt8]])
  func brokenDirectory(bytes: [UInt8]) {
    #expect(throws: PMTilesDirectory.Fault.self) { try PMTilesDirectory.decode(bytes) }
  }

  @Test("A leaf holds tiles of its place alone, which its first id tells where the rest is none")
  func leafElsewhere() throws {
    // Tiles 5 and 6 to 8, of images of 7 bytes.
    let bytes: [UInt8] = [2, 5, 1, 1, 3, 7, 7, 1, 0]
    #expect(try PMTilesDirectory.decode(bytes, ids: 5..<9).map(\.id) == [5, 6])
    func found(_ bytes: [UInt8], in ids: Range<UInt64>) -> [String]? {
      do throws(PMTilesDirectory.Fault) {
        _ = try PMTilesDirectory.decode(bytes, ids: ids)
        return nil
      } catch {
        return [error.found, error.expected]
      }
    }
    #expect(found(bytes, in: 6..<9) == ["tile 5", "tiles from 6 to 8"])
    #expect(found(bytes, in: 5..<6) == ["tile 6", "tiles from 5 to 5"])
    #expect(found(bytes, in: 5..<8) == ["tiles to 8", "tiles from 5 to 7"])
    #expect(found([1, 9, 0, 0, 0], in: 10..<(.max)) == ["tile 9", "tiles from 10"])
    #expect(found([0], in: 5..<9) == ["no entry", "tiles from 5 to 8"])
    #expect(try PMTilesDirectory.decode([0]).isEmpty)
  }

  // MARK: Writing

  @Test("An archive holds what was written, images once in the order of tiles, runs as one entry")
  func written() throws {
    let path = folder.path("plan.pmtiles")
    let tiles = SampleLayers.pyramid()
    let summary = try SampleLayers.write(tiles, to: SingleFileWriter(path: path), checkpoints: 5)
    let bytes = try SampleLayers.bytes(path)
    let draft = try ArchiveDraft(bytes)
    let header = draft.header
    let distinct = Set(tiles.map(\.1)).count
    #expect(summary.tileCount == tiles.count && summary.distinctTileCount == distinct)
    #expect(summary.storedBytes == bytes.count)
    #expect(header.addressCount == tiles.count && header.contentCount == distinct)
    #expect(header.entryCount == draft.root.count && header.entryCount <= tiles.count)
    #expect(draft.root.reduce(0) { $0 + Int($1.runLength) } == tiles.count)
    #expect(header.isClustered && header.root.offset == 127)
    #expect(header.tiles.offset + header.tiles.byteCount == bytes.count)
    #expect((header.minimumZoom, header.maximumZoom) == (0, 8))
    var next = 0
    for entry in draft.root {
      #expect(entry.offset <= next)
      if entry.offset == next { next += Int(entry.byteCount) }
    }
    #expect(next == header.tiles.byteCount)
    let reader = try PMTilesReader(path: path)
    #expect(try reader.coordinates() == tiles.map(\.0).sorted())
    for (tile, image) in tiles { #expect(try reader.tile(at: tile) == image) }
    #expect(try reader.tile(at: SampleLayers.tile(8, 0, 0)) == nil)
    #expect(try reader.tile(at: SampleLayers.tile(20, 5, 5)) == nil)
    #expect(reader.definition == (try SampleLayers.definition(of: tiles)))
    // The document beside the archive is the one within.
    let metadata = try JSONSerialization.jsonObject(with: Data(draft.metadata)) as? [String: Any]
    let inner = try #require(metadata?["tilepyramid"] as? NSDictionary)
    let beside = try JSONSerialization.jsonObject(
      with: Data(try SampleLayers.bytes(folder.path("plan.pmtiles.layer.json"))))
    #expect(inner == beside as? NSDictionary)
    #expect(metadata?["version"] as? String == "1.2.3")
  }

  @Test("The bytes depend neither on the order of tiles nor on how many images are remembered")
  func reproducible() throws {
    let tiles = SampleLayers.pyramid()
    var generator = SeededGenerator(seed: 9)
    var files: Set<[UInt8]> = []
    for (index, order) in [tiles, tiles.reversed(), tiles.shuffled(using: &generator)].enumerated()
    {
      let path = folder.path("\(index).pmtiles")
      try SampleLayers.write(
        order,
        to: SingleFileWriter(path: path, overwrite: false, contentCapacity: index == 1 ? 2 : nil),
        checkpoints: index + 1)
      files.insert(try SampleLayers.bytes(path))
    }
    #expect(files.count == 1)
  }

  @Test("Many entries are in leaf directories, and the root in the first 16 KiB")
  func leaves() throws {
    let path = folder.path("many.pmtiles")
    var generator = SeededGenerator(seed: 3)
    // Images that no neighbour shares, so that no entries are joined.
    let tiles = TileRange(zoom: 8, x: 0..<256, y: 0..<256).map {
      ($0, generator.bytes(Int(generator.next() % 5) + 3))
    }
    try SampleLayers.write(tiles, to: SingleFileWriter(path: path))
    let draft = try ArchiveDraft(try SampleLayers.bytes(path))
    #expect(draft.header.leaves.byteCount > 0)
    #expect(draft.root.allSatisfy { $0.runLength == 0 })
    #expect(draft.root.count == (draft.header.entryCount + 4095) / 4096)
    #expect(draft.header.root.offset + draft.header.root.byteCount <= 16_384)
    let reader = try PMTilesReader(path: path)
    #expect(try reader.coordinates().count == tiles.count)
    for index in stride(from: 0, to: tiles.count, by: 97) {
      #expect(try reader.tile(at: tiles[index].0) == tiles[index].1)
    }
    let inspection = try StoreInspection(path: path)
    #expect(inspection.contents.faults.filter { $0.count > 0 }.isEmpty)
    #expect(inspection.tiles.count == tiles.count)
  }

  @Test("A run of equal images ends where its zoom does")
  func runs() throws {
    let path = folder.path("runs.pmtiles")
    let tiles = try [(0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0), (2, 0, 0)].map {
      (try SampleLayers.tile($0.0, $0.1, $0.2), [UInt8(7)])
    }
    try SampleLayers.write(tiles, to: SingleFileWriter(path: path))
    let draft = try ArchiveDraft(try SampleLayers.bytes(path))
    #expect(draft.root.map(\.runLength) == [1, 4, 1])
    #expect(draft.header.contentCount == 1 && draft.tiles == [7])
  }

  // MARK: Archives of others

  @Test(
    "Archives of other programs hold the tiles counted by another reader",
    .enabled(if: TestData.isAvailable, "the test data is not beside the repository"),
    arguments: [
      "byte_avif", "byte_jpg", "byte_png", "byte_webp", "martin_webp2", "test_fixture_1",
      "usgs-mt-whitney-8-15-webp-512",
    ])
  func others(name: String) throws {
    let store = try #require(try SampleLayers.facts(of: name + ".pmtiles"))
    let reader = try PMTilesReader(path: TestData.path("stores/\(name).pmtiles"))
    let tiles = try reader.coordinates()
    #expect(tiles.count == store["addressed"] as? Int)
    let zooms = try #require(store["tiles_per_zoom"] as? [String: Int])
    #expect(Dictionary(grouping: tiles, by: { String($0.zoom) }).mapValues(\.count) == zooms)
    for tile in tiles { #expect(try reader.tile(at: tile)?.isEmpty == false) }
    let type = store["tile_type"] as? String
    #expect(reader.format?.rawValue == (type == "mvt" ? "pbf" : type))
    #expect(reader.definition == nil)
  }

  @Test("Archives that are broken are refused, with what is wrong", arguments: BrokenArchive.all)
  func broken(archive: BrokenArchive) throws {
    let path = try place(archive.bytes())
    let failure = storageError {
      let reader = try openTileStore(path)
      for tile in try reader.coordinates() { _ = try reader.tile(at: tile) }
    }
    let report = try #require(failure?.report)
    #expect(report.category == .badInput)
    #expect(report.location == path && report.found?.isEmpty == false)
  }

  @Test("Damaged archives give errors or tiles, and never end the process")
  func damage() throws {
    let tiles = SampleLayers.pyramid(zoom: 3, x: 2..<4, y: 1..<3)
    let path = folder.path("plan.pmtiles")
    try SampleLayers.write(tiles, to: SingleFileWriter(path: path))
    let sound = try SampleLayers.bytes(path)
    var generator = SeededGenerator(seed: 77)
    var failures = 0
    for round in 0..<400 {
      var bytes = sound
      if round < 50 {
        bytes.removeLast(bytes.count * round / 50)
      } else {
        for _ in 0..<(round % 3 + 1) {
          bytes[Int.random(in: 0..<min(bytes.count, 900), using: &generator)] =
            UInt8.random(in: 0...255, using: &generator)
        }
      }
      let damaged = try place(bytes)
      do {
        let reader = try openTileStore(damaged)
        for tile in try reader.coordinates() { _ = try reader.tile(at: tile) }
        _ = try StoreInspection(path: damaged).contents.faults
      } catch {
        failures += 1
      }
    }
    #expect(failures >= 100)
  }
}

/// An archive that no reader can use to its end.
struct BrokenArchive: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let bytes: @Sendable () -> [UInt8]

  private static func make(
    _ name: String, _ body: @escaping @Sendable (inout ArchiveDraft) -> Void
  ) -> BrokenArchive {
    BrokenArchive(testDescription: name) {
      var draft = ArchiveDraft()
      draft.header.format = .png
      body(&draft)
      return draft.bytes
    }
  }

  static let all: [BrokenArchive] = [
    make("a run of 2^32 - 1 tiles") { $0.add([1, 2, 3], id: 1 << 40, runLength: .max) },
    make("a root directory of a thousand times its bytes") {
      $0.rootBytes = Array(repeating: 0, count: 64 << 20)
    },
    make("leaves that each hold a thousand times their bytes") { draft in
      let leaf = ArchiveDraft.compressed(Array(repeating: 0, count: 8 << 20))
      draft.leaves = leaf
      draft.root = (0..<2000).map {
        PMTilesEntry(id: UInt64($0) * 100, runLength: 0, byteCount: UInt32(leaf.count), offset: 0)
      }
    },
    make("a leaf that leads to itself") { draft in
      // Its length is not known before it is compressed; entries beyond its end do no harm.
      let entries = [PMTilesEntry(id: 0, runLength: 0, byteCount: 30, offset: 0)]
      draft.addLeaf(entries, id: 0)
    },
    make("leaves of the same tiles") { draft in
      let entry = PMTilesEntry(id: 0, runLength: 1, byteCount: 1, offset: 0)
      draft.tiles = [1]
      draft.addLeaf([entry], id: 0)
      draft.addLeaf([entry], id: 4)
    },
    make("an image beyond the end") { draft in
      draft.root = [PMTilesEntry(id: 0, runLength: 1, byteCount: 100, offset: 1 << 50)]
      draft.tiles = [1]
    },
    make("a section of tiles beyond the end") { draft in
      draft.add([1, 2, 3], id: 0)
      draft.change = { $0.tiles = PMTilesSection(offset: .max, byteCount: .max) }
    },
    make("a root directory beyond the end") { draft in
      draft.add([1], id: 0)
      draft.change = { $0.root.offset = 1 << 40 }
    },
    make("no directory at all") { $0.change = { $0.root.byteCount = 0 } },
    make("directories of an unknown compression") { draft in
      draft.add([1], id: 0)
      draft.change = { $0.internalCompression = PMTilesCompression(rawValue: 4) }
    },
    make("a tile beyond zoom 30") { $0.add([1], id: 1 << 63) },
    BrokenArchive(testDescription: "another version") { Array("PMTiles\u{2}".utf8) },
    BrokenArchive(testDescription: "a header cut short") { Array("PMTiles\u{3}".utf8) + [1, 2] },
  ]
}
