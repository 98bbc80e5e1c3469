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
    let workspace = try Workspace(AlignedPlan.raster)
    for output in ["out", "out.mbtiles"] {
      try workspace.succeed(AlignedPlan.build(to: output, "--progress", "none"))
    }
    return workspace
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
      AlignedPlan.build(to: "out", "--update", "--progress", "none"),
    ] {
      let environment = faults.environment(failing: "readdir", of: folder, at: number)
      try workspace.inside(environment: environment).fail(
        arguments, with: 3, saying: String(folder.dropFirst()))
    }
    #expect(workspace.entries.sorted() == before)
  }

  @Test(
    "A folder of another program whose listing breaks off is not taken for an empty one",
    .enabled(if: FaultyReading.compiler != nil, "there is no compiler of C to make faults with"),
    arguments: ["--overwrite", "--update"])
  func strangersFolder(options: String) throws {
    let faults = try #require(try FaultyReading.shared.get())
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.makeFolder("out")
    try workspace.write(Array("years of work".utf8), as: "out/thesis.txt")
    for number in 0...2 {
      let environment = faults.environment(failing: "readdir", of: "/out", at: number)
      try workspace.inside(environment: environment).fail(
        AlignedPlan.build(to: "out", "--progress", "none") + options.words, with: 3)
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
      let environment = faults.environment(failing: call, of: path, at: number)
      try workspace.inside(environment: environment).fail(arguments, with: 3)
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
    let file = try workspace.lock("out.mbtiles")
    defer { close(file) }
    try workspace.fail(
      arguments + (arguments[0] == "build" ? AlignedPlan.placement : []), with: 3,
      saying: "another process holds")
    #expect(try workspace.bytes("out.mbtiles") == before)
  }

  @Test("Named pipes instead of a store or its parts are never waited for")
  func pipes() throws {
    let workspace = try built()
    func pipe(_ name: String) throws {
      try? workspace.remove(name)
      try #require(mkfifo(workspace.directory.path(name), 0o600) == 0)
    }
    try pipe("pipe.mbtiles")
    for command in [["info", "pipe.mbtiles"], ["verify", "pipe.mbtiles"]] {
      try workspace.fail(command)
    }
    try pipe("out/16/34320/22950.png")
    try workspace.fail("verify out", with: 1)
    try pipe("out.mbtiles-journal")
    for command in ["info", "verify"] {
      try workspace.fail([command, "out.mbtiles"])
    }
    try pipe("out/layer.json")
    for command in [
      ["info", "out"], ["verify", "out"], ["diff", "out", "out"],
      ["layers", "out/layer.json", "--client", "tilejson", "-o", "code"],
      ["snapshot", "out", "-o", "a.png"] + Self.view,
    ] {
      try workspace.fail(command, saying: "pipe")
    }
  }

  @Test("The definition in an MBTiles file counts, and one beside it that differs is named")
  func besides() throws {
    let workspace = try built()
    let other = "8.5,47.3,8.6,47.4"
    try workspace.succeed(["build", "plan.png", "-o", "b.mbtiles", "--bounds", other])
    try workspace.write(try workspace.bytes("b.layer.json"), as: "out.layer.json")
    try workspace.succeed(
      "layers out.layer.json --client tilejson --url https://a.example/{z}/{x}/{y}.png -o code",
      saying: "out.layer.json")
    let expected = try workspace.succeed(
      "layers out.mbtiles --client tilejson --url https://a.example/{z}/{x}/{y}.png -o other")
    #expect(expected.errors.isEmpty)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: workspace.directory.path("code")).first)
    #expect(try workspace.bytes("code/\(name)") == workspace.bytes("other/\(name)"))
    try workspace.succeed("snapshot out.layer.json -o a.png", Self.view, saying: "out.layer.json")
    try workspace.succeed("info out.mbtiles", printing: "out.layer.json")
    try workspace.fail("verify out.mbtiles", with: 1, printing: "definition.metadata")
  }

  @Test("The rest of an earlier build is removed however deep it is, with few descriptors")
  func deepTree() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    // A path of 10,000 bytes, longer than any that the system takes.
    let made = try workspace.runInShell(
      """
      mkdir -p .out.tilepyramid-partial/tree && cd .out.tilepyramid-partial \\
        && : > tilepyramid-staging && cd tree && i=0 && while [ $i -lt 500 ]; do
        mkdir folder-of-twenty-by && cd -P folder-of-twenty-by && : > file && i=$((i + 1)) || exit 1
      done
      """)
    #expect(made.end == .exit(0), "\(made.errors)")
    try workspace.withDescriptors(64).succeed(AlignedPlan.build(to: "out", "--progress", "none"))
    #expect(workspace.entries.contains { $0.contains("partial") } == false)
  }
}
