import TileStorage

/// Turns the phases of a build into one fraction of the work.
struct ProgressMeter: Sendable {
  private let deepestZoom: Int
  private let preparingFraction: Double
  private let savedFraction: Double

  /// - Parameters:
  ///   - plan: What is made.
  ///   - savedFraction: How much of it an earlier build made.
  init(plan: PyramidPlan, savedFraction: Double) {
    deepestZoom = plan.deepest.zoom
    self.savedFraction = savedFraction
    preparingFraction = plan.preparingFraction
  }

  /// The progress of all of the work.
  func whole(_ progress: BuildProgress) -> BuildProgress {
    var progress = progress
    progress.zoom = progress.zoom ?? deepestZoom
    progress.startFraction = preparingFraction + (1 - preparingFraction) * savedFraction
    switch progress.phase {
    case .preparing: progress.fraction *= preparingFraction
    case .tiling:
      progress.fraction = preparingFraction + (1 - preparingFraction) * progress.fraction
    case .publishing: progress.fraction = 1
    }
    return progress
  }

  /// The progress when all is published.
  func end(of summary: TilesetSummary, flattened: Int) -> BuildProgress {
    var progress = BuildProgress(
      phase: .publishing, fraction: 1, tileCount: summary.tileCount,
      byteCount: summary.tileBytes)
    progress.flattenedTileCount = flattened
    return whole(progress)
  }
}
