import Foundation
import PyramidVerification
import RasterSources
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Buildings")
struct BuildingVerificationTests {
  @Test(
    "A fault of a building is found, with the findings that follow from it",
    arguments: PlantedBuildingFault.all)
  func fault(_ fault: PlantedBuildingFault) throws {
    let report = try fault.make().verify()
    let rule = try #require(VerificationRule.rules(named: [fault.rule])?.first)
    #expect(report.broken.contains(fault.rule), "\(report.text)")
    // A changed definition of a floor is one of the floor as well.
    let more =
      fault.rule == "building.definition" ? ["definition.digest", "definition.metadata"] : []
    let others = report.broken.subtracting([fault.rule] + rule.consequences + more)
    #expect(others.isEmpty, "\(others): \(report.text)")
    #expect(report.fails(at: rule.severity))
    let findings = report.findings(fault.rule)
    #expect(findings.allSatisfy { !$0.found.isEmpty && !$0.expected.isEmpty })
    if let floor = fault.floor {
      #expect(findings.contains { $0.location.hasPrefix("floor \(floor), ") }, "\(report.text)")
    }
  }

  @Test("Every rule of buildings has a planted fault")
  func everyRule() {
    let planted = Set(PlantedBuildingFault.all.map(\.rule)).union(["building.source"])
    let ids = Set(VerificationRule.ofBuildings.map(\.id))
    #expect(ids.isSubset(of: planted))
    for rule in VerificationRule.ofBuildings {
      #expect(ids.isSuperset(of: rule.consequences), "\(rule.id)")
    }
  }

  @Test("A building is compared with the images of a manifest, floor by floor")
  func sources() throws {
    let building = try SampleBuilding()
    let samples = [
      try SampleTiles.opaque.get(), try SampleTiles.moved.get(), try SampleTiles.other.get(),
    ]
    var sources = zip(SampleBuilding.floors, samples).map { floor, sample in
      FloorSource(
        floor,
        source: VerificationSource(
          raster: sample.source, georeference: sample.georeference,
          scratch: ScratchDirectory(path: building.folder.path)))
    }
    let sound = try building.verify(against: sources)
    #expect(!sound.fails(at: .note), "\(sound.text)")
    #expect(sound.floors.allSatisfy { $0.report.source?.tiles == 16 })

    (sources[1].source, sources[2].source) = (sources[2].source, sources[1].source)
    let swapped = try building.verify(against: sources)
    #expect(swapped.findings("source.pixels").contains { $0.location.hasPrefix("floor L1, ") })
    #expect(swapped.floors[0].report.broken.isEmpty)

    sources[1].floor.level = 5
    sources[2].floor.id = "L9"
    sources[0].floor.name = "Vault"
    let others = try building.verify(against: sources).findings("building.source")
    #expect(others.contains { $0.expected == "name Vault, as in the manifest" })
    for floor in ["L0", "L1", "L9"] {
      #expect(others.contains { $0.location.hasPrefix("floor \(floor), ") }, "\(floor) \(others)")
    }
  }

  @Test("A building without a digest in building.json, as earlier versions wrote it, is sound")
  func withoutDigest() throws {
    let building = try SampleBuilding()
    try building.redefine { for index in $0.floors.indices { $0.floors[index].digest = nil } }
    #expect(!(try building.verify().fails(at: .note)))
  }

