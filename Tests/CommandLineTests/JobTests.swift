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
    workspace = try Workspace()
    try Self.prepare(workspace)
  }

  private static func prepare(_ workspace: Workspace) throws {
    try FileManager.default.createDirectory(
      atPath: workspace.directory.path("site"), withIntermediateDirectories: true)
    try workspace.write(
      SyntheticRaster.noise(
        seed: 7, opaque: true, size: PixelSize(width: 900, height: 800)),
      as: "site/plan.png")
  }

  private let source =
    ["plan.png"] + AlignedPlan.placement + ["--max-zoom", "18", "--effort", "fast"]

  /// Runs the program in the folder of the image, which is not that of the tests.
  private func run(
    _ arguments: [String], in folder: String = "site", environment: [String: String] = [:]
  ) throws -> CommandProbe.Result {
    let executable = try #require(CommandProbe.builtExecutable(named: "tilepyramid"))
    let directory = URL(fileURLWithPath: workspace.directory.path(folder), isDirectory: true)
    return try CommandProbe(
      executable: executable, directory: directory,
      environment: ["TMPDIR": workspace.scratch.path].merging(environment) { $1 }
    ).run(arguments)
  }

  @Test("A planned job is made in any folder, and merges to what build makes")
  func whole() throws {
    let planned = try run(["plan"] + source + ["--shards", "4", "-o", "../job"])
    #expect(planned.end == .exit(0), "\(planned.errors)")
    #expect(planned.output.contains("4 shards in ../job, numbered 0 to 3"))
    #expect(try run(["job", "../job", "--count"]).output == "4\n")
    #expect(try run(["job", "../job", "--missing"]).output == "0-3\n")
    #expect(try run(["job", "../job"]).end == .exit(1))
    let early = try run(["merge", "../job", "-o", "out"])
    #expect(early.end == .exit(2) && early.errors.contains("4 of 4 shards are missing"))

    // Images, job and all are elsewhere, as in another container.
    try FileManager.default.createDirectory(
      atPath: workspace.directory.path("moved"), withIntermediateDirectories: true)
    for name in ["site", "job"] {
      try FileManager.default.moveItem(
        atPath: workspace.directory.path(name), toPath: workspace.directory.path("moved/\(name)"))
    }
    for number in 0..<4 {
      let made = try run(
        ["build", "--job", "moved/job", "--shard", "\(number)", "--progress", "none"], in: ".")
      #expect(made.end == .exit(0), "\(made.errors)")
      #expect(made.output.hasPrefix("shard \(number): "))
    }
    let again = try run(["build", "--job", "moved/job", "--shard", "2"], in: ".")
    #expect(again.end == .exit(0) && again.output.contains("made before"))
    let state = try run(["job", "moved/job"], in: ".")
    #expect(state.end == .exit(0) && state.output.contains("4 of 4 shards are made"))

    let merged = try run(["merge", "moved/job", "-o", "merged.mbtiles"], in: ".")
    #expect(merged.end == .exit(0), "\(merged.errors)")
    let built = try run(["build"] + source + ["-o", "../../built.mbtiles"], in: "moved/site")
    #expect(built.end == .exit(0), "\(built.errors)")
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
    Task(
      environment: ["CLOUD_RUN_TASK_INDEX": "2", "CLOUD_RUN_TASK_COUNT": "4"], shards: [2]),
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
    #expect(try run(["plan"] + source + ["--shards", "4", "-o", "job"]).end == .exit(0))
    let result = try run(
      ["build", "--job", "job", "--shard", "auto", "--progress", "none"] + task.options,
      environment: task.environment)
    if task.shards.isEmpty {
      #expect(result.end == .exit(2))
      #expect(result.errors.contains(task.says), "\(result.errors)")
      return
    }
    #expect(result.end == .exit(0), "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.map { String($0.prefix { $0 != ":" }) } == task.shards.map { "shard \($0)" })
    #expect(result.errors.contains(" tells task "))
  }

  @Test("Options that say what is made do not go with a job")
  func withoutEffect() throws {
    #expect(try run(["plan"] + source + ["--shards", "4", "-o", "job"]).end == .exit(0))
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
      let result = try run(arguments)
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
      let affine = Georeferencing.AffineTransform(
        originX: 1_000_000 + 600 * Double(number), originY: 6_000_000, columnX: 1, columnY: 0,
        rowX: 0, rowY: -1)
      try workspace.write(WorldFile(affine).text.utf8, as: "site/\(number).pgw")
    }
    let images = (0..<6).map { "\($0).png" } + ["--crs", "EPSG:3857"]
    #expect(
      try run(["plan"] + images + ["--shards", "5", "-o", "old"]).end == .exit(0))
    for number in 0..<5 {
      #expect(try run(["build", "--job", "old", "--shard", "\(number)"]).end == .exit(0))
    }
    try workspace.write(
      SyntheticRaster.noise(seed: 9, opaque: true, size: PixelSize(width: 600, height: 600)),
      as: "site/5.png")
    let planned = try run(["plan"] + images + ["--from", "old", "-o", "new"])
    #expect(planned.end == .exit(0), "\(planned.errors)")
    let missing = try run(["job", "new", "--missing"]).output
    #expect(missing == "4\n" || missing == "3-4\n", "\(missing)")
    for number in 0..<5 {
      #expect(try run(["build", "--job", "new", "--shard", "\(number)"]).end == .exit(0))
    }
    #expect(try run(["merge", "new", "-o", "merged.mbtiles"]).end == .exit(0))
    #expect(try run(["build"] + images + ["-o", "built.mbtiles"]).end == .exit(0))
    #expect(
      try workspace.bytes("site/merged.mbtiles") == workspace.bytes("site/built.mbtiles"))
    // The shard with the damage is named, not the first.
    let log = "site/new/shards/0002.log"
    var bytes = try workspace.bytes(log)
    bytes[bytes.count * 3 / 4] ^= 1
    try workspace.write(bytes, as: log)
    let refused = try run(["merge", "new", "-o", "again.mbtiles"])
    #expect(refused.end == .exit(2), "\(refused.output)")
    #expect(refused.errors.contains("shards/0002"), "\(refused.errors)")
  }

  @Test(
    "A building is planned, made by floors, and merged to what build makes",
    arguments: [
      "hard-links: true", "store: mbtiles",
    ])
  func building(keys: String) throws {
    let workspace = try SampleBuilding.workspace(keys)
    let planned = try workspace.run(["plan", "b.yml", "--shards", "5", "-o", "job"])
    #expect(planned.end == .exit(0), "\(planned.errors)")
    // Floors with the same rectangles of tiles have other shards.
    let plan = try JSONSerialization.jsonObject(with: Data(workspace.bytes("job/plan.json")))
    let shards = try #require((plan as? [String: Any])?["shards"] as? [[String: Any]])
    #expect(Set(shards.compactMap { $0["key"] as? String }).count == shards.count)
    #expect(planned.output.contains("floor B1: "))
    let count = try #require(
      Int(try workspace.run(["job", "job", "--count"]).output.dropLast()))
    // Each floor has one at least.
    #expect(count >= 3)
    for number in (0..<count).reversed() {
      let made = try workspace.run(["build", "--job", "job", "--shard", "\(number)"])
      #expect(made.end == .exit(0), "\(made.errors)")
    }
    let merged = try workspace.run(["merge", "job", "-o", "merged"])
    #expect(merged.end == .exit(0), "\(merged.errors)")
    #expect(merged.output.contains("3 floors"))
    #expect(try workspace.run(["build", "b.yml", "-o", "built"]).end == .exit(0))
    #expect(try workspace.files(in: "merged") == workspace.files(in: "built"))
    for (arguments, text) in [
      (["plan", "b.yml", "--crs", "EPSG:3857", "--shards", "2", "-o", "x"], "--crs has no effect"),
      (["merge", "job", "-o", "x.mbtiles"], "a building needs a folder"),
    ] {
      let result = try workspace.run(arguments)
      #expect(result.end == .exit(2) && result.errors.contains(text), "\(result.errors)")
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
    #expect(try run(["plan"] + source + ["--shards", "4", "-o", "job"]).end == .exit(0))
    let made = try probe.run(["job", "first.mbtiles"])
    #expect(made.end == .exit(0), "\(made.errors)")
    try FileManager.default.removeItem(atPath: workspace.directory.path("site/job/shards/0002"))
    let again = try probe.run(["job", "second.mbtiles"])
    #expect(again.end == .exit(0), "\(again.errors)")
    #expect(again.output.contains("shard 2: ") && !again.output.contains("shard 1: "))
    #expect(
      try workspace.bytes("site/first.mbtiles") == workspace.bytes("site/second.mbtiles"))
  }
}
