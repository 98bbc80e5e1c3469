import CLibPROJ
import TileModel

/// An operation of PROJ between a system's coordinates and degrees of WGS 84.
///
/// Belongs to one thread.
final class ProjectionLine {
  private let object: PROJObject

  init?(pipeline: String) {
    guard let context = PROJContext(), let object = PROJObject(text: pipeline, in: context) else {
      return nil
    }
    self.object = object
  }

  /// In degrees; `nil` outside the system's domain.
  func geographic(of point: CRSPoint) -> GeographicCoordinate? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    let result = proj_trans(object.handle, PJ_FWD, proj_coord(point.x, point.y, 0, 0)).xy
    guard result.x.isFinite, result.y.isFinite else {
      proj_errno_reset(object.handle)
      return nil
    }
    return GeographicCoordinate(latitude: result.y, longitude: result.x)
  }

  /// `nil` outside the system's domain.
  ///
  /// Formulas also return positions far outside it; those do not round-trip and are rejected.
  func point(of position: GeographicCoordinate) -> CRSPoint? {
    guard position.latitude.magnitude <= 90, position.longitude.isFinite else { return nil }
    let longitude = position.longitude.wrapped(around: 0, halfTurn: 180)
    let result = proj_trans(object.handle, PJ_INV, proj_coord(longitude, position.latitude, 0, 0))
      .xy
    let point = CRSPoint(x: result.x, y: result.y)
    guard let back = geographic(of: point) else {
      proj_errno_reset(object.handle)
      return nil
    }
    // A ten-thousandth of a degree is ten metres: no rounding is so large, and no fold so small.
    let tolerance = 1e-4
    let across = (back.longitude - longitude).wrapped(around: 0, halfTurn: 180).magnitude
    let isNearPole = position.latitude.magnitude > 89.99
    guard (back.latitude - position.latitude).magnitude <= tolerance,
      isNearPole || across <= tolerance
    else { return nil }
    return point
  }
}

extension Double {
  /// Within half a revolution of `center`.
  func wrapped(around center: Double, halfTurn: Double) -> Double {
    let offset = self - center
    guard offset.magnitude > halfTurn else { return self }
    return self - 2 * halfTurn * (offset / (2 * halfTurn)).rounded()
  }
}
