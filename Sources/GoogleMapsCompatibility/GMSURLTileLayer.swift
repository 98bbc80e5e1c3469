public import Foundation

/// Names the image of a tile by its column, row and zoom, in that order; `nil` says that there is
/// definitely no tile.
///
/// Rows count southward from the north. The SDK does not say on which thread it calls it.
public typealias GMSTileURLConstructor = (UInt, UInt, UInt) -> URL?

/// A tile layer that finds its images under URLs.
public final class GMSURLTileLayer: GMSTileLayer {
  /// The value of the User-Agent header of requests; `nil` is the default of the platform.
  public var userAgent: String?

  private let constructor: GMSTileURLConstructor

  private init(_ constructor: @escaping GMSTileURLConstructor) {
    self.constructor = constructor
    super.init()
  }

  /// Creates a layer that asks `constructor` for every tile it is to show.
  public convenience init(urlConstructor constructor: @escaping GMSTileURLConstructor) {
    self.init(constructor)
  }

  /// The URL under which the layer would request a tile, or `nil` when there is definitely none.
  ///
  /// Not part of the SDK; for tests and for renderers.
  public func tileURL(x: UInt, y: UInt, zoom: UInt) -> URL? { constructor(x, y, zoom) }
}
