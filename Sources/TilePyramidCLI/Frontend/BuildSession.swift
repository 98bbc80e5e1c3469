import TileModel
import TilePyramid
import TileStorage

/// Runs a build: shows what it reports, and stops it when the user or the system asks for that.
final class BuildSession: Sendable {
  private struct State {
    var flattenedTileCount = 0
    var isResumed = false
  }

  private let running: RunningRequest
  private let display: ProgressDisplay
  private let state = Guarded(State())

  init(_ running: RunningRequest) {
    self.running = running
    display = ProgressDisplay(style: running.progress)
  }

  var seconds: Double { display.seconds }

  func run<Result>(
    _ build: (
      _ report: @escaping @Sendable (BuildEvent) -> Void,
      _ isCancelled: @escaping @Sendable () -> Bool
    ) throws -> Result
  ) throws -> Result {
    do {
      return try InterruptionWatch.deferring {
        try build({ self.show($0) }, { InterruptionWatch.interruption != nil })
      }
    } catch {
      display.stop()
      let interruption = InterruptionWatch.interruption
      guard let stopped = error as? StoppedBuild else { throw interruption ?? error }
      throw StoppedCommand(
        cause: interruption ?? stopped.cause, left: stopped.left,
        arguments: try ProgramArguments.all())
    }
  }

  func warn(of leftOver: [LeftOver], background: OpaqueColor?) {
    for left in leftOver {
      StandardError.warn("\(left.path) was left behind: \(left.reason)")
    }
    let state = state.withLock { $0 }
    guard let background, state.flattenedTileCount > 0 else { return }
    StandardError.warn(
      PlanText.lostTransparency(
        tiles: state.flattenedTileCount, background, isResumed: state.isResumed))
  }

  private func show(_ event: BuildEvent) {
    switch event {
    case .discarded(let reason, let floor):
      let build = floor.map { "what was left of floor \($0)" } ?? "the unfinished build"
      StandardError.warn("\(build) cannot be continued, so it starts from the beginning: \(reason)")
    case .began(let fraction, let tileCount):
      state.withLock { $0.isResumed = fraction != nil }
      sayWhereItBegins(at: fraction, tileCount: tileCount)
    case .progress(let progress):
      state.withLock { $0.flattenedTileCount = progress.flattenedTileCount }
      let snapshot = ProgressSnapshot(progress, seconds: display.seconds)
      if progress.phase == .publishing {
        display.finish(snapshot)
      } else {
        display.show(snapshot)
      }
    }
  }

  private func sayWhereItBegins(at fraction: Double?, tileCount: Int?) {
    guard running.resume, running.progress != .none, running.progress != .json else { return }
    let made = tileCount.map { " with \($0) tiles made before" } ?? ""
    StandardError.print(
      fraction.map { "tilepyramid: resuming at \(ProgressText.percent($0))\(made)" }
        ?? "tilepyramid: there is no unfinished build to resume, so it starts from the beginning")
  }
}

extension ProgressSnapshot {
  fileprivate init(_ progress: BuildProgress, seconds: Double) {
    self.init(
      fraction: progress.fraction, zoom: progress.zoom ?? 0, tiles: progress.tileCount,
      bytes: progress.byteCount, seconds: seconds, startFraction: progress.startFraction)
  }
}
