import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Inputs that are not what they seem")
struct HostileInputTests {
  private static let plan = SyntheticRaster.positionCoded(size: PixelSize(width: 64, height: 64))

  @Test(
    "A named pipe is refused at once wherever a file is read",
    arguments: [
      ["info", "PIPE.png"], ["info", "PIPE.svg"], ["info", "PIPE.pdf"],
      ["build", "PIPE.png", "-o", "out"], ["build", "PIPE.yml", "-o", "out"],
      ["build", "plan.png", "--kml", "PIPE.kml", "-o", "out"],
      ["build", "plan.png", "--gcp-file", "PIPE.points", "-o", "out"],
      ["build", "plan.png", "--world-file", "PIPE.pgw", "--crs", "EPSG:3857", "-o", "out"],
      ["build", "plan.png", "--cutline", "PIPE.geojson", "-o", "out"] + AlignedPlan.placement,
      ["georeference", "PIPE.png"], ["layers", "PIPE.json", "--client", "swift", "-o", "out"],
      ["info", "/dev/zero"], ["build", "/dev/zero", "-o", "out"],
    ])
  func pipes(arguments: [String]) throws {
    let workspace = try Workspace(Self.plan)
    for argument in arguments where argument.hasPrefix("PIPE") {
      #expect(mkfifo(workspace.directory.path(argument), 0o600) == 0)
    }
    let result = try workspace.fail(arguments)
    let isPipe = arguments.contains { $0.hasPrefix("PIPE") }
    #expect(result.errors.contains(isPipe ? "a named pipe" : "a device"), "\(result.errors)")
  }

  @Test(
    "A grid that is missing, or is none, is named",
    arguments: [
      ("+proj=longlat +nadgrids=/nonexistent.gsb", "not found"),
      ("+proj=utm +zone=32 +ellps=bessel +nadgrids=nonexistent.gsb", "not found"),
      ("+proj=utm +zone=32 +ellps=bessel +nadgrids=@x.gsb,/nonexistent.gsb", "not found"),
      ("+proj=longlat +ellps=bessel +geoidgrids=/nonexistent.gtx", "not found"),
      ("+proj=utm +zone=32 +ellps=bessel +nadgrids=PLACE/text", "no grid"),
      (
        "+proj=utm +zone=32 +ellps=bessel +nadgrids="
          + String(repeating: "@a,", count: 100) + "@b", "at most 100"
      ),
      ("+proj=utm +zone=32 +ellps=bessel +nadgrids=PLACE/pipe", "no grid"),
    ])
  func grids(definition: String, reason: String) throws {
    let workspace = try Workspace(Self.plan)
    try workspace.write("no grid".utf8, as: "text")
    #expect(mkfifo(workspace.directory.path("pipe"), 0o600) == 0)
    try workspace.write("1\n0\n0\n-1\n500000\n5200000\n".utf8, as: "plan.pgw")
    let crs = definition.replacingOccurrences(of: "PLACE", with: workspace.directory.path)
    try workspace.fail(
      ["build", "plan.png", "--crs", crs, "-o", "out", "--dry-run"], saying: "grid", reason)
  }

  @Test("Optional grids are applied where present, and the accuracy without them is not known")
  func optionalGrid() throws {
    let workspace = try Workspace(Self.plan)
    try workspace.write("1\n0\n0\n-1\n500000\n5200000\n".utf8, as: "plan.pgw")
    try workspace.succeed(
      [
        "info", "plan.png", "--crs", "+proj=utm +zone=32 +ellps=bessel +nadgrids=@missing.gsb,null",
      ], printing: "accuracy unknown")
  }

  /// Text that would colour, clear or rewrite a terminal, break its lines or turn their order.
  static let hostile = "a\u{1B}[2Jb\u{9B}31m\u{7}\u{202E}c\rd\u{2028}e"

