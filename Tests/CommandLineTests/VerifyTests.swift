import Foundation
import Georeferencing
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Verify, diff")
struct VerifyTests {
  /// A folder with a pyramid and the image it was made from.
  private func built(_ output: String = "out") throws -> Workspace {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.succeed(AlignedPlan.build(to: output))
    return workspace
  }

  private func damage(_ workspace: Workspace) throws {
    try workspace.write([1, 2, 3], as: "out/16/34320/22950.png")
  }

  @Test("Verify of a build succeeds and says so", arguments: ["out", "out.mbtiles"])
  func sound(output: String) throws {
    let workspace = try built(output)
    let result = try workspace.succeed("verify \(output)", printing: "zoom 16 4 tiles")
    #expect(result.errors.isEmpty)
    #expect(result.output.hasSuffix("0 errors, 0 warnings, 0 notes\n"))
  }

  @Test(
    "Lossy tiles of a small part with hardly any edge are not taken for shifted",
    arguments: ["webp", "webp --resampling nearest", "jpeg --resampling nearest"])
  func fewEdges(format: String) throws {
    let plan = SyntheticRaster(
      name: "red", size: PixelSize(width: 1000, height: 600), isOpaque: true
    ) { x, y in
      (40..<82).contains(x) && (40..<82).contains(y)
        ? PixelColor(255, 0, 0) : PixelColor(255, 255, 255)
    }
    let workspace = try Workspace(plan)
    let place = [
      "--corners", "47.3660,8.5450 47.3662,8.5460 47.3654,8.5463 47.3653,8.5452", "--outline",
      "20,20 180,30 160,120 40,140",
    ]
    try workspace.succeed(
      ["build", "plan.png", "-o", "out", "--format"] + format.words + place)
    try workspace.succeed(["verify", "out", "--against", "plan.png"] + place)
  }

  @Test("Verify with findings exits with 1 and says nothing on standard error")
  func findings() throws {
    let workspace = try built()
    try damage(workspace)
    for arguments in ["", "--json", "--format junit", "--format json"] {
      let result = try workspace.fail(
        "verify out \(arguments)", with: 1, printing: "tile.decodes", "definition.digest")
      #expect(result.errors.isEmpty)
    }
    let json = try workspace.run("verify out --json").output
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(value?["errors"] as? Int == 2)
    let some = try workspace.succeed("verify out --rules tile.size,address", printing: "3 rules")
    #expect(some.output.contains("5 rules") == false)
  }

  @Test("Verify of a PMTiles archive that is cut short says so")
  func pmtiles() throws {
    let workspace = try Workspace()
    try workspace.write(Array("PMTiles\u{3}".utf8), as: "a.pmtiles")
    let result = try workspace.fail("verify a.pmtiles", with: 1, printing: "a file of 8 bytes")
    #expect(result.errors.isEmpty)
  }

  @Test("Verify of a store without tiles fails whatever rules are chosen")
  func noTiles() throws {
    let workspace = try Workspace()
    try workspace.fail("verify . --rules tiles.none", with: 1)
    try workspace.fail("verify . --rules overview", saying: "found: no tile")
    for name in ["empty.mbtiles", "empty.pmtiles"] {
      try workspace.write([], as: name)
      try workspace.fail(["verify", name, "--format", "junit", "-o", "\(name).xml"], with: 1)
      let report = try workspace.text("\(name).xml")
      #expect(report.contains("the store: found an empty file; expected at least one tile"))
    }
  }

  @Test("Verify compares every tile when asked to, which needs an image")
  func every() throws {
    let workspace = try built()
    try workspace.fail("verify out --every")
    try workspace.succeed(
      "verify out --against plan.png --every", AlignedPlan.placement,
      printing: "4 of 4 tiles of zoom 16")
  }

  @Test("Verify fails on what it is told to fail on")
  func failOn() throws {
    let workspace = try built()
    try workspace.write(Array("note".utf8), as: "out/16/note.txt")
    for (severity, status) in [("error", Int32(0)), ("warning", 0), ("note", 1)] {
      let result = try workspace.run(["verify", "out", "--fail-on", severity])
      #expect(result.end == .exit(status), "\(severity): \(result.output)")
    }
  }

  @Test("Verify writes its report to a file that is not there yet")
  func output() throws {
    let workspace = try built()
    let arguments = ["verify", "out", "--format", "junit", "-o", "report.xml"]
    let result = try workspace.succeed(arguments)
    #expect(result.output.isEmpty)
    #expect(try workspace.text("report.xml").hasPrefix("<?xml"))
    try workspace.fail(arguments)
    try workspace.succeed(arguments + ["--overwrite"])
  }

