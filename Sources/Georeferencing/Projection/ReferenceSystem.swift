import CLibPROJ
import TileModel

/// A coordinate reference system that PROJ knows, with the operation that leads from it to WGS 84.
///
/// One operation serves a whole image, so that no seam runs through it. Values with the same
/// definition, operation and ``middle`` are equal.
///
/// SAFETY: each line of PROJ is reached only by the thread that took it out of the lock.
public final class ReferenceSystem: Sendable {
  /// Its name, such as `WGS 84 / UTM zone 33N`.
  public let name: String
  /// Its authority and code, such as `EPSG:32633`, or `nil` for one that is in no registry.
  ///
  /// A code that its definition states counts only where it means the same but for a shift to WGS 84.
  public let identifier: String?
  /// The definition as well-known text of 2019, on one line.
  public let wellKnownText: String
  /// The code of a registry, or else well-known text on one line.
  let readableText: String
  /// The operation from its coordinates to WGS 84.
  public let operation: DatumOperation
  /// Whether coordinates are angles.
  public let isAngular: Bool
  /// The unit of coordinates, such as `metre` or `US survey foot`.
  public let unitName: String
  /// In metres or radians.
  let unitSize: Double
  let areaOfUse: GeographicArea?
  /// Longitudes of results are within half a revolution of it.
  let middle: Middle
  /// The text that it was read from.
  let definition: String
  private let idle = Guarded<[Loan]>([])

  var title: String { name.isEmpty || name == "unknown" ? definition.excerpt : name }

  /// The middle of an image, in degrees and in the system's units.
  struct Middle: Hashable, Sendable {
    var longitude: Double
    var x: Double
    /// Half a revolution in x, or infinite where it varies.
    var halfTurn: Double
  }

  private struct Loan: @unchecked Sendable {
    let line: ProjectionLine
  }

  private init(
    _ system: PROJObject, definition: String, area: GeographicArea?,
    covering points: [CRSPoint] = [],
    middle: Middle?, known: ReferenceSystem? = nil, location: String
  ) throws(GeoreferenceError) {
    guard var operation = DatumOperation(from: system, area: area, covering: points),
      let line = ProjectionLine(pipeline: operation.pipeline)
    else {
      throw .unsupportedCRS(
        "\(system.name.excerpt), which no operation relates to WGS 84", location: location)
    }
    let grids = system.namedGrids
    if let grid = grids.first(where: { !$0.hasPrefix("@") }), !operation.usesGrids {
      throw .unusableGrid(
        grid.excerpt, reason: "which PROJ does not apply to this ellipsoid", location: location)
    }
    // PROJ 9.1 passes over the shift of a datum that is called like that of WGS 84, on whatever ellipsoid.
    if system.type == PJ_TYPE_BOUND_CRS, operation.accuracyMetres == 0, !system.hasWorldEllipsoid()
    {
      throw .unsupportedCRS(
        "\(system.name.excerpt), whose datum is called WGS 84 and has another ellipsoid",
        location: location)
    }
    // Grids without a statement of how exact they are, and that may be missing.
    if !grids.isEmpty, operation.accuracyMetres == 0 { operation.accuracyMetres = nil }
    let base = system.unbound
    wellKnownText = system.wellKnownText ?? definition
    if let known {
      (name, identifier, areaOfUse) = (known.name, known.identifier, known.areaOfUse)
    } else {
      let entry = base.registered
      name = (entry ?? system).name
      identifier = entry?.identifier
      areaOfUse = system.areaOfUse ?? entry?.areaOfUse
    }
    // PROJ reads another system out of well-known text with some names.
    let isReadAgain =
      PROJObject(text: wellKnownText, in: system.context)?.isEquivalent(to: system) ?? false
    readableText =
      (system.type == PJ_TYPE_BOUND_CRS ? nil : identifier)
      ?? (isReadAgain
        ? wellKnownText : definition.split(whereSeparator: \.isNewline).joined(separator: " "))
    self.operation = operation
    self.definition = definition
    isAngular = [PJ_TYPE_GEOGRAPHIC_2D_CRS, PJ_TYPE_GEOGRAPHIC_3D_CRS].contains(base.type)
    let unit = base.horizontalUnit
    unitName = unit.name
    unitSize = unit.factor
    if let middle {
      self.middle = middle
    } else {
      let halfTurn = isAngular && unit.factor > 0 ? .pi / unit.factor : .infinity
      let area = areaOfUse ?? GeographicArea(west: -180, south: -90, east: 180, north: 90)
      let east = area.west <= area.east ? area.east : area.east + 360
      let longitude = ((area.west + east) / 2).wrapped(around: 0, halfTurn: 180)
      self.middle = Middle(
        longitude: longitude, x: halfTurn.isFinite ? longitude / 180 * halfTurn : 0,
        halfTurn: halfTurn)
    }
    idle.withLock { $0.append(Loan(line: line)) }
  }