  @Test("No character of a manifest reaches a terminal that would obey it")
  func manifestKeys() throws {
    let workspace = try Workspace()
    let text = "name: x\n\"k\\e[31m\\u009b\\u202e\\n\\rkey\": 1\nfloors: []\n"
    try workspace.write(text.utf8, as: "building.yml")
    let result = try workspace.fail("build building.yml -o out")
    #expect(Self.isFit(result.errors), "\(result.errors.debugDescription)")
    #expect(result.errors.contains("\\u{1B}[31m\\u{9B}\\u{202E}"), "\(result.errors)")
  }

  @Test("No character of a path, a name or an option reaches a terminal that would obey it")
  func names() throws {
    let workspace = try Workspace()
    let name = "\(Self.hostile).png"
    try workspace.write(Self.plan, as: name)
    try workspace.succeed(
      ["build", name, "-o", "out", "--name", Self.hostile] + AlignedPlan.placement)
    for arguments in [
      ["info", name], ["info", "out"], ["verify", "out"], ["diff", "out", "out"],
      ["build", name, "-o", "out"] + AlignedPlan.placement, ["info", Self.hostile],
      ["build", name, "--\(Self.hostile)", "-o", "x"], ["frobnicate\(Self.hostile)"],
    ] {
      let result = try workspace.run(arguments)
      #expect(Self.isFit(result.errors + result.output), "\(result)")
    }
    let json = try workspace.run("info out --json")
    let layer = try #require(try json.json()["layer"] as? [String: Any])
    #expect(layer["name"] as? String == Self.hostile)
  }

  private static func isFit(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n"
        || scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
          && scalar != "\u{2028}"
    }
  }

  @Test("A program that draws dies with a build that is killed, with all that it started")
  func killedBuild() throws {
    let workspace = try Workspace()
    let programs = try TemporaryDirectory()
    let pipe = programs.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let script =
      "#!/bin/sh\n(sleep 1000 9>'\(pipe)') & echo ready >'\(pipe)'; exec sleep 1000 9>'\(pipe)'\n"
    try Data(script.utf8).write(to: URL(fileURLWithPath: programs.path("rsvg-convert")))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: programs.path("rsvg-convert"))
    try workspace.write(VectorPlanFile.svg, as: "plan.svg")
    let process = Process()
    let program = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
    process.executableURL = program
    process.currentDirectoryURL = workspace.directory.url
    process.arguments =
      ["build", "plan.svg", "-o", "out", "--progress", "none"]
      + AlignedPlan.placement
    process.environment = ["PATH": "\(programs.path):/usr/bin:/bin"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Waits until the script opens the pipe.
    let reader = open(pipe, O_RDONLY)
    defer { close(reader) }
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(read(reader, &bytes, 64) > 0)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    // Ends when nobody has the pipe open any more.
    while read(reader, &bytes, 64) > 0 {}
  }

  @Test(
    "Nothing of the folder of an SVG is drawn, and a warning says so",
    .enabled(if: VectorPlanFile.isInstalled("rsvg-convert")))
  func filesBesideAnSVG() throws {
    let workspace = try Workspace()
    #expect(mkfifo(workspace.directory.path("pipe.png"), 0o600) == 0)
    try workspace.write(Self.plan, as: "beside.png")
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xi="http://www.w3.org/2001/XInclude"
        width="64" height="64"><image href="pipe.png" width="64" height="64"/>
        <image href="\(workspace.directory.path("beside.png"))" width="64" height="64"/>
        <text y="20"><xi:include href="pipe.png" parse="text"/></text></svg>
      """
    try workspace.write(svg.utf8, as: "plan.svg")
    let result = try workspace.run("build plan.svg -o out", AlignedPlan.placement)
    #expect(result.errors.contains("pipe.png and 1 more are other files"), "\(result.errors)")
    #expect(result.output.contains("0 tiles") || result.end != .exit(0), "\(result.output)")
  }
}
