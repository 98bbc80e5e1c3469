import TileLayers
import TileModel
public import UIKitCompatibility

/// Takes the tiles that a ``GMSTileLayer`` was asked for, on whatever thread a layer has them.
public protocol GMSTileReceiver: AnyObject {
  /// Takes a tile; may be called from any thread.
  ///
  /// - Parameters:
  ///   - x: The column, counted from the west.
  ///   - y: The row, counted from the north.
  ///   - zoom: The level.
  ///   - image: The tile, ``kGMSTileLayerNoTile`` when there is definitely none, or `nil` when it
  ///     cannot be had now and may be asked for again.
  func receiveTileWith(x: UInt, y: UInt, zoom: UInt, image: UIImage?)
}

/// The tiles asked of a layer and not received yet.
final class AwaitedTiles: GMSTileReceiver, Sendable {
  typealias Answer = TileAnswer<EncodedTile>

  private struct Waiter: Sendable {
    var handover: Handover<Answer>
    /// Ends the wait when its time is over.
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

  /// Ends the wait for a tile that has not come when some time has passed; called once it was asked for.
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

  /// Hands over an answer; a tile that nobody waits for is ignored.
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
  /// The address in the SDK's terms, or `nil` when there is no such tile.
  init?(x: UInt, y: UInt, zoom: UInt) {
    guard let x = Int(exactly: x), let y = Int(exactly: y), let zoom = Int(exactly: zoom) else {
      return nil
    }
    self.init(zoom: zoom, x: x, y: y)
  }
}
