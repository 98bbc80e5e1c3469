import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("PyramidRecord and the content digest")
struct PyramidRecordTests {
  @Test("The term of a tile is the documented hash")
  func term() throws {
    // Computed with libxxhash's XXH3_128bits in C from the 28 bytes that ContentDigest documents.
    let term = try ContentDigest.term(
      of: Array("tile".utf8), at: SampleLayers.tile(18, 137_000, 90_001))
    #expect(term.hexadecimal == "57f2970679d98c50c986f83a9324da6a")
  }

  @Test("The digest does not depend on order and changes with any byte or address")
  func digest() throws {
    let tiles = SampleLayers.pyramid(seed: 3)
    var generator = SeededGenerator(seed: 5)
    let digest = record(of: tiles).digest
    #expect(record(of: tiles.shuffled(using: &generator)).digest == digest)
    var changed = tiles
    changed[7].1.append(0)
    #expect(record(of: changed).digest != digest)
    var swapped = tiles
    let distinct = try #require(tiles.indices.first { tiles[$0].1 != tiles[0].1 })
    (swapped[0].1, swapped[distinct].1) = (tiles[distinct].1, tiles[0].1)
    #expect(record(of: swapped).digest != digest)
    #expect(record(of: []).digest == ContentDigest())
  }

  @Test("Tiles recorded in any order give their coverage", arguments: 0..<30)
  func coverage(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var tiles: Set<TileCoordinate> = []
    for _ in 0..<Int.random(in: 0...200, using: &generator) {
      let zoom = Int.random(in: 0...4, using: &generator)
      tiles.insert(
        try SampleLayers.tile(
          zoom, Int.random(in: 0..<(1 << zoom), using: &generator),
          Int.random(in: 0..<(1 << zoom), using: &generator)))
    }
    let order = tiles.sorted().shuffled(using: &generator)
    let record = record(of: order.map { ($0, [1, 2]) })
    #expect(record.coverage == TileCoverage(tiles))
    #expect(Array(record.coverage.tiles) == tiles.sorted())
  }

  @Test("Totals count tiles and bytes of every zoom")
  func totals() throws {
    let tiles = SampleLayers.pyramid()
    let record = record(of: tiles)
    #expect(record.tileCount == tiles.count)
    #expect(record.byteCount == tiles.reduce(0) { $0 + $1.1.count })
    for zoom in 0...8 {
      let level = tiles.filter { $0.0.zoom == zoom }
      #expect(record.totals[zoom]?.tileCount == level.count)
      #expect(record.totals[zoom]?.byteCount == level.reduce(0) { $0 + $1.1.count })
    }
    #expect(record.totals[9] == nil)
  }

  private func record(of tiles: [(TileCoordinate, [UInt8])]) -> PyramidRecord {
    var record = PyramidRecord()
    for (tile, bytes) in tiles { record.add(bytes, at: tile) }
    return record
  }
}
