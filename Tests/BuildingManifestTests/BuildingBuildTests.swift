import BuildingManifest
import Foundation
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("BuildingBuild")
struct BuildingBuildTests {
  private static let text = """
    name: Museum
    anchor: [47.3769, 8.5417]
    metres-per-pixel: 0.2
    floors:
      - id: L0
        name: Ground
        level: 0
        image: L0.png
      - id: L1
        name: First
        level: 1
        image: L1.png
    """

  private func folder() throws -> ManifestFolder {
    let folder = try ManifestFolder()
    try folder.image("L0.png", width: 300, height: 200)
    try folder.image("L1.png", width: 320, height: 240)
    try folder.write(Self.text, as: "b.yml")
    return folder
  }

  private func build(
    _ folder: ManifestFolder, store: String = "directory",
    _ change: (inout BuildOutput) -> Void = { _ in }
  ) throws -> BuildingBuild {
    let manifest = try folder.manifest("store: \(store)\n" + Self.text)
    var output = BuildOutput.directory(folder.directory.path("out"))
    change(&output)
    return try BuildingBuild(manifest, output: output)
  }

  @Test("Two floors appear together and are what run returns", arguments: ["directory", "mbtiles"])
  func floors(store: String) async throws {
    let folder = try folder()
    let last = Guarded<BuildEvent?>(nil)
    let built = try build(folder, store: store) { $0.preview = store == "directory" }
      .run(report: { event in last.withLock { $0 = event } })
    #expect(built.floors.map(\.definition.name) == ["Museum, Ground", "Museum, First"])
    #expect(built.definition.floors.map(\.floor.id) == ["L0", "L1"])
    guard case .progress(let progress)? = last.withLock({ $0 }) else {
      Issue.record("no progress was reported")
      return
    }
    #expect(progress.fraction == 1 && progress.phase == .publishing)
    #expect(progress.tileCount == built.floors.reduce(0) { $0 + $1.summary.tileCount })

    let stored = try StoredLayers(path: folder.directory.path("out")).layers
    #expect(stored.map(\.definition) == built.floors.map(\.definition))
    for layer in stored {
      #expect(try layer.reader.coordinates().count == layer.definition.coverage.tileCount)
    }
    #expect(folder.directory.listing.contains("out/preview.html") == (store == "directory"))
    #expect(built.leftOver.isEmpty)
  }

  @Test(
    "A building in variants has the tiles of buildings of each alone, in the same places",
    arguments: ["directory", "mbtiles"])
  func variants(store: String) async throws {
    let folder = try folder()
    for (storey, name) in ["L0.png", "L1.png"].enumerated() {
      let plan = SyntheticRaster.floorPlan(storey: storey, pixelsPerMetre: 8)
      try PNGFileWriter.write(
        RGBAImage(plan), to: folder.directory.path(name), compression: .fast)
    }
    let text = Self.text + "\n    align: L0\n    points: {a: [20, 20], b: [100, 80]}\n"
    let points = "    points: {a: [10, 10], b: [90, 70]}\n"
    let floors = text.replacing("  - id: L1", with: points + "  - id: L1")
    func built(_ keys: String, _ name: String, resumes: Bool = false) async throws -> BuiltBuilding
    {
      let manifest = try folder.manifest("store: \(store)\n\(keys)\n" + floors)
      var output = BuildOutput.directory(folder.directory.path(name))
      output.resumes = resumes
      return try BuildingBuild(manifest, output: output).run()
    }
    let both = "variants: {light: {}, dark: {paper: white, ink: invert}}"
    let all = try await built(both, "all")
    let light = try await built("", "light")
    let dark = try await built("paper: white\nink: invert", "dark")
    #expect(all.definition.floors.map(\.floor.id) == ["L0", "L0-dark", "L1", "L1-dark"])
    #expect(all.floors[1].definition.name == "Museum, Ground, dark")
    for (index, one) in [light.floors[0], dark.floors[0], light.floors[1], dark.floors[1]]
      .enumerated()
    {
      let floor = all.floors[index].definition
      #expect(floor.digest == one.definition.digest && floor.coverage == one.definition.coverage)
      #expect(floor.outline == all.floors[index & ~1].definition.outline)
    }
    #expect(all.floors[0].definition.digest != all.floors[1].definition.digest)
    // The paper of one variant is none in the other, and yet the same is taken off.
    let cropped = try await built("crop: auto\n" + both, "cropped").floors.map(\.definition.outline)
    #expect(cropped[0] == cropped[1] && cropped[2] == cropped[3])
    #expect(cropped[0] != all.floors[0].definition.outline)
    let stored = try StoredLayers(path: folder.directory.path("all"))
    #expect(stored.building == all.definition)
    #expect(stored.layers.map(\.definition) == all.floors.map(\.definition))
    #expect(folder.directory.listing.contains("all/L1-dark.layer.json"))
    #expect(try await built(both, "all", resumes: true).wasComplete)
    let bytes = try Data(
      contentsOf: URL(fileURLWithPath: folder.directory.path("light/building.json")))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("variant"))
  }

  @Test("An update tells what changed of each floor")
  func update() async throws {
    let folder = try folder()
    _ = try build(folder).run()
    let updated = try build(folder) { $0.existing = .update }.run()
    #expect(updated.floors.allSatisfy { $0.changes?.isEmpty == true })
    #expect(updated.floors.allSatisfy { ($0.changes?.keptCount ?? 0) > 0 })
    #expect(updated.removedFloors.isEmpty)
  }

  @Test("A floor's image that changes is an error that names it, and nothing is published")
  func changedImage() async throws {
    let folder = try folder()
    let path = folder.directory.path("L1.png")
    let changes = Guarded(true)
    let error = #expect(throws: FloorFailure.self) {
      try build(folder).run { _ in
        changes.withLock { changes in
          guard changes, let file = FileHandle(forWritingAtPath: path) else { return }
          changes = false
          file.seekToEndOfFile()
          file.write(Data([0]))
        }
      }
    }
    #expect(error?.floor == "L1")
    #expect(error?.cause as? RasterError == .changed(path: path))
    #expect(folder.directory.entries == ["L0.png", "L1.png", "b.yml"])
  }

  @Test("A building is refused what its tiles cannot have, with a typed error")
  func refusals() throws {
    let folder = try folder()
    #expect(throws: FailureReport.self) { try build(folder) { $0.kind = .mbtiles } }
    #expect(
      throws: FailureReport.noEffect("`hardLinks`", reason: "the manifest says store: mbtiles")
    ) { try build(folder, store: "mbtiles") { $0.hardLinks = true } }
    #expect(throws: FailureReport.keepsOthersOfNothing) {
      try build(folder) { $0.keepsOthers = true }
    }
    #expect(folder.directory.entries == ["L0.png", "L1.png", "b.yml"])
  }
}
