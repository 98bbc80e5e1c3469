import CLibPROJ
import TileModel

/// The geographic system of GeoTIFF keys, by a code or by datum, ellipsoid and prime meridian.
///
/// A key that states a part wins over the code of the whole, as in libgeotiff. The ellipsoid must then be
/// the same.
struct GeoKeyGeographicSystem {
  let definition: String
  /// True for the base system of a projected system with a code.
  let isImplied: Bool

  init(
    _ keys: GeoKeys, units: GeoKeyUnits, implied: PROJObject? = nil, in context: PROJContext,
    location: String
  ) throws(GeoreferenceError) {
    func unknown(_ part: String) -> GeoreferenceError {
      .unrecognisedCRS("a geographic system of the \(part)", location: location)
    }
    var whole = implied
    if let code = keys.registered(.geographicSystem) {
      guard let system = PROJObject(registered: code, PJ_CATEGORY_CRS, in: context) else {
        throw .unknownCRS("EPSG:\(code)", suggestion: nil, location: location)
      }
      guard system.datum != nil else { throw unknown("code \(code)") }
      whole = system
    }
    var source = whole
    if let code = keys.registered(.datum) {
      guard let system = PROJObject(datum: code, in: context) else {
        throw unknown("datum \(code)")
      }
      if system.datum?.name != whole?.datum?.name { source = system }
    }
    let ellipsoid = try Ellipsoid(keys, units: units, of: source, in: context, location: location)
    let meridian: PrimeMeridian
    if let code = keys.registered(.primeMeridian) {
      guard
        let found = PROJObject(registered: code, PJ_CATEGORY_PRIME_MERIDIAN, in: context)
          .flatMap(PrimeMeridian.init)
      else { throw unknown("prime meridian \(code)") }
      meridian = found
    } else if let longitude = keys.number(.primeMeridianLongitude) {
      meridian = PrimeMeridian(
        longitude: longitude * (units.angle ?? .pi / 180) * 180 / .pi, in: context)
    } else {
      meridian = source?.primeMeridian ?? PrimeMeridian(name: "Greenwich", longitude: 0)
    }
    isImplied = implied.map { $0.isSame(as: source, meridian) } ?? false
    let registered =
      [whole, source].lazy.compactMap { $0 }.first { $0.isSame(as: source, meridian) }
      ?? source?.counted(from: meridian)
    if let code = registered?.identifier {
      definition = code
      return
    }
    let name = (keys.text(.geographicCitation) ?? source?.datum?.name ?? "user-defined")
    var datum = "DATUM[\"unknown\",\(ellipsoid.text)"
    if let known = source?.datum {
      datum = "DATUM[\"\(known.name.withoutQuotes)\",\(ellipsoid.text)"
      if let code = known.identifier?.split(separator: ":").last {
        datum += ",AUTHORITY[\"EPSG\",\"\(code)\"]"
      }
    } else if let shifts = keys.numbers(.toWGS84), shifts.count == 3 || shifts.count == 7 {
      let all = shifts + [Double](repeating: 0, count: 7 - shifts.count)
      datum += ",TOWGS84[\(all.map { NumberText.plain($0) }.joined(separator: ","))]"
    }
    definition =
      "GEOGCS[\"\(name.withoutQuotes)\",\(datum)],\(meridian.text),"
      + "UNIT[\"degree\",\(NumberText.plain(.pi / 180))]]"
  }
}

/// The meridian from which longitudes count.
private struct PrimeMeridian {
  let name: String
  /// Degrees east of Greenwich.
  let longitude: Double

  var text: String { "PRIMEM[\"\(name.withoutQuotes)\",\(NumberText.plain(longitude))]" }

  init(name: String, longitude: Double) { (self.name, self.longitude) = (name, longitude) }

  init(longitude: Double, in context: PROJContext) {
    self.init(name: "origin", longitude: longitude)
    guard
      let codes = proj_get_codes_from_database(context.handle, "EPSG", PJ_TYPE_PRIME_MERIDIAN, 0)
    else { return }
    defer { proj_string_list_destroy(codes) }
    for index in 0... {
      guard let code = codes[index] else { return }
      if let found = UInt16(String(cString: code)).flatMap({
        PROJObject(registered: $0, PJ_CATEGORY_PRIME_MERIDIAN, in: context)
      }).flatMap(PrimeMeridian.init), found.isSame(as: self) {
        self = found
        return
      }
    }
  }

  /// Paris is rounded to seven digits of a degree and of a grad.
  func isSame(as other: PrimeMeridian) -> Bool { (longitude - other.longitude).magnitude < 1e-7 }

  init?(_ object: PROJObject) {
    var (longitude, unit) = (0.0, 0.0)
    guard
      proj_prime_meridian_get_parameters(
        object.context.handle, object.handle, &longitude, &unit, nil) != 0
    else { return nil }
    self.init(name: object.name, longitude: longitude * unit * 180 / .pi)
  }
}

/// The figure of the earth.
private struct Ellipsoid {
  let name: String
  /// In metres.
  let semiMajorAxis: Double
  let inverseFlattening: Double

  var text: String {
    "SPHEROID[\"\(name.withoutQuotes)\",\(NumberText.plain(semiMajorAxis)),"
      + "\(NumberText.plain(inverseFlattening))]"
  }

  private var semiMinorAxis: Double {
    inverseFlattening == 0 ? semiMajorAxis : semiMajorAxis * (1 - 1 / inverseFlattening)
  }

