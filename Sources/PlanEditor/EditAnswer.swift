import Georeferencing
import TileModel

/// The placement of a plan by a state, as the page shows it.
struct EditAnswer {
  /// Cells of the mesh, across and down, that draws a transform that is not affine.
  static let meshSide = 24
  /// The most points for which kinds of transforms are compared at each change.
  static let comparisonLimit = 300

  let resolved: ResolvedGeoreference
  let size: PixelSize
  let points: ControlPointSet?

  init(_ resolved: ResolvedGeoreference, of state: EditState, size: PixelSize) {
    (self.resolved, self.size) = (resolved, size)
    points = state.mode == .points ? ControlPointSet(crs: .webMercator, points: state.points) : nil
  }

  var value: JSONValue {
    var members: [(String, JSONValue)] = [
      ("summary", .string(resolved.summary)),
      ("warnings", .array(resolved.warnings.map(JSONValue.string))),
      ("mesh", Self.mesh(of: resolved.georeference, size: size)),
      (
        "hand", .array(Self.affine(resolved.georeference, size: size).coefficients.map(Self.number))
      ),
    ]
    if let fit = resolved.fit { members += Self.members(of: fit, in: resolved.georeference) }
    if let points, points.points.count <= Self.comparisonLimit {
      members += Self.comparison(of: points)
    }
    return .members(members)
  }

  static func affine(_ georeference: Georeference, size: PixelSize) -> AffineTransform {
    if case .affine(let transform) = georeference.pixelToCRS, georeference.crs == .webMercator {
      return transform
    }
    let (width, height) = (Double(size.width), Double(size.height))
    let pairs = [(0, 0), (width, 0), (width, height), (0, height)].map { x, y in
      let pixel = PixelPoint(x: x, y: y)
      let position = georeference.mercator(of: pixel)
      return PlanePair(source: pixel, target: CRSPoint(x: position.x, y: position.y))
    }
    let center = PixelPoint(x: width / 2, y: height / 2)
    return PlaneFit.affine(pairs) ?? georeference.pixelToCRS.jacobian(at: center)
  }

  /// Mesh nodes on the unit square of Web Mercator, row by row.
  static func mesh(of georeference: Georeference, size: PixelSize) -> JSONValue {
    let isAffine =
      if case .affine = georeference.pixelToCRS { georeference.crs == .webMercator } else { false }
    let side = isAffine ? 1 : meshSide
    var nodes: [JSONValue] = []
    for row in 0...side {
      for column in 0...side {
        let position = georeference.mercator(
          of: PixelPoint(
            x: Double(size.width) * Double(column) / Double(side),
            y: Double(size.height) * Double(row) / Double(side)))
        nodes.append(number(position.x / WebMercator.extent + 0.5))
        nodes.append(number(0.5 - position.y / WebMercator.extent))
      }
    }
    return .members([("side", .number(side)), ("nodes", .array(nodes))])
  }

  private static func members(
    of fit: FitReport, in georeference: Georeference
  ) -> [(String, JSONValue)] {
    let residuals = fit.residuals.map { residual -> JSONValue in
      let found = georeference.mercator(of: residual.pixel)
      return .members([
        ("metres", number(residual.metres)), ("pixels", number(residual.pixels)),
        ("found", .array([number(found.x), number(found.y)])),
      ])
    }
    return [
      ("fitted", .string(fit.kind.rawValue)), ("residuals", .array(residuals)),
      ("rmsMetres", number(fit.rootMeanSquareMetres)),
      ("rmsPixels", number(fit.rootMeanSquarePixels)),
      ("used", .number(fit.residuals.count { $0.isUsed })),
      ("isChecked", .boolean(fit.redundancy > 0)),
      ("isLeaveOneOut", .boolean(fit.isLeaveOneOut)),
      ("outlier", index(fit.outlier?.index)),
    ]
  }

  private static func comparison(of points: ControlPointSet) -> [(String, JSONValue)] {
    let comparison: FitComparison
    do throws(GeoreferenceError) { comparison = try FitComparison(points) } catch {
      // The fit itself has reported faulty points.
      return []
    }
    let kinds = comparison.candidates.map { candidate in
      JSONValue.members([
        ("kind", .string(candidate.kind.rawValue)),
        ("metres", number(candidate.rootMeanSquareMetres)),
        ("leftOut", candidate.leaveOneOutMetres.map(number) ?? .null),
      ])
    }
    return [("kinds", .array(kinds)), ("proposal", .optional(comparison.proposal?.rawValue))]
  }

  private static func index(_ index: Int?) -> JSONValue { index.map { .number($0) } ?? .null }

  /// Null for no number, as behind a horizon.
  private static func number(_ value: Double) -> JSONValue {
    value.isFinite ? .number(value) : .null
  }
}
