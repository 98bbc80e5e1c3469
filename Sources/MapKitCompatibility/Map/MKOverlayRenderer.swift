#if !canImport(Darwin)
  public import Foundation
  import TileLayers

  /// A renderer of an overlay, which draws nothing by default.
  @preconcurrency @MainActor
  open class MKOverlayRenderer {
    /// The overlay.
    public let overlay: any MKOverlay
    /// Factor of the opacity, 0...1, 1 by default.
    open var alpha: CGFloat = 1

    /// Creates a renderer.
    public init(overlay: any MKOverlay) { self.overlay = overlay }
  }

  /// Draws the tiles of an overlay.
  @preconcurrency @MainActor
  open class MKTileOverlayRenderer: MKOverlayRenderer {
    private let tileOverlay: MKTileOverlay
    private var loaded: (scale: Double, layer: TileLayer)?

    /// Creates a renderer.
    public init(tileOverlay overlay: MKTileOverlay) {
      tileOverlay = overlay
      super.init(overlay: overlay)
    }

    /// Creates a renderer.
    ///
    /// - Precondition: The overlay is an ``MKTileOverlay``.
    public convenience override init(overlay: any MKOverlay) {
      guard let overlay = overlay as? MKTileOverlay else {
        preconditionFailure("a tile overlay renderer draws tile overlays")
      }
      self.init(tileOverlay: overlay)
    }

    /// Drops every loaded tile, so that all are loaded again.
    open func reloadData() { loaded = nil }

    /// Cached from picture to picture of one scale.
    func tiles(scale: Double) -> TileLayer {
      if let loaded, loaded.scale == scale { return loaded.layer }
      let layer = tileOverlay.tileLayer(contentScaleFactor: CGFloat(scale))
      loaded = (scale, layer)
      return layer
    }
  }
#endif
