import CLibPROJ
import TileModel

/// An operation of PROJ between the coordinates of a system and degrees of WGS 84, for one thread.
final class ProjectionLine {
  private let object: PROJObject

  /// Creates an operation from a string of PROJ, without the database; `nil` when PROJ cannot.
  init?(pipeline: String) {
    guard let context = PROJContext(), let object = PROJObject(text: pipeline, in: context) else {
      return nil
    }
    self.object = object
  }

  /// The position in degrees; `nil` where the system has none.
  func geographic(of point: CRSPoint) -> GeographicCoordinate? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    let result = proj_trans(object.handle, PJ_FWD, proj_coord(point.x, point.y, 0, 0)).xy
    guard result.x.isFinite, result.y.isFinite else {
      proj_errno_reset(object.handle)
      return nil
    }
    return GeographicCoordinate(latitude: result.y, longitude: result.x)
  }

  /// The position in the system; `nil` where the system does not reach.
  ///
  /// Far from where a projection is meant to be used its formulas return positions elsewhere;
  /// those do not come back to where they started and are left out.
  func point(of position: GeographicCoordinate) -> CRSPoint? {
    guard position.latitude.magnitude <= 90, position.longitude.isFinite else { return nil }
    let longitude = position.longitude.wrapped(around: 0, halfTurn: 180)
    let result = proj_trans(
      object.handle, PJ_INV, proj_coord(longitude, position.latitude, 0, 0)
    ).xy
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
  /// The value moved by whole revolutions to within half a revolution of `center`.
  func wrapped(around center: Double, halfTurn: Double) -> Double {
    let offset = self - center
    guard offset.magnitude > halfTurn else { return self }
    return self - 2 * halfTurn * (offset / (2 * halfTurn)).rounded()
  }
}
