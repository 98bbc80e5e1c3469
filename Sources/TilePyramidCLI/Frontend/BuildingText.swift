import BuildingManifest
import Georeferencing
import RasterSources
import TileModel
import TilePyramid
import TileStorage

/// The texts about what of a building will be, and was, made.
struct BuildingText {
  let build: BuildingBuild
  let running: RunningRequest
  private var manifest: BuildingManifest { build.manifest }

  init(_ build: BuildingBuild, _ running: RunningRequest) {
    (self.build, self.running) = (build, running)
  }

  func warn() {
    running.noteThreads(of: build.resources)
    for georeferenced in build.building.floors {
      GeoreferencedImage(raster: georeferenced.raster, resolved: georeferenced.resolved)
        .warn(of: "floor \(georeferenced.floor.id): ")
    }
    if running.dryRun {
      for (georeferenced, plan) in zip(build.building.floors, build.plans) {
        guard let background = georeferenced.floor.encoding.background,
          !georeferenced.raster.isOpaque || !plan.fillsTiles
        else { continue }
        StandardError.warn(
          "floor \(georeferenced.floor.id): \(PlanText.lostTransparency(tiles: nil, background))")
      }
    }
    if let zoom = build.plans.map(\.deepest.zoom).max(),
      let warning = ConsumerLimit.warning(deepestZoom: zoom)
    {
      StandardError.warn(warning)
    }
  }

  var plan: String {
    let builder = build.builder
    let limit = ProgressText.size(running.resources.memoryLimit)
    var lines = [
      "building    \(manifest.name), \(Self.floorCount(manifest.floors.map(\.layerFloor)))",
      "manifest    \(manifest.path)",
    ]
    lines += agreement
    lines += [
      "tiles       at most \(build.plans.reduce(0) { $0 + $1.tileCount })",
      "at a time   \(Words.count(builder.concurrentFloors, "floor")), "
        + "\(Words.count(build.resources.threads, "thread"))\(threadsLeft)",
      "memory      about \(ProgressText.size(builder.memoryNeeded)) of \(limit) allowed",
    ]
    if builder.scratchNeeded > 0 {
      lines.append("scratch     \(ProgressText.size(builder.scratchNeeded))")
    }
    lines.append("output      \(build.output.path), \(store)")
    for (georeferenced, plan) in zip(build.building.floors, build.plans) {
      let image = GeoreferencedImage(
        raster: georeferenced.raster, resolved: georeferenced.resolved)
      let report = LayerPlanReport(image, plan, georeferenced.floor.encoding)
      lines += FloorText.lines(of: georeferenced, plan)
      lines += PlanText.steps(report, indent: 10).map { "  " + $0 }
    }
    return lines.map(\.displayLine).joined(separator: "\n")
      + PlanText.unfinished(
        forOutput: build.output.path, resumes: running.resume,
        isComplete: build.isRecordedComplete)
  }

  private var threadsLeft: String {
    build.resources.threads < running.resources.threads
      ? " of \(running.resources.threads), as many as the memory allows" : ""
  }

  func summary(of built: BuiltBuilding, in session: BuildSession) -> String {
    session.warn(of: built.leftOver, background: .white)
    let line = Self.line(
      of: built, at: build.output.path, hardLinks: build.output.hardLinks, seconds: session.seconds)
    return (changes(of: built) + [line] + agreement).joined(separator: "\n")
  }

  static func line(
    of built: BuiltBuilding, at path: String, hardLinks: Bool, seconds: Double
  ) -> String {
    let results = built.floors
    let zooms = Words.zooms(results.flatMap { $0.definition.coverage.levels.map(\.zoom) })
    let tiles = results.reduce(0) { $0 + $1.summary.tileCount }
    let distinct = results.reduce(0) { $0 + $1.summary.distinctTileCount }
    let files = hardLinks ? " in \(Words.count(distinct, "file"))" : ""
    return PlanText.made(
      "\(floorCount(built.definition.floors.map(\.floor))), \(tiles) tiles\(files), \(zooms)",
      bytes: results.reduce(0) { $0 + $1.summary.tileBytes }, at: path, seconds: seconds,
      wasComplete: built.wasComplete)
  }

  private static func floorCount(_ floors: [LayerDefinition.Floor]) -> String {
    let storeys = floors.count { !$0.isAlternative }
    let variants = storeys < floors.count ? " in \(floors.count / storeys) variants" : ""
    return Words.count(storeys, "floor") + variants
  }

  private func changes(of built: BuiltBuilding) -> [String] {
    guard build.output.existing == .update else { return [] }
    var changes = built.floors.flatMap(UpdateText.changes)
    changes += built.removedFloors.map { floor in
      var changes = TileChanges()
      changes.removed = floor.tiles
      return (floor.definition, changes)
    }
    return changes.flatMap { UpdateText.lines($1, of: $0, floor: $0.floor?.id) }
      + [UpdateText.count(changes.map(\.1))]
  }

  private var agreement: [String] {
    guard let worst = build.building.agreements.first else { return [] }
    let shared = build.building.agreements.count
    let isChecked = !build.building.agreements.allSatisfy(\.isPlacing)
    var lines = [
      "shared      \(Words.count(shared, "point")), "
        + (isChecked
          ? "at most \(metres(worst.metres)) apart; the limit is \(metres(manifest.alignmentLimit))"
          : "without another to check floors that they place")
    ]
    lines += build.building.agreements.prefix(5).map { "            \($0)" }
    if shared > 5 { lines.append("            and \(shared - 5) more that agree better") }
    return lines
  }

  private var store: String {
    manifest.store.isFile
      ? "a folder with one \(manifest.store.title) file per floor"
      : "a folder of tiles\(build.output.hardLinks ? ", equal ones hard-linked" : "")"
  }

  private func metres(_ value: Double) -> String {
    "\(NumberText.fixed(value, 3)) m"
  }
}

/// The lines about a floor of a manifest that is to be made.
enum FloorText {
  static func lines(of georeferenced: GeoreferencedFloor, _ plan: PyramidPlan) -> [String] {
    let (first, last) = (plan.levels[0].zoom, plan.deepest.zoom)
    return [
      "",
      "floor \(georeferenced.floor.id), level \(georeferenced.floor.level): \(georeferenced.floor.name)",
      "  image     \(georeferenced.floor.imageText), \(plan.size) pixels",
      "  placed by \(georeferenced.resolved.summary)",
      "  bounds    \(plan.bounds.text)",
      "  zooms     \(first)-\(last), native \(NumberText.fixed(plan.nativeZoom, 2))",
      "  tiles     at most \(plan.tileCount), \(PlanText.tileSizes(of: plan)), "
        + georeferenced.floor.encoding.description,
      "  reading   \(PlanText.reading(of: plan))",
    ]
  }
}

extension BuildingManifest.Floor {
  var imageText: String {
    parts.count > 1 ? "\(image) and \(parts.count - 1) more" : image
  }
}
