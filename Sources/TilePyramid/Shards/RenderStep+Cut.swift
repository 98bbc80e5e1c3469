import TileModel

extension RenderStep {
  /// The fewest zooms above the deepest that a root is: groups of columns make one, and another level carries
  /// what they made.
  static let leastCutLevel = 2

  /// Where the step is cut at a zoom or as near as it can be.
  ///
  /// - Parameters:
  ///   - zoom: The zoom.
  ///   - number: The number of the step in the plan.
  /// - Returns: The cut.
  func cut(atZoom zoom: Int, number: Int) -> StepCut {
    let shallowest = levels[0].zoom
    let highest = max(shallowest, deepest.zoom - Self.leastCutLevel)
    let zoom = min(max(zoom, shallowest), highest)
    let level = deepest.zoom - zoom
    let side = metatileSide
    let rows = deepest.range.y.lowerBound * side..<deepest.range.y.upperBound * side
    return StepCut(
      step: number, roots: levels[zoom - shallowest].range, level: level,
      rows: rows.lowerBound >> level..<(rows.upperBound - 1) >> level + 1,
      rowsOfPiece: max(1, side >> level), tileSize: side)
  }
}
