public import TileLayers
import TileModel

extension TileLayer {
  /// A layer for a ``GMSMapView`` with this layer's tiles.
  ///
  /// Its ``GMSTileLayer/tileSize`` is that of the layer, and its z-index and opacity are those of the
  /// definition. This layer caches the tiles by its own options.
  public func makeGMSTileLayer() -> GMSTileLayer { ForwardingTileLayer(self) }
}

private final class ForwardingTileLayer: GMSTileLayer {
  private let layer: TileLayer

  init(_ layer: TileLayer) {
    self.layer = layer
    super.init()
    tileSize = layer.information.tileSize.rawValue
    guard let definition = layer.information.definition else { return }
    zIndex = Int32(clamping: definition.zIndex)
    opacity = Float(definition.opacity)
  }

  override var kept: TileLayer { layer }

  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {
    let tile = TileCoordinate(x: x, y: y, zoom: zoom)
    // SAFETY: tiles are received on any thread.
    nonisolated(unsafe) let receiver = receiver
    Task { [layer] in
      let answer =
        if let tile { await layer.tile(at: tile) } else { TileAnswer<EncodedTile>.absent }
      receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: answer.image)
    }
  }

  override func clearTileCache() { layer.waitToClearTileCache() }
}
