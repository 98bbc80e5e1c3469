import Foundation
import Testing
import TilePyramidTesting

@Suite("Variants of a building")
struct VariantTests {
  private static let variants = "variants: {light: {}, dark: {ink: invert}}"

  @Test("All commands know the floors in every variant, and a fault in one is found there alone")
  func commands() throws {
    let workspace = try SampleBuilding.workspace(Self.variants)
    let built = try workspace.succeed("build b.yml -o out --preview")
    #expect(built.output.hasPrefix("out: 3 floors in 2 variants, 30 tiles, "), "\(built.output)")
    try workspace.succeed("build b.yml -o out --preview --resume", printing: "complete")
    try workspace.succeed(
      "verify out --against b.yml --fail-on warning", printing: "6 floors verified")
    for (floor, picture) in [("L1", "light.png"), ("L1-dark", "dark.png")] {
      try workspace.succeed([
        "snapshot", "out", "--floor", floor, "--camera", AlignedPlan.camera, "--size", "64x64",
        "-o", picture,
      ])
    }
    #expect(try workspace.bytes("light.png") != workspace.bytes("dark.png"))
    try workspace.succeed("plan b.yml -o job --shards 6")
    for shard in 0..<6 { try workspace.succeed(["build", "--job", "job", "--shard", "\(shard)"]) }
    try workspace.succeed("merge job -o merged --preview")
    #expect(try workspace.files(in: "merged") == workspace.files(in: "out"))

    let tile = try #require(AlignedPlan.tiles.last)
    try workspace.write(workspace.bytes("out/L1/\(tile).png"), as: "out/L1-dark/\(tile).png")
    let damaged = try workspace.fail("verify out --against b.yml", with: 1)
    let faults = damaged.output.split(separator: "\n").filter {
      $0.contains("floor L") && $0.contains(", ")
    }
    #expect(!faults.isEmpty && faults.allSatisfy { $0.contains("L1-dark") }, "\(damaged.output)")
  }

  @Test("Without variants a building is the same, and an update adds and removes a variant")
  func update() throws {
    let workspace = try SampleBuilding.workspace()
    try workspace.succeed("build b.yml -o out")
    let plain = try workspace.files(in: "out")
    #expect(try !workspace.text("out/building.json").contains("variant"))
    let manifest = try workspace.text("b.yml")
    try workspace.write(
      manifest.replacing("floors:", with: Self.variants + "\nfloors:").utf8, as: "b.yml")
    try workspace.succeed("build b.yml -o out --update", printing: "15 added, 0 changed")
    for (name, bytes) in plain where name.hasSuffix(".png") {
      #expect(try workspace.bytes("out/\(name)") == bytes, "\(name)")
    }
    try workspace.write(manifest.utf8, as: "b.yml")
    try workspace.succeed("build b.yml -o out --update")
    #expect(try workspace.files(in: "out") == plain)
  }
}
