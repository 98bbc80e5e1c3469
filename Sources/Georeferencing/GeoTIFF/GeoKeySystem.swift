import CLibPROJ

/// The coordinate reference system of GeoTIFF keys.
struct GeoKeySystem {
  let crs: CoordinateReferenceSystem
  /// Factor from the file's coordinates to the system's unit: a file may count US survey feet in a system
  /// of metres.
  let scale: Double

  /// `nil` when the keys name none.
  ///
  /// A code wins over Esri's text in a citation, which wins over keys that spell a system out.
  init?(_ keys: GeoKeys, location: String) throws(GeoreferenceError) {
    let units = try GeoKeyUnits(keys, location: location)
    let definition: String
    switch keys.code(.modelType) {
    case 1, nil:
      if let code = keys.registered(.projectedSystem) {
        let system = try Self.system(code: code, location: location)
        let other = try Self.rebased(system, keys, units: units, location: location)
        if let other {
          crs = try CoordinateReferenceSystem(parsing: other, location: location)
        } else {
          crs = system
        }
        scale = Self.scale(of: units, in: crs)
        return
      }
      if let text = try Self.esriText(keys, "PROJCS", units: units, location: location) {
        definition = text
      } else if Self.namesWebMercator(keys) {
        crs = .webMercator
        scale = Self.scale(of: units, in: crs)
        return
      } else if keys.code(.modelType) == nil, keys.registered(.geographicSystem) != nil {
        crs = try Self.geographic(keys, units: units, location: location)
        scale = Self.scale(of: units, in: crs)
        return
      } else if let text = try Self.projected(keys, units: units, location: location) {
        definition = text
      } else {
        return nil
      }
    case 2:
      guard keys.registered(.geographicSystem) == nil,
        let text = try Self.esriText(keys, "GEOGCS", units: units, location: location)
      else {
        crs = try Self.geographic(keys, units: units, location: location)
        scale = Self.scale(of: units, in: crs)
        return
      }
      definition = text
    case let type?:
      var text = try Self.esriText(keys, "PROJCS", units: units, location: location)
      if text == nil {
        text = try Self.esriText(keys, "GEOGCS", units: units, location: location)
      }
      guard let text else {
        let kind = type == 3 ? "geocentric coordinates" : "a user-defined kind of coordinates"
        throw .unrecognisedCRS(
          kind + (Self.name(keys).map { ", called \"\($0)\"" } ?? ""), location: location)
      }
      definition = text
    }
    crs = try CoordinateReferenceSystem(parsing: definition, location: location)
    scale = 1
  }

