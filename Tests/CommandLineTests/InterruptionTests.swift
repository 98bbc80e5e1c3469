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
    "A signal stops a build, which removes what it made and tells the signal",
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
      #expect(place.entries == ["plan.png"])
    }
  }
}
