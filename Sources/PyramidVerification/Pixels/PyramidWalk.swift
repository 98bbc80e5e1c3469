import Dispatch
import Foundation
import Synchronization
import TileModel
import TileStorage

/// Visits every tile once, children before their parents, on several threads.
///
/// Decoded tiles are held only until their parent has been compared with them. These are a few for every
/// zoom and thread, and the roots of the subtrees that threads take.
final class PyramidWalk: Sendable {
  private let setting: WalkSetting
  private let threads: Int

  private struct Progress {
    var nodes: [Walker.Position: WalkNode] = [:]
    var outcome = WalkOutcome()
    var failure: (any Error)?
  }

  init(_ setting: WalkSetting, threads: Int) {
    self.setting = setting
    self.threads = max(1, threads)
  }

  func run() throws -> WalkOutcome {
    guard setting.index.count > 0 else { return WalkOutcome() }
    let (zoom, count) = subtrees()
    let roots = Guarded(setting.index.positions(at: zoom))
    let isStopped = Atomic(false)
    let progress = Guarded(Progress())
    let setting = setting
    let threads = min(threads, max(1, count))
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      do {
        let walker = try Walker(setting, loader: try TileLoader(setting))
        while !isStopped.load(ordering: .relaxed) {
          guard let key = roots.withLock({ $0.next() }) else { break }
          let node = try walker.visit(zoom, key)
          // Nothing is above tiles of the shallowest zoom.
          if zoom == setting.shallowest { continue }
          progress.withLock { $0.nodes[Walker.Position(zoom: zoom, key: key)] = node }
        }
        let outcome = walker.loader.outcome
        progress.withLock { $0.outcome.merge(outcome) }
      } catch {
        isStopped.store(true, ordering: .relaxed)
        progress.withLock { $0.failure = $0.failure ?? error }
      }
    }
    let done = progress.withLock { $0 }
    if let failure = done.failure { throw failure }
    var outcome = done.outcome
    if zoom > setting.shallowest {
      let top = try Walker(setting, loader: try TileLoader(setting))
      top.finished = done.nodes
      for key in setting.index.positions(at: setting.shallowest) {
        _ = try top.visit(setting.shallowest, key)
      }
      outcome.merge(top.loader.outcome)
      outcome.overviews.subtreeZoom = zoom
    }
    for (zoom, count) in try setting.contents.repetitions() {
      outcome.zooms[zoom, default: ZoomSummary(zoom: zoom)].repeated = count
    }
    return outcome
  }

  /// The zoom of the subtrees that threads take, and their number up to the limit.
  ///
  /// There must be enough to keep all threads busy, and few enough to hold all their roots. Tiles above
  /// them, with or without any of them below, are visited from the top.
  private func subtrees() -> (zoom: Int, count: Int) {
    let wanted = 8 * threads
    let most = max(wanted, min(64 * threads, 128))
    func count(_ zoom: Int) -> Int {
      setting.index.positions(at: zoom).prefix(most + 1).reduce(0) { sum, _ in sum + 1 }
    }
    var subtrees = (zoom: setting.shallowest, count: count(setting.shallowest))
    while subtrees.zoom < setting.deepest, subtrees.count < wanted {
      let deeper = count(subtrees.zoom + 1)
      if deeper > most { break }
      subtrees = (subtrees.zoom + 1, deeper)
    }
    return subtrees
  }
}
