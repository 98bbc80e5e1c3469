import CLibPROJ
import TileModel

/// How coordinates of a system become positions on WGS 84.
public struct DatumOperation: Hashable, Sendable {
  /// What the operation is called in the registry.
  public var name: String
  /// The accuracy in metres as the registry states it; 0 for a mere change of coordinates, `nil` when
  /// it is not known.
  public var accuracyMetres: Double?
  /// Whether nothing is known of how the system's datum relates to WGS 84, so that both are taken to be
  /// one; positions may then be off by hundreds of metres, of a datum that ``isGeocentric`` by a few.
  public var isBallpark: Bool
  /// Whether the datum is one of the registry that only satellites can have measured: its ellipsoid is as
  /// large as that of WGS 84, and no operation leads anywhere else (CGCS2000, ITRF2020).
  public var isGeocentric: Bool
  /// A better operation that cannot be used because a file is missing, if there is one.
  public var missing: Missing?
  /// The operation as a string of PROJ, which decides every coordinate.
  var pipeline: String

  /// A better operation that needs a file which is not installed.
  public struct Missing: Hashable, Sendable {
    /// What the operation is called.
    public var name: String
    /// Its accuracy in metres, if known.
    public var accuracyMetres: Double?
    /// The files that it needs and that are not there.
    public var grids: [String]
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
  /// Chooses the operation from a system to WGS 84; `nil` when none leads there.
  ///
  /// Of those that can be carried out it is the one that the registry ranks highest for the area.
  /// Operations that ignore the datum are chosen only when there is no other.
  init?(from system: PROJObject, area: GeographicArea?) {
    let context = system.context
    guard var candidates = Self.candidates(from: system, area: area) else { return nil }
    if candidates.allSatisfy(\.isBallparkOperation) {
      // Where one leads straight to WGS 84 but is of another area, PROJ looks for no way round.
      candidates =
        Self.candidates(from: system, area: area, pivots: PROJ_INTERMEDIATE_CRS_USE_ALWAYS)
        ?? candidates
    }
    let known = candidates.filter { !$0.isBallparkOperation }
    let usable =
      known.first(where: \.isUsableOperation) ?? candidates.first(where: \.isUsableOperation)
    guard let usable,
      let normal = PROJObject(
        proj_normalize_for_visualization(context.handle, usable.handle), in: context)
    else { return nil }
    name = usable.name
    isBallpark = usable.isBallparkOperation
    // In another area than its own a datum may seem to have no operation.
    isGeocentric =
      usable.isBallparkOperation && system.hasRegisteredDatumOfSatelliteSize
      && Self.candidates(from: system, area: nil)?.allSatisfy(\.isBallparkOperation) == true
    // A change of coordinates on one datum loses nothing, for which the registry has no number.
    accuracyMetres = usable.type == PJ_TYPE_CONVERSION ? 0 : usable.operationAccuracy
    pipeline =
      context.text(proj_as_proj_string(context.handle, normal.handle, PJ_PROJ_5, nil))
      ?? "+proj=noop"
    if let best = known.first, !best.isUsableOperation {
      missing = Missing(
        name: best.name, accuracyMetres: best.operationAccuracy, grids: best.missingGrids)
    }
  }

  /// All operations from a system to WGS 84, best first; `nil` when PROJ finds none.
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
  /// Whether a step of the operation ignores a datum.
  ///
  /// To count from another meridian does not, though PROJ says so where it made that step itself.
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
    guard
      proj_coordoperation_get_method_info(context.handle, handle, nil, &authority, &code) != 0
    else { return false }
    return context.text(authority) == "EPSG" && context.text(code) == "9601"
  }

  /// Whether the datum is of the registry, on an ellipsoid of the size that satellites measured, that of
  /// WGS 84 and GRS 1980.
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

  fileprivate var isUsableOperation: Bool {
    // Of grids that may be missing PROJ says that they are.
    proj_coordoperation_is_instantiable(context.handle, handle) != 0
      || !missingGrids.isEmpty && missingGrids.allSatisfy { $0.hasPrefix("@") || $0 == "null" }
  }

  fileprivate var operationAccuracy: Double? {
    let accuracy = proj_coordoperation_get_accuracy(context.handle, handle)
    return accuracy >= 0 ? accuracy : nil
  }

  /// The names of the grid files that the operation needs and that are not installed.
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
