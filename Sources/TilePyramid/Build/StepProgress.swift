import TileModel

/// Adds the progress of one step of a plan to what the steps before it made.
struct StepProgress: Sendable {
  /// What is made.
  let step: RenderStep
  /// Its part of the build.
  let part: BuildStep
  /// The tiles, their bytes, and the tiles that lost their transparency, of the steps before.
  let before: (tileCount: Int, byteCount: Int, flattenedTileCount: Int)

  /// The progress of the whole build.
  ///
  /// A drawing, or the copy of a part of an image, belongs to each step, so that it has no phase of its own in
  /// the build.
  func whole(_ progress: BuildProgress) -> BuildProgress {
    guard step.raster == .rendition || step.partOf != nil else { return progress }
    // Drawing takes about half of the time of a level that goes through a scratch file.
    let prepares = if case .scratch = step.access { true } else { false }
    let fraction =
      switch (progress.phase, prepares) {
      case (.preparing, _): progress.fraction / 2
      case (_, true): 0.5 + progress.fraction / 2
      case (_, false): progress.fraction
      }
    var whole = BuildProgress(
      phase: .tiling, fraction: part.whole(fraction),
      tileCount: before.tileCount + progress.tileCount,
      byteCount: before.byteCount + progress.byteCount, zoom: progress.zoom ?? step.deepest.zoom)
    whole.flattenedTileCount = before.flattenedTileCount + progress.flattenedTileCount
    return whole
  }
}

extension PyramidPlan {
  /// The fraction of a build's time that copying a rotated image into its scratch file takes: about a
  /// tenth.
  var preparingFraction: Double {
    if case .scratch = steps[0].access, !isDrawn { 0.1 } else { 0 }
  }
}
