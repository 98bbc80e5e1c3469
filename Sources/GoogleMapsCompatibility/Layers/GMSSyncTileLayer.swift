import Dispatch
public import UIKitCompatibility

/// A tile layer that makes tiles on request.
///
/// Subclasses override ``tileFor(x:y:zoom:)``.
open class GMSSyncTileLayer: GMSTileLayer {
  /// Makes a tile, away from the main thread.
  ///
  /// It is called from several threads at once and may block.
  ///
  /// - Precondition: A subclass overrides it.
  ///
  /// - Parameters:
  ///   - x: The column, counted from the west.
  ///   - y: The row, counted from the north.
  ///   - zoom: The level.
  /// - Returns: The tile, ``kGMSTileLayerNoTile`` when there is none, or `nil` when it is unavailable for
  ///   now.
  open func tileFor(x: UInt, y: UInt, zoom: UInt) -> UIImage? {
    preconditionFailure("a synchronous tile layer overrides tileFor(x:y:zoom:)")
  }

  /// Passes the tile of ``tileFor(x:y:zoom:)`` to the receiver, on another thread.
  open override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {
    // SAFETY: the rules of both: tiles are made on any thread, and received on any.
    nonisolated(unsafe) let layer = self
    nonisolated(unsafe) let receiver = receiver
    DispatchQueue.global(qos: .userInitiated).async {
      receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: layer.tileFor(x: x, y: y, zoom: zoom))
    }
  }
}
