import TileStorage

/// Turns the phases of a build into one fraction of the work.
struct ProgressMeter: Sendable {
  private let deepestZoom: Int
  private let preparingShare: Double
  private let savedFraction: Double

  /// - Parameters:
  ///   - plan: What is made.
  ///   - savedFraction: How much of it an earlier build made.
  init(plan: PyramidPlan, savedFraction: Double) {
    deepestZoom = plan.deepest.zoom
    self.savedFraction = savedFraction
    preparingShare = plan.preparingShare
  }

  /// The progress of all of the work.
  func whole(_ progress: BuildProgress) -> BuildProgress {
    var progress = progress
    progress.zoom = progress.zoom ?? deepestZoom
    progress.startFraction = preparingShare + (1 - preparingShare) * savedFraction
    switch progress.phase {
    case .preparing: progress.fraction *= preparingShare
    case .tiling: progress.fraction = preparingShare + (1 - preparingShare) * progress.fraction
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