  /// Chooses the operation for the area and the points, and makes longitudes continuous around the middle.
  ///
  /// The area is in degrees, the points are in the system's coordinates.
  func used(
    in area: GeographicArea?, covering points: [CRSPoint], middle: Middle, location: String
  ) throws(GeoreferenceError) -> ReferenceSystem {
    guard let context = PROJContext() else { throw .projectionUnavailable(location: location) }
    let system = try PROJObject.horizontalSystem(definition, in: context, location: location)
    return try ReferenceSystem(
      system, definition: definition, area: area, covering: points, middle: middle, known: self,
      location: location)
  }

  /// Continuous around the middle, so that longitudes may be beyond ±180.
  ///
  /// Up to a degree beyond a pole counts as the pole, since edges of world images are rounded.
  func geographic(of point: CRSPoint) -> GeographicCoordinate? {
    var point = point
    if isAngular {
      guard let latitude = point.y.withinPoles(at: middle.halfTurn / 2) else { return nil }
      point.y = latitude
    }
    guard var position = withLine({ $0.geographic(of: point) }),
      let latitude = position.latitude.withinPoles(at: 90)
    else { return nil }
    position.latitude = latitude
    let turns = (point.x - middle.x) / middle.halfTurn
    position.longitude = position.longitude.wrapped(
      around: middle.longitude + 180 * Self.fraction(turns), halfTurn: 180)
    return position
  }

  func point(of position: GeographicCoordinate) -> CRSPoint? {
    guard var point = withLine({ $0.point(of: position) }) else { return nil }
    if middle.halfTurn.isFinite {
      let turns = (position.longitude - middle.longitude) / 180
      point.x = point.x.wrapped(
        around: middle.x + middle.halfTurn * Self.fraction(turns), halfTurn: middle.halfTurn)
    }
    return point
  }

  /// Takes degrees on the system's own datum and prime meridian; infinite outside its domain.
  func points(
    ofOwnDegrees positions: [CRSPoint], location: String
  ) throws(GeoreferenceError) -> [CRSPoint] {
    guard let context = PROJContext() else { throw .projectionUnavailable(location: location) }
    let system = try PROJObject.horizontalSystem(definition, in: context, location: location)
      .unbound
    guard
      let own = PROJObject(proj_crs_get_geodetic_crs(context.handle, system.handle), in: context),
      let degrees = PROJObject(
        proj_crs_alter_cs_angular_unit(
          context.handle, own.handle, "degree", .pi / 180, "EPSG", "9122"), in: context),
      let conversion = PROJObject(
        proj_create_crs_to_crs_from_pj(context.handle, system.handle, degrees.handle, nil, nil),
        in: context),
      let normal = PROJObject(
        proj_normalize_for_visualization(context.handle, conversion.handle), in: context),
      let line = ProjectionLine(
        pipeline: context.text(proj_as_proj_string(context.handle, normal.handle, PJ_PROJ_5, nil))
          ?? "+proj=noop")
    else { throw .unsupportedCRS("\(title), which has no degrees", location: location) }
    return positions.map { position in
      line.point(of: GeographicCoordinate(latitude: position.y, longitude: position.x))
        ?? CRSPoint(x: .infinity, y: .infinity)
    }
  }

  /// In half turns from the middle, so that both ends of a revolution stay apart.
  private static func fraction(_ halfTurns: Double) -> Double {
    halfTurns.magnitude <= 1.05 ? halfTurns : 0
  }

  private func withLine<Result>(_ body: (ProjectionLine) -> Result?) -> Result? {
    let pipeline = operation.pipeline
    guard
      let loan = idle.withLock({ $0.popLast() })
        ?? ProjectionLine(pipeline: pipeline).map({ Loan(line: $0) })
    else { return nil }
    defer { idle.withLock { $0.append(loan) } }
    return body(loan.line)
  }
}

extension ReferenceSystem: Hashable {
  /// Whether two systems give the same positions.
  public static func == (left: ReferenceSystem, right: ReferenceSystem) -> Bool {
    left === right
      || left.definition == right.definition && left.operation == right.operation
        && left.middle == right.middle
  }

  /// Hashes what decides the positions.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(definition)
    hasher.combine(operation.pipeline)
    hasher.combine(middle)
  }
}

extension ReferenceSystem {
  /// Meaning of a text that names a system.
  enum Reading: Sendable {
    case closedForm(code: String)
    case other(ReferenceSystem)
  }

  /// Cache of parsed texts: parsing takes milliseconds, and many images state the same system.
  private static let readings = Guarded<[String: Reading]>([:])
  private static let readingLimit = (count: 64, length: 4096)

  /// Accepts codes such as `EPSG:32633`, names, well-known text of either version, and strings of PROJ.
  static func read(_ text: String, location: String) throws(GeoreferenceError) -> Reading {
    if let known = readings.withLock({ $0[text] }) { return known }
    let reading = try readAnew(text, location: location)
    guard text.utf8.count <= readingLimit.length else { return reading }
    readings.withLock { readings in
      if readings.count >= readingLimit.count { readings.removeAll() }
      readings[text] = reading
    }
    return reading
  }

