/// A layer of map tiles, with the names and defaults of the Google Maps SDK for iOS 8.
///
/// Only ``GMSURLTileLayer`` of the SDK's concrete layers exists here. Like the SDK's classes this one
/// belongs to the main thread.
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
  public var tileSize = 256

  /// The factor that multiplies the alpha of tiles, `0...1`; 1 at first.
  public var opacity: Float = 1

  /// Whether tiles fade in; `true` at first.
  public var fadeIn = true

  /// The number of times that ``clearTileCache()`` was called: a cache filled under another number is
  /// stale.
  package private(set) var cacheGeneration = 0

  /// Creates a layer that is on no map.
  public init() {}

  /// Discards every tile kept, so that all are requested again.
  open func clearTileCache() { cacheGeneration += 1 }
}
