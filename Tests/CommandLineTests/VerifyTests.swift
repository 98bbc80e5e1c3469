import Foundation
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Verify, diff")
struct VerifyTests {
  /// A folder with a pyramid and the image it was made from.
  private func built(_ output: String = "out") throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(["build", "plan.png", "-o", output] + AlignedPlan.placement)
    #expect(result.end == .exit(0), "\(result.errors)")
    return workspace
  }

  private func damage(_ workspace: Workspace) throws {
    try workspace.write([1, 2, 3], as: "out/16/34320/22950.png")
  }

  @Test("Verify of a build succeeds and says so", arguments: ["out", "out.mbtiles"])
  func sound(output: String) throws {
    let workspace = try built(output)
    let result = try workspace.run(["verify", output])
    #expect(result.end == .exit(0), "\(result.output)")
    #expect(result.errors.isEmpty)
    #expect(result.output.hasSuffix("0 errors, 0 warnings, 0 notes\n"))
    #expect(result.output.contains("zoom 16 4 tiles"))
  }

  @Test("Verify with findings exits with 1 and says nothing on standard error")
  func findings() throws {
    let workspace = try built()
    try damage(workspace)
    for arguments in [[], ["--json"], ["--format", "junit"], ["--format", "json"]] {
      let result = try workspace.run(["verify", "out"] + arguments)
      #expect(result.end == .exit(1))
      #expect(result.errors.isEmpty)
      #expect(result.output.contains("tile.decodes") && result.output.contains("definition.digest"))
    }
    let json = try workspace.run(["verify", "out", "--json"]).output
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(value?["errors"] as? Int == 2)
    let some = try workspace.run(["verify", "out", "--rules", "tile.size,address"])
    #expect(some.end == .exit(0) && some.output.contains("5 rules") == false)
    #expect(some.output.contains("3 rules"))
  }

  @Test("Verify of a PMTiles archive that is cut short says so")
  func pmtiles() throws {
    let workspace = try Workspace()
    try workspace.write(Array("PMTiles\u{3}".utf8), as: "a.pmtiles")
    let result = try workspace.run(["verify", "a.pmtiles"])
    #expect(result.end == .exit(1) && result.errors.isEmpty)
    #expect(result.output.contains("a file of 8 bytes"), "\(result.output)")
  }

  @Test("Verify of a store without tiles fails whatever rules are chosen")
  func noTiles() throws {
    let workspace = try Workspace()
    #expect(try workspace.run(["verify", ".", "--rules", "tiles.none"]).end == .exit(1))
    let result = try workspace.run(["verify", ".", "--rules", "overview"])
    #expect(result.end == .exit(2), "\(result.output)")
    #expect(result.errors.contains("found: no tile"), "\(result.errors)")
    for name in ["empty.mbtiles", "empty.pmtiles"] {
      try workspace.write([], as: name)
      let result = try workspace.run(["verify", name, "--format", "junit", "-o", "\(name).xml"])
      #expect(result.end == .exit(1), "\(result.errors)")
      let report = String(decoding: try workspace.bytes("\(name).xml"), as: UTF8.self)
      #expect(report.contains("the store: found an empty file; expected at least one tile"))
    }
  }

  @Test("Verify compares every tile when asked to, which needs an image")
  func every() throws {
    let workspace = try built()
    #expect(try workspace.run(["verify", "out", "--every"]).end == .exit(2))
    let result = try workspace.run(
      ["verify", "out", "--against", "plan.png", "--every"] + AlignedPlan.placement)
    #expect(result.end == .exit(0), "\(result.output)")
    #expect(result.output.contains("4 of 4 tiles of zoom 16"), "\(result.output)")
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
    let result = try workspace.run(arguments)
    #expect(result.end == .exit(0) && result.output.isEmpty)
    #expect(String(decoding: try workspace.bytes("report.xml"), as: UTF8.self).hasPrefix("<?xml"))
    #expect(try workspace.run(arguments).end == .exit(2))
    #expect(try workspace.run(arguments + ["--overwrite"]).end == .exit(0))
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
    let sound = try workspace.run(["verify", "out", "--sheet", "sound.png"])
    #expect(sound.end == .exit(0) && sound.errors.hasPrefix("wrote sound.png"), "\(sound.errors)")
    #expect(try faultPixels("sound.png") == 0)
    try damage(workspace)
    let result = try workspace.run(["verify", "out", "--json", "--sheet", "faults.png"])
    #expect(result.end == .exit(1))
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }
    #expect(try faultPixels("faults.png") > 200)
    #expect(try workspace.run(["verify", "out", "--sheet", "faults.png"]).end == .exit(2))
    let replaced = try workspace.run(["verify", "out", "--sheet", "faults.png", "--overwrite"])
    #expect(replaced.end == .exit(1))
  }

  @Test("A store too broken for a sheet has its findings reported all the same")
  func brokenSheet() throws {
    let workspace = try Workspace()
    try workspace.write(
      Array("SQLite format 3\0".utf8) + Array(repeating: 7, count: 500), as: "a.mbtiles")
    let result = try workspace.run(["verify", "a.mbtiles", "--sheet", "sheet.png"])
    #expect(result.end == .exit(1) && result.output.contains("mbtiles."), "\(result.output)")
    #expect(workspace.entries.contains("sheet.png") == result.errors.hasPrefix("wrote"))
  }

  @Test("Verify compares tiles with the image they were made from")
  func against() throws {
    let workspace = try built()
    let arguments = ["verify", "out", "--against", "plan.png"]
    let sound = try workspace.run(arguments + AlignedPlan.placement)
    #expect(sound.end == .exit(0), "\(sound.output) \(sound.errors)")
    #expect(sound.output.contains("shift 0.00 east, 0.00 south"))
    // Half a sample of zoom 16 is 1.0729e-5 degrees of longitude.
    let edges = AlignedPlan.bounds.split(separator: ",").compactMap { Double($0) }
    let moved = "\(edges[0] - 1.0729e-5),\(edges[1]),\(edges[2] - 1.0729e-5),\(edges[3])"
    let shifted = try workspace.run(arguments + ["--bounds", moved])
    #expect(shifted.end == .exit(1))
    #expect(shifted.output.contains("source.shift"), "\(shifted.output)")
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
    try workspace.run(["build", "plan.png", "-o", "new.mbtiles"] + AlignedPlan.placement)
    let equal = try workspace.run(["diff", "out", "new.mbtiles"])
    #expect(equal.end == .exit(0) && equal.output.hasSuffix("no difference\n"))
    #expect(try workspace.run(["diff", "out", "new.mbtiles", "--urls"]).output.isEmpty)
    try damage(workspace)
    for arguments in [[], ["--pixels"], ["--json"], ["--pixels", "--format", "json"]] {
      let result = try workspace.run(["diff", "out", "new.mbtiles"] + arguments)
      #expect(result.end == .exit(1), "\(result.errors)")
      #expect(result.output.contains("16/34320/22950"))
    }
    let urls = try workspace.run(["diff", "out", "new.mbtiles", "--urls"])
    #expect(urls.end == .exit(1) && urls.output == "16/34320/22950.png\n")
    let others = try workspace.run([
      "diff", "out", "new.mbtiles", "--urls", "--url", "https://a.example/{x}/{y}/{z}.{ext}",
    ])
    #expect(others.output == "https://a.example/34320/22950/16.png\n")
  }
}
