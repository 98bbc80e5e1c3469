import CLibPROJ
import Platform

/// A context of PROJ: its settings and its view of the database.
///
/// Belongs to one thread at a time.
package final class PROJContext {
  package let handle: OpaquePointer

  /// Never uses a network, opens only ``PROJFiles`` and never writes to standard error.
  package init?() {
    guard let handle = proj_context_create() else { return nil }
    self.handle = handle
    proj_log_level(handle, PJ_LOG_NONE)
    // The environment (PROJ_NETWORK) and proj.ini can turn it on; this call has the last word.
    proj_context_set_enable_network(handle, 0)
    PROJFiles.install(in: handle)
  }

  deinit { proj_context_destroy(handle) }

  var usesNetwork: Bool { proj_context_is_network_enabled(handle) != 0 }

  var databasePath: String? { text(proj_context_get_database_path(handle)) }

  package func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    guard let pointer else { return nil }
    let text = String(cString: pointer)
    return text.isEmpty ? nil : text
  }
}

/// An object of PROJ (a system, an operation, a coordinate system) that retains its context.
package final class PROJObject {
  let context: PROJContext
  package let handle: OpaquePointer

  /// Takes ownership of `handle`.
  package init?(_ handle: OpaquePointer?, in context: PROJContext) {
    guard let handle else { return nil }
    self.context = context
    self.handle = handle
  }

  convenience init?(text: String, in context: PROJContext) {
    self.init(proj_create(context.handle, text), in: context)
  }

  deinit { proj_destroy(handle) }

  var type: PJ_TYPE { proj_get_type(handle) }

  var name: String { context.text(proj_get_name(handle)) ?? "" }

  var identifier: String? {
    guard let authority = context.text(proj_get_id_auth_name(handle, 0)),
      let code = context.text(proj_get_id_code(handle, 0))
    else { return nil }
    return "\(authority):\(code)"
  }

  var wellKnownText: String? { wellKnownText(PJ_WKT2_2019) }

  func wellKnownText(_ version: PJ_WKT_TYPE) -> String? {
    withOptions(["MULTILINE=NO"]) {
      context.text(proj_as_wkt(context.handle, handle, version, $0))
    }
  }

  var areaOfUse: GeographicArea? {
    var (west, south, east, north) = (0.0, 0.0, 0.0, 0.0)
    var name: UnsafePointer<CChar>?
    guard proj_get_area_of_use(context.handle, handle, &west, &south, &east, &north, &name) != 0,
      west >= -180, west <= 180, south >= -90, north <= 90
    else { return nil }
    return GeographicArea(
      west: west, south: south, east: east, north: north, name: context.text(name))
  }

  /// False for areas on which PROJ 9.1 loops without end when it intersects them.
  var hasAreaOnEarth: Bool {
    var (west, east) = (0.0, 0.0)
    if proj_get_area_of_use(context.handle, handle, &west, nil, &east, nil, nil) != 0 {
      guard west <= east || west <= 180 && east >= -180 else { return false }
    }
    let parts = [
      PROJObject(proj_get_source_crs(context.handle, handle), in: context),
      PROJObject(proj_get_target_crs(context.handle, handle), in: context),
    ]
    return parts.allSatisfy { $0?.hasAreaOnEarth ?? true }
  }

  func isEquivalent(to other: PROJObject) -> Bool {
    let (left, right) = (withEastFirst ?? self, other.withEastFirst ?? other)
    return proj_is_equivalent_to_with_ctx(
      context.handle, left.handle, right.handle, PJ_COMP_EQUIVALENT) != 0
  }

  /// Compares to a millimetre.
  ///
  /// PROJ 9.1 finds all datums equivalent that have the name of WGS 84.
  func hasWorldEllipsoid(longerAxisOnly: Bool = false) -> Bool {
    var (major, minor) = (0.0, 0.0)
    guard
      let ellipsoid = PROJObject(proj_get_ellipsoid(context.handle, unbound.handle), in: context),
      proj_ellipsoid_get_parameters(context.handle, ellipsoid.handle, &major, &minor, nil, nil) != 0
    else { return false }
    return (major - 6_378_137).magnitude < 1e-3
      && (longerAxisOnly || (minor - 6_356_752.3142).magnitude < 1e-3)
  }

  private var withEastFirst: PROJObject? {
    PROJObject(proj_normalize_for_visualization(context.handle, handle), in: context)
  }

  var unbound: PROJObject {
    guard type == PJ_TYPE_BOUND_CRS else { return self }
    return PROJObject(proj_get_source_crs(context.handle, handle), in: context) ?? self
  }

  var withoutNullShift: PROJObject {
    var shift = [Double](repeating: 1, count: 7)
    guard type == PJ_TYPE_BOUND_CRS, hasWorldEllipsoid(),
      let target = PROJObject(proj_get_target_crs(context.handle, handle), in: context),
      let world = PROJObject(text: "EPSG:4326", in: context), target.isEquivalent(to: world),
      let operation = PROJObject(proj_crs_get_coordoperation(context.handle, handle), in: context),
      proj_coordoperation_get_towgs84_values(context.handle, operation.handle, &shift, 7, 0) != 0,
      shift.allSatisfy({ $0 == 0 })
    else { return self }
    return unbound
  }

  private func withOptions<Result>(
    _ options: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    let copies = options.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    let list = copies.map { UnsafePointer($0) } + [nil]
    return list.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}

/// An area of use in degrees; `west > east` crosses the antimeridian.
struct GeographicArea: Hashable, Sendable {
  var west: Double
  var south: Double
  var east: Double
  var north: Double
  var name: String?

  /// The margin is in degrees.
  func contains(longitude: Double, latitude: Double, margin: Double) -> Bool {
    guard (south - margin...north + margin).contains(latitude) else { return false }
    let range = west <= east ? east - west : east - west + 360
    var offset = (longitude - west + margin).truncatingRemainder(dividingBy: 360)
    if offset < 0 { offset += 360 }
    return offset <= range + 2 * margin
  }
}

/// Properties of the PROJ library as a whole.
package enum ProjectionLibrary {
  package static var usesNetwork: Bool { PROJContext()?.usesNetwork ?? false }
}