  @Test("The report of a building has the documented JSON")
  func json() throws {
    let building = try SampleBuilding()
    try building.place([1], at: "L0/6/40/20.png")
    try building.remove("B1")
    let report = try building.verify()
    let value = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(report))
    let root = try #require(value as? [String: Any])
    #expect(
      Set(root.keys) == [
        "formatVersion", "path", "kind", "name", "errors", "warnings", "notes", "rules", "floors",
      ])
    #expect(root["kind"] as? String == "building" && root["name"] as? String == "House")
    #expect(root["errors"] as? Int == report.count(.error))
    let floors = try #require(root["floors"] as? [String: [String: Any]])
    #expect(Set(floors.keys) == ["L0", "L1"])
    #expect(floors["L0"]?["errors"] as? Int == 2 && floors["L1"]?["errors"] as? Int == 0)
    #expect(
      Set(floors["L0"].map { Array($0.keys) } ?? []) == [
        "formatVersion", "path", "kind", "errors", "warnings", "notes", "zooms", "rules",
      ])
    let xml = report.junit(failingAt: .error)
    #expect(xml.contains("<testsuite name=\"\(building.path), floor L0\""))
    #expect(xml.contains("<testsuite name=\"\(building.path)\" tests=\"8\" failures=\"1\""))
  }

  @Test("A building of which nothing can be verified is never sound, whatever rules are chosen")
  func chosenRules() throws {
    var options = VerificationOptions()
    options.rules = try #require(VerificationRule.rules(named: ["overview"]))
    let building = try SampleBuilding()
    try building.remove("L1")
    #expect(throws: FailureReport.self) {
      try PyramidVerifier.verifyBuilding(building.path, options: options)
    }
    try building.redefine { $0.floors = [] }
    #expect(throws: TileStorageError.self) {
      try PyramidVerifier.verifyBuilding(building.path, options: options)
    }
    try building.place("{".utf8, at: "building.json")
    #expect(throws: TileStorageError.self) {
      try PyramidVerifier.verifyBuilding(building.path, options: options)
    }
  }
}

@Suite("Differences of buildings")
struct BuildingComparisonTests {
  @Test("Buildings differ by the tiles of each floor, by its definition and by their floors")
  func differences() throws {
    let (old, new) = (try SampleBuilding(), try SampleBuilding())
    try new.place([1, 2], at: "L0/6/40/20.png")
    try new.remove("L0/6/41/20.png")
    try new.redefine(floor: "B1") { $0.urlTemplate = try? TileTemplate("new/{z}/{x}/{y}.png") }
    try new.redefine {
      $0.floors[2].floor.id = "roof"
      $0.floors[0].floor.level = -2
    }
    let comparison = try BuildingComparison(old: old.path, new: new.path)
    #expect(!comparison.isEqual)
    #expect(comparison.added == ["roof"] && comparison.removed == ["L1"])
    #expect(comparison.floors.map(\.id) == ["B1", "L0"])
    #expect(comparison.floors[0].tiles.isEqual)
    #expect(comparison.floors[0].changes.map(\.what) == ["url", "level"])
    #expect(comparison.floors[0].changes.map(\.new) == ["new/{z}/{x}/{y}.png", "-2"])
    #expect(comparison.floors[1].tiles.changed.map(\.tile.description) == ["6/40/20"])
    #expect(comparison.floors[1].tiles.removed.map(\.description) == ["6/41/20"])
    let urls = try comparison.staleURLs()
    #expect(urls.prefix(2) == ["L0/6/40/20.png", "L0/6/41/20.png"])
    // A floor that is gone takes all its tiles along.
    #expect(urls.count == 2 + 21 && urls.dropFirst(2).allSatisfy { $0.hasPrefix("L1/") })
    let text = comparison.text(naming: 5)
    for part in [
      "floor L0: 0 added, 1 removed, 1 changed", "floor L1: only in the older building",
      "floor roof: only in the newer building", "url: B1/{z}/{x}/{y}.png before",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    let value = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(comparison))
    let root = try #require(value as? [String: Any])
    #expect(
      Set(root.keys) == [
        "formatVersion", "kind", "old", "new", "equal", "added", "removed", "floors",
      ])
    let floors = try #require(root["floors"] as? [String: [String: Any]])
    #expect(floors["L0"]?["removed"] as? [String] == ["6/41/20"])
    #expect((floors["B1"]?["changes"] as? [Any])?.count == 2)
  }

  @Test("Buildings cannot be compared without tiles or a folder of a floor, which is named")
  func failures() throws {
    let (old, new) = (try SampleBuilding(), try SampleBuilding())
    for building in [old, new] { for zoom in 4...6 { try building.remove("L1/\(zoom)") } }
    let empty = #expect(throws: FailureReport.self) {
      try BuildingComparison(old: old.path, new: new.path)
    }
    #expect(empty?.what.hasPrefix("floor L1: ") == true && empty?.category == .badInput)
    try new.remove("L1")
    let missing = #expect(throws: FailureReport.self) {
      try BuildingComparison(old: old.path, new: new.path)
    }
    #expect(missing?.what.contains("floor L1") == true)
    for building in [old, new] { try building.redefine { $0.floors = [] } }
    #expect(throws: FailureReport.noTiles(old: old.path, new: new.path)) {
      try BuildingComparison(old: old.path, new: new.path)
    }
  }
}
