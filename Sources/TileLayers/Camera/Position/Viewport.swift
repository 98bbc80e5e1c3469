import TileModel

/// The view of a camera, with its limits.
public struct Viewport: Hashable, Sendable {
  /// The size in points.
  public var size: ScreenSize
  /// Insets of the edges that are covered.
  ///
  /// The camera's target is in the middle of the rest.
  public var padding: ViewInsets
  /// The zooms allowed.
  public var zoomLimits: ZoomLimits
  /// Limits of the camera's target, `nil` or empty for none.
  ///
  /// Only the target is limited: the view still shows areas beyond the bounds.
  public var targetBounds: CoordinateBounds?

  /// Creates a viewport.
  public init(
    size: ScreenSize, padding: ViewInsets = .zero, zoomLimits: ZoomLimits = .supported,
    targetBounds: CoordinateBounds? = nil
  ) {
    self.size = size
    self.padding = padding
    self.zoomLimits = zoomLimits
    self.targetBounds = targetBounds
  }

  /// The middle of the view without its padding, where the camera's target is drawn.
  public var center: ScreenPoint {
    ScreenPoint(
      x: (padding.left + size.width - padding.right) / 2,
      y: (padding.top + size.height - padding.bottom) / 2)
  }

  /// The allowed position closest to `position`: zoom and target are clamped separately.
  public func constrained(_ position: CameraPosition) -> CameraPosition {
    position.with(
      target: targetBounds?.nearest(to: position.target) ?? position.target,
      zoom: zoomLimits.clamp(position.zoom))
  }

  /// The position that shows all of `bounds` at the greatest zoom, north up and untilted.
  ///
  /// The middle of the bounds on the map is in the middle of the view without its padding and the insets.
  /// Insets and padding that leave no room give the lowest zoom with the bounds around the target. Bounds
  /// without extent give the highest. The zoom is clamped to ``zoomLimits`` and the target to
  /// ``targetBounds``, so that bounds too large for the lowest zoom are cut off. Latitudes count up to the
  /// edge of the map.
  ///
  /// - Parameters:
  ///   - bounds: The bounds to show.
  ///   - insets: Room to leave around it, in addition to ``padding``.
  /// - Returns: The position, or `nil` when the bounds are empty.
  public func camera(
    fitting bounds: CoordinateBounds, insets: ViewInsets = .zero
  ) -> CameraPosition? {
    guard let edges = bounds.edges else { return nil }
    let limit = WebMercator.maximumLatitude
    let southWest = GeographicCoordinate(
      latitude: min(max(edges.south, -limit), limit), longitude: edges.west)
    let top = GeographicCoordinate(
      latitude: min(max(edges.north, -limit), limit), longitude: edges.west)
    let worldSize = CameraPosition.worldSizeAtZoomZero
    let extent = MapOffset(
      east: bounds.longitudeSpan / 360 * worldSize,
      north: MapOffset(from: southWest, to: top, worldSize: worldSize).north)
    let middle = southWest.moved(
      by: MapOffset(east: extent.east / 2, north: extent.north / 2), worldSize: worldSize)

    let taken = padding + insets
    let width = size.width - taken.left - taken.right
    let height = size.height - taken.top - taken.bottom
    guard width > 0, height > 0 else {
      return constrained(CameraPosition(target: middle, zoom: zoomLimits.minimum))
    }
    let zoom = zoomLimits.clamp(
      CameraPosition.zoom(drawing: max(extent.east / width, extent.north / height)))
    let shift = MapOffset(
      east: (insets.right - insets.left) / 2, north: (insets.top - insets.bottom) / 2)
    return constrained(
      CameraPosition(
        target: middle.moved(by: shift, worldSize: CameraPosition.worldSize(atZoom: zoom)),
        zoom: zoom))
  }
}
