package import TileModel

/// A change of a camera, relative to its position and its view.
///
/// NaN, and an infinite longitude or bearing, change nothing.
package struct CameraUpdate: Hashable, Sendable {
  /// The default margin around fitted bounds, in points.
  package static let defaultFitPadding = 64.0

  private enum Change: Hashable {
    case zoomBy(Double, at: ScreenPoint?)
    case replace(
      target: GeographicCoordinate?, zoom: Double?, bearing: Double?, viewingAngle: Double?)
    case fit(CoordinateBounds, insets: ViewInsets)
    case scroll(x: Double, y: Double)
    case drag(from: ScreenPoint, to: ScreenPoint)
  }

  private let change: Change

  package static let zoomIn = zoom(by: 1)
  package static let zoomOut = zoom(by: -1)

  package static func zoom(by delta: Double) -> CameraUpdate {
    CameraUpdate(change: .zoomBy(delta, at: nil))
  }

  /// Adds to the zoom about a fixed point of the view.
  ///
  /// This holds in tilted views too. About a point above the horizon it zooms about the target
  /// instead. Where the target would leave its limits, the limits win.
  package static func zoom(by delta: Double, at point: ScreenPoint) -> CameraUpdate {
    CameraUpdate(change: .zoomBy(delta, at: point))
  }

  package static func zoom(to zoom: Double) -> CameraUpdate { replace(zoom: zoom) }

  package static func target(
    _ target: GeographicCoordinate, zoom: Double? = nil
  ) -> CameraUpdate { replace(target: target, zoom: zoom) }

  /// Sets the compass direction of the top edge in degrees.
  package static func bearing(_ bearing: Double) -> CameraUpdate { replace(bearing: bearing) }

  /// Sets the tilt in degrees from straight down.
  package static func viewingAngle(_ angle: Double) -> CameraUpdate { replace(viewingAngle: angle) }

  package static func camera(_ position: CameraPosition) -> CameraUpdate {
    replace(
      target: position.target, zoom: position.zoom, bearing: position.bearing,
      viewingAngle: position.viewingAngle)
  }

  /// Shows all of some bounds, with the same margin on every side.
  ///
  /// It follows ``Viewport/camera(fitting:insets:)``. Empty bounds change nothing.
  package static func fit(
    _ bounds: CoordinateBounds, padding: Double = defaultFitPadding
  ) -> CameraUpdate { fit(bounds, insets: ViewInsets(all: padding)) }

  /// Shows all of some bounds, as ``Viewport/camera(fitting:insets:)`` does.
  ///
  /// Empty bounds change nothing.
  package static func fit(_ bounds: CoordinateBounds, insets: ViewInsets) -> CameraUpdate {
    CameraUpdate(change: .fit(bounds, insets: insets))
  }

  /// Moves the camera by points of the view: positive x to the right, positive y down.
  ///
  /// A point that far from the middle moves to the middle, in rotated and in tilted views too. It is a
  /// `.drag` from there to the middle.
  package static func scroll(x: Double, y: Double) -> CameraUpdate {
    CameraUpdate(change: .scroll(x: x, y: y))
  }

  /// Moves the camera so that the map moves from one point of the view to another.
  ///
  /// Points above ``ScreenProjection/farEdge`` count as if they were on it.
  package static func drag(from start: ScreenPoint, to end: ScreenPoint) -> CameraUpdate {
    CameraUpdate(change: .drag(from: start, to: end))
  }

  package func applied(to position: CameraPosition, in viewport: Viewport) -> CameraPosition {
    switch change {
    case .zoomBy(let delta, let point):
      let zoomed = viewport.zoomed(position, to: position.zoom + delta)
      let projection = ScreenProjection(position: position, viewport: viewport)
      // At a limit of the zoom the camera stands still rather than drift by rounding.
      guard let point, zoomed != position, let fixed = projection.coordinate(at: point) else {
        return viewport.constrained(zoomed)
      }
      return viewport.constrained(zoomed.showing(fixed, at: point, in: viewport))
    case .replace(let target, let zoom, let bearing, let viewingAngle):
      let zoomed = zoom.map { viewport.zoomed(position, to: $0) } ?? position
      return viewport.constrained(
        zoomed.with(target: target, bearing: bearing, viewingAngle: viewingAngle))
    case .fit(let bounds, let insets):
      return viewport.camera(fitting: bounds, insets: insets) ?? viewport.constrained(position)
    case .scroll(let x, let y):
      let center = viewport.center
      let start = ScreenPoint(x: center.x + x, y: center.y + y)
      return CameraUpdate.drag(from: start, to: center).applied(to: position, in: viewport)
    case .drag(let start, let end):
      let projection = ScreenProjection(position: position, viewport: viewport)
      guard let held = projection.coordinate(at: projection.belowFarEdge(start)) else {
        return viewport.constrained(position)
      }
      return viewport.constrained(
        position.showing(held, at: projection.belowFarEdge(end), in: viewport))
    }
  }

  private static func replace(
    target: GeographicCoordinate? = nil, zoom: Double? = nil, bearing: Double? = nil,
    viewingAngle: Double? = nil
  ) -> CameraUpdate {
    CameraUpdate(
      change: .replace(target: target, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle))
  }
}

extension Viewport {
  fileprivate func zoomed(_ position: CameraPosition, to zoom: Double) -> CameraPosition {
    zoom.isNaN ? position : position.with(zoom: zoomLimits.clamp(zoom))
  }
}

extension CameraPosition {
  fileprivate func showing(
    _ coordinate: GeographicCoordinate, at point: ScreenPoint, in viewport: Viewport
  ) -> CameraPosition {
    let projection = ScreenProjection(position: self, viewport: viewport)
    guard let offset = projection.offset(at: point) else { return self }
    let back = MapOffset(east: -offset.east, north: -offset.north)
    return with(target: coordinate.moved(by: back, worldSize: worldSize))
  }
}
