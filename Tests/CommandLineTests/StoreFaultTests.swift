import Foundation
import Testing
import TilePyramidTesting

@Suite("Stores that cannot be read to the end")
struct StoreFaultTests {
  /// A view for `snapshot` of the middle of tile 16/34320/22950.
  private static let view = ["--camera", "47.37417,8.52814,16", "--size", "64x64"]

  /// A folder with an image and two equal pyramids of it.
  private func built() throws -> Workspace { try Self.builtOnce.get().copy() }

  private static let builtOnce = Workspace.shared {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    for output in ["out", "out.mbtiles"] {
      let result = try workspace.run(
        ["build", "plan.png", "-o", output, "--progress", "none"] + AlignedPlan.placement)
      #expect(result.end == .exit(0), "\(result.errors)")
    }
    return workspace
  }

  /// Runs a command in a folder that exists with other variables.
  private func run(
    _ arguments: [String], in workspace: Workspace, _ environment: [String: String]
  ) throws -> CommandProbe.Result {
    let program = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
    return try CommandProbe(
      executable: program, directory: workspace.directory.url,
      environment: ["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
    ).run(arguments)
  }

  @Test(
    "A folder whose listing breaks off is an error for every command, and stays as it was",
    .enabled(if: FaultyReading.compiler != nil, "there is no compiler of C to make faults with"),
    arguments: ["/out", "/out/16", "/out/16/34320"], [0, 1, 3])
  func listing(folder: String, number: Int) throws {
    let faults = try #require(try FaultyReading.shared.get())
    let workspace = try built()
    let before = workspace.entries.sorted()
    for arguments in [
      ["verify", "out"], ["diff", "out", "out.mbtiles"], ["diff", "out.mbtiles", "out"],
      ["info", "out"],
      ["build", "plan.png", "-o", "out", "--update", "--progress", "none"] + AlignedPlan.placement,
    ] {
      let result = try run(
        arguments, in: workspace, faults.environment(failing: "readdir", of: folder, at: number))
      // The list of the root is not needed where a definition says what is there.
      #expect(result.end == .exit(3), "\(arguments) \(result.end) \(result.errors)")
      #expect(result.errors.contains(folder.dropFirst()), "\(arguments) \(result.errors)")
    }
    #expect(workspace.entries.sorted() == before)
  }

  @Test(
    "A folder of another program whose listing breaks off is not taken for an empty one",
    .enabled(if: FaultyReading.compiler != nil, "there is no compiler of C to make faults with"),
    arguments: [["--overwrite"], ["--update"]])
  func strangersFolder(options: [String]) throws {
    let faults = try #require(try FaultyReading.shared.get())
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    try FileManager.default.createDirectory(
      atPath: workspace.directory.path("out"), withIntermediateDirectories: false)
    try workspace.write(Array("years of work".utf8), as: "out/thesis.txt")
    for number in 0...2 {
      let result = try run(
        ["build", "plan.png", "-o", "out", "--progress", "none"] + options + AlignedPlan.placement,
        in: workspace, faults.environment(failing: "readdir", of: "/out", at: number))
      #expect(result.end == .exit(3), "\(number) \(result.end) \(result.errors)")
      #expect(try workspace.bytes("out/thesis.txt") == Array("years of work".utf8))
      #expect(workspace.entries.contains { $0.contains("tilepyramid-partial") } == false)
    }
  }

  @Test(
    "A tile or a database that the disk cannot read is an error and no finding",
    .enabled(if: FaultyReading.compiler != nil, "there is no compiler of C to make faults with"),
    arguments: [
      ("read", "/out/16/34320/22950.png", 0), ("read", "/out/layer.json", 0),
      ("pread", "/out.mbtiles", 1), ("pread", "/out.mbtiles", 3), ("read", "/out.mbtiles", 0),
    ])
  func reading(call: String, path: String, number: Int) throws {
    let faults = try #require(try FaultyReading.shared.get())
    let workspace = try built()
    let store = path.hasPrefix("/out.mbtiles") ? "out.mbtiles" : "out"
    for arguments in [["verify", store], ["diff", "out", "out.mbtiles"]] {
      let result = try run(
        arguments, in: workspace, faults.environment(failing: call, of: path, at: number))
      #expect(
        result.end == .exit(3), "\(arguments) \(result.end) \(result.output) \(result.errors)")
    }
  }

