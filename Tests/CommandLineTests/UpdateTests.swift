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
    try PNGFileWriter.write(image, to: workspace.directory.path("plan.png"), compression: .fast)
  }

  @Test(
    "An update has the bytes of a new build and lists what changed", arguments: ["", ".mbtiles"])
  func sameBytes(suffix: String) throws {
    let workspace = try Workspace()
    try write(workspace)
    let url = ["--url", "https://a.example/{z}/{x}/{y}.png"]
    let build = ["build", "plan.png"] + AlignedPlan.placement + url
    let update = build + ["-o", "old\(suffix)", "--update"]
    let first = try workspace.run(update)
    #expect(first.end == .exit(0), "\(first.errors)")
    #expect(first.output.contains("5 added, 0 changed, 0 removed, 0 kept"))

    let same = try workspace.run(update)
    #expect(same.end == .exit(0), "\(same.errors)")
    #expect(same.output.contains("0 added, 0 changed, 0 removed, 5 kept"))
    #expect(same.output.split(separator: "\n").count == 1)

    try write(workspace, changed: true)
    let result = try workspace.run(update)
    #expect(result.end == .exit(0), "\(result.errors)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.dropLast() == [
        "changed 15/17160/11475 https://a.example/15/17160/11475.png",
        "changed 16/34320/22950 https://a.example/16/34320/22950.png",
      ])
    #expect(lines.last?.hasSuffix("0 added, 2 changed, 0 removed, 3 kept") == true)
    #expect(try workspace.run(build + ["-o", "new\(suffix)"]).end == .exit(0))
    #expect(try workspace.directory.files("old") == workspace.directory.files("new"))
    #expect(!workspace.entries.contains { $0.contains("partial") })
  }

  @Test("An update of an image elsewhere is refused, and one that keeps no tile says so")
  func anotherImage() throws {
    let workspace = try Workspace()
    try write(workspace)
    let build = ["build", "plan.png", "-o", "out"]
    #expect(try workspace.run(build + AlignedPlan.placement).end == .exit(0))
    let elsewhere = try workspace.run(build + ["--bounds", "9.5,46.1,9.51,46.11", "--update"])
    #expect(elsewhere.end == .exit(2))
    #expect(elsewhere.errors.contains("--overwrite"), "\(elsewhere.errors)")
    try workspace.write(
      SyntheticRaster.noise(seed: 1, opaque: true, size: AlignedPlan.raster.size), as: "plan.png")
    let other = try workspace.run(build + AlignedPlan.placement + ["--update"])
    #expect(other.end == .exit(0), "\(other.errors)")
    #expect(other.errors.contains("no tile stayed as it was"), "\(other.errors)")
  }

  @Test("An update is refused where tiles are made or named in another way, and changes nothing")
  func refusals() throws {
    let workspace = try Workspace()
    try write(workspace)
    let build = ["build", "plan.png", "-o", "out"] + AlignedPlan.placement
    #expect(try workspace.run(build).end == .exit(0))
    let before = try workspace.directory.files("out")
    for (options, word) in [
      (["--tile-size", "512"], "--tile-size"), (["--scheme", "tms"], "--scheme"),
      (["--path", "{z}-{x}-{y}.png"], "--path"), (["--overwrite"], "--overwrite"),
      (["--resume"], "--resume"),
    ] {
      let result = try workspace.run(build + ["--update"] + options)
      #expect(result.end == .exit(2), "\(options)")
      #expect(result.errors.contains(word), "\(result.errors)")
    }
    try FileManager.default.createDirectory(
      atPath: workspace.directory.path("other"), withIntermediateDirectories: false)
    try workspace.write([1], as: "other/file")
    let others = try workspace.run(
      ["build", "plan.png", "-o", "other", "--update"] + AlignedPlan.placement)
    #expect(others.end == .exit(2))
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
    let first = try workspace.run(update)
    #expect(first.end == .exit(0), "\(first.errors)")
    #expect(first.output.contains("10 added, 0 changed, 0 removed, 0 kept"))
    try write(workspace, changed: true)
    let second = try workspace.run(update)
    #expect(second.end == .exit(0), "\(second.errors)")
    let lines = second.output.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(3) == [
        "changed L0 15/17160/11475 L0/15/17160/11475.png",
        "changed L0 16/34320/22950 L0/16/34320/22950.png",
        "0 added, 2 changed, 0 removed, 8 kept",
      ])
    #expect(try workspace.run(["build", "house.yml", "-o", "new"]).end == .exit(0))
    #expect(try workspace.directory.files("out") == workspace.directory.files("new"))
    try manifest([("L0", "plan.png")])
    let third = try workspace.run(update)
    #expect(third.output.contains("removed L1 16/34321/22951 L1/16/34321/22951.png"))
    #expect(third.output.contains("0 added, 0 changed, 5 removed, 5 kept"))
    #expect(!workspace.directory.listing.contains { $0.hasPrefix("out/L1") })
    #expect(try workspace.run(update + ["--resume"]).end == .exit(2))
  }
}
