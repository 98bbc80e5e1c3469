import CLibPROJ
import TileModel

/// The coordinate reference system that the keys of a GeoTIFF define.
struct GeoKeySystem {
  /// The system.
  let crs: CoordinateReferenceSystem
  /// By what the file's coordinates are multiplied to be in the system's unit: a file may count US
  /// survey feet in a system of metres.
  let scale: Double

  /// Reads the system; `nil` when the keys name none.
  ///
  /// A code wins over Esri's text in a citation, and that over the keys that spell a system out, which are
  /// read as well-known text.
  ///
  /// - Throws: ``GeoreferenceError`` for a system that PROJ does not know, or that the keys name without
  ///   defining it.
  init?(_ keys: GeoKeys, location: String) throws(GeoreferenceError) {
    let definition: String
    switch keys.code(.modelType) {
    case 1, nil:
      if let code = keys.registered(.projectedSystem) {
        crs = try Self.system(code: code, location: location)
        scale = Self.scale(of: keys, in: crs)
        return
      }
      if let text = Self.esriText(keys, "PROJCS") {
        definition = text
      } else if keys.code(.modelType) == nil, keys.registered(.geographicSystem) != nil {
        definition = try Self.geographic(keys, location: location)
      } else if let text = try Self.projected(keys, location: location) {
        definition = text
      } else {
        return nil
      }
    case 2:
      if let code = keys.registered(.geographicSystem) {
        crs = try Self.system(code: code, location: location)
        scale = 1
        return
      }
      if let text = Self.esriText(keys, "GEOGCS") {
        definition = text
      } else {
        definition = try Self.geographic(keys, location: location)
      }
    case let type?:
      guard let text = Self.esriText(keys, "PROJCS") ?? Self.esriText(keys, "GEOGCS") else {
        let kind = type == 3 ? "geocentric coordinates" : "a user-defined kind of coordinates"
        throw .unrecognisedCRS(
          kind + (Self.name(keys).map { ", called \"\($0)\"" } ?? ""), location: location)
      }
      definition = text
    }
    crs = try CoordinateReferenceSystem(parsing: definition, location: location)
    scale = 1
  }

  /// The system of a code of EPSG, or of Esri, whose codes writers put in the same key.
  private static func system(
    code: UInt16, location: String
  ) throws(GeoreferenceError) -> CoordinateReferenceSystem {
    do throws(GeoreferenceError) {
      return try CoordinateReferenceSystem(parsing: "EPSG:\(code)", location: location)
    } catch {
      guard case .unknownCRS = error,
        let system = Self.esriSystem(code: code, location: location)
      else { throw error }
      return system
    }
  }

  private static func esriSystem(code: UInt16, location: String) -> CoordinateReferenceSystem? {
    do throws(GeoreferenceError) {
      return try CoordinateReferenceSystem(parsing: "ESRI:\(code)", location: location)
    } catch {
      // The message about the code of EPSG says more.
      return nil
    }
  }

  /// The factor between the unit that the keys state and that of a system.
  private static func scale(of keys: GeoKeys, in crs: CoordinateReferenceSystem) -> Double {
    guard case .other(let system) = crs, !system.isAngular,
      let metres = metresPerUnit(keys), system.unitSize > 0
    else { return 1 }
    let scale = metres / system.unitSize
    // The two definitions of a foot differ by two millionths, so that no larger slack may be left.
    return (scale - 1).magnitude < 1e-9 ? 1 : scale
  }

  /// The unit of coordinates in metres; `nil` when no key states it.
  private static func metresPerUnit(_ keys: GeoKeys) -> Double? {
    switch keys.code(.linearUnit) {
    case nil: nil
    case GeoKeys.userDefined: keys.number(.linearUnitSize)
    case let code?: unitSize(code)
    }
  }

  /// The size of a unit of EPSG in metres or radians; `nil` for one that is not in the registry.
  private static func unitSize(_ code: UInt16) -> Double? {
    guard let context = PROJContext() else { return nil }
    var factor = 0.0
    guard
      proj_uom_get_info_from_database(
        context.handle, "EPSG", "\(code)", nil, &factor, nil) != 0, factor > 0
    else { return nil }
    return factor
  }

  /// What the keys call a projected system.
  private static func name(_ keys: GeoKeys) -> String? {
    (keys.text(.projectedCitation) ?? keys.text(.citation))?.excerpt
  }

  /// The well-known text of a kind that Esri's programs keep in a citation; `nil` without it.
  private static func esriText(_ keys: GeoKeys, _ keyword: String) -> String? {
    for key in [GeoKeys.Key.projectedCitation, .citation, .geographicCitation] {
      let bytes = Array((keys.text(key) ?? "").utf8)
      guard let mark = bytes.firstRange(of: Array("ESRI PE String = ".utf8)),
        bytes[mark.upperBound...].starts(with: keyword.utf8)
      else { continue }
      return String(
        decoding: bytes[mark.upperBound...].prefix { $0 != UInt8(ascii: "|") }, as: UTF8.self)
    }
    return nil
  }

