import CLibPROJ

/// Units of GeoTIFF keys, each `nil` where no key states it.
struct GeoKeyUnits {
  /// Unit of longitudes and latitudes, in radians.
  let angle: Double?
  /// Unit of azimuths, in radians.
  let azimuth: Double?
  /// Unit of eastings and northings, in metres.
  let length: Double?
  /// Unit of an ellipsoid's axes, in metres.
  let axis: Double?

  init(_ keys: GeoKeys, location: String) throws(GeoreferenceError) {
    func size(_ code: GeoKeys.Key, _ size: GeoKeys.Key?) throws(GeoreferenceError) -> Double? {
      guard let registered = keys.registered(code) else {
        guard let stated = size.flatMap({ keys.number($0) }) else { return nil }
        guard stated > 0 else {
          throw .unrecognisedCRS("a system whose unit has the size \(stated)", location: location)
        }
        return stated
      }
      if let size = Self.sizes[registered] { return size }
      guard let context = PROJContext(), context.databasePath != nil else {
        throw .projectionUnavailable(location: location)
      }
      var factor = 0.0
      guard
        proj_uom_get_info_from_database(
          context.handle, "EPSG", "\(registered)", nil, &factor, nil) != 0, factor > 0
      else {
        throw .unrecognisedCRS("a system whose unit is \(registered)", location: location)
      }
      return factor
    }
    angle = try size(.angularUnit, .angularUnitSize)
    azimuth = try size(.azimuthUnit, nil) ?? angle
    length = try size(.linearUnit, .linearUnitSize)
    axis = try size(.axisUnit, .axisUnitSize)
  }

  /// Sizes without the registry: the metre, the degree, and notations of a degree such as 9108, since
  /// computed values can only be decimal degrees.
  private static let sizes: [UInt16: Double] = [
    9001: 1, 9102: .pi / 180, 9107: .pi / 180, 9108: .pi / 180, 9110: .pi / 180, 9122: .pi / 180,
  ]
}