  /// Accepts codes of Esri, which writers put in the same key.
  private static func system(
    code: UInt16, location: String
  ) throws(GeoreferenceError) -> CoordinateReferenceSystem {
    do throws(GeoreferenceError) {
      return try CoordinateReferenceSystem(parsing: "EPSG:\(code)", location: location)
    } catch {
      guard case .unknownCRS = error, let system = Self.esriSystem(code: code, location: location)
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

  private static func scale(of units: GeoKeyUnits, in crs: CoordinateReferenceSystem) -> Double {
    let (stated, own): (Double?, Double) =
      switch crs {
      case .webMercator: (units.length, 1)
      case .geographic: (units.angle, .pi / 180)
      case .other(let system): (system.isAngular ? units.angle : units.length, system.unitSize)
      }
    guard let stated, own > 0 else { return 1 }
    let scale = stated / own
    // The two definitions of a foot differ by two millionths, so that no larger slack may be left.
    return (scale - 1).magnitude < 1e-9 ? 1 : scale
  }

  private static func name(_ keys: GeoKeys) -> String? {
    (keys.text(.projectedCitation) ?? keys.text(.citation))?.excerpt
  }

  /// Esri spells Web Mercator out as a Mercator projection of the ellipsoid, and tells it by its name.
  private static func namesWebMercator(_ keys: GeoKeys) -> Bool {
    [GeoKeys.Key.projectedCitation, .citation].contains {
      keys.text($0)?.contains("WGS_1984_Web_Mercator_Auxiliary_Sphere") ?? false
    }
  }

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

  private static func projected(
    _ keys: GeoKeys, units: GeoKeyUnits, location: String
  ) throws(GeoreferenceError) -> String? {
    let name = name(keys) ?? "user-defined"
    let code = keys.registered(.method)
    if code == nil, keys.registered(.conversion) == nil {
      if keys.code(.projectedSystem) == nil, self.name(keys) == nil { return nil }
      throw .unrecognisedCRS(
        "the projected system \"\(name)\" without a method", location: location)
    }
    let context = try registry(location: location)
    let base = try GeoKeyGeographicSystem(keys, units: units, in: context, location: location)
    guard let code else {
      let conversion = keys.registered(.conversion).flatMap {
        PROJObject(registered: $0, PJ_CATEGORY_COORDINATE_OPERATION, in: context)
      }
      let text = conversion.flatMap {
        projected(name, on: base, by: $0, metresPerUnit: units.length ?? 1)
      }
      guard let text else {
        throw .unrecognisedCRS(
          "the projected system \"\(name)\" of the projection \(keys.code(.conversion) ?? 0)",
          location: location)
      }
      return text
    }
    guard let method = GeoKeyMethod(code: code, keys: keys),
      let geographic = PROJObject(text: base.definition, in: context),
      let text = geographic.wellKnownText(PJ_WKT1_GDAL)
    else {
      throw .unrecognisedCRS(
        "the projected system \"\(name)\" of the projection method \(code)", location: location)
    }
    return method.text(
      systemName: name, base: text, radiansPerUnit: geographic.horizontalUnit.factor, keys: keys,
      units: units)
  }

  private static func rebased(
    _ system: CoordinateReferenceSystem, _ keys: GeoKeys, units: GeoKeyUnits, location: String
  ) throws(GeoreferenceError) -> String? {
    let parts: [GeoKeys.Key] = [.geographicSystem, .datum, .primeMeridian]
    guard
      parts.contains(where: { keys.registered($0) != nil })
        || keys.number(.primeMeridianLongitude) != nil || keys.number(.semiMajorAxis) != nil,
      let context = PROJContext(), context.databasePath != nil,
      let projected = PROJObject(text: system.definition, in: context),
      let conversion = PROJObject(
        proj_crs_get_coordoperation(context.handle, projected.handle), in: context),
      let own = PROJObject(proj_crs_get_geodetic_crs(context.handle, projected.handle), in: context)
    else { return nil }
    let base = try GeoKeyGeographicSystem(
      keys, units: units, implied: own, in: context, location: location)
    guard !base.isImplied else { return nil }
    let text = self.projected(
      name(keys) ?? "user-defined", on: base, by: conversion,
      metresPerUnit: units.length ?? projected.horizontalUnit.factor)
    guard let text else {
      throw .unrecognisedCRS(
        "\(system.identifier) on another geographic system", location: location)
    }
    return text
  }

  private static func projected(
    _ name: String, on base: GeoKeyGeographicSystem, by conversion: PROJObject,
    metresPerUnit: Double
  ) -> String? {
    let context = conversion.context
    guard let geographic = PROJObject(text: base.definition, in: context),
      let axes = PROJObject(
        proj_create_cartesian_2D_cs(
          context.handle, PJ_CART2D_EASTING_NORTHING, "unit", metresPerUnit), in: context)
    else { return nil }
    let isBound = geographic.type == PJ_TYPE_BOUND_CRS
    // PROJ projects nothing that is bound already.
    let source =
      isBound
      ? PROJObject(proj_get_source_crs(context.handle, geographic.handle), in: context) : geographic
    guard let source,
      let system = PROJObject(
        proj_create_projected_crs(
          context.handle, name, source.handle, conversion.handle, axes.handle), in: context)
    else { return nil }
    return (isBound ? system.bound(like: geographic) : system)?.wellKnownText
  }

  /// Adds the keys' relation to WGS 84, for which Esri's text has no place.
  private static func esriText(
    _ keys: GeoKeys, _ keyword: String, units: GeoKeyUnits, location: String
  ) throws(GeoreferenceError) -> String? {
    guard let text = esriText(keys, keyword) else { return nil }
    guard keys.numbers(.toWGS84) != nil, keys.number(.semiMajorAxis) != nil,
      let context = PROJContext(), context.databasePath != nil
    else { return text }
    let base = try GeoKeyGeographicSystem(keys, units: units, in: context, location: location)
    guard let geographic = PROJObject(text: base.definition, in: context),
      geographic.type == PJ_TYPE_BOUND_CRS, let system = PROJObject(text: text, in: context)
    else { return text }
    return system.bound(like: geographic)?.wellKnownText ?? text
  }

  private static func geographic(
    _ keys: GeoKeys, units: GeoKeyUnits, location: String
  ) throws(GeoreferenceError) -> CoordinateReferenceSystem {
    let code = keys.registered(.geographicSystem)
    // EPSG:4326 is known without the registry.
    if let code, PROJContext()?.databasePath == nil {
      return try system(code: code, location: location)
    }
    let system = try GeoKeyGeographicSystem(
      keys, units: units, in: try registry(location: location), location: location)
    return try CoordinateReferenceSystem(parsing: system.definition, location: location)
  }

  private static func registry(location: String) throws(GeoreferenceError) -> PROJContext {
    guard let context = PROJContext(), context.databasePath != nil else {
      throw .projectionUnavailable(location: location)
    }
    return context
  }
}

extension PROJObject {
  fileprivate func bound(like other: PROJObject) -> PROJObject? {
    guard let target = PROJObject(proj_get_target_crs(context.handle, other.handle), in: context),
      let shift = PROJObject(proj_crs_get_coordoperation(context.handle, other.handle), in: context)
    else { return nil }
    return PROJObject(
      proj_crs_create_bound_crs(context.handle, handle, target.handle, shift.handle), in: context)
  }
}
