import Foundation
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Updating a build")
struct UpdateTests {
  /// The aligned plan with one pixel of its first tile changed, or as it is.
  private func write(_ place: Workplace, changed: Bool = false) throws {
    var image = RGBAImage(AlignedPlan.raster)
    if changed { for channel in 0..<3 { image.samples[4 * 700 + channel] ^= 0xFF } }
    try PNGFileWriter.write(image, to: place.directory.path("plan.png"), compression: .fast)
  }

  private func files(_ place: Workplace, _ output: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in place.directory.listing where name.hasPrefix(output) {
      files[String(name.dropFirst(output.count))] = try place.bytes(name)
    }
    return files
  }

  @Test(
    "ends with the bytes of a build afresh and lists what changed", arguments: ["", ".mbtiles"])
  func sameBytes(suffix: String) throws {
    let place = try Workplace()
    try write(place)
    let url = ["--url", "https://a.example/{z}/{x}/{y}.png"]
    let build = ["build", "plan.png"] + AlignedPlan.placement + url
    let update = build + ["-o", "old\(suffix)", "--update"]
    let first = try place.run(update)
    #expect(first.end == .exit(0), "\(first.errors)")
    #expect(first.output.contains("5 added, 0 changed, 0 removed, 0 kept"))

    let same = try place.run(update)
    #expect(same.end == .exit(0), "\(same.errors)")
    #expect(same.output.contains("0 added, 0 changed, 0 removed, 5 kept"))
    #expect(same.output.split(separator: "\n").count == 1)

    try write(place, changed: true)
    let result = try place.run(update)
    #expect(result.end == .exit(0), "\(result.errors)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.dropLast() == [
        "changed 15/17160/11475 https://a.example/15/17160/11475.png",
        "changed 16/34320/22950 https://a.example/16/34320/22950.png",
      ])
    #expect(lines.last?.hasSuffix("0 added, 2 changed, 0 removed, 3 kept") == true)
    #expect(try place.run(build + ["-o", "new\(suffix)"]).end == .exit(0))
    #expect(try files(place, "old") == files(place, "new"))
    #expect(!place.entries.contains { $0.contains("partial") })
  }

  @Test("of another place is refused, and one that keeps no tile says so")
  func anotherImage() throws {
    let place = try Workplace()
    try write(place)
    let build = ["build", "plan.png", "-o", "out"]
    #expect(try place.run(build + AlignedPlan.placement).end == .exit(0))
    let elsewhere = try place.run(build + ["--bounds", "9.5,46.1,9.51,46.11", "--update"])
    #expect(elsewhere.end == .exit(2))
    #expect(elsewhere.errors.contains("--overwrite"), "\(elsewhere.errors)")
    try place.write(
      SyntheticRaster.noise(seed: 1, opaque: true, size: AlignedPlan.raster.size), as: "plan.png")
    let other = try place.run(build + AlignedPlan.placement + ["--update"])
    #expect(other.end == .exit(0), "\(other.errors)")
    #expect(other.errors.contains("no tile stayed as it was"), "\(other.errors)")
  }

  @Test("is refused where tiles are made or named in another way, and leaves what is there")
  func refusals() throws {
    let place = try Workplace()
    try write(place)
    let build = ["build", "plan.png", "-o", "out"] + AlignedPlan.placement
    #expect(try place.run(build).end == .exit(0))
    let before = try files(place, "out")
    for (options, word) in [
      (["--tile-size", "512"], "--tile-size"), (["--scheme", "tms"], "--scheme"),
      (["--path", "{z}-{x}-{y}.png"], "--path"), (["--overwrite"], "--overwrite"),
      (["--resume"], "--resume"),
    ] {
      let result = try place.run(build + ["--update"] + options)
      #expect(result.end == .exit(2), "\(options)")
      #expect(result.errors.contains(word), "\(result.errors)")
    }
    try FileManager.default.createDirectory(
      atPath: place.directory.path("other"), withIntermediateDirectories: false)
    try place.write([1], as: "other/file")
    let others = try place.run(
      ["build", "plan.png", "-o", "other", "--update"] + AlignedPlan.placement)
    #expect(others.end == .exit(2))
    #expect(try files(place, "out") == before)
    #expect(try place.bytes("other/file") == [1])
  }

  @Test("of a building changes the floors that changed, and lists those that went")
  func building() throws {
    let place = try Workplace()
    try write(place)
    try place.write(AlignedPlan.raster, as: "second.png")
    func manifest(_ floors: [(String, String)]) throws {
      let text = floors.map { id, image in
        "  - {id: \(id), image: \(image), bounds: [\(AlignedPlan.bounds)]}"
      }
      try place.write(
        ("name: House\nfloors:\n" + text.joined(separator: "\n") + "\n").utf8, as: "house.yml")
    }
    try manifest([("L0", "plan.png"), ("L1", "second.png")])
    let update = ["build", "house.yml", "-o", "out", "--update"]
    let first = try place.run(update)
    #expect(first.end == .exit(0), "\(first.errors)")
    #expect(first.output.contains("10 added, 0 changed, 0 removed, 0 kept"))
    try write(place, changed: true)
    let second = try place.run(update)
    #expect(second.end == .exit(0), "\(second.errors)")
    let lines = second.output.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(3) == [
        "changed L0 15/17160/11475 L0/15/17160/11475.png",
        "changed L0 16/34320/22950 L0/16/34320/22950.png",
        "0 added, 2 changed, 0 removed, 8 kept",
      ])
    #expect(try place.run(["build", "house.yml", "-o", "new"]).end == .exit(0))
    #expect(try files(place, "out") == files(place, "new"))
    try manifest([("L0", "plan.png")])
    let third = try place.run(update)
    #expect(third.output.contains("removed L1 16/34321/22951 L1/16/34321/22951.png"))
    #expect(third.output.contains("0 added, 0 changed, 5 removed, 5 kept"))
    #expect(!place.directory.listing.contains { $0.hasPrefix("out/L1") })
    #expect(try place.run(update + ["--resume"]).end == .exit(2))
  }
}
