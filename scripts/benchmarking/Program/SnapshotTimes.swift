import Foundation
import RasterSources
import TileLayers
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// Benchmarks snapshots of 1024 x 768 points at scale 2 from an MBTiles file, warm: from above, and
/// rotated and tilted.
struct SnapshotTimes {
  private static let pictures = 11
  let folder: URL
  let side: Int

  func run() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/plan.mbtiles"
    let (source, georeference) = try Workloads.open("plan-\(side)", in: folder)
    try MemoryTileStore(building: source, at: georeference).write(to: path)
    // A tilted view reaches levels far above that of its middle.
    var options = TileLayer.Options()
    options.underzoomLevels = MapSnapshotter.reach
    let layer = try TileLayer.open(path, options: options)
    let plan = try PyramidPlan(for: source, georeference: georeference, options: PyramidOptions())
    let middle = WebMercator.unproject(plan.mercatorBounds.center)
    print("snapshot of 1024 x 768 at scale 2      ms")
    for (bearing, angle) in [(0.0, 0.0), (30, 45), (30, 65)] {
      let camera = CameraPosition(
        target: middle, zoom: Double(plan.deepest.zoom) - 1.5, bearing: bearing,
        viewingAngle: angle)
      let viewport = Viewport(size: ScreenSize(width: 1024, height: 768))
      let picture = MapSnapshotter.Options(camera: camera, viewport: viewport, scale: 2)
      let snapshotter = MapSnapshotter([SnapshotLayer(layer)])
      _ = try snapshotter.waitForImage(picture)
      let times = try (0..<Self.pictures).map { _ in
        try ContinuousClock().measure { _ = try snapshotter.waitForImage(picture) }
          / .milliseconds(1)
      }.sorted()
      let label = String(format: "bearing %.0f, angle %.0f", bearing, angle)
      print(
        label.padding(toLength: 32, withPad: " ", startingAt: 0)
          + String(format: "%10.0f", times[times.count / 2]))
    }
  }
}