  /// The text of a projected system that is spelt out; `nil` when nothing says how it is projected.
  private static func projected(
    _ keys: GeoKeys, location: String
  ) throws(GeoreferenceError) -> String? {
    let name = name(keys) ?? "user-defined"
    if let code = keys.registered(.conversion), keys.registered(.method) == nil {
      return try projected(keys, conversion: code, name: name, location: location)
    }
    guard let code = keys.registered(.method) else {
      if keys.code(.projectedSystem) == nil, self.name(keys) == nil { return nil }
      throw .unrecognisedCRS(
        "the projected system \"\(name)\" without a method", location: location)
    }
    guard let method = GeoKeyMethod(code: code, keys: keys) else {
      throw .unrecognisedCRS(
        "the projected system \"\(name)\" of the projection method \(code)", location: location)
    }
    return method.text(
      systemName: name, base: try geographic(keys, location: location), keys: keys,
      metresPerUnit: metresPerUnit(keys) ?? 1)
  }

  /// The text of a projected system whose conversion has a code.
  private static func projected(
    _ keys: GeoKeys, conversion code: UInt16, name: String, location: String
  ) throws(GeoreferenceError) -> String {
    let base = try geographic(keys, location: location)
    guard let context = PROJContext() else { throw .projectionUnavailable(location: location) }
    let unknown = GeoreferenceError.unrecognisedCRS(
      "the projected system \"\(name)\" of the projection \(code)", location: location)
    guard let geographic = PROJObject(text: base, in: context),
      let conversion = PROJObject(
        proj_create_from_database(
          context.handle, "EPSG", "\(code)", PJ_CATEGORY_COORDINATE_OPERATION, 0, nil),
        in: context),
      let axes = PROJObject(
        proj_create_cartesian_2D_cs(
          context.handle, PJ_CART2D_EASTING_NORTHING, "unit", metresPerUnit(keys) ?? 1),
        in: context),
      let system = PROJObject(
        proj_create_projected_crs(
          context.handle, name, geographic.handle, conversion.handle, axes.handle),
        in: context),
      let text = system.wellKnownText
    else { throw unknown }
    return text
  }

  /// The text of the geographic system, in well-known text of version 1.
  private static func geographic(
    _ keys: GeoKeys, location: String
  ) throws(GeoreferenceError) -> String {
    guard let context = PROJContext(), context.databasePath != nil else {
      throw .projectionUnavailable(location: location)
    }
    if let code = keys.registered(.geographicSystem) {
      guard let system = PROJObject(text: "EPSG:\(code)", in: context),
        let text = system.wellKnownText(PJ_WKT1_GDAL)
      else { throw .unknownCRS("EPSG:\(code)", suggestion: nil, location: location) }
      return text
    }
    // The codes of most datums are those of their geographic systems and 2000.
    if let datum = keys.registered(.datum), (6001...6999).contains(datum),
      let system = PROJObject(text: "EPSG:\(datum - 2000)", in: context),
      let text = system.wellKnownText(PJ_WKT1_GDAL)
    {
      return text
    }
    let ellipsoid = try ellipsoid(keys, in: context, location: location)
    let name = (keys.text(.geographicCitation) ?? "user-defined").withoutQuotes
    let shifts = keys.numbers(.toWGS84) ?? []
    let toWGS84 =
      shifts.count == 3 || shifts.count == 7
      ? ",TOWGS84["
        + (shifts + [Double](repeating: 0, count: 7 - shifts.count))
        .map { NumberText.plain($0) }.joined(separator: ",") + "]" : ""
    let unit =
      keys.registered(.angularUnit).flatMap { unitSize($0) } ?? keys.number(.angularUnitSize)
      ?? Double.pi / 180
    return "GEOGCS[\"\(name)\",DATUM[\"unknown\",SPHEROID[\"unknown\","
      + "\(NumberText.plain(ellipsoid.axis)),\(NumberText.plain(ellipsoid.inverseFlattening))]\(toWGS84)],"
      + "PRIMEM[\"origin\",\(NumberText.plain(keys.number(.primeMeridianLongitude) ?? 0))],"
      + "UNIT[\"unit\",\(NumberText.plain(unit))]]"
  }

  /// The semi-major axis in metres and the inverse flattening, 0 for a sphere.
  private static func ellipsoid(
    _ keys: GeoKeys, in context: PROJContext, location: String
  ) throws(GeoreferenceError) -> (axis: Double, inverseFlattening: Double) {
    if let code = keys.registered(.ellipsoid) {
      var (axis, inverse) = (0.0, 0.0)
      guard
        let object = PROJObject(
          proj_create_from_database(
            context.handle, "EPSG", "\(code)", PJ_CATEGORY_ELLIPSOID, 0, nil), in: context),
        proj_ellipsoid_get_parameters(
          context.handle, object.handle, &axis, nil, nil, &inverse) != 0
      else {
        throw .unrecognisedCRS("a geographic system of the ellipsoid \(code)", location: location)
      }
      return (axis, inverse)
    }
    guard let axis = keys.number(.semiMajorAxis), axis > 0 else {
      throw .unrecognisedCRS(
        "a user-defined geographic system without an ellipsoid", location: location)
    }
    if let inverse = keys.number(.inverseFlattening) { return (axis, inverse) }
    guard let minor = keys.number(.semiMinorAxis), minor > 0, minor < axis else { return (axis, 0) }
    return (axis, axis / (axis - minor))
  }
}
