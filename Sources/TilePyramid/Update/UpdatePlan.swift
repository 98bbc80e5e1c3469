import TileModel

/// What an update of a picture of several images makes again; all else stays as it is, unseen.
public struct UpdatePlan: Hashable, Sendable {
  /// How many images there are.
  public let imageCount: Int
  /// How many of them are others than in the build before, or how many of that are gone if these are
  /// more.
  public let changedImageCount: Int
  /// How many tiles of the deepest zoom there are at most.
  public let tileCount: Int
  /// How many of them are made again: those that show anything of what changed, and those that share an
  /// overview with them.
  public let remadeTileCount: Int

  /// Counts; `nil` where every tile is made.
  init?(_ scope: UpdateScope, of plan: PyramidPlan) {
    guard let areas = scope.areasMadeAgain else { return nil }
    imageCount = scope.images.count
    changedImageCount = scope.changedImageCount
    let range = plan.steps[0].deepest.range
    tileCount = range.count
    remadeTileCount = areas.reduce(0) { sum, area in
      sum + area.columns.clamped(to: range.x).count * area.rows.clamped(to: range.y).count
    }
  }
}
