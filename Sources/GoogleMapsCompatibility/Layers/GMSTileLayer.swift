public import Foundation
public import TileLayers
import TileModel

/// A layer of map tiles, with the names and rules of the Google Maps SDK for iOS 8.
///
/// Subclasses override ``requestTileFor(x:y:zoom:receiver:)``. Like the SDK's classes this one is
/// isolated to no actor, and not `Sendable`: its properties may be used from any thread, and what a
/// subclass adds is the subclass's to guard.
open class GMSTileLayer: NSObject {
  private struct State: Sendable {
    weak var map: GMSMapView?
    var zIndex: Int32 = 0
    var tileSize = 256
    var opacity: Float = 1
    var fadeIn = true
    var loading = TileLayer.Options.once
    var current: TileLayer?
  }

  private let state = Guarded(State())

  /// Held while a layer joins or leaves a map, so that it is on one at most.
  private static let membership = Guarded(())

  /// Creates a layer that is on no map.
  public override init() {}

  /// The map that shows the layer; setting it moves the layer there from the map it was on.
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

  /// The drawing order: layers with a larger value are drawn above those with a smaller one; 0 at first.
  open var zIndex: Int32 {
    get { state.withLock { $0.zIndex } }
    set { state.withLock { $0.zIndex = newValue } }
  }

  /// The side in physical pixels, not points, on which tiles prefer to be displayed; 256 at first.
  ///
  /// It says how large images are drawn and changes no image. A tile is displayed on at most 256 points,
  /// on fewer where this says so: on a screen of two pixels a point, 512 asks for the tiles of the map's
  /// zoom and 256 for those one deeper; ``TileLayers/TileDisplaySize`` states the rule. The SDK advises
  /// against less than 128 points. Less than 1 counts as 256. Setting another size drops every tile kept.
  open var tileSize: Int {
    get { state.withLock { $0.tileSize } }
    set {
      state.withLock { state in
        if newValue != state.tileSize { state.current = nil }
        state.tileSize = newValue
      }
    }
  }

  /// The factor that multiplies the alpha of tiles, `0...1`; 1 at first.
  open var opacity: Float {
    get { state.withLock { $0.opacity } }
    set { state.withLock { $0.opacity = newValue } }
  }

  /// Whether tiles fade in; `true` at first, without effect.
  open var fadeIn: Bool {
    get { state.withLock { $0.fadeIn } }
    set { state.withLock { $0.fadeIn = newValue } }
  }

  /// How tiles are kept and asked for again; not part of the SDK.
  ///
  /// A tile that was not available is first asked for again after a second, then after two, four and
  /// so on up to a minute; one that a layer does not hand over within `requestTimeout` counts as not
  /// available. Setting it drops every tile kept.
  public var loading: TileLayer.Options {
    get { state.withLock { $0.loading } }
    set {
      state.withLock { state in
        state.loading = newValue
        state.current = nil
      }
    }
  }

  /// Asks for a tile, which is handed to the receiver now or later.
  ///
  /// Maps call it on the main thread, as the SDK does; apps may call it on any.
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
  open func clearTileCache() { state.withLock { $0.current = nil } }

  /// The layer's tiles, for renderers; not part of the SDK.
  ///
  /// The value keeps the layer alive. It has no caches of its own: what is kept of tiles is kept by
  /// this layer, so that clearing its cache tells in values that were taken before. A tile said not to
  /// exist is not asked for again until then.
  public var tiles: TileLayer {
    let shared = SharedTileLayer(layer: self)
    return TileLayer(
      kept.information, options: loading.passing,
      asynchronous: { tile in await shared.layer.kept.tile(at: tile) })
  }

  /// The layer's tiles and what is kept of them, which does not keep this layer alive.
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

  /// What fetches a tile without a receiver, for a layer of this module; `nil` for layers that are
  /// asked by ``requestTileFor(x:y:zoom:receiver:)``.
  func fetch(_ tile: TileCoordinate) -> (@Sendable () async -> TileAnswer<EncodedTile>)? { nil }
}

extension GMSTileLayer: MapLayer {
  /// The layer as a map shows it; what is drawn is in order already, which z-indices would only repeat.
  var shown: SnapshotLayer {
    SnapshotLayer(
      kept, zIndex: 0, opacity: SnapshotLayer.opacity(clamping: Double(opacity)),
      displaySize: TileDisplaySize(pixels: tileSize))
  }

  func leaveMap() { map = nil }
}

/// A layer to be asked on any thread.
///
/// SAFETY: what this module has in layers is guarded, and subclasses are asked on the main thread.
private struct SharedTileLayer: @unchecked Sendable {
  let layer: GMSTileLayer

  /// Asks the layer for a tile, and waits for it as long as its `requestTimeout`.
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

/// A layer to be asked on any thread as long as it is there; as safe as ``SharedTileLayer``.
private struct WeakTileLayer: @unchecked Sendable {
  weak var layer: GMSTileLayer?
}

extension TileLayer.Options {
  /// Keeps nothing and asks each time, for a layer that stands before another.
  var passing: TileLayer.Options {
    var options = self
    options.memoryLimit = 0
    options.imageMemoryLimit = 0
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
