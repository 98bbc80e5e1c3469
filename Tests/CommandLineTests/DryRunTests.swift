import Foundation
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("The plan that a dry run shows")
struct DryRunTests {
  /// The object that a dry run prints.
  private func plan(_ workspace: Workspace, _ arguments: [String]) throws -> [String: Any] {
    let result = try workspace.succeed(
      ["build"] + arguments + ["-o", "out", "--dry-run", "--json", "--threads", "2"])
    return try result.json()
  }

  /// The steps of a layer, one line of JSON each.
  private func steps(_ layer: Any?) throws -> [String] {
    let layer = try #require(layer as? [String: Any])
    return try #require(layer["steps"] as? [Any]).map { step in
      let bytes = try JSONSerialization.data(withJSONObject: step, options: .sortedKeys)
      return String(decoding: bytes, as: UTF8.self).replacing("\"", with: "")
    }
  }

  /// The numbered lines of the plan in words.
  private func lines(_ workspace: Workspace, _ arguments: [String]) throws -> [String] {
    let result = try workspace.run(["build"] + arguments + ["-o", "out", "--dry-run"])
    let lines = result.output.split(separator: "\n").drop { !$0.hasPrefix("steps") }
    return lines.prefix { $0.hasPrefix("steps") || $0.hasPrefix(" ") }.map {
      String($0.dropFirst(12))
    }
  }

  @Test("An aligned PNG is copied row by row")
  func aligned() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let arguments = ["plan.png"] + AlignedPlan.placement
    let plan = try plan(workspace, arguments)
    #expect(plan["kind"] as? String == "plan")
    let layer = try #require(plan["layer"] as? [String: Any])
    #expect(
      try steps(layer) == [
        "{access:rows,height:512,overviewResampling:average,overviews:[15],placing:copy,"
          + "raster:image,rowPasses:1,scratchBytes:0,width:512,zoom:16}"
      ])
    #expect(
      try lines(workspace, arguments) == [
        "1. zoom 16 is copied from the image, 512 × 512 pixels, row by row",
        "2. zoom 15 is made from the zoom below (average)",
      ])
    #expect(layer["tiles"] as? Int == 5 && layer["format"] as? String == "png")
    let levels = try #require(layer["levels"] as? [[String: Any]])
    #expect(levels.map { $0["zoom"] as? Int } == [15, 16])
    #expect(levels.map { $0["tiles"] as? Int } == [1, 4])
    let running = try #require(plan["running"] as? [String: Any])
    #expect(running["threads"] as? Int == 2 && running["output"] as? String == "out")
    #expect(running["unfinishedFraction"] == nil)
    #expect(workspace.entries == ["plan.png"])
  }

  @Test("A rotated plan is warped out of a scratch file")
  func rotated() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    let arguments = ["plan.png"] + RotatedPlan.placement
    // 3 × 2 blocks of 256 × 256 pixels.
    #expect(
      try steps(plan(workspace, arguments)["layer"]) == [
        "{access:scratch,height:450,overviewResampling:average,overviews:[19,18],placing:warp,"
          + "raster:image,resampling:cubic,rowPasses:1,scratchBytes:1572864,width:600,zoom:20}"
      ])
    #expect(
      try lines(workspace, arguments) == [
        "1. zoom 20 is warped (cubic) from the image, 600 × 450 pixels, in windows of a scratch file",
        "2. zooms 18-19 are each made from the zoom below (average)",
      ])
  }

  @Test(
    "A UTM GeoTIFF is warped out of its own tiles, and of an overview where that is fine enough",
    .enabled(if: TestData.isAvailable))
  func overviews() throws {
    let workspace = try Workspace()
    let path = TestData.path("rasters/cog_rgb.tif")
    // 3 × 2 tiles of 128 × 128 pixels, and one of three bands for each of two threads.
    #expect(
      try steps(plan(workspace, [path])["layer"]) == [
        "{access:windows,height:232,overviewResampling:average,overviews:[19],placing:warp,"
          + "raster:image,resampling:cubic,scratchBytes:0,width:383,windowBytes:491520,zoom:20}"
      ])
    #expect(
      try steps(plan(workspace, [path, "--max-zoom", "18"])["layer"]) == [
        "{access:windows,height:116,overviews:[],placing:warp,raster:reduction,resampling:cubic,"
          + "scratchBytes:0,width:192,windowBytes:229376,zoom:18}"
      ])
  }

  @Test("A JPEG is read at the scale that suits the deepest zoom")
  func scale() throws {
    let workspace = try Workspace()
    let raster = AlignedPlan.raster
    let encoder = try JPEGTileEncoder(quality: 90, effort: .fast)
    try workspace.write(
      encoder.encode(RGBAImage(width: 512, height: 512, samples: raster.samples)), as: "plan.jpg")
    let arguments = ["plan.jpg", "--max-zoom", "12"] + AlignedPlan.placement
    #expect(
      try steps(plan(workspace, arguments)["layer"]) == [
        "{access:rows,height:128,overviews:[],placing:separable,raster:reduction,resampling:cubic,"
          + "rowPasses:1,scratchBytes:0,width:128,zoom:12}"
      ])
    #expect(
      try lines(workspace, arguments) == [
        "1. zoom 12 is resampled (cubic) from a smaller picture in the file, 128 × 128 pixels, row by row"
      ])
  }

  @Test("The floors of a building are planned each")
  func building() throws {
    let workspace = try SampleBuilding.workspace()
    let plan = try plan(workspace, ["b.yml"])
    #expect(plan["kind"] as? String == "building plan" && plan["name"] as? String == "Museum")
    let floors = try #require(plan["floors"] as? [String: [String: Any]])
    #expect(floors.keys.sorted() == ["B1", "L0", "L1"])
    for floor in floors.values {
      #expect(
        try steps(floor["layer"]) == [
          "{access:rows,height:512,overviewResampling:average,overviews:[15],placing:copy,"
            + "raster:image,rowPasses:1,scratchBytes:0,width:512,zoom:16}"
        ])
    }
    #expect(floors["B1"]?["level"] as? String == "-1")
    #expect(plan["concurrentFloors"] as? Int == 2)
    #expect(workspace.entries == SampleBuilding.inputs)
  }

  @Test("Threads for which the memory does not suffice are left out, and the plan says so")
  func threads() throws {
    for isBuilding in [false, true] {
      let workspace = try SampleBuilding.workspace()
      let arguments =
        ["build"] + (isBuilding ? ["b.yml"] : ["a.png"] + AlignedPlan.placement) + ["-o", "out"]
      let limited = arguments + ["--threads", "900", "--memory-limit", "200M"]
      let plan = try workspace.succeed(
        limited + ["--dry-run", "--json"], saying: "as many as the memory allows")
      let running = try #require(try plan.json()["running"] as? [String: Any])
      let used = try #require(running["threads"] as? Int)
      #expect((1..<900).contains(used) && running["requestedThreads"] as? Int == 900)
      #expect(try #require(running["memoryBytes"] as? Int) <= 200 << 20)
      let text = try workspace.run(limited + ["--dry-run"])
      let words = isBuilding ? "\(used) threads of 900" : "threads     \(used) of 900"
      #expect(text.output.contains("\(words), as many as the memory allows"), "\(text.output)")
      try workspace.succeed(limited, saying: "tilepyramid: --threads \(used) of 900")
      // Nothing is said where all fit.
      try workspace.fail(arguments + ["--threads", "2", "--dry-run"], saying: "exists")
      let fits = try workspace.succeed(
        arguments.dropLast() + ["other", "--threads", "2", "--dry-run"])
      #expect(!fits.output.contains("memory allows"), "\(fits.output)")
      #expect(fits.errors.isEmpty)
    }
  }

  @Test(
    "A dry run is refused as the build is that needs more memory than allowed",
    arguments: [false, true])
  func memory(isBuilding: Bool) throws {
    let workspace = try SampleBuilding.workspace()
    let arguments =
      ["build"] + (isBuilding ? ["b.yml"] : ["a.png"] + AlignedPlan.placement)
      + ["-o", "out", "--memory-limit", "8M"]
    let built = try workspace.fail(arguments, saying: "of working memory")
    for form in ["--dry-run", "--dry-run --json"] {
      let plan = try workspace.run(arguments + form.words)
      #expect(plan.end == built.end)
      #expect(plan.errors == built.errors)
      #expect(plan.output.contains("emory"), "\(plan.output)")
    }
    #expect(workspace.entries == SampleBuilding.inputs)
  }

  @Test("JSON is a form of a dry run only")
  func alone() throws {
    let workspace = try Workspace()
    try workspace.fail("build plan.png -o out --json", saying: "--json needs --dry-run")
  }
}
