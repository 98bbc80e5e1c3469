import Foundation
import Testing
import TilePyramidTesting

@Suite("Requests for buildings")
struct BuildingRequestTests {
  @Test("Floors that disagree beyond the limit are not built; a dry run shows by how much")
  func disagreement() throws {
    let workspace = try SampleBuilding.workspace()
    try workspace.write(
      """
      name: M
      \(SampleBuilding.corners)
      alignment-limit: 0.5
      floors:
        - {id: L0, image: a.png, points: {lift: [10, 10], stairs: [300, 300]}}
        - {id: L1, image: c.png, points: {lift: [10, 12], stairs: [300, 300]}}
      """.utf8, as: "b.yml")
    let said = "b.yml:3:18: floors disagree"
    try workspace.fail("build b.yml -o out", saying: said, "lift: ")
    try workspace.fail("build b.yml -o out --dry-run", saying: said, "lift: ", printing: "lift: ")
    #expect(workspace.entries == SampleBuilding.inputs)
  }

  @Test("A dry run shows every floor and writes nothing")
  func dryRun() throws {
    let workspace = try SampleBuilding.workspace("store: mbtiles")
    let result = try workspace.succeed("build b.yml -o out --dry-run --threads 2")
    for words in [
      "Museum, 3 floors", "at most 15", "2 floors, 2 threads", "one MBTiles file per floor",
      "floor B1, level -1: B1", "floor L1, level 1: Upstairs", "zooms     15-16",
      "512 × 512 pixels",
      "allowed",
    ] {
      #expect(result.output.contains(words), "\(words) in \(result.output)")
    }
    #expect(workspace.entries == SampleBuilding.inputs)
  }

  @Test(
    "Every option of an image's build is refused beside a manifest, unless it says how to run or write"
  )
  func forbiddenOptions() throws {
    let allowed: Set<String> = [
      "--output", "--overwrite", "--update", "--keep-others", "--hard-links", "--preview",
      "--threads", "--memory-limit", "--temp-dir", "--resume", "--dry-run", "--json", "--progress",
      "--version", "--help",
      // They stand for a source.
      "--job", "--shard", "--of",
    ]
    let workspace = try SampleBuilding.workspace()
    let build = try #require(ProgramHelp.commands(in: workspace).first { $0.words == ["build"] })
    let options = build.arguments.compactMap { argument in
      argument.names?.map(\.text).first { $0.hasPrefix("--") }
        .map { (name: $0, takesValue: argument.kind != "flag") }
    }.filter { !allowed.contains($0.name) }
    #expect(options.count > 40)
    for option in options {
      try workspace.fail(
        ["build", "b.yml", "-o", "out", option.name] + (option.takesValue ? ["1"] : []),
        saying: "\(option.name) has no effect")
    }
  }

  @Test("An output is replaced only on request, and only one of this program")
  func overwrite() throws {
    let workspace = try SampleBuilding.workspace()
    try workspace.succeed("build b.yml -o out")
    let before = try workspace.files(in: "out")
    try workspace.fail("build b.yml -o out")
    #expect(try workspace.files(in: "out") == before)
    try workspace.succeed("build b.yml -o out --overwrite")
    #expect(try workspace.files(in: "out") == before)
    try workspace.makeFolder("mine")
    try workspace.write("dear diary".utf8, as: "mine/diary.txt")
    try workspace.fail("build b.yml -o mine --overwrite")
    #expect(try workspace.bytes("mine/diary.txt") == Array("dear diary".utf8))
  }

  @Test(
    "Options that belong in the manifest are refused, and the message says where they belong",
    arguments: [
      (["--bounds", "1,2,3,4"], "in the manifest, as bounds:"),
      (["--corners=1,2 3,4"], "as corners:"), (["--gcp", "1,2,3,4"], "as gcps:"),
      (["--floor", "2"], "id in the manifest"), (["--max-zoom", "20"], "as max-zoom:"),
      (["--effort", "balanced"], "as effort:"), (["--name", "x"], "as name:"),
      (["--keep-empty"], "as keep-empty:"), (["--url", "https://a/{z}/{x}/{y}"], "as url:"),
      (["--path", "{z}/{x}/{y}.png"], "as path:"), (["--opacity", "1"], "as opacity:"),
      (["--threads", "0"], "1 to 1024"), (["--progress", "loud"], "auto, bar, plain"),
      (["--memory-limit", "lots"], "512M"),
    ])
  func refusedOptions(options: [String], hint: String) throws {
    let workspace = try SampleBuilding.workspace()
    try workspace.fail("build b.yml -o out", options, saying: hint)
  }

  @Test("Outputs that a building cannot have are refused")
  func refusedOutputs() throws {
    let workspace = try SampleBuilding.workspace("store: mbtiles")
    for (options, hint) in [
      (["-o", "out.mbtiles"], "store in the manifest"), (["-o", ""], "a folder"),
      (["-o", "out", "--hard-links"], "the manifest says store: mbtiles"),
      (["-o", "out", "--memory-limit", "10M"], "floor "),
    ] {
      try workspace.fail("build b.yml", options, saying: hint)
    }
  }

  @Test("A bad manifest exits with 2 and names file, line and column; a missing one exits with 3")
  func badManifest() throws {
    let workspace = try SampleBuilding.workspace("max-zom: 20")
    try workspace.fail(
      "build b.yml -o out", saying: "b.yml:4:1: the building has no such key", "probably max-zoom")
    try workspace.fail("build gone.yml -o out", with: 3)
  }
}
