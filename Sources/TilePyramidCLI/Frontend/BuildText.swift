import Mosaics
import RasterSources
import TileImaging
import TileModel
import TilePyramid

/// The texts about what a build will make, and made.
struct BuildText {
  let build: PyramidBuild
  let running: RunningRequest
  private var background: OpaqueColor? { build.request.encoding.background }

  init(_ build: PyramidBuild, _ running: RunningRequest) {
    (self.build, self.running) = (build, running)
  }

  func warn() {
    running.noteThreads(of: build.resources)
    build.image.warn()
    if let warning = ConsumerLimit.warning(deepestZoom: build.plan.deepest.zoom) {
      StandardError.warn(warning)
    }
    let (plan, detailed) = (build.plan, Int(build.plan.nativeZoom.rounded(.up)))
    if !plan.isDrawn, plan.deepest.zoom > detailed + 2 {
      StandardError.warn(
        "zoom \(plan.deepest.zoom) shows no more than zoom \(detailed), where the image's detail ends: maps enlarge"
          + " tiles by themselves")
    }
    if running.dryRun { warn(of: build.skipped) }
    if running.dryRun, let background, !build.image.raster.isOpaque || !build.plan.fillsTiles {
      StandardError.warn(PlanText.lostTransparency(tiles: nil, background))
    }
  }

  func warn(of skipped: [SkippedImage]) {
    for image in skipped {
      StandardError.warn("\(image.path) is left out: \(image.reason.what)")
    }
  }

  var plan: String {
    PlanText.description(of: build, running)
      + PlanText.unfinished(
        forOutput: build.request.output.path, resumes: running.resume,
        isComplete: build.isRecordedComplete)
  }

  func summary(of layer: BuiltLayer, in session: BuildSession) -> String {
    session.warn(of: layer.summary.leftOver, background: background)
    warn(of: layer.skipped)
    let text =
      PlanText.summary(of: layer, at: build.request.output.path, seconds: session.seconds)
      + (build.image.page.map { ", from \($0)" } ?? "")
    guard let changes = layer.changes else { return text }
    if let warning = UpdateText.warning(changes) { StandardError.warn(warning) }
    let all = UpdateText.changes(of: layer)
    return
      (all.flatMap { UpdateText.lines($1, of: $0) }
      + ["\(text); \(UpdateText.count(all.map(\.1)))"]).joined(separator: "\n")
  }
}

/// The texts about what an update changed.
enum UpdateText {
  static func changes(of layer: BuiltLayer) -> [(LayerDefinition, TileChanges)] {
    let retina = layer.definition.retinaLayer.flatMap { definition in
      layer.retinaChanges.map { (definition, $0) }
    }
    return [(layer.definition, layer.changes ?? TileChanges()), retina].compactMap(\.self)
  }

  static func lines(_ changes: TileChanges, of layer: LayerDefinition, floor: String? = nil)
    -> [String]
  {
    let kinds = [
      ("added", changes.added), ("changed", changes.changed), ("removed", changes.removed),
    ]
    return kinds.flatMap { kind, tiles in
      tiles.map { tile in
        [kind, floor, "\(tile)", layer.url(of: tile)]
          .compactMap(\.self).joined(separator: " ")
      }
    }
  }

  static func warning(_ changes: TileChanges) -> String? {
    let hadTiles = !changes.changed.isEmpty || !changes.removed.isEmpty
    guard hadTiles, changes.keptCount == 0 else { return nil }
    return "no tile stayed as it was: the output was replaced as with --overwrite"
  }

  static func count(_ changes: [TileChanges]) -> String {
    func sum(_ count: (TileChanges) -> Int) -> Int { changes.reduce(0) { $0 + count($1) } }
    return "\(sum { $0.added.count }) added, \(sum { $0.changed.count }) changed, "
      + "\(sum { $0.removed.count }) removed, \(sum(\.keptCount)) kept"
  }
}
