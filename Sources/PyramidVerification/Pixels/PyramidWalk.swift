import Dispatch
import Foundation
import Synchronization
import TileModel
import TileStorage

/// Visits every tile once, children before their parents, on several threads.
///
/// Decoded tiles are held only until their parent has been compared with them: a few for every zoom
/// and thread, and the roots of the subtrees into which the work is cut.
final class PyramidWalk: Sendable {
  private let setting: WalkSetting
  private let threads: Int

  private struct Progress {
    var nodes: [Walker.Place: WalkNode] = [:]
    var outcome = WalkOutcome()
    var failure: (any Error)?
  }

  init(_ setting: WalkSetting, threads: Int) {
    self.setting = setting
    self.threads = max(1, threads)
  }

  /// Walks the whole store.
  ///
  /// - Throws: ``TileStorageError`` when the store cannot be read, or `CancellationError`.
  func run() throws -> WalkOutcome {
    guard setting.index.count > 0 else { return WalkOutcome() }
    let roots = subtrees()
    let next = Atomic(0)
    let progress = Guarded(Progress())
    let setting = setting
    let threads = min(threads, max(1, roots.count))
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      do {
        let walker = Walker(setting, loader: try TileLoader(setting))
        while true {
          let number = next.add(1, ordering: .relaxed).oldValue
          guard number < roots.count else { break }
          let place = roots[number]
          let node = try walker.visit(place.zoom, place.key)
          // Nothing is above tiles of the shallowest zoom.
          if place.zoom == setting.shallowest { continue }
          progress.withLock { $0.nodes[place] = node }
        }
        let outcome = walker.loader.outcome
        progress.withLock { $0.outcome.merge(outcome) }
      } catch {
        next.store(roots.count, ordering: .relaxed)
        progress.withLock { $0.failure = $0.failure ?? error }
      }
    }
    let done = progress.withLock { $0 }
    if let failure = done.failure { throw failure }
    var outcome = done.outcome
    if let first = roots.first, first.zoom > setting.shallowest {
      let top = Walker(setting, loader: try TileLoader(setting))
      top.finished = done.nodes
      for key in setting.index.places(at: setting.shallowest) {
        _ = try top.visit(setting.shallowest, key)
      }
      outcome.merge(top.loader.outcome)
    }
    outcome.countRepetitions()
    return outcome
  }

  /// Subtrees of one zoom, enough to keep all threads busy and few enough to hold all their roots.
  ///
  /// Tiles above them, with or without any of them below, are visited from the top.
  private func subtrees() -> [Walker.Place] {
    var zoom = setting.shallowest
    var keys = setting.index.places(at: zoom)
    while zoom < setting.deepest, keys.count < 8 * threads {
      let deeper = setting.index.places(at: zoom + 1)
      if deeper.count > max(8 * threads, min(64 * threads, 128)) { break }
      zoom += 1
      keys = deeper
    }
    return keys.map { Walker.Place(zoom: zoom, key: $0) }
  }
}
