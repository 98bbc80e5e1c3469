import Foundation
import Georeferencing
import RasterSources
import Synchronization
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Resuming a build")
struct ResumeTests {
  /// Noise takes one thread seconds to compress so hard, so that a row of blocks is finished long before the
  /// end, however many cores there are.
  private static let raster = SyntheticRaster.noise(
    seed: 6, opaque: false, size: PixelSize(width: 256, height: 5000))
  private static let options = ["--effort", "smallest", "--threads", "1", "--progress", "json"]
  private static let placement = [
    "--anchor", "47.36565,8.54585", "--anchor-pixel", "0,0", "--metres-per-pixel", "0.1",
  ]

  /// Runs a build and sends a signal as soon as a row of blocks is finished.
  private func stop(
    _ workspace: Workspace, _ arguments: [String], output: String, with signal: Int32
  ) throws -> CommandProbe.Result {
    let log = workspace.directory.path(".\(output).tilepyramid-partial/blocks.log")
    // A second signal would end it at once.
    let isSent = Atomic(false)
    return try workspace.run(arguments) { _, command in
      if FileManager.default.fileExists(atPath: log),
        !isSent.exchange(true, ordering: .relaxed)
      {
        command.send(signal: signal)
      }
    }
  }

  /// The files of builds in one go by the ending of the output's name; each is made once.
  private static let wholes = Mutex<[String: [String: [UInt8]]]>([:])

  private func whole(_ suffix: String) throws -> [String: [UInt8]] {
    try Self.wholes.withLock { wholes in
      if let files = wholes[suffix] { return files }
      let workspace = try Workspace()
      try workspace.write(Self.raster, as: "plan.png")
      let build = ["build", "plan.png"] + Self.options + Self.placement
      #expect(try workspace.run(build + ["-o", "whole\(suffix)"]).end == .exit(0))
      let files = try workspace.directory.files("whole")
      wholes[suffix] = files
      return files
    }
  }

  @Test(
    "A resumed build has the same bytes as a build in one go",
    arguments: [("", SIGKILL), ("", SIGINT), (".mbtiles", SIGKILL), (".mbtiles", SIGTERM)])
  func sameBytes(suffix: String, signal: Int32) throws {
    let workspace = try Workspace()
    try workspace.write(Self.raster, as: "plan.png")
    let build = ["build", "plan.png"] + Self.options + Self.placement
    let output = "parts\(suffix)"
    let arguments = build + ["-o", output]
    let stopped = try stop(workspace, arguments, output: output, with: signal)
    let killed = signal == SIGKILL
    #expect(stopped.end == (killed ? .signal(SIGKILL) : .exit(128 + signal)), "\(stopped.errors)")
    #expect(!workspace.directory.listing.contains { $0.hasPrefix("parts") })
    if !killed {
      #expect(stopped.errors.contains("\(arguments.joined(separator: " ")) --resume"))
      #expect(stopped.errors.contains("rm -r ./.\(output).tilepyramid-partial"))
    }

    let dryRun = try workspace.run(arguments + ["--dry-run"])
    #expect(dryRun.output.contains("An unfinished build of this output is"))
    let differs = try workspace.run(
      arguments.map { $0 == "smallest" ? "fast" : $0 } + ["--resume"])
    #expect(differs.end == .exit(2))
    #expect(differs.errors.contains("--effort differs"), "\(differs.errors)")
    #expect(differs.errors.contains("smallest in the unfinished build"))

    let resumed = try workspace.run(
      arguments.map { $0 == "1" ? "2" : $0 } + ["--resume"])
    #expect(resumed.end == .exit(0), "\(resumed.errors)")
    let whole = try whole(suffix)
    #expect(whole.count >= 2)
    var parts = try workspace.directory.files("parts")
    // The layer's name follows from the image's, so that all files are equal.
    for (name, bytes) in whole { #expect(parts.removeValue(forKey: name) == bytes, "\(name)") }
    #expect(parts.isEmpty)
    #expect(!workspace.entries.contains { $0.contains("partial") || $0.contains("scratch") })
  }

  @Test("Resuming starts a new build when there is none to resume")
  func nothing() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let arguments = ["build", "plan.png", "-o", "out", "--resume"] + AlignedPlan.placement
    let result = try workspace.run(arguments)
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(result.errors.contains("no unfinished build"))
    #expect(try workspace.run(arguments.filter { $0 != "--resume" }).end == .exit(2))
  }

  @Test(
    "A source that changes or vanishes under the build ends it, and the earlier output stays",
    arguments: [true, false], ["out", "out.mbtiles"])
  func changingSource(vanishes: Bool, output: String) throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "old.png")
    #expect(
      try workspace.run(["build", "old.png", "-o", output] + AlignedPlan.placement).end == .exit(0))
    let before = try workspace.directory.files("out")
    try workspace.write(
      .noise(seed: 6, opaque: false, size: PixelSize(width: 256, height: 768)), as: "plan.png")
    let source = workspace.directory.path("plan.png")
    let result = try workspace.run(
      ["build", "plan.png", "-o", output, "--overwrite"] + Self.options + Self.placement
    ) { _, _ in
      if vanishes {
        unlink(source)
      } else if let file = FileHandle(forWritingAtPath: source) {
        file.seekToEndOfFile()
        file.write(Data([0]))
      }
    }
    #expect(result.end == .exit(3), "\(result.errors)")
    #expect(result.errors.contains(vanishes ? "vanished" : "changed"), "\(result.errors)")
    #expect(try workspace.directory.files("out") == before)
  }
}
