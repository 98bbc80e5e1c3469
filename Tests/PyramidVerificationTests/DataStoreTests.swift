import Foundation
import PyramidVerification
import Testing
import TilePyramidTesting
import TileStorage

/// The real stores of other programs, with the verdicts that their facts imply.
@Suite("Stores of other programs", .enabled(if: TestData.isAvailable))
struct DataStoreTests {
  private struct Facts: Decodable {
    struct Store: Decodable {
      var kind: String
      var tiles: Int?
      var integrity: String?
      var error: String?
      var formats: [String: Int]?
      var dims: [String: Int]?
      var metadata: [String: Value]?
    }

    /// A value of any kind.
    struct Value: Decodable {
      init(from decoder: any Decoder) {}
    }

    var stores: [String: Store]
  }

  private static let facts: [String: Facts.Store] = {
    guard let bytes = try? TestData.bytes("stores/stores_facts.json"),
      let facts = try? JSONDecoder().decode(Facts.self, from: Data(bytes))
    else { return [:] }
    return facts.stores.filter { $0.value.kind == "mbtiles" }
  }()

  /// The rules that each unsound store breaks.
  private static let faults: [String: Set<String>] = [
    "cache.mbtiles": ["mbtiles.schema"],
    "corrupt.mbtiles": ["mbtiles.integrity", "metadata.required", "tiles.none"],
    "corrupt_null_tile.mbtiles": ["mbtiles.blob"],
    "invalid-tile-format.mbtiles": ["tile.decodes"],
    "invalid.mbtiles": ["mbtiles.schema", "tiles.none"],
    "martin_geography-class-png.mbtiles": ["tile.decodes"],
    "martin_normalized-dedup-id.mbtiles": ["tile.decodes"],
    "martin_webp-no-primary.mbtiles": ["tile.decodes"],
    "with spaces.mbtiles": ["tiles.none"],
  ]

  @Test(
    "Stores of other programs are sound or have their known fault named",
    arguments: Self.facts.keys.sorted())
  func verdict(name: String) throws {
    let facts = try #require(Self.facts[name])
    let report = try PyramidVerifier.verify(TestData.path("stores/\(name)"))
    let errors = Set(
      report.results.filter { $0.count > 0 && $0.rule.severity == .error }.map(\.rule.id))
    var expected = Self.faults[name] ?? []
    // Many of these stores lack a row that MBTiles 1.3 requires; the format is known where all have one.
    let formats = (facts.formats ?? [:]).keys.count { ["png", "jpg", "webp"].contains($0) }
    if let metadata = facts.metadata,
      metadata["name"] == nil || metadata["format"] == nil && formats != 1
    {
      expected.insert("metadata.required")
    }
    #expect(errors == expected, "\(report.text)")
    if Self.faults[name] == nil {
      let warnings = report.results.filter { $0.count > 0 && $0.rule.severity == .warning }
      let isImplied = facts.metadata.map { $0["format"] == nil } ?? false
      #expect(
        warnings.map(\.rule.id) == (isImplied && formats == 1 ? ["metadata.implied"] : []),
        "\(report.text)")
    }
    // The verdict follows from the facts: errors where they tell of one, and only there.
    let isDamaged =
      facts.error != nil || facts.integrity != "ok" || facts.tiles == 0
      || (facts.formats ?? [:]).keys.contains { !["png", "jpg", "webp"].contains($0) }
      || (facts.dims ?? [:]).keys.contains { $0 != "256x256" && $0 != "512x512" }
    #expect(!errors.subtracting(["metadata.required"]).isEmpty == isDamaged)
    if facts.error == nil, let tiles = facts.tiles {
      let nulls = facts.formats?["NULL"] ?? 0
      #expect(report.zooms.reduce(0) { $0 + $1.tiles } == tiles - nulls)
    }
  }

  /// The errors of archives: formats that are not decoded, and zooms that show other maps than those below.
  @Test(
    "Archives of other programs are sound or have their known fault named",
    arguments: [
      ("byte_png", []), ("byte_jpg", []), ("byte_webp", []), ("martin_webp2", []),
      ("byte_avif", []), ("test_fixture_1", ["tile.decodes"]),
      ("usgs-mt-whitney-8-15-webp-512", ["overview.stale"]),
    ] as [(String, Set<String>)])
  func archive(name: String, faults: Set<String>) throws {
    let report = try PyramidVerifier.verify(TestData.path("stores/\(name).pmtiles"))
    let errors = report.results.filter { $0.count > 0 && $0.rule.severity == .error }
    #expect(Set(errors.map(\.rule.id)) == faults, "\(report.text)")
  }

  @Test("The expectations of other programs' stores list all of them")
  func complete() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: TestData.path("stores"))
    #expect(Set(names.filter { $0.hasSuffix(".mbtiles") }) == Set(Self.facts.keys))
  }

  @Test(
    "What is named as a store and is none has no tile, and what is missing is refused",
    arguments: ["stores/invalid.pmtiles", "stores/empty.pmtiles", "stores", "nothing.pmtiles"])
  func refused(name: String) throws {
    if name != "nothing.pmtiles" {
      let report = try PyramidVerifier.verify(TestData.path(name))
      #expect(report.broken.contains("tiles.none"))
    } else {
      #expect(throws: TileStorageError.self) {
        try PyramidVerifier.verify(TestData.path(name))
      }
    }
  }
}
