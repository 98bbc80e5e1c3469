public import Foundation
import TileLayers
import TileModel

/// The URL of a tile by column, row and zoom, `nil` for no tile.
///
/// Rows count southward from the north. It is called on the thread that requests a tile, for a map the main
/// thread. The SDK does not state the thread.
public typealias GMSTileURLConstructor = (UInt, UInt, UInt) -> URL?

/// A tile layer that finds its images under URLs: http, https or file.
///
/// A missing file and the statuses 204, 404 and 410 say that there is no tile.
public final class GMSURLTileLayer: GMSTileLayer {
  private struct State: Sendable {
    var userAgent: String?
    var session: URLSessionTransport?
  }

  private let state = Guarded(State())
  private let constructor: GMSTileURLConstructor

  /// The value of the User-Agent header of requests.
  ///
  /// `nil` is the default of the platform.
  public var userAgent: String? {
    get { state.withLock { $0.userAgent } }
    set { state.withLock { $0.userAgent = newValue } }
  }

  private init(_ constructor: @escaping GMSTileURLConstructor) {
    self.constructor = constructor
    super.init()
  }

  /// Creates a layer that calls `constructor` for every tile.
  public convenience init(urlConstructor constructor: @escaping GMSTileURLConstructor) {
    self.init(constructor)
  }

  /// The URL under which the layer would request a tile, or `nil` when there is definitely none.
  ///
  /// It serves tests and renderers, and is not part of the SDK.
  public func tileURL(x: UInt, y: UInt, zoom: UInt) -> URL? { constructor(x, y, zoom) }

  /// Fetches a tile for the receiver.
  public override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {
    let fetch = TileCoordinate(x: x, y: y, zoom: zoom).flatMap(fetch)
    // SAFETY: tiles are received on any thread.
    nonisolated(unsafe) let receiver = receiver
    Task {
      let answer = await fetch?() ?? .absent
      receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: answer.image)
    }
  }

  override func fetch(_ tile: TileCoordinate) -> (@Sendable () async -> TileAnswer<EncodedTile>)? {
    guard let url = constructor(UInt(tile.x), UInt(tile.y), UInt(tile.zoom)) else {
      return { .absent }
    }
    var headers = ["Accept": "image/*"]
    headers["User-Agent"] = userAgent
    let loading = loading
    let request = TileRequest(
      url: url, headers: headers, timeout: loading.requestTimeout,
      maximumBytes: loading.maximumTileBytes)
    let transport = loading.transport ?? session(loading)
    return { await request.answer(through: transport) }
  }

  private func session(_ loading: TileLayer.Options) -> URLSessionTransport {
    state.withLock { state in
      let session =
        state.session ?? URLSessionTransport(maximumConnections: loading.maximumRequests)
      state.session = session
      return session
    }
  }
}
