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

  /// The files of builds in one go by the ending of the output's name; each is made once.
  private static let wholes = Mutex<[String: [String: [UInt8]]]>([:])

  private func whole(_ suffix: String) throws -> [String: [UInt8]] {
    try Self.wholes.withLock { wholes in
      if let files = wholes[suffix] { return files }
      let workspace = try Workspace(Self.raster)
      let build = ["build", "plan.png"] + Self.options + Self.placement
      try workspace.succeed(build + ["-o", "whole\(suffix)"])
      let files = try workspace.directory.files("whole")
      wholes[suffix] = files
      return files
    }
  }

  @Test(
    "A resumed build has the same bytes as a build in one go",
    arguments: [("", SIGKILL), ("", SIGINT), (".mbtiles", SIGKILL), (".mbtiles", SIGTERM)])
  func sameBytes(suffix: String, signal: Int32) throws {
    let workspace = try Workspace(Self.raster)
    let build = ["build", "plan.png"] + Self.options + Self.placement
    let output = "parts\(suffix)"
    let arguments = build + ["-o", output]
    let log = ".\(output).tilepyramid-partial/blocks.log"
    let stopped = try workspace.run(arguments, thenSend: signal, whenThereIs: log)
    let killed = signal == SIGKILL
    #expect(stopped.end == (killed ? .signal(SIGKILL) : .exit(128 + signal)), "\(stopped.errors)")
    #expect(!workspace.directory.listing.contains { $0.hasPrefix("parts") })
    if !killed {
      #expect(stopped.errors.contains("\(arguments.joined(separator: " ")) --resume"))
      #expect(stopped.errors.contains("rm -r ./.\(output).tilepyramid-partial"))
    }

    try workspace.succeed(
      arguments + ["--dry-run"], printing: "An unfinished build of this output is")
    try workspace.fail(
      arguments.map { $0 == "smallest" ? "fast" : $0 } + ["--resume"], saying: "--effort differs",
      "smallest in the unfinished build")

    try workspace.succeed(arguments.map { $0 == "1" ? "2" : $0 } + ["--resume"])
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
    let workspace = try Workspace(AlignedPlan.raster)
    let arguments = AlignedPlan.build(to: "out", "--resume")
    try workspace.succeed(arguments, saying: "no unfinished build")
    try workspace.fail(arguments.filter { $0 != "--resume" })
  }

  @Test(
    "A source that changes or vanishes under the build ends it, and the earlier output stays",
    arguments: [true, false], ["out", "out.mbtiles"])
  func changingSource(vanishes: Bool, output: String) throws {
    let workspace = try Workspace(AlignedPlan.raster, as: "old.png")
    try workspace.succeed("build old.png -o \(output)", AlignedPlan.placement)
    let before = try workspace.directory.files("out")
    try workspace.write(
      .noise(seed: 6, opaque: false, size: PixelSize(width: 256, height: 768)), as: "plan.png")
    let build = "build plan.png -o \(output) --overwrite".words + Self.options + Self.placement
    let result = try workspace.run(build, spoiling: "plan.png", vanishes: vanishes)
    #expect(result.end == .exit(3), "\(result.errors)")
    #expect(result.errors.contains(vanishes ? "vanished" : "changed"), "\(result.errors)")
    #expect(try workspace.directory.files("out") == before)
  }
}
