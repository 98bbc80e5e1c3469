import BuildingManifest
import RasterSources
import TilePyramid

/// What a build of a building would do: for `build --dry-run --json`.
struct BuildingPlanReport: Encodable {
  struct Floor: Encodable {
    var name: String
    /// The level as text.
    var level: String
    var layer: LayerPlanReport
  }

  var kind = "building plan"
  var name: String
  var manifest: String
  var store: String
  /// How many floors are built at the same time.
  var concurrentFloors: Int
  /// The floors by identifier.
  var floors: [String: Floor]
  var running: RunningReport

  init(_ build: BuildingBuild, _ request: RunningRequest) {
    name = build.manifest.name
    manifest = build.manifest.path
    store = build.manifest.store.rawValue
    concurrentFloors = build.builder.concurrentFloors
    floors = Dictionary(
      uniqueKeysWithValues: zip(build.building.floors, build.plans).map { georeferenced, plan in
        let floor = Floor(
          name: georeferenced.floor.name, level: "\(georeferenced.floor.level)",
          layer: LayerPlanReport(
            GeoreferencedImage(raster: georeferenced.raster, resolved: georeferenced.resolved),
            plan,
            georeferenced.floor.encoding))
        return (georeferenced.floor.id, floor)
      })
    running = RunningReport(
      build.resources, requested: request.resources, memoryBytes: build.builder.memoryNeeded,
      scratchBytes: build.builder.scratchNeeded, output: build.output)
  }
}
