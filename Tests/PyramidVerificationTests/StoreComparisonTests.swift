import Foundation
import PyramidVerification
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Differences of stores")
struct StoreComparisonTests {
  private func compare(
    _ old: SampleStore, _ new: SampleStore, pixels: Bool = false
  ) throws -> StoreComparison {
    var options = StoreComparisonOptions()
    options.comparesSamples = pixels
    options.threads = 2
    return try StoreComparison(old: old.path, new: new.path, options: options)
  }

  @Test("Stores of the same tiles have no differences, whatever their kinds")
  func none() throws {
    let sample = try SampleTiles.opaque.get()
    let first = try SampleStore.mbtiles(sample)
    for second in [
      first, try SampleStore.directory(sample, template: "{z}_{x}_{y}.png"),
      try SampleStore.foreignMBTiles(sample), try SampleStore.foreignDirectory(sample),
    ] {
      let comparison = try compare(first, second)
      #expect(comparison.isEqual && comparison.zooms.map(\.equal) == [1, 4, 16])
      #expect(comparison.text(naming: 5).contains("no difference"))
      #expect(try comparison.staleURLs() == [])
    }
  }

  @Test("Differences of stores are tiles added, removed and changed, with the largest difference")
  func changes() throws {
    let sample = try SampleTiles.opaque.get()
    var newer = try sample.replacing(where: PlantedFault.isNamed("6/41/21")) {
      try TileEdit.map($1) { x, y, color in
        x == 9 && y == 7 ? PixelColor(color.red ^ 64, color.green, color.blue) : color
      }
    }
    newer.tiles[try #require(TileCoordinate(zoom: 6, x: 40, y: 20))] = nil
    newer.tiles[try #require(TileCoordinate(zoom: 7, x: 1, y: 2))] = sample.tiles.values.first
    let old = try SampleStore.directory(sample)
    let new = try SampleStore.mbtiles(newer.redefined)
    let comparison = try compare(old, new, pixels: true)
    #expect(comparison.added.map(\.description) == ["7/1/2"])
    #expect(comparison.removed.map(\.description) == ["6/40/20"])
    #expect(comparison.changed.map(\.tile.description) == ["6/41/21"])
    #expect(comparison.changed.first?.largestDifference == 64)
    #expect(try compare(old, new).changed.first?.largestDifference == nil)
    let zoom = try #require(comparison.zooms.first { $0.zoom == 6 })
    #expect(zoom.equal == 14 && zoom.removed == 1 && zoom.changed == 1)
    #expect(zoom.largestDifference == 64)
    #expect(try comparison.staleURLs() == ["6/40/20.png", "6/41/21.png"])
    #expect(
      try comparison.staleURLs(template: "https://a.example/{z}_{x}_{y}.{ext}").first
        == "https://a.example/6_40_20.png")
    let back = try compare(new, old)
    #expect(back.added == comparison.removed && back.removed == comparison.added)
    let text = comparison.text(naming: 1)
    #expect(text.contains("6/41/21") && text.contains("largest difference 64 levels"))
  }

  @Test("Differences of bytes alone are none when samples are compared")
  func recompressed() throws {
    let sample = try SampleTiles.flat.get()
    let other = try sample.replacing(where: { $0.zoom == 6 }) { try TileEdit.webP($1) }
    let (old, new) = (try SampleStore.foreignMBTiles(sample), try SampleStore.foreignMBTiles(other))
    #expect(try compare(old, new).changed.count == 16)
    let comparison = try compare(old, new, pixels: true)
    #expect(comparison.isEqual)
    #expect(comparison.zooms.map(\.recompressed) == [0, 0, 16])
  }

  @Test(
    "Differences in tiles that cannot be decoded, or in tile size, are changes without a number")
  func damaged() throws {
    let sample = try SampleTiles.opaque.get()
    let other = sample.replacing(where: PlantedFault.isNamed("5/20/10")) { _, _ in [1, 2, 3] }
    let comparison = try compare(
      try SampleStore.foreignMBTiles(sample), try SampleStore.foreignMBTiles(other), pixels: true)
    #expect(comparison.changed.count == 1)
    #expect(comparison.changed.first?.largestDifference == nil)
    #expect(comparison.changed.first?.newBytes == 3)
  }

  @Test("Comparing stores needs a template for URLs, and stores that can be read to their end")
  func failures() throws {
    let sample = try SampleTiles.opaque.get()
    let foreign = try SampleStore.foreignMBTiles(sample)
    let comparison = try compare(foreign, foreign)
    #expect(throws: FailureReport.noTemplate(path: foreign.path)) {
      try comparison.staleURLs()
    }
    let broken = try #require(PlantedFault.all.first { $0.rule == "mbtiles.schema" }).make()
    #expect(throws: TileStorageError.self) { try compare(foreign, broken) }
    #expect(throws: TileStorageError.self) {
      try StoreComparison(old: foreign.path, new: foreign.path + "x")
    }
  }

  @Test("Differences as URLs count rows as the layer's scheme does")
  func southernURLs() throws {
    var sample = try SampleTiles.opaque.get()
    sample.definition.scheme = .tms
    let old = try SampleStore.directory(sample)
    let new = try SampleStore.directory(
      sample.replacing(where: { $0.zoom == 4 }) { _, _ in nil }.redefined)
    let comparison = try compare(old, new)
    #expect(comparison.removed.map(\.description) == ["4/10/5"])
    #expect(try comparison.staleURLs() == ["4/10/10.png"])
  }

  @Test("Differences of stores as JSON have the documented members")
  func json() throws {
    let sample = try SampleTiles.opaque.get()
    let other = sample.replacing(where: PlantedFault.isNamed("5/20/10")) { _, _ in [1, 2, 3] }
    let comparison = try compare(
      try SampleStore.foreignMBTiles(sample), try SampleStore.foreignMBTiles(other))
    let value = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(comparison))
    let root = try #require(value as? [String: Any])
    #expect(
      Set(root.keys) == [
        "formatVersion", "old", "new", "equal", "zooms", "added", "removed", "changed",
      ])
    #expect(root["equal"] as? Bool == false)
    let changed = try #require((root["changed"] as? [[String: Any]])?.first)
    #expect(changed["tile"] as? String == "5/20/10" && changed["newBytes"] as? Int == 3)
  }
}
