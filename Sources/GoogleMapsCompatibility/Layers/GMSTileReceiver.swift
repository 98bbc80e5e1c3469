import TileLayers
import TileModel
public import UIKitCompatibility

/// Receiver of the tiles that a ``GMSTileLayer`` was asked for, on any thread.
public protocol GMSTileReceiver: AnyObject {
  /// Takes a tile, on any thread.
  ///
  /// - Parameters:
  ///   - x: The column, counted from the west.
  ///   - y: The row, counted from the north.
  ///   - zoom: The level.
  ///   - image: The tile, ``kGMSTileLayerNoTile`` when there is none, or `nil` when it is unavailable for
  ///     now.
  func receiveTileWith(x: UInt, y: UInt, zoom: UInt, image: UIImage?)
}

/// Tiles that were requested of a layer and not yet received.
final class AwaitedTiles: GMSTileReceiver, Sendable {
  typealias Answer = TileAnswer<EncodedTile>

  private struct Waiter: Sendable {
    var handover: Handover<Answer>
    var timer: Task<Void, Never>?
  }

  private let waiting = Guarded<[TileCoordinate: Waiter]>([:])

  func wait(for tile: TileCoordinate, _ handover: Handover<Answer>) {
    // A layer asks once at a time for a tile; a former waiter would otherwise wait for ever.
    end(
      waiting.withLock { $0.updateValue(Waiter(handover: handover), forKey: tile) },
      with: .unavailable(.cancelled))
    if Task.isCancelled { conclude(tile, with: .unavailable(.cancelled)) }
  }

  func expire(_ tile: TileCoordinate, after timeout: Duration, on clock: any LayerClock) {
    let deadline = clock.now + timeout
    waiting.withLock { waiting in
      guard waiting[tile] != nil else { return }
      waiting[tile]?.timer = Task {
        do { try await clock.sleep(until: deadline) } catch { return }
        self.conclude(tile, with: .unavailable(.timedOut(location: "tile \(tile)")))
      }
    }
  }

  func conclude(_ tile: TileCoordinate, with answer: Answer) {
    end(waiting.withLock { $0.removeValue(forKey: tile) }, with: answer)
  }

  private func end(_ waiter: Waiter?, with answer: Answer) {
    waiter?.timer?.cancel()
    waiter?.handover.resume(returning: answer)
  }

  func receiveTileWith(x: UInt, y: UInt, zoom: UInt, image: UIImage?) {
    guard let tile = TileCoordinate(x: x, y: y, zoom: zoom) else { return }
    conclude(tile, with: TileAnswer(image))
  }
}

extension TileCoordinate {
  init?(x: UInt, y: UInt, zoom: UInt) {
    guard let x = Int(exactly: x), let y = Int(exactly: y), let zoom = Int(exactly: zoom) else {
      return nil
    }
    self.init(zoom: zoom, x: x, y: y)
  }
}
