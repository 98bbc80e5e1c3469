import Foundation
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Snapshot")
struct SnapshotTests {
  private func build(_ output: String, _ options: [String] = []) throws -> Workspace {
    let workspace = try Workspace(AlignedPlan.raster)
    try FileManager.default.createDirectory(
      atPath: (workspace.directory.path(output) as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true)
    try workspace.succeed(AlignedPlan.build(to: output) + options)
    return workspace
  }

  @Test(
    "A snapshot from straight above at the native zoom is the plan",
    arguments: ["out", "out.mbtiles"])
  func native(output: String) throws {
    let workspace = try build(output)
    try workspace.succeed(
      ["snapshot", output, "--camera", AlignedPlan.camera, "--size", "512x512", "-o", "view.png"],
      printing: "512 × 512")
    let image = try TileDecoder.decode(
      try workspace.bytes("view.png"),
      limits: DecodingLimits(maximumSide: 4096, maximumPixels: 1 << 24, maximumBytes: 1 << 26))
    #expect(image == RGBAImage(AlignedPlan.raster))
  }

  @Test("A snapshot without a tile is drawn, with a warning, and ends with 1")
  func nothing() throws {
    let workspace = try build("out")
    // Elsewhere, far above the shallowest zoom, and more than four zooms beyond the deepest.
    for camera in ["47.1,8.1,16", "0,0,3", AlignedPlan.place + ",21"] {
      let result = try workspace.fail(
        [
          "snapshot", "out", "--camera", camera, "--size", "64x64", "-o", "view.png", "--overwrite",
        ], with: 1, saying: "shows no tile")
      let hint = try #require(result.errors.firstMatch(of: #/--camera (?<camera>\S+) shows/#))
      try workspace.succeed([
        "snapshot", "out", "--camera", String(hint.camera), "--size", "64x64", "-o", "mended.png",
        "--overwrite",
      ])
      #expect(workspace.entries.contains("view.png"))
    }
    try workspace.remove("out/16/34320/22950.png")
    let whole = ["--camera", AlignedPlan.camera, "--size", "512x512", "-o", "hole.png"]
    let holed = try workspace.succeed(["snapshot", "out"] + whole)
    #expect(holed.errors.contains("1 tile in view, listed by"))
    try workspace.remove("out/16")
    try workspace.fail(
      ["snapshot", "out", "--camera", AlignedPlan.camera, "--size", "64x64", "-o", "gone.png"],
      with: 1, saying: "those in view, listed by")
  }

  @Test(
    "Four zooms beyond the deepest a snapshot has the samples around the middle, 16 times as large")
  func enlarged() throws {
    let workspace = try build("out")
    try workspace.succeed([
      "snapshot", "out", "--camera", AlignedPlan.place + ",20", "--size", "64x64", "-o", "view.png",
    ])
    let image = try TileDecoder.decode(try workspace.bytes("view.png"))
    let plan = RGBAImage(AlignedPlan.raster)
    for (x, y) in [(8, 24), (40, 8), (56, 56)] {
      for channel in 0..<4 {
        let found = Double(image.samples[4 * (64 * y + x) + channel])
        let near = [(0, 0), (1, 0), (0, 1), (1, 1)].map { column, row in
          Int(plan.samples[4 * (512 * (254 + y / 16 + row) + 254 + x / 16 + column) + channel])
        }
        // (8.5 / 16 - 0.5) = 1/32 of the way to the right and below.
        let mean = Double(near[0] * 31 * 31 + near[1] * 31 + near[2] * 31 + near[3]) / 1024
        #expect(abs(found - mean) <= 1)
      }
    }
  }

  @Test("A snapshot has the size in points times the scale, on the background")
  func size() throws {
    let workspace = try build("out", ["--opacity", "0.5"])
    let arguments = [
      "snapshot", "out", "--camera", AlignedPlan.camera + ",30,40", "--size", "100x60@2.5",
      "--background", "#102030", "-o", "view.png",
    ]
    try workspace.succeed(arguments)
    let limits = DecodingLimits(maximumSide: 512, maximumPixels: 1 << 20, maximumBytes: 1 << 22)
    let image = try TileDecoder.decode(try workspace.bytes("view.png"), limits: limits)
    #expect(image.width == 250 && image.height == 150)
    #expect(stride(from: 3, to: image.samples.count, by: 4).allSatisfy { image.samples[$0] == 255 })
    try workspace.fail(arguments)
    try workspace.succeed(arguments + ["--overwrite"])
  }

  @Test(
    "A snapshot's camera, size or colour that cannot be exits with 2 and says what can",
    arguments: [
      ("--camera", "47", "latitude,longitude,zoom"), ("--camera", "47,8", "latitude,longitude"),
      ("--camera", "47,8,x", "latitude,longitude"), ("--camera", "47,8,16,", "latitude,longitude"),
      ("--camera", "47,8,nan", "latitude,longitude"),
      ("--camera", "47,8,inf", "latitude,longitude"),
      ("--camera", "nan,8,16", "latitude,longitude"), ("--camera", "47,-inf,16", "latitude"),
      ("--camera", "47,8,16,nan", "latitude,longitude"),
      ("--camera", "47,8,16,0,inf", "latitude,longitude"), ("--size", "10x10@nan", "1024x768"),
      ("--size", "10x10@inf", "1024x768"), ("--size", "nanx10", "1024x768"),
      ("--size", "99999999999999999999x10", "1024x768"), ("--size", "1x1@0.1", "1 to 16384"),
      ("--floor", "", "L1,L2"), ("--floor", "L1,", "L1,L2"), ("--camera", "86,8,16", "±85"),
      ("--camera", "47,181,16", "±180"), ("--camera", "47,8,31", "0 to 30"),
      ("--camera", "47,8,10,0,45", "0 to 30.0"), ("--camera", "47,8,16,0,-1", "0 to 65"),
      ("--camera", "1,2,3,4,5,6", "latitude"), ("--size", "100", "1024x768"),
      ("--size", "0x10", "1024x768"), ("--size", "-1x10", "1024x768"),
      ("--size", "10x10@0", "1024x768"), ("--size", "10x10@2@3", "1024x768"),
      ("--size", "16000x10@16", "16384"), ("--background", "whyte", "#FFFFFF"),
      ("--background", "#transparent", "white"),
    ])
  func invalid(option: String, value: String, hint: String) throws {
    let workspace = try Workspace()
    var values = ["--camera": "47,8,16", "--size": "100x100"]
    values[option] = value
    try workspace.fail(
      "snapshot out -o view.png", values.flatMap { [$0.key, $0.value] }, saying: hint)
  }

  @Test("A snapshot of a store that is not there exits with 2 or 3, names it and leaves nothing")
  func missing() throws {
    let workspace = try Workspace()
    let result = try workspace.run("snapshot nowhere --camera 47,8,16 --size 10x10 -o view.png")
    #expect([.exit(2), .exit(3)].contains(result.end))
    #expect(result.errors.contains("nowhere"))
    #expect(workspace.entries.isEmpty)
  }

  /// A building of two floors at `house`: L0 is the plan in a folder, L1 is translucent noise, in a file.
  private func building() throws -> Workspace {
    let workspace = try build("house/L0")
    let noise = SyntheticRaster.noise(seed: 1, opaque: true, size: AlignedPlan.raster.size)
    try workspace.write(noise, as: "noise.png")
    try workspace.succeed(
      "build noise.png -o house/L1.mbtiles --opacity 0.5", AlignedPlan.placement)
    let text = """
      {"tilepyramid": {"formatVersion": 1, "building": {
        "name": "House", "description": null, "attribution": null, "floors": [
        {"id": "L0", "level": 0, "name": "Ground", "layer": "L0/layer.json"},
        {"id": "L1", "level": 1, "name": "First", "layer": "L1.layer.json"}]}}}
      """
    try workspace.write(Array(text.utf8), as: "house/building.json")
    return workspace
  }

  private func picture(
    _ workspace: Workspace, _ arguments: [String]
  ) throws -> (result: CommandProbe.Result, image: RGBAImage?) {
    let result = try workspace.run(
      ["snapshot"] + arguments
        + ["--camera", AlignedPlan.camera, "--size", "512x512", "-o", "view.png", "--overwrite"])
    guard result.end == .exit(0) else { return (result, nil) }
    let limits = DecodingLimits(maximumSide: 512, maximumPixels: 1 << 20, maximumBytes: 1 << 22)
    return (result, try TileDecoder.decode(try workspace.bytes("view.png"), limits: limits))
  }

  @Test("A snapshot of a building draws the entrance floor and says which; others by choice")
  func floors() throws {
    let workspace = try building()
    let plan = RGBAImage(AlignedPlan.raster)
    for path in ["house", "house/building.json"] {
      let (result, image) = try picture(workspace, [path])
      #expect(image == plan)
      #expect(result.errors.contains("floor L0") && result.errors.contains("L0, L1"))
    }
    let ground = try picture(workspace, ["house", "--floor", "L0"])
    #expect(ground.image == plan && ground.result.errors.isEmpty)
    let first = try #require(try picture(workspace, ["house", "--floor", "L1"]).image)
    #expect((126...129).contains(first.samples[3]))
    let one = try picture(workspace, ["house", "--floor", "L0,L1"]).image
    #expect(one != nil && one != plan)
    #expect(try picture(workspace, ["house", "--floor", "L0", "--floor", "L1"]).image == one)
    #expect(try picture(workspace, ["house/L0", "house/L1.mbtiles"]).image == one)
  }

  @Test("A snapshot of a floor that is not there exits with 2 and lists the floors")
  func unknownFloors() throws {
    let workspace = try building()
    let unknown = try picture(workspace, ["house", "--floor", "L0,L7"]).result
    #expect(unknown.end == .exit(2))
    #expect(unknown.errors.contains("L7") && unknown.errors.contains("L0, L1"))
    let none = try picture(workspace, ["house/L0", "--floor", "L0"]).result
    #expect(none.end == .exit(2) && none.errors.contains("--floor has no effect"))
    #expect(!workspace.directory.entries.contains("view.png"))
  }
}