  private static func readAnew(
    _ text: String, location: String
  ) throws(GeoreferenceError) -> Reading {
    guard let context = PROJContext() else { throw .projectionUnavailable(location: location) }
    guard context.databasePath != nil else { throw .projectionUnavailable(location: location) }
    let system = try PROJObject.horizontalSystem(text, in: context, location: location)
    let plain = system.withoutNullShift
    for code in ["4326", "3857"] {
      // Web Mercator is of a sphere, whatever the ellipsoid's shorter axis is.
      if plain.hasWorldEllipsoid(longerAxisOnly: code == "3857"),
        let known = PROJObject(text: "EPSG:\(code)", in: context), plain.isEquivalent(to: known)
      {
        return .closedForm(code: code)
      }
    }
    return .other(
      try ReferenceSystem(system, definition: text, area: nil, middle: nil, location: location))
  }
}

extension PROJObject {
  /// Parameters renamed by EPSG, with the names that every version of PROJ knows.
  ///
  /// PROJ before 9.5 takes 0 for the new names without a code.
  private static let renamedParameters = [
    ("Azimuth at projection centre", "Azimuth of initial line"),
    ("Scale factor at projection centre", "Scale factor on initial line"),
  ]

  fileprivate static func horizontalSystem(
    _ text: String, in context: PROJContext, location: String
  ) throws(GeoreferenceError) -> PROJObject {
    var definition = text
    let isName = !text.contains { ":[{+\"".contains($0) }
    if isName, text.allSatisfy(\.isNumber) {
      definition = "EPSG:" + text
    } else if text.contains("+proj="), !text.contains("["), !text.contains("+type=crs"),
      !text.contains("+step")
    {
      definition += " +type=crs"
    } else if let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy(\.isLetter) {
      definition = text[..<colon].uppercased() + text[colon...]
    }
    if text.contains("[") {
      for (name, former) in Self.renamedParameters {
        definition = definition.replacing("\"\(name)\"", with: "\"\(former)\"")
      }
    }
    guard let object = PROJObject(text: definition, in: context) else {
      throw .unknownCRS(text.excerpt, suggestion: nil, location: location)
    }
    try object.checkGrids(location: location)
    // PROJ finds a system by a part of its name; only the whole name is meant without doubt.
    if isName, definition == text, object.name.lowercased() != text.lowercased() {
      throw .unknownCRS(text.excerpt, suggestion: object.name, location: location)
    }
    return try object.horizontal(location: location)
  }

  private func horizontal(location: String) throws(GeoreferenceError) -> PROJObject {
    var part: PROJObject? = self
    switch type {
    case PJ_TYPE_COMPOUND_CRS:
      part = PROJObject(proj_crs_get_sub_crs(context.handle, handle, 0), in: context)
      guard let part, part.type != PJ_TYPE_COMPOUND_CRS else { break }
      return try part.horizontal(location: location)
    case PJ_TYPE_PROJECTED_CRS, PJ_TYPE_GEOGRAPHIC_2D_CRS, PJ_TYPE_GEOGRAPHIC_3D_CRS,
      PJ_TYPE_BOUND_CRS:
      break
    default: part = nil
    }
    guard let part else {
      throw .unsupportedCRS(
        "\(name.excerpt), which has no eastings and northings", location: location)
    }
    guard part.hasAreaOnEarth else {
      throw .unsupportedCRS(
        "\(name.excerpt), whose area of use is not between 180 degrees west and east",
        location: location)
    }
    return part
  }

  fileprivate var registered: PROJObject? {
    if let entry = PROJObject(
      proj_create_from_database(
        context.handle, proj_get_id_auth_name(handle, 0), proj_get_id_code(handle, 0),
        PJ_CATEGORY_CRS, 0, nil), in: context), isEquivalent(to: entry)
    {
      return entry
    }
    var confidences: UnsafeMutablePointer<Int32>?
    guard let list = proj_identify(context.handle, handle, nil, nil, &confidences) else {
      return nil
    }
    defer {
      proj_list_destroy(list)
      proj_int_list_destroy(confidences)
    }
    guard proj_list_get_count(list) > 0, let confidences, confidences[0] == 100 else { return nil }
    return PROJObject(proj_list_get(context.handle, list, 0), in: context)
  }

  var horizontalUnit: (name: String, factor: Double) {
    guard
      let axes = PROJObject(
        proj_crs_get_coordinate_system(context.handle, unbound.handle), in: context)
    else { return ("unit", 1) }
    var factor = 1.0
    var unit: UnsafePointer<CChar>?
    guard
      proj_cs_get_axis_info(
        context.handle, axes.handle, 0, nil, nil, nil, &factor, &unit, nil, nil) != 0
    else { return ("unit", 1) }
    return (context.text(unit) ?? "unit", factor)
  }
}

extension Double {
  /// Clamps to the pole; `nil` more than a degree beyond.
  fileprivate func withinPoles(at pole: Double) -> Double? {
    magnitude <= pole * 91 / 90 ? min(max(self, -pole), pole) : nil
  }
}
