public import TileLayers
import TileModel

/// A layer of map tiles, with the names and rules of the Google Maps SDK for iOS 8.
///
/// Subclasses override ``requestTileFor(x:y:zoom:receiver:)``. Like the SDK's classes this one belongs
/// to the main thread.
@MainActor
open class GMSTileLayer {
  /// The map that shows the layer; setting it moves the layer there from the map it was on.
  public weak var map: GMSMapView? {
    didSet {
      guard oldValue !== map else { return }
      oldValue?.remove(self)
      map?.add(self)
    }
  }

  /// The drawing order: layers with a larger value are drawn above those with a smaller one; 0 at first.
  public var zIndex: Int32 = 0

  /// The side of tile images in pixels, not points; 256 at first, 512 for Retina tiles.
  ///
  /// It says how large images are drawn and changes no image.
  public var tileSize = 256 {
    didSet { if tileSize != oldValue { forgetTiles() } }
  }

  /// The factor that multiplies the alpha of tiles, `0...1`; 1 at first.
  public var opacity: Float = 1

  /// Whether tiles fade in; `true` at first.
  public var fadeIn = true

  /// How tiles are kept and asked for again; not part of the SDK.
  ///
  /// A tile that was not available is first asked for again after a second, then after two, four and
  /// so on up to a minute. Setting it drops every tile kept.
  public var loading = TileLayer.Options.once {
    didSet { forgetTiles() }
  }

  private var current: TileLayer?

  /// Creates a layer that is on no map.
  public init() {}

  /// Asks for a tile, which is handed to the receiver now or later.
  ///
  /// - Precondition: A subclass overrides it.
  ///
  /// - Parameters:
  ///   - x: The column, counted from the west.
  ///   - y: The row, counted from the north.
  ///   - zoom: The level.
  ///   - receiver: Takes the tile of just this address.
  open func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {
    preconditionFailure("a tile layer overrides requestTileFor(x:y:zoom:receiver:)")
  }

  /// Discards every tile kept, so that all are requested again.
  open func clearTileCache() { forgetTiles() }

  /// The layer's tiles, for renderers; not part of the SDK.
  ///
  /// The value keeps the layer alive. It has no caches of its own: what is kept of tiles is kept by
  /// this layer, so that clearing its cache tells in values that were taken before. A tile said not to
  /// exist is not asked for again until then.
  public var tiles: TileLayer {
    TileLayer(
      kept.information, options: loading.passing,
      asynchronous: { tile in await self.kept.tile(at: tile) })
  }

  /// The layer's tiles and what is kept of them, which does not keep this layer alive.
  var kept: TileLayer {
    if let current { return current }
    let awaited = AwaitedTiles()
    let made = TileLayer(
      LayerInformation(
        name: "\(type(of: self))", tileSize: TileSize(rawValue: tileSize) ?? .standard),
      options: loading,
      asynchronous: { [weak self] tile in
        await self?.answer(for: tile, awaited) ?? .unavailable(.other("the layer is no more"))
      })
    current = made
    return made
  }

  /// Asks the layer itself for a tile.
  func answer(
    for tile: TileCoordinate, _ awaited: AwaitedTiles
  ) async -> TileAnswer<EncodedTile> {
    await withTaskCancellationHandler {
      await withHandover { handover in
        awaited.wait(for: tile, handover)
        requestTileFor(
          x: UInt(tile.x), y: UInt(tile.y), zoom: UInt(tile.zoom), receiver: awaited)
      }
    } onCancel: {
      awaited.conclude(tile, with: .unavailable(.cancelled))
    }
  }

  private func forgetTiles() { current = nil }
}

extension GMSTileLayer: MapLayer {
  func leaveMap() { map = nil }
}

extension TileLayer.Options {
  /// Keeps nothing and asks each time, for a layer that stands before another.
  var passing: TileLayer.Options {
    var options = self
    options.memoryLimit = 0
    options.imageMemoryLimit = 0
    options.diskCache = nil
    options.retry = RetryPolicy(attempts: 1, firstDelay: .zero, maximumDelay: .zero)
    return options
  }

  /// Asks once per call; asking again, after a pause, is the renderer's affair.
  package static var once: TileLayer.Options {
    var options = TileLayer.Options()
    options.retry.attempts = 1
    return options
  }
}