  @Test(
    "A locked database is reported as locked, by every command",
    arguments: [
      ["info", "out.mbtiles"], ["verify", "out.mbtiles"], ["diff", "out.mbtiles", "out"],
      ["diff", "out", "out.mbtiles"], ["build", "plan.png", "-o", "out.mbtiles", "--overwrite"],
      ["build", "plan.png", "-o", "out.mbtiles", "--update"],
      ["layers", "out.mbtiles", "--client", "tilejson", "-o", "code"],
      ["snapshot", "out.mbtiles", "-o", "a.png"] + Self.view,
    ])
  func held(arguments: [String]) throws {
    let workspace = try built()
    // Read before the lock, which goes when this process closes any descriptor of the file.
    let before = try workspace.bytes("out.mbtiles")
    // The lock of a writer that is about to commit (SQLite's file format, "pending byte").
    let file = open(workspace.directory.path("out.mbtiles"), O_RDWR)
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    try #require(fcntl(file, F_SETLK, &lock) == 0)
    let result = try workspace.run(
      arguments + (arguments[0] == "build" ? AlignedPlan.placement : []))
    #expect(result.end == .exit(3), "\(result.end) \(result.output)")
    #expect(result.errors.contains("another process holds"), "\(result.errors)")
    #expect(try workspace.bytes("out.mbtiles") == before)
  }

  @Test("Named pipes instead of a store or its parts are never waited for")
  func pipes() throws {
    let workspace = try built()
    func pipe(_ name: String) throws {
      try? FileManager.default.removeItem(atPath: workspace.directory.path(name))
      try #require(mkfifo(workspace.directory.path(name), 0o600) == 0)
    }
    try pipe("pipe.mbtiles")
    for command in [["info", "pipe.mbtiles"], ["verify", "pipe.mbtiles"]] {
      let result = try workspace.run(command)
      #expect(result.end == .exit(2), "\(command) \(result.errors)")
    }
    try pipe("out/16/34320/22950.png")
    #expect(try workspace.run(["verify", "out"]).end == .exit(1))
    try pipe("out.mbtiles-journal")
    for command in ["info", "verify"] {
      #expect(try workspace.run([command, "out.mbtiles"]).end == .exit(2))
    }
    try pipe("out/layer.json")
    for command in [
      ["info", "out"], ["verify", "out"], ["diff", "out", "out"],
      ["layers", "out/layer.json", "--client", "tilejson", "-o", "code"],
      ["snapshot", "out", "-o", "a.png"] + Self.view,
    ] {
      let result = try workspace.run(command)
      #expect(result.end == .exit(2), "\(command) \(result.end) \(result.errors)")
      #expect(result.errors.contains("pipe"), "\(command) \(result.errors)")
    }
  }

  @Test("The definition in an MBTiles file counts, and one beside it that differs is named")
  func besides() throws {
    let workspace = try built()
    let other = "8.5,47.3,8.6,47.4"
    let moved = try workspace.run(["build", "plan.png", "-o", "b.mbtiles", "--bounds", other])
    #expect(moved.end == .exit(0), "\(moved.errors)")
    try workspace.write(try workspace.bytes("b.layer.json"), as: "out.layer.json")
    let layers = try workspace.run([
      "layers", "out.layer.json", "--client", "tilejson", "--url",
      "https://a.example/{z}/{x}/{y}.png", "-o", "code",
    ])
    #expect(layers.end == .exit(0) && layers.errors.contains("out.layer.json"), "\(layers.errors)")
    let expected = try workspace.run([
      "layers", "out.mbtiles", "--client", "tilejson", "--url",
      "https://a.example/{z}/{x}/{y}.png", "-o", "other",
    ])
    #expect(expected.end == .exit(0) && expected.errors.isEmpty)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: workspace.directory.path("code")).first)
    #expect(try workspace.bytes("code/\(name)") == workspace.bytes("other/\(name)"))
    let picture = try workspace.run(["snapshot", "out.layer.json", "-o", "a.png"] + Self.view)
    #expect(picture.end == .exit(0) && picture.errors.contains("out.layer.json"))
    #expect(try workspace.run(["info", "out.mbtiles"]).output.contains("out.layer.json"))
    let report = try workspace.run(["verify", "out.mbtiles"])
    #expect(report.end == .exit(1) && report.output.contains("definition.metadata"))
  }

  @Test(
    "The rest of an earlier build is removed however deep it is, with few descriptors",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/sh")))
  func deepTree() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let shell = CommandProbe(
      executable: URL(fileURLWithPath: "/bin/sh"), directory: workspace.directory.url)
    let program = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
    // A path of 10,000 bytes, longer than any that the system takes.
    let result = try shell.run(
      [
        "-c",
        """
        mkdir -p .out.tilepyramid-partial/tree && (cd .out.tilepyramid-partial && : > tilepyramid-staging \\
          && cd tree && i=0 && while [ $i -lt 500 ]; do
          mkdir folder-of-twenty-by && cd -P folder-of-twenty-by && : > file && i=$((i + 1)) || exit 1
        done) && ulimit -n 64 && exec "$0" "$@"
        """,
        program.path, "build", "plan.png", "-o", "out", "--progress", "none",
      ] + AlignedPlan.placement)
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(workspace.entries.contains { $0.contains("partial") } == false)
  }
}
