import CLibPROJ
import TileModel

/// The operation from a system's coordinates to WGS 84.
public struct DatumOperation: Hashable, Sendable {
  /// Name of the operation in the registry.
  public var name: String
  /// The accuracy in metres as the registry states it.
  ///
  /// 0 for a mere change of coordinates, `nil` when it is not known.
  public var accuracyMetres: Double?
  /// Whether the relation of the system's datum to WGS 84 is unknown, so that both count as one.
  ///
  /// Positions may be off by hundreds of metres, or by a few where ``isGeocentric``.
  public var isBallpark: Bool
  /// Whether the datum is a registered one that only satellites can have measured (CGCS2000, ITRF2020).
  ///
  /// Its ellipsoid is as large as that of WGS 84, and no operation leads elsewhere.
  public var isGeocentric: Bool
  /// A better operation for the area that is not used, if there is one.
  public var better: Better?
  /// The operation as a string of PROJ, which decides every coordinate.
  var pipeline: String

  var usesGrids: Bool { pipeline.contains(Self.gridsParameter) }

  /// The end of `+nadgrids` and `+grids`.
  private static let gridsParameter = "grids="

  /// An operation that lacks files, or does not reach all of an image.
  public struct Better: Hashable, Sendable {
    /// Name of the operation.
    public var name: String
    /// Its accuracy in metres, if known.
    public var accuracyMetres: Double?
    /// The files that it needs and that are not there; none where it does not reach all of an image.
    public var missingGrids: [String]
  }

  /// The accuracy in words.
  public var accuracyText: String {
    if isBallpark {
      return isGeocentric
        ? "not stated: a few metres, as the datum is geocentric like WGS 84"
        : "unknown: the datum's relation to WGS 84 is not known"
    }
    guard let metres = accuracyMetres else { return "unknown" }
    return metres == 0 ? "exact" : "\(NumberText.brief(metres)) m"
  }
}

extension DatumOperation {
  /// Takes the operation that the registry ranks highest for the area and that can be carried out.
  ///
  /// One that ends before all points is passed over for one that reaches more of them, as a grid may end
  /// where its datum is still used. One that ignores the datum is the last resort. `nil` when none leads to
  /// WGS 84.
  init?(from system: PROJObject, area: GeographicArea?, covering points: [CRSPoint] = []) {
    guard var candidates = Self.candidates(from: system, area: area) else { return nil }
    // PROJ looks for no detour where a direct operation of another area exists. Beyond all areas of its
    // operations a datum is still itself.
    for (area, pivots) in [
      (area, PROJ_INTERMEDIATE_CRS_USE_ALWAYS),
      (nil, PROJ_INTERMEDIATE_CRS_USE_IF_NO_DIRECT_TRANSFORMATION),
    ] where candidates.allSatisfy(\.isBallparkOperation) {
      candidates = Self.candidates(from: system, area: area, pivots: pivots) ?? candidates
    }
    let known = candidates.filter { !$0.isBallparkOperation }
    let others = candidates.filter(\.isBallparkOperation)
    guard
      let (usable, pipeline) = Self.first(of: known, covering: points)
        ?? Self.first(of: others, covering: points) ?? Self.first(of: known + others, covering: [])
    else { return nil }
    self.pipeline = pipeline
    name = usable.name
    isBallpark = usable.isBallparkOperation
    isGeocentric = known.isEmpty && system.hasRegisteredDatumOfSatelliteSize
    // A change of coordinates on one datum loses nothing, for which the registry has no number.
    accuracyMetres = usable.type == PJ_TYPE_CONVERSION ? 0 : usable.operationAccuracy
    if let best = known.first, best !== usable {
      better = Better(
        name: best.name, accuracyMetres: best.operationAccuracy,
        missingGrids: best.isUsableOperation ? [] : best.missingGrids)
    }
  }

  /// The first of the operations that reaches the most points; `nil` when grids reach none.
  ///
  /// One without grids reaches all that the projection does.
  private static func first(
    of operations: [PROJObject], covering points: [CRSPoint]
  ) -> (operation: PROJObject, pipeline: String)? {
    var best: (operation: PROJObject, pipeline: String)?
    var most = 0
    for operation in operations where operation.isUsableOperation {
      guard let pipeline = operation.normalPipeline else { continue }
      let usesGrids = pipeline.contains(Self.gridsParameter)
      if points.isEmpty || best == nil && !usesGrids { return (operation, pipeline) }
      guard let line = ProjectionLine(pipeline: pipeline) else { continue }
      let count = points.count { line.geographic(of: $0) != nil }
      if count > most { (best, most) = ((operation, pipeline), count) }
      if most == points.count || !usesGrids { break }
    }
    return best
  }

