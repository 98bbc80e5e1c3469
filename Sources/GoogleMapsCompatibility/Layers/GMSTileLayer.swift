public import Foundation
public import TileLayers
import TileModel

/// A layer of map tiles, with the names and rules of the Google Maps SDK for iOS 8.
///
/// Subclasses override ``requestTileFor(x:y:zoom:receiver:)``. It is isolated to no actor and not
/// `Sendable`, as in the SDK. Its properties are thread-safe, and a subclass guards its own state.
open class GMSTileLayer: NSObject {
  private struct State: Sendable {
    weak var map: GMSMapView?
    var zIndex: Int32 = 0
    var tileSize = 256
    var opacity: Float = 1
    var fadeIn = true
    var loading = TileLayer.Options()
    var current: TileLayer?
  }

  private let state = Guarded(State())

  /// Held while a layer joins or leaves a map, so that it is on one at most.
  private static let membership = Guarded(())

  /// Creates a layer that is on no map.
  public override init() {}

  /// The map that shows the layer.
  ///
  /// Setting it moves the layer there from its earlier map.
  open var map: GMSMapView? {
    get { state.withLock { $0.map } }
    set {
      // SAFETY: the map holds a layer of this class, which guards its state.
      let member = MapMember(layer: self)
      let state = state
      Self.membership.withLock { _ in
        let former = state.withLock { state in
          defer { state.map = newValue }
          return state.map
        }
        guard former !== newValue else { return }
        former?.remove(member)
        newValue?.add(member)
      }
    }
  }

  /// The drawing order, larger values above smaller ones, 0 by default.
  open var zIndex: Int32 {
    get { state.withLock { $0.zIndex } }
    set { state.withLock { $0.zIndex = newValue } }
  }

  /// The preferred side of displayed tiles in physical pixels, not points, 256 by default.
  ///
  /// It decides the drawn size and changes no image. A tile covers at most 256 points. On a screen of two
  /// pixels a point, 512 asks for the tiles of the map's zoom and 256 for those one deeper.
  /// ``TileLayers/TileDisplaySize`` states the rule. The SDK advises against less than 128 points. Less
  /// than 1 counts as 256. Setting another size drops every cached tile.
  open var tileSize: Int {
    get { state.withLock { $0.tileSize } }
    set {
      state.withLock { state in
        if newValue != state.tileSize { state.current = nil }
        state.tileSize = newValue
      }
    }
  }

  /// The factor that multiplies the alpha of tiles, `0...1`, 1 by default.
  open var opacity: Float {
    get { state.withLock { $0.opacity } }
    set { state.withLock { $0.opacity = newValue } }
  }

  /// Whether tiles fade in, `true` by default, without effect.
  open var fadeIn: Bool {
    get { state.withLock { $0.fadeIn } }
    set { state.withLock { $0.fadeIn = newValue } }
  }

  /// Options of caching and retrying tiles.
  ///
  /// An unavailable tile is retried after 1, 2, 4 and so on up to 60 seconds. One that a layer does not
  /// deliver within `requestTimeout` counts as unavailable. Setting it drops every cached tile. It is not
  /// part of the SDK.
  public var loading: TileLayer.Options {
    get { state.withLock { $0.loading } }
    set {
      state.withLock { state in
        state.loading = newValue
        state.current = nil
      }
    }
  }

  /// Requests a tile for the receiver, now or later.
  ///
  /// Maps call it on the main thread, as the SDK does. Apps may call it on any.
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

  /// Discards every cached tile, so that all are requested again.
  open func clearTileCache() { state.withLock { $0.current = nil } }

  /// The layer's tiles, for renderers.
  ///
  /// The value keeps the layer alive and has no caches of its own: clearing the layer's cache affects
  /// values taken before. A tile that does not exist is not requested again until then. It is not part of
  /// the SDK.
  public var tiles: TileLayer {
    let shared = SharedTileLayer(layer: self)
    return TileLayer(
      kept.information, options: loading.passing,
      asynchronous: { tile in await shared.layer.kept.tile(at: tile) })
  }

  var kept: TileLayer {
    let asked = WeakTileLayer(layer: self)
    let name = "\(type(of: self))"
    return state.withLock { state in
      if let current = state.current { return current }
      let awaited = AwaitedTiles()
      let made = TileLayer(
        LayerInformation(name: name, tileSize: TileSize(rawValue: state.tileSize) ?? .standard),
        options: state.loading,
        asynchronous: { tile in
          guard let layer = asked.layer else {
            return .unavailable(.other("the layer has been released"))
          }
          return await SharedTileLayer(layer: layer).answer(for: tile, awaited)
        })
      state.current = made
      return made
    }
  }

  /// Fetches a tile of a layer of this module without a receiver; `nil` for other layers.
  func fetch(_ tile: TileCoordinate) -> (@Sendable () async -> TileAnswer<EncodedTile>)? { nil }
}

extension GMSTileLayer: MapLayer {
  var shown: SnapshotLayer {
    SnapshotLayer(
      kept, zIndex: 0, opacity: SnapshotLayer.opacity(clamping: Double(opacity)),
      displaySize: TileDisplaySize(pixels: tileSize))
  }

  func leaveMap() { map = nil }
}

/// A layer for requests on any thread.
///
/// SAFETY: state of this module is guarded, and subclasses are called on the main thread.
private struct SharedTileLayer: @unchecked Sendable {
  let layer: GMSTileLayer

  /// Waits at most `requestTimeout`.
  @MainActor
  func answer(
    for tile: TileCoordinate, _ awaited: AwaitedTiles
  ) async -> TileAnswer<EncodedTile> {
    if let fetch = layer.fetch(tile) { return await fetch() }
    let options = layer.loading
    return await withTaskCancellationHandler {
      await withHandover { handover in
        awaited.wait(for: tile, handover)
        layer.requestTileFor(
          x: UInt(tile.x), y: UInt(tile.y), zoom: UInt(tile.zoom), receiver: awaited)
        awaited.expire(tile, after: options.requestTimeout, on: options.clock)
      }
    } onCancel: {
      awaited.conclude(tile, with: .unavailable(.cancelled))
    }
  }
}

/// A weak ``SharedTileLayer``, as safe as that.
private struct WeakTileLayer: @unchecked Sendable {
  weak var layer: GMSTileLayer?
}

extension TileLayer.Options {
  /// No cache and no pause, for a layer in front of another.
  var passing: TileLayer.Options {
    var options = self
    options.memoryLimit = 0
    options.imageMemoryLimit = 0
    options.retry = RetryPolicy(firstDelay: .zero, maximumDelay: .zero)
    return options
  }
}
