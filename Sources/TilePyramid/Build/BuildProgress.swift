import TileModel
import TileRendering

/// The progress of a build.
public struct BuildProgress: Hashable, Sendable {
  /// A phase of a build.
  public enum Phase: String, Hashable, Sendable {
    /// Copying the image into the scratch file.
    case preparing
    /// Making tiles.
    case tiling
    /// Publishing the finished pyramid.
    case publishing
  }

  /// The current phase.
  public var phase: Phase
  /// The finished fraction of the phase, `0...1`.
  public var fraction: Double
  /// Tiles written so far.
  public var tileCount: Int
  /// Bytes of tiles written so far.
  public var byteCount: Int
  /// The zoom of the tile written last.
  public var zoom: Int?
  /// Tiles that lost transparency since the build began or was resumed, because their format has no
  /// alpha.
  public var flattenedTileCount = 0

  /// The fraction of the work that an earlier build had done, `0...1`.
  package var startFraction = 0.0

  /// Creates a state of progress.
  public init(
    phase: Phase, fraction: Double, tileCount: Int = 0, byteCount: Int = 0, zoom: Int? = nil
  ) {
    self.phase = phase
    self.fraction = fraction
    self.tileCount = tileCount
    self.byteCount = byteCount
    self.zoom = zoom
  }
}

/// An event of a running build.
public enum BuildEvent: Hashable, Sendable {
  /// An earlier build's work cannot be used; `floor` names the floor of a building whose work it is.
  case discarded(reason: String, floor: String?)
  /// The build began, at a fraction `0...1` of an earlier build; `nil` without one.
  ///
  /// The number of earlier tiles is `nil` when unknown.
  case began(resumedAt: Double?, tileCount: Int?)
  /// The progress of the whole build; the last event has the fraction 1.
  case progress(BuildProgress)
}

/// The progress of one step of a plan, added to that of the steps before.
struct StepProgress: Sendable {
  let step: RenderStep
  let part: BuildStep
  let before: (tileCount: Int, byteCount: Int, flattenedTileCount: Int)

  /// The progress of the whole build.
  ///
  /// Drawings, and copies of a part of an image, belong to their steps, and have no phase of their
  /// own.
  func whole(_ progress: BuildProgress) -> BuildProgress {
    guard step.raster == .rendition || step.partOf != nil else { return progress }
    // Drawing takes about half of the time of a level that goes through a scratch file.
    let prepares = step.access.copiesRows
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
  /// Share of a build's time for the scratch file: about a tenth.
  var preparingFraction: Double { steps[0].access.copiesRows && !isDrawn ? 0.1 : 0 }
}

/// A part of a build, made after the parts before it.
struct BuildStep: Hashable, Sendable {
  /// Number among the parts, from 0.
  let index: Int
  /// Fraction of all work before this part.
  let start: Double
  /// Fraction of all work in this part, more than 0.
  let portion: Double

  func whole(_ fraction: Double) -> Double { min(start + portion * fraction, 1) }

  func part(_ fraction: Double) -> Double { min(max((fraction - start) / portion, 0), 1) }
}

extension PyramidPlan {
  var parts: [BuildStep] {
    // A level of few tiles takes as long as the program takes to start.
    let work = steps.map { step in Double(step.levels.reduce(0) { $0 + $1.range.count } + 4) }
    let total = work.reduce(0, +)
    var start = 0.0
    return work.enumerated().map { index, work in
      defer { start += work / total }
      return BuildStep(index: index, start: start, portion: work / total)
    }
  }
}
