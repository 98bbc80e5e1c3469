import Foundation
import Georeferencing
import RasterSources
import Testing
import TilePyramidTesting

@Suite("Interruption")
struct InterruptionTests {
  /// Noise takes many seconds to compress so hard, so that the signal comes long before the end.
  private static let raster = SyntheticRaster.noise(
    seed: 5, opaque: false, size: PixelSize(width: 3000, height: 2000))

  @Test(
    "A signal stops a build, which leaves work or nothing, and names the signal",
    arguments: [SIGINT, SIGTERM], [AlignedPlan.placement, RotatedPlan.placement])
  func signals(signal: Int32, placement: [String]) throws {
    let workspace = try Workspace(Self.raster)
    for output in ["out", "out.mbtiles"] {
      let build = "build plan.png -o \(output) --effort smallest --progress json".words
      let result = try workspace.run(build + placement, thenSend: signal)
      #expect(result.end == .exit(128 + signal), "\(result.errors)")
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("interrupted"))
      // On a slow machine the first row of blocks may be finished before the signal.
      let partial = ".\(output).tilepyramid-partial/"
      if result.errors.contains("--resume") {
        #expect(workspace.entries.contains(partial + "blocks.log"))
        try workspace.remove(partial)
      }
      #expect(workspace.entries == ["plan.png"])
    }
  }

  @Test("A second signal ends a build at once; the next build replaces what is left")
  func secondSignal() throws {
    let workspace = try Workspace(Self.raster)
    let build = AlignedPlan.build(to: "out", "--effort", "smallest", "--progress", "json")
    let result = try workspace.run(build) { text, command in
      // Lines before the progress are written before the build begins.
      guard text.contains("{") else { return }
      // Both wait for the program to go on, so that none comes after its end.
      for signal in [SIGSTOP, SIGINT, SIGTERM, SIGCONT] { command.send(signal: signal) }
    }
    #expect([.exit(128 + SIGINT), .exit(128 + SIGTERM)].contains(result.end), "\(result.errors)")
    #expect(result.errors.contains("interrupted at once"))
    #expect(!workspace.entries.contains { $0.hasPrefix("out/") })
    try workspace.succeed(AlignedPlan.build(to: "out", "--effort", "fast"))
    #expect(!workspace.entries.contains { $0.contains("tilepyramid-partial") })
  }
}
