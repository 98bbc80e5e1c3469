import Foundation
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Updating a build")
struct UpdateTests {
  /// The aligned plan with one pixel of its first tile changed, or as it is.
  private func write(_ workspace: Workspace, changed: Bool = false) throws {
    var image = RGBAImage(AlignedPlan.raster)
    if changed { for channel in 0..<3 { image.samples[4 * 700 + channel] ^= 0xFF } }
    try workspace.directory.write(image, as: "plan.png")
  }

  @Test(
    "An update has the bytes of a new build and lists what changed", arguments: ["", ".mbtiles"])
  func sameBytes(suffix: String) throws {
    let workspace = try Workspace()
    try write(workspace)
    let url = ["--url", "https://a.example/{z}/{x}/{y}.png"]
    let build = ["build", "plan.png"] + AlignedPlan.placement + url
    let update = build + ["-o", "old\(suffix)", "--update"]
    try workspace.succeed(update, printing: "5 added, 0 changed, 0 removed, 0 kept")

    let same = try workspace.succeed(update, printing: "0 added, 0 changed, 0 removed, 5 kept")
    #expect(same.output.split(separator: "\n").count == 1)

    try write(workspace, changed: true)
    let result = try workspace.succeed(update)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.dropLast() == [
        "changed 15/17160/11475 https://a.example/15/17160/11475.png",
        "changed 16/34320/22950 https://a.example/16/34320/22950.png",
      ])
    #expect(lines.last?.hasSuffix("0 added, 2 changed, 0 removed, 3 kept") == true)
    try workspace.succeed(build + ["-o", "new\(suffix)"])
    #expect(try workspace.directory.files("old") == workspace.directory.files("new"))
    #expect(!workspace.entries.contains { $0.contains("partial") })
  }

  @Test("An update of an image elsewhere is refused, and one that keeps no tile says so")
  func anotherImage() throws {
    let workspace = try Workspace()
    try write(workspace)
    let build = ["build", "plan.png", "-o", "out"]
    try workspace.succeed(build + AlignedPlan.placement)
    try workspace.fail(
      build + ["--bounds", "9.5,46.1,9.51,46.11", "--update"], saying: "--overwrite")
    try workspace.write(
      SyntheticRaster.noise(seed: 1, opaque: true, size: AlignedPlan.raster.size), as: "plan.png")
    try workspace.succeed(
      build + AlignedPlan.placement + ["--update"], saying: "no tile stayed as it was")
  }

  @Test("An update is refused where tiles are made or named in another way, and changes nothing")
  func refusals() throws {
    let workspace = try Workspace()
    try write(workspace)
    let build = AlignedPlan.build(to: "out")
    try workspace.succeed(build)
    let before = try workspace.directory.files("out")
    for (options, word) in [
      ("--tile-size 512", "--tile-size"), ("--scheme tms", "--scheme"),
      ("--path {z}-{x}-{y}.png", "--path"), ("--overwrite", "--overwrite"),
      ("--resume", "--resume"),
    ] {
      try workspace.fail(build + ["--update"] + options.words, saying: word)
    }
    try workspace.makeFolder("other")
    try workspace.write([1], as: "other/file")
    try workspace.fail(AlignedPlan.build(to: "other", "--update"))
    #expect(try workspace.directory.files("out") == before)
    #expect(try workspace.bytes("other/file") == [1])
  }

  @Test(
    "An update of a building changes the floors that changed, and lists those that were removed")
  func building() throws {
    let workspace = try Workspace()
    try write(workspace)
    try workspace.write(AlignedPlan.raster, as: "second.png")
    func manifest(_ floors: [(String, String)]) throws {
      let text = floors.map { id, image in
        "  - {id: \(id), image: \(image), bounds: [\(AlignedPlan.bounds)]}"
      }
      try workspace.write(
        ("name: House\nfloors:\n" + text.joined(separator: "\n") + "\n").utf8, as: "house.yml")
    }
    try manifest([("L0", "plan.png"), ("L1", "second.png")])
    let update = ["build", "house.yml", "-o", "out", "--update"]
    try workspace.succeed(update, printing: "10 added, 0 changed, 0 removed, 0 kept")
    try write(workspace, changed: true)
    let second = try workspace.succeed(update)
    let lines = second.output.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(3) == [
        "changed L0 15/17160/11475 L0/15/17160/11475.png",
        "changed L0 16/34320/22950 L0/16/34320/22950.png",
        "0 added, 2 changed, 0 removed, 8 kept",
      ])
    try workspace.succeed("build house.yml -o new")
    #expect(try workspace.directory.files("out") == workspace.directory.files("new"))
    try manifest([("L0", "plan.png")])
    try workspace.succeed(
      update, printing: "removed L1 16/34321/22951 L1/16/34321/22951.png",
      "0 added, 0 changed, 5 removed, 5 kept")
    #expect(!workspace.directory.listing.contains { $0.hasPrefix("out/L1") })
    try workspace.fail(update + ["--resume"])
  }
}
