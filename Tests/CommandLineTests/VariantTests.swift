import Foundation
import Testing
import TilePyramidTesting

@Suite("Variants of a building")
struct VariantTests {
  private static let variants = "variants: {light: {}, dark: {ink: invert}}"

  @Test("All commands know the floors in every variant, and a fault in one is found there alone")
  func commands() throws {
    let workspace = try SampleBuilding.workspace(Self.variants)
    func run(_ arguments: String...) throws -> CommandProbe.Result {
      let outcome = try workspace.run(arguments)
      #expect(outcome.end == .exit(0), "\(arguments): \(outcome.errors)\(outcome.output)")
      return outcome
    }
    let built = try run("build", "b.yml", "-o", "out", "--preview")
    #expect(built.output.hasPrefix("out: 3 floors in 2 variants, 30 tiles, "), "\(built.output)")
    #expect(
      try run("build", "b.yml", "-o", "out", "--preview", "--resume").output.contains("complete"))
    let sound = try run("verify", "out", "--against", "b.yml", "--fail-on", "warning")
    #expect(sound.output.contains("6 floors verified"), "\(sound.output)")
    for (floor, picture) in [("L1", "light.png"), ("L1-dark", "dark.png")] {
      _ = try run(
        "snapshot", "out", "--floor", floor, "--camera", AlignedPlan.camera, "--size", "64x64",
        "-o", picture)
    }
    #expect(try workspace.bytes("light.png") != workspace.bytes("dark.png"))
    _ = try run("plan", "b.yml", "-o", "job", "--shards", "6")
    for shard in 0..<6 { _ = try run("build", "--job", "job", "--shard", "\(shard)") }
    _ = try run("merge", "job", "-o", "merged", "--preview")
    #expect(try workspace.files(in: "merged") == workspace.files(in: "out"))

    let tile = try #require(AlignedPlan.tiles.last)
    try workspace.write(workspace.bytes("out/L1/\(tile).png"), as: "out/L1-dark/\(tile).png")
    let damaged = try workspace.run(["verify", "out", "--against", "b.yml"])
    #expect(damaged.end == .exit(1))
    let faults = damaged.output.split(separator: "\n").filter {
      $0.contains("floor L") && $0.contains(", ")
    }
    #expect(!faults.isEmpty && faults.allSatisfy { $0.contains("L1-dark") }, "\(damaged.output)")
  }

  @Test("Without variants a building is the same, and an update adds and removes a variant")
  func update() throws {
    let workspace = try SampleBuilding.workspace()
    try workspace.run(["build", "b.yml", "-o", "out"])
    let plain = try workspace.files(in: "out")
    #expect(
      !String(decoding: try workspace.bytes("out/building.json"), as: UTF8.self).contains("variant")
    )
    let manifest = String(decoding: try workspace.bytes("b.yml"), as: UTF8.self)
    try workspace.write(
      manifest.replacing("floors:", with: Self.variants + "\nfloors:").utf8, as: "b.yml")
    let added = try workspace.run(["build", "b.yml", "-o", "out", "--update"])
    #expect(added.end == .exit(0), "\(added.errors)")
    #expect(added.output.contains("15 added, 0 changed"), "\(added.output)")
    for (name, bytes) in plain where name.hasSuffix(".png") {
      #expect(try workspace.bytes("out/\(name)") == bytes, "\(name)")
    }
    try workspace.write(manifest.utf8, as: "b.yml")
    let removed = try workspace.run(["build", "b.yml", "-o", "out", "--update"])
    #expect(removed.end == .exit(0), "\(removed.errors)")
    #expect(try workspace.files(in: "out") == plain)
  }
}