  @Test("Verify draws a sheet on which only tiles with findings are marked")
  func sheet() throws {
    let workspace = try built()
    // The colour of faults, which neither the plan nor the sheet's words have.
    func faultPixels(_ name: String) throws -> Int {
      let image = try PNGDecoder.decode(try workspace.bytes(name))
      return stride(from: 0, to: image.samples.count, by: 4).count {
        Array(image.samples[$0..<($0 + 3)]) == [206, 30, 44]
      }
    }
    let sound = try workspace.succeed("verify out --sheet sound.png")
    #expect(sound.errors.hasPrefix("wrote sound.png"), "\(sound.errors)")
    #expect(try faultPixels("sound.png") == 0)
    try damage(workspace)
    let result = try workspace.fail("verify out --json --sheet faults.png", with: 1)
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }
    #expect(try faultPixels("faults.png") > 200)
    try workspace.fail("verify out --sheet faults.png")
    try workspace.fail("verify out --sheet faults.png --overwrite", with: 1)
  }

  @Test("A store too broken for a sheet has its findings reported all the same")
  func brokenSheet() throws {
    let workspace = try Workspace()
    try workspace.write(
      Array("SQLite format 3\0".utf8) + Array(repeating: 7, count: 500), as: "a.mbtiles")
    let result = try workspace.fail(
      "verify a.mbtiles --sheet sheet.png", with: 1, printing: "mbtiles.")
    #expect(workspace.entries.contains("sheet.png") == result.errors.hasPrefix("wrote"))
  }

  @Test("Verify compares tiles with the image they were made from")
  func against() throws {
    let workspace = try built()
    let arguments = ["verify", "out", "--against", "plan.png"]
    try workspace.succeed(
      arguments + AlignedPlan.placement, printing: "shift 0.00 east, 0.00 south")
    // Half a sample of zoom 16 is 1.0729e-5 degrees of longitude.
    let edges = AlignedPlan.bounds.split(separator: ",").compactMap { Double($0) }
    let moved = "\(edges[0] - 1.0729e-5),\(edges[1]),\(edges[2] - 1.0729e-5),\(edges[3])"
    try workspace.fail(arguments + ["--bounds", moved], with: 1, printing: "source.shift")
    #expect(workspace.entries.contains { $0.hasPrefix("scratch") } == false)
  }

  @Test(
    "Verify and diff refuse what they cannot do",
    arguments: [
      ["verify"], ["verify", "nothing"], ["verify", "plan.png"],
      ["verify", "out", "--rules", "magic"], ["verify", "out", "--rules", ""],
      ["verify", "out", "--fail-on", "all"], ["verify", "out", "--format", "yaml"],
      ["verify", "out", "--json", "--format", "junit"], ["verify", "out", "--scheme", "zyx"],
      ["verify", "out", "--bounds", "1,2,3,4"], ["verify", "out", "--against", "nothing.png"],
      ["verify", "out", "--against", "plan.png"], ["verify", "out", "--layer", "nothing.json"],
      ["verify", "out", "--threads", "0"], ["verify", "out", "--max-findings", "0"],
      ["diff", "out"], ["diff", "out", "nothing"], ["diff", "out", "out", "--format", "junit"],
      ["diff", "out", "out", "--url", "a/{z}/{x}/{y}"],
      ["diff", "out", "out", "--urls", "--url", "ftp://a/{z}/{x}/{y}"],
    ])
  func refusals(arguments: [String]) throws {
    let workspace = try built()
    let result = try workspace.run(arguments)
    #expect(result.end == .exit(2) || result.end == .exit(3), "\(result.end) \(result.output)")
    #expect(result.output.isEmpty && !result.errors.isEmpty)
  }

  @Test("Diff exits with 0 for equal stores and with 1 for others")
  func diff() throws {
    let workspace = try built()
    try workspace.run(AlignedPlan.build(to: "new.mbtiles"))
    let equal = try workspace.succeed("diff out new.mbtiles")
    #expect(equal.output.hasSuffix("no difference\n"))
    #expect(try workspace.run("diff out new.mbtiles --urls").output.isEmpty)
    try damage(workspace)
    for arguments in ["", "--pixels", "--json", "--pixels --format json"] {
      try workspace.fail("diff out new.mbtiles \(arguments)", with: 1, printing: "16/34320/22950")
    }
    let urls = try workspace.run("diff out new.mbtiles --urls")
    #expect(urls.end == .exit(1) && urls.output == "16/34320/22950.png\n")
    let others = try workspace.run(
      "diff out new.mbtiles --urls --url https://a.example/{x}/{y}/{z}.{ext}")
    #expect(others.output == "https://a.example/34320/22950/16.png\n")
  }
}