  /// A datum, a code and numbers must agree where several are stated.
  init(
    _ keys: GeoKeys, units: GeoKeyUnits, of source: PROJObject?, in context: PROJContext,
    location: String
  ) throws(GeoreferenceError) {
    var all: [Ellipsoid] = []
    if let source,
      let found = PROJObject(proj_get_ellipsoid(context.handle, source.handle), in: context)
        .flatMap(Ellipsoid.init)
    {
      all.append(found)
    }
    if let code = keys.registered(.ellipsoid) {
      guard
        let found = PROJObject(registered: code, PJ_CATEGORY_ELLIPSOID, in: context)
          .flatMap(Ellipsoid.init)
      else {
        throw .unrecognisedCRS("a geographic system of the ellipsoid \(code)", location: location)
      }
      all.append(found)
    }
    if let axis = keys.number(.semiMajorAxis).map({ $0 * (units.axis ?? 1) }), axis > 0 {
      let minor = keys.number(.semiMinorAxis).map { $0 * (units.axis ?? 1) }
      var inverse = keys.number(.inverseFlattening)
      if inverse == nil, let minor, minor > 0, minor < axis { inverse = axis / (axis - minor) }
      all.append(Ellipsoid(name: "unknown", semiMajorAxis: axis, inverseFlattening: inverse ?? 0))
    }
    guard let first = all.first else {
      throw .unrecognisedCRS(
        "a user-defined geographic system without an ellipsoid", location: location)
    }
    // Rounded numbers differ by a millimetre, the ellipsoids of two datums mostly by a hundred metres.
    for other in all where first.distance(to: other) > 1 {
      throw .unrecognisedCRS(
        "a geographic system of two ellipsoids, with semi-major axes of"
          + " \(NumberText.shortest(first.semiMajorAxis)) and"
          + " \(NumberText.shortest(other.semiMajorAxis)) metres", location: location)
    }
    self = first
  }

  private init(name: String, semiMajorAxis: Double, inverseFlattening: Double) {
    self.name = name
    self.semiMajorAxis = semiMajorAxis
    self.inverseFlattening = inverseFlattening
  }

  private init?(_ object: PROJObject) {
    var (axis, inverse) = (0.0, 0.0)
    guard
      proj_ellipsoid_get_parameters(
        object.context.handle, object.handle, &axis, nil, nil, &inverse) != 0
    else { return nil }
    self.init(name: object.name, semiMajorAxis: axis, inverseFlattening: inverse)
  }

  /// In metres.
  private func distance(to other: Ellipsoid) -> Double {
    max(
      (semiMajorAxis - other.semiMajorAxis).magnitude,
      (semiMinorAxis - other.semiMinorAxis).magnitude)
  }
}

extension PROJObject {
  /// Accepts codes of Esri, which writers put in the same keys.
  convenience init?(registered code: UInt16, _ category: PJ_CATEGORY, in context: PROJContext) {
    func entry(_ authority: String) -> OpaquePointer? {
      proj_create_from_database(context.handle, authority, "\(code)", category, 0, nil)
    }
    self.init(entry("EPSG") ?? entry("ESRI"), in: context)
  }

  /// A system of a datum, whose axes are longitude and latitude in degrees where no register has one.
  fileprivate convenience init?(datum code: UInt16, in context: PROJContext) {
    if let list = proj_query_geodetic_crs_from_datum(
      context.handle, "EPSG", "EPSG", "\(code)", "geographic 2D")
    {
      defer { proj_list_destroy(list) }
      if proj_list_get_count(list) > 0 {
        self.init(proj_list_get(context.handle, list, 0), in: context)
        return
      }
    }
    guard
      let datum = PROJObject(
        proj_create_from_database(context.handle, "EPSG", "\(code)", PJ_CATEGORY_DATUM, 0, nil),
        in: context),
      let axes = PROJObject(
        proj_create_ellipsoidal_2D_cs(
          context.handle, PJ_ELLPS2D_LONGITUDE_LATITUDE, "degree", .pi / 180), in: context)
    else { return nil }
    self.init(
      proj_create_geographic_crs_from_datum(
        context.handle, datum.name, datum.handle, axes.handle), in: context)
  }

  fileprivate func counted(from meridian: PrimeMeridian) -> PROJObject? {
    guard
      let list = proj_create_from_name(
        context.handle, "EPSG", "\(name) (\(meridian.name))", [PJ_TYPE_GEOGRAPHIC_2D_CRS], 1, 0, 1,
        nil)
    else { return nil }
    defer { proj_list_destroy(list) }
    let found = PROJObject(proj_list_get(context.handle, list, 0), in: context)
    return found.flatMap { $0.primeMeridian?.isSame(as: meridian) == true ? $0 : nil }
  }

  fileprivate var datum: PROJObject? {
    PROJObject(proj_crs_get_datum(context.handle, handle), in: context)
      ?? PROJObject(proj_crs_get_datum_ensemble(context.handle, handle), in: context)
  }

  fileprivate var primeMeridian: PrimeMeridian? {
    PROJObject(proj_get_prime_meridian(context.handle, handle), in: context)
      .flatMap(PrimeMeridian.init)
  }

  fileprivate func isSame(as other: PROJObject?, _ meridian: PrimeMeridian) -> Bool {
    guard let other, let own = primeMeridian else { return false }
    return datum?.name == other.datum?.name && own.isSame(as: meridian)
  }
}
