import Testing
import TileModel
import TilePyramidTesting

@Suite("TileCoverage")
struct TileCoverageTests {
  /// A set of tiles of a few small levels, about as full as `density`.
  private func randomTiles(density: Double, using random: inout SeededGenerator) -> Set<
    TileCoordinate
  > {
    let zooms = [0, 3, 4, 30].filter { _ in Bool.random(using: &random) }
    return Set(
      zooms.flatMap { zoom in
        let side = min(12, 1 << zoom)
        return TileRange(zoom: zoom, x: 0..<side, y: 0..<side).filter { _ in
          Double.random(in: 0..<1, using: &random) < density
        }
      })
  }

  @Test("A coverage behaves as the set of its tiles, whatever the order they came in")
  func lawsOfSets() {
    var random = SeededGenerator(seed: 11)
    for round in 0..<120 {
      let tiles = randomTiles(density: Double(round % 12) / 10, using: &random)
      let sorted = TileCoverage(tiles.sorted())
      let shuffled = TileCoverage((tiles.shuffled(using: &random) + tiles.prefix(9)))
      let reversed = TileCoverage(tiles.sorted(by: >))
      #expect(sorted == shuffled)
      #expect(sorted == reversed)
      #expect(sorted.hashValue == shuffled.hashValue)
      #expect(Array(sorted.tiles) == tiles.sorted())
      #expect(sorted.tileCount == tiles.count)
      for level in sorted.levels {
        let all = level.boundingRange
        #expect(tiles.allSatisfy { $0.zoom != level.zoom || all.contains($0) })
        for y in -1..<14 {
          for x in -1..<14 {
            let tile = TileCoordinate(zoom: level.zoom, x: x, y: y)
            #expect(level.contains(x: x, y: y) == tile.map(tiles.contains) ?? false)
          }
        }
        #expect(all == TileCoverage(ranges: [all]).levels.first?.boundingRange)
      }
    }
  }

  @Test("The form is canonical: runs are apart, rows and levels hold something and ascend")
  func canonicalForm() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<60 {
      let coverage = TileCoverage(randomTiles(density: 0.6, using: &random))
      #expect(coverage.levels.map(\.zoom) == Set(coverage.levels.map(\.zoom)).sorted())
      for level in coverage.levels {
        #expect(!level.rows.isEmpty)
        #expect(zip(level.rows, level.rows.dropFirst()).allSatisfy { $0.y < $1.y })
        for row in level.rows {
          #expect(!row.runs.isEmpty)
          #expect(row.runs.allSatisfy { !$0.isEmpty })
          #expect(
            zip(row.runs, row.runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        }
      }
    }
  }

  @Test("Overlapping ranges in any order cover the union of their tiles")
  func ranges() {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<60 {
      let ranges = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        let x = Int.random(in: -2...14, using: &random)
        let y = Int.random(in: -2...14, using: &random)
        return TileRange(
          zoom: 4, x: x..<(x + Int.random(in: 0...6, using: &random)),
          y: y..<(y + Int.random(in: 0...6, using: &random)))
      }
      #expect(TileCoverage(ranges: ranges) == TileCoverage(ranges.flatMap { Array($0) }))
    }
  }

  @Test("A range of billions of tiles costs its rows only")
  func largeRanges() {
    let wide = TileRange(zoom: 30, x: 0..<(1 << 30), y: 7..<10)
    let coverage = TileCoverage(ranges: [wide])
    #expect(coverage.tileCount == 3 << 30)
    #expect(coverage.levels.first?.boundingRange == wide)
  }

  @Test("Many tiles in the order of a build and in random order give the same runs")
  func buildOrder() {
    var random = SeededGenerator(seed: 14)
    let tiles = TileRange(zoom: 9, x: 0..<512, y: 0..<300).filter { _ in
      Int.random(in: 0..<10, using: &random) != 0
    }
    var builder = TileCoverage.Builder()
    for tile in tiles {
      builder.insert(tile)
      // Overviews are finished between the bands of deeper levels.
      if tile.x & tile.y & 1 == 1, let parent = tile.parent { builder.insert(parent) }
    }
    let shuffled = tiles.shuffled(using: &random)
    let parents = tiles.filter { $0.x & $0.y & 1 == 1 }.compactMap(\.parent)
    #expect(builder.coverage == TileCoverage(shuffled + parents))
  }

  @Test("A builder gives its coverage so far and goes on")
  func intermediateCoverage() throws {
    var builder = TileCoverage.Builder()
    #expect(builder.coverage.levels.isEmpty)
    let first = try #require(TileCoordinate(zoom: 2, x: 1, y: 1))
    let second = try #require(TileCoordinate(zoom: 2, x: 0, y: 1))
    builder.insert(first)
    #expect(Array(builder.coverage.tiles) == [first])
    builder.insert(second)
    #expect(Array(builder.coverage.tiles) == [second, first])
    #expect(builder.coverage.level(atZoom: 2)?.rows.first?.runs == [0..<2])
    #expect(builder.coverage.level(atZoom: 3) == nil)
  }
}
