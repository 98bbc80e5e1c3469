import Platform
package import TileModel

/// The exact perspective of one camera in one view, from positions to points and back.
///
/// The camera stands `height / 2 / tan(field of view / 2)` points from its target. At the target one point
/// of the map is one point of the screen. Tilting moves the camera along an arc around the target. Padding
/// moves the picture in the view and keeps the perspective.
package struct ScreenProjection: Hashable, Sendable {
  /// The vertical angle of view in degrees, that of the whole height of the view.
  package static let verticalFieldOfView = 36.87
  /// The depth, in distances of the camera from its target, at which ``visibleRegion`` ends.
  ///
  /// The map there is five levels smaller than at the target.
  package static let farDepth = 32.0

  package let position: CameraPosition
  package let viewport: Viewport

  private let worldSize: Double
  private let center: ScreenPoint
  private let distance: Double
  private let sinTilt: Double
  private let cosTilt: Double
  private let sinBearing: Double
  private let cosBearing: Double

  /// Creates the projection of a camera, without the limits of the view.
  ///
  /// A view less than one point high is projected as if it were one point high.
  package init(position: CameraPosition, viewport: Viewport) {
    self.position = position
    self.viewport = viewport
    worldSize = position.worldSize
    center = viewport.center
    let halfAngle = Self.verticalFieldOfView / 2 * .pi / 180
    distance = max(viewport.size.height, 1) / 2 / tan(halfAngle)
    (sinTilt, cosTilt) = Degrees.sineAndCosine(position.viewingAngle)
    (sinBearing, cosBearing) = Degrees.sineAndCosine(position.bearing)
  }

  /// The point of a position, also outside the view, or `nil` behind the camera.
  ///
  /// It is that of the copy of the world closest to the target. Poles have none.
  package func point(for coordinate: GeographicCoordinate) -> ScreenPoint? {
    point(at: MapOffset(from: position.target, to: coordinate, worldSize: worldSize))
  }

  /// The point of a displacement from the target, or `nil` behind the camera.
  package func point(at offset: MapOffset) -> ScreenPoint? {
    guard offset.north.isFinite, offset.east.isFinite else { return nil }
    let right = offset.east * cosBearing - offset.north * sinBearing
    let ahead = offset.east * sinBearing + offset.north * cosBearing
    let depth = distance + ahead * sinTilt
    guard depth > 0 else { return nil }
    return ScreenPoint(
      x: center.x + distance * right / depth, y: center.y - distance * ahead * cosTilt / depth)
  }

  /// The position drawn at a point of the screen, or `nil` for a point on or above the horizon.
  ///
  /// Beyond the edges of the square map, latitudes continue toward the poles.
  package func coordinate(at point: ScreenPoint) -> GeographicCoordinate? {
    offset(at: point).map { position.target.moved(by: $0, worldSize: worldSize) }
  }

  /// The displacement from the target at a point of the screen, in points of the camera's zoom.
  ///
  /// `nil` for a point on or above the horizon.
  package func offset(at point: ScreenPoint) -> MapOffset? {
    let up = center.y - point.y
    let slope = distance * cosTilt - up * sinTilt
    guard slope > 0 else { return nil }
    let ahead = up * distance / slope
    let right = (point.x - center.x) * (1 + ahead / distance * sinTilt)
    guard ahead.isFinite, right.isFinite else { return nil }
    return MapOffset(
      east: right * cosBearing + ahead * sinBearing, north: ahead * cosBearing - right * sinBearing)
  }

  /// The y of the horizon on the screen, negative above the view, `nil` when not tilted.
  package var horizon: Double? { sinTilt > 0 ? center.y - distance * cosTilt / sinTilt : nil }

  /// The y of the screen at which the map is ``farDepth`` away, just below the horizon.
  ///
  /// `nil` when not tilted: then the map is everywhere at the same depth.
  package var farEdge: Double? {
    sinTilt > 0 ? center.y - distance * cosTilt / sinTilt * (1 - 1 / Self.farDepth) : nil
  }

  /// The length in points of a short distance on the ground at a position.
  ///
  /// It is measured on the map at the camera's zoom, before perspective, and on the sphere of
  /// ``GreatCircle/earthRadius``, as ``CameraPosition/zoom(at:forMetres:perPoints:)`` is.
  package func points(forMetres metres: Double, at coordinate: GeographicCoordinate) -> Double {
    metres / CameraPosition.parallel(at: coordinate) * worldSize
  }

  func relativeDepth(of offset: MapOffset) -> Double {
    1 + (offset.east * sinBearing + offset.north * cosBearing) * sinTilt / distance
  }

  func belowFarEdge(_ point: ScreenPoint) -> ScreenPoint {
    ScreenPoint(x: point.x, y: max(point.y, farEdge ?? point.y))
  }
}