  private static func candidates(
    from system: PROJObject, area: GeographicArea?,
    pivots: PROJ_INTERMEDIATE_CRS_USE = PROJ_INTERMEDIATE_CRS_USE_IF_NO_DIRECT_TRANSFORMATION
  ) -> [PROJObject]? {
    let context = system.context
    guard let target = PROJObject(text: "EPSG:4326", in: context),
      let factory = proj_create_operation_factory_context(context.handle, nil)
    else { return nil }
    defer { proj_operation_factory_context_destroy(factory) }
    proj_operation_factory_context_set_spatial_criterion(
      context.handle, factory, PROJ_SPATIAL_CRITERION_PARTIAL_INTERSECTION)
    // Ranked as if all grids were there: only so can it be told what a missing one costs.
    proj_operation_factory_context_set_grid_availability_use(
      context.handle, factory, PROJ_GRID_AVAILABILITY_IGNORED)
    proj_operation_factory_context_set_allow_use_intermediate_crs(context.handle, factory, pivots)
    if let area {
      proj_operation_factory_context_set_area_of_interest(
        context.handle, factory, area.west, area.south, area.east, area.north)
    }
    var found = proj_create_operations(context.handle, system.handle, target.handle, factory)
    if found == nil {
      // PROJ 9.1 looks without an end for a way round from WGS 84 counted from another meridian.
      proj_operation_factory_context_set_allow_use_intermediate_crs(
        context.handle, factory, PROJ_INTERMEDIATE_CRS_USE_NEVER)
      found = proj_create_operations(context.handle, system.handle, target.handle, factory)
    }
    guard let list = found else { return nil }
    defer { proj_list_destroy(list) }
    return (0..<proj_list_get_count(list)).compactMap {
      PROJObject(proj_list_get(context.handle, list, $0), in: context)
    }
  }
}

extension PROJObject {
  /// True for a step that ignores a datum, but not for a mere change of meridian, which PROJ calls ballpark
  /// too.
  fileprivate var isBallparkOperation: Bool {
    guard proj_coordoperation_has_ballpark_transformation(context.handle, handle) != 0 else {
      return false
    }
    let count = proj_concatoperation_get_step_count(context.handle, handle)
    guard count > 0 else { return !isLongitudeRotation }
    return (0..<count).contains {
      PROJObject(proj_concatoperation_get_step(context.handle, handle, $0), in: context)?
        .isBallparkOperation ?? true
    }
  }

  private var isLongitudeRotation: Bool {
    var (authority, code): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
    guard proj_coordoperation_get_method_info(context.handle, handle, nil, &authority, &code) != 0
    else { return false }
    return context.text(authority) == "EPSG" && context.text(code) == "9601"
  }

  fileprivate var hasRegisteredDatumOfSatelliteSize: Bool {
    var axis = 0.0
    guard let base = PROJObject(proj_crs_get_geodetic_crs(context.handle, handle), in: context),
      let datum = PROJObject(proj_crs_get_datum(context.handle, base.handle), in: context),
      let named = proj_create_from_name(
        context.handle, nil, datum.name,
        [PJ_TYPE_GEODETIC_REFERENCE_FRAME, PJ_TYPE_DYNAMIC_GEODETIC_REFERENCE_FRAME], 2, 0, 1, nil)
    else { return false }
    defer { proj_list_destroy(named) }
    guard proj_list_get_count(named) > 0,
      let ellipsoid = PROJObject(proj_get_ellipsoid(context.handle, base.handle), in: context),
      proj_ellipsoid_get_parameters(context.handle, ellipsoid.handle, &axis, nil, nil, nil) != 0
    else { return false }
    return (axis - 6_378_137).magnitude < 1
  }

  /// With axes east and north, in degrees.
  fileprivate var normalPipeline: String? {
    guard
      let normal = PROJObject(proj_normalize_for_visualization(context.handle, handle), in: context)
    else { return nil }
    return context.text(proj_as_proj_string(context.handle, normal.handle, PJ_PROJ_5, nil))
      ?? "+proj=noop"
  }

  fileprivate var isUsableOperation: Bool {
    // PROJ reports optional grids as missing, too.
    proj_coordoperation_is_instantiable(context.handle, handle) != 0
      || !missingGrids.isEmpty && missingGrids.allSatisfy { $0.hasPrefix("@") || $0 == "null" }
  }

  fileprivate var operationAccuracy: Double? {
    let accuracy = proj_coordoperation_get_accuracy(context.handle, handle)
    return accuracy >= 0 ? accuracy : nil
  }

  fileprivate var missingGrids: [String] {
    (0..<proj_coordoperation_get_grid_used_count(context.handle, handle)).compactMap { index in
      var name: UnsafePointer<CChar>?
      var isAvailable: Int32 = 0
      guard
        proj_coordoperation_get_grid_used(
          context.handle, handle, index, &name, nil, nil, nil, nil, nil, &isAvailable) != 0,
        isAvailable == 0
      else { return nil }
      return context.text(name)
    }
  }
}
