import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Jobs on the command line")
struct JobTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(
      .noise(seed: 7, opaque: true, size: PixelSize(width: 900, height: 800)), as: "site/plan.png")
  }

  private let source =
    ["plan.png"] + AlignedPlan.placement + ["--max-zoom", "18", "--effort", "fast"]

  /// The program runs in the folder of the image, which is not that of the tests.
  private var site: Workspace { workspace.inside("site") }

  @Test("A planned job is made in any folder, and merges to what build makes")
  func whole() throws {
    try site.succeed(
      ["plan"] + source + ["--shards", "4", "-o", "../job"],
      printing: "4 shards in ../job, numbered 0 to 3")
    #expect(try site.run("job ../job --count").output == "4\n")
    #expect(try site.run("job ../job --missing").output == "0-3\n")
    try site.fail("job ../job", with: 1)
    try site.fail("merge ../job -o out", saying: "4 of 4 shards are missing")

    // Images, job and all are elsewhere, as in another container.
    try workspace.makeFolder("moved")
    for name in ["site", "job"] {
      try FileManager.default.moveItem(
        atPath: workspace.directory.path(name), toPath: workspace.directory.path("moved/\(name)"))
    }
    for number in 0..<4 {
      let made = try workspace.succeed([
        "build", "--job", "moved/job", "--shard", "\(number)", "--progress", "none",
      ])
      #expect(made.output.hasPrefix("shard \(number): "))
    }
    try workspace.succeed("build --job moved/job --shard 2", printing: "made before")
    try workspace.succeed("job moved/job", printing: "4 of 4 shards are made")

    try workspace.succeed("merge moved/job -o merged.mbtiles")
    try workspace.inside("moved/site").succeed(["build"] + source + ["-o", "../../built.mbtiles"])
    #expect(try workspace.bytes("merged.mbtiles") == workspace.bytes("built.mbtiles"))
    #expect(try workspace.bytes("merged.layer.json") == workspace.bytes("built.layer.json"))
  }

  /// An environment, and the shard that `--shard auto` takes from it in a job of four.
  struct Task: Sendable, CustomTestStringConvertible {
    var environment: [String: String]
    var options: [String] = []
    /// The shards that are made; empty for an error with `says` in it.
    var shards: [Int] = []
    var says = ""

    var testDescription: String {
      environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        + options.joined()
    }
  }

  static let tasks = [
    Task(
      environment: [
        "SLURM_ARRAY_TASK_ID": "11", "SLURM_ARRAY_TASK_MIN": "5", "SLURM_ARRAY_TASK_STEP": "2",
        "SLURM_ARRAY_TASK_COUNT": "4",
      ], shards: [3]),
    Task(environment: ["JOB_COMPLETION_INDEX": "1"], shards: [1]),
    Task(environment: ["JOB_COMPLETION_INDEX": "1"], options: ["--of", "2"], shards: [1, 3]),
    Task(
      environment: ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "3"],
      shards: [0, 3]),
    Task(environment: ["CLOUD_RUN_TASK_INDEX": "2", "CLOUD_RUN_TASK_COUNT": "4"], shards: [2]),
    Task(environment: ["BATCH_TASK_INDEX": "3", "BATCH_TASK_COUNT": "4"], shards: [3]),
    Task(environment: ["PBS_ARRAY_INDEX": "2"], shards: [2]),
    Task(
      environment: ["SGE_TASK_ID": "2", "SGE_TASK_FIRST": "1", "SGE_TASK_LAST": "2"],
      shards: [1, 3]),
    Task(environment: ["LSB_JOBINDEX": "4"], shards: [3]),
    Task(environment: ["HQ_TASK_ID": "0"], shards: [0]),
    Task(environment: ["PARALLEL_SEQ": "1"], shards: [0]),
    Task(environment: ["PARALLEL_SEQ": "2", "SGE_TASK_ID": "undefined"], shards: [1]),
    Task(environment: ["PARALLEL_SEQ": "2", "JOB_COMPLETION_INDEX": "1"], shards: [1]),
    Task(
      environment: ["PARALLEL_SEQ": "1", "JOB_COMPLETION_INDEX": "1"],
      says: "JOB_COMPLETION_INDEX says task 1, PARALLEL_SEQ task 0"),
    Task(environment: ["JOB_COMPLETION_INDEX": "4"], says: "start an array of 4 tasks"),
    Task(environment: ["JOB_COMPLETION_INDEX": "x"], says: "is no number"),
    Task(environment: ["JOB_COMPLETION_INDEX": "-1"], says: "is no number"),
    Task(
      environment: ["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_STEP": "\(Int.max)"],
      says: "is no number"),
    Task(
      environment: ["SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_MIN": "5"],
      says: "none of its array's numbers"),
    Task(environment: [:], says: "--shard auto finds no number"),
  ]

  @Test("The number of a shard is that which the scheduler tells", arguments: tasks)
  func automatic(task: Task) throws {
    try site.succeed(["plan"] + source + ["--shards", "4", "-o", "job"])
    let place = workspace.inside("site", environment: task.environment)
    let build = "build --job job --shard auto --progress none".words + task.options
    guard !task.shards.isEmpty else {
      try place.fail(build, saying: task.says)
      return
    }
    let result = try place.succeed(build, saying: " tells task ")
    let lines = result.output.split(separator: "\n")
    #expect(lines.map { String($0.prefix { $0 != ":" }) } == task.shards.map { "shard \($0)" })
  }

  @Test("Options that say what is made do not go with a job")
  func withoutEffect() throws {
    try site.succeed(["plan"] + source + ["--shards", "4", "-o", "job"])
    for (arguments, text) in [
      (["build", "--job", "job"], "--job needs --shard"),
      (["build", "--job", "job", "--shard", "9"], "the job has no shard 9"),
      (["build", "--job", "job", "--shard", "one"], "a number from 0 to 3"),
      (["build", "--job", "job", "--shard", "1", "--of", "2"], "--of has no effect"),
      (["build", "--job", "job", "--shard", "1", "-o", "x"], "--output has no effect"),
      (["build", "--job", "job", "--shard", "1", "--crs", "EPSG:3857"], "--crs has no effect"),
      (["build", "plan.png", "--job", "job", "--shard", "1"], "SOURCE has no effect"),
      (["build", "plan.png", "--shard", "1"], "--shard needs --job"),
      (["build", "--output", "x"], "build needs SOURCE"),
      (["build", "plan.png"], "build needs --output"),
      (
        ["build", "--job", "none", "--shard", "1"],
        "none/plan.json: this is no job of this program\n  found: nothing"
      ),
      (["plan", "plan.png", "-o", "other"], "plan needs --shards"),
      (["plan"] + source + ["--shards", "0", "-o", "other"], "1 or more"),
      (["plan"] + source + ["--shards", "2", "-o", "job"], "the output exists"),
    ] {
      let result = try site.run(arguments)
      #expect(result.end == .exit(2) || result.end == .exit(3), "\(arguments)")
      #expect(result.errors.contains(text), "\(arguments): \(result.errors)")
    }
  }

  @Test("A job of a later state keeps the shards in which nothing changed")
  func later() throws {
    for number in 0..<6 {
      try workspace.write(
        SyntheticRaster.noise(
          seed: UInt64(number), opaque: true, size: PixelSize(width: 600, height: 600)),
        as: "site/\(number).png")
      let affine = AffineTransform.northUp(1_000_000 + 600 * Double(number), 6_000_000, step: 1)
      try workspace.write(WorldFile(affine).text.utf8, as: "site/\(number).pgw")
    }
    let images = (0..<6).map { "\($0).png" } + ["--crs", "EPSG:3857"]
    try site.succeed(["plan"] + images + ["--shards", "5", "-o", "old"])
    for number in 0..<5 {
      try site.succeed(["build", "--job", "old", "--shard", "\(number)"])
    }
    try workspace.write(
      SyntheticRaster.noise(seed: 9, opaque: true, size: PixelSize(width: 600, height: 600)),
      as: "site/5.png")
    try site.succeed(["plan"] + images + ["--from", "old", "-o", "new"])
    let missing = try site.run("job new --missing").output
    #expect(missing == "4\n" || missing == "3-4\n", "\(missing)")
    for number in 0..<5 {
      try site.succeed(["build", "--job", "new", "--shard", "\(number)"])
    }
    try site.succeed("merge new -o merged.mbtiles")
    try site.succeed(["build"] + images + ["-o", "built.mbtiles"])
    #expect(try workspace.bytes("site/merged.mbtiles") == workspace.bytes("site/built.mbtiles"))
    // The shard with the damage is named, not the first.
    let log = "site/new/shards/0002.log"
    var bytes = try workspace.bytes(log)
    bytes[bytes.count * 3 / 4] ^= 1
    try workspace.write(bytes, as: log)
    try site.fail("merge new -o again.mbtiles", saying: "shards/0002")
  }

  @Test(
    "A building is planned, made by floors, and merged to what build makes",
    arguments: [
      "hard-links: true", "store: mbtiles",
    ])
  func building(keys: String) throws {
    let workspace = try SampleBuilding.workspace(keys)
    let planned = try workspace.succeed("plan b.yml --shards 5 -o job")
    // Floors with the same rectangles of tiles have other shards.
    let plan = try JSONSerialization.jsonObject(with: Data(workspace.bytes("job/plan.json")))
    let shards = try #require((plan as? [String: Any])?["shards"] as? [[String: Any]])
    #expect(Set(shards.compactMap { $0["key"] as? String }).count == shards.count)
    #expect(planned.output.contains("floor B1: "))
    let count = try #require(Int(try workspace.run("job job --count").output.dropLast()))
    // Each floor has one at least.
    #expect(count >= 3)
    for number in (0..<count).reversed() {
      try workspace.succeed(["build", "--job", "job", "--shard", "\(number)"])
    }
    try workspace.succeed("merge job -o merged", printing: "3 floors")
    try workspace.succeed("build b.yml -o built")
    #expect(try workspace.files(in: "merged") == workspace.files(in: "built"))
    for (arguments, text) in [
      (["plan", "b.yml", "--crs", "EPSG:3857", "--shards", "2", "-o", "x"], "--crs has no effect"),
      (["merge", "job", "-o", "x.mbtiles"], "a building needs a folder"),
    ] {
      try workspace.fail(arguments, saying: text)
    }
  }

  @Test("The recipe for GNU parallel makes a job, and what is missing of one")
  func parallel() throws {
    let script = Workspace.packageRoot.appendingPathComponent("Examples/Clusters/parallel.sh")
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard paths.contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/parallel") })
    else { return }
    let executable = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
    let folder = executable.deletingLastPathComponent().path
    let probe = CommandProbe(
      executable: script,
      directory: URL(fileURLWithPath: workspace.directory.path("site"), isDirectory: true),
      environment: ["PATH": "\(folder):" + paths.joined(separator: ":")])
    try site.succeed(["plan"] + source + ["--shards", "4", "-o", "job"])
    let made = try probe.run(["job", "first.mbtiles"])
    #expect(made.end == .exit(0), "\(made.errors)")
    try workspace.remove("site/job/shards/0002")
    let again = try probe.run(["job", "second.mbtiles"])
    #expect(again.end == .exit(0), "\(again.errors)")
    #expect(again.output.contains("shard 2: ") && !again.output.contains("shard 1: "))
    #expect(try workspace.bytes("site/first.mbtiles") == workspace.bytes("site/second.mbtiles"))
  }
}
