import TileModel

/// How far a build has come.
public struct BuildProgress: Hashable, Sendable {
  /// What the build is doing.
  public enum Phase: String, Hashable, Sendable {
    /// Copying the image into the scratch file.
    case preparing
    /// Making tiles.
    case tiling
    /// Publishing the finished pyramid.
    case publishing
  }

  /// What the build is doing.
  public var phase: Phase
  /// How much of the phase is done, `0...1`.
  public var fraction: Double
  /// Tiles written so far.
  public var tileCount: Int
  /// Bytes of tiles written so far.
  public var byteCount: Int
  /// The zoom of the tile written last.
  public var zoom: Int?
  /// How many of the tiles written since the build began or was resumed lost transparency, which
  /// their format does not hold.
  public var flattenedTileCount = 0

  /// How much of the work an earlier build had done, `0...1`.
  public var startFraction = 0.0

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

/// What a build reports while it runs.
public enum BuildEvent: Hashable, Sendable {
  /// An earlier build's work cannot be used; `floor` names the floor of a building whose work it is.
  case discarded(reason: String, floor: String?)
  /// The build begins where an earlier one was, `0...1` and with so many tiles as far as that is known;
  /// `nil` when it begins with nothing.
  case began(resumedAt: Double?, tileCount: Int?)
  /// How far the build is, of all of its work; the last one has the fraction 1.
  case progress(BuildProgress)
}

/// Adds the progress of one step of a plan to what the steps before it made.
struct StepProgress: Sendable {
  /// What is made.
  let step: RenderStep
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
  /// The fraction of a build's time that copying an image into its scratch file takes: about a
  /// tenth.
  var preparingFraction: Double {
    steps[0].access.copiesRows && !isDrawn ? 0.1 : 0
  }
}

/// A part of a build that is made by itself, after the parts before it.
struct BuildStep: Hashable, Sendable {
  /// Its number among the parts, from 0.
  let index: Int
  /// The fraction of all work that comes before it.
  let start: Double
  /// Its own fraction of all work, more than 0.
  let portion: Double

  /// The fraction of all work that is done when so much of this part is.
  func whole(_ fraction: Double) -> Double { min(start + portion * fraction, 1) }

  /// How much of this part is done when so much of all work is.
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
