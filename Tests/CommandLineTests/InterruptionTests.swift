import Foundation
import RasterSources
import Testing
import TilePyramidTesting

@Suite("Interruption")
struct InterruptionTests {
  /// Noise takes many seconds to compress so hard, so that the signal comes long before the end.
  private static let raster = SyntheticRaster.noise(
    seed: 5, opaque: false, size: PixelSize(width: 3000, height: 2000))

  @Test(
    "A signal stops a build, which leaves what it can go on with or nothing, and tells the signal",
    arguments: [SIGINT, SIGTERM], [AlignedPlan.placement, TurnedPlan.placement])
  func signals(signal: Int32, placement: [String]) throws {
    let place = try Workplace()
    try place.write(Self.raster, as: "plan.png")
    for output in ["out", "out.mbtiles"] {
      let result = try place.run(
        ["build", "plan.png", "-o", output, "--effort", "smallest", "--progress", "json"]
          + placement, thenSend: signal)
      #expect(result.end == .exit(128 + signal), "\(result.errors)")
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("interrupted"))
      // On a slow machine the first checkpoint may come before the signal.
      let partial = ".\(output).tilepyramid-partial/"
      if result.errors.contains("--resume") {
        #expect(place.entries.contains(partial + "checkpoint"))
        try FileManager.default.removeItem(atPath: place.directory.path(partial))
      }
      #expect(place.entries == ["plan.png"])
    }
  }
}
