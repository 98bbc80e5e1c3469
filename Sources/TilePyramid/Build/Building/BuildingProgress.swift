import TileModel
import TileRendering

/// The progress of a building as the sum of its floors.
///
/// A floor counts by its number of tiles. Copying a rotated image into its scratch file takes about
/// a tenth of the floor's time.
final class BuildingProgress: Sendable {
  private struct State {
    var floors: [BuildProgress]
    var zoom: Int?
  }

  private let weights: [Double]
  private let preparingFractions: [Double]
  private let report: @Sendable (BuildProgress) -> Void
  private let state: Guarded<State>

  init(plans: [PyramidPlan], report: @escaping @Sendable (BuildProgress) -> Void) {
    let total = Double(plans.reduce(0) { $0 + $1.tileCount })
    weights = plans.map { Double($0.tileCount) / max(1, total) }
    preparingFractions = plans.map(\.preparingFraction)
    self.report = report
    state = Guarded(State(floors: plans.map { _ in BuildProgress(phase: .preparing, fraction: 0) }))
  }

  /// Reports the sum, one call at a time.
  func update(_ floor: Int, _ progress: BuildProgress) {
    state.withLock { state in
      if progress.phase == .publishing {
        // All tiles were counted as they were written.
        state.floors[floor].phase = .publishing
      } else {
        state.floors[floor] = progress
      }
      state.zoom = progress.zoom ?? state.zoom
      var sum = BuildProgress(phase: .tiling, fraction: 0, zoom: state.zoom)
      for (index, one) in state.floors.enumerated() {
        let portion = preparingFractions[index]
        let fraction =
          switch one.phase {
          case .preparing: portion * one.fraction
          case .tiling: portion + (1 - portion) * one.fraction
          case .publishing: 1.0
          }
        sum.fraction += weights[index] * fraction
        sum.tileCount += one.tileCount
        sum.byteCount += one.byteCount
        sum.flattenedTileCount += one.flattenedTileCount
      }
      sum.fraction = min(1, sum.fraction)
      report(sum)
    }
  }
}
