#if !canImport(Darwin)
  public import Foundation
  import TileLayers

  /// Draws an overlay; this one draws nothing.
  @preconcurrency @MainActor
  open class MKOverlayRenderer {
    /// What is drawn.
    public let overlay: any MKOverlay
    /// What the opacity is multiplied with, 0...1; 1 at first.
    open var alpha: CGFloat = 1

    /// Creates a renderer.
    public init(overlay: any MKOverlay) { self.overlay = overlay }
  }

  /// Draws the tiles of an overlay.
  @preconcurrency @MainActor
  open class MKTileOverlayRenderer: MKOverlayRenderer {
    private let tileOverlay: MKTileOverlay
    /// What has been loaded, and for which scale.
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

    /// Drops every tile loaded, so that all are loaded again.
    open func reloadData() { loaded = nil }

    /// The overlay's tiles, kept from picture to picture of one scale.
    func tiles(scale: Double) -> TileLayer {
      if let loaded, loaded.scale == scale { return loaded.layer }
      let layer = tileOverlay.tileLayer(contentScaleFactor: CGFloat(scale))
      loaded = (scale, layer)
      return layer
    }
  }
#endif
