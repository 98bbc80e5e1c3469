import TileLayers
import TileModel

#if canImport(UIKit)
  public import UIKit
#endif

/// Takes the tiles that a ``GMSTileLayer`` was asked for.
public protocol GMSTileReceiver: AnyObject, Sendable {
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
final class AwaitedTiles: GMSTileReceiver {
  typealias Answer = TileAnswer<EncodedTile>

  private let waiting = Guarded<[TileCoordinate: Handover<Answer>]>([:])

  func wait(for tile: TileCoordinate, _ handover: Handover<Answer>) {
    // A layer asks once at a time for a tile; a former waiter would otherwise wait for ever.
    waiting.withLock { $0.updateValue(handover, forKey: tile) }?
      .resume(returning: .unavailable(.cancelled))
    if Task.isCancelled { conclude(tile, with: .unavailable(.cancelled)) }
  }

  /// Hands over an answer; a tile that nobody waits for is ignored.
  func conclude(_ tile: TileCoordinate, with answer: Answer) {
    waiting.withLock { $0.removeValue(forKey: tile) }?.resume(returning: answer)
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
