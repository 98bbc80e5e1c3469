public import TileModel

/// Quality of a fit to control points.
public struct FitReport: Hashable, Sendable {
  /// The kind of transform.
  public var kind: TransformKind
  /// One residual per control point, in the order of the points.
  public var residuals: [ControlPointResidual]
  /// The root mean square of the used points' residuals, in metres on the ground.
  public var rootMeanSquareMetres: Double
  /// The root mean square of the used points' residuals, in pixels of the image.
  public var rootMeanSquarePixels: Double
  /// Equations in excess of those that fix the transform.
  ///
  /// At 0 the residuals are 0 whatever mistakes the points hold.
  public var redundancy: Int
  /// Whether each residual is measured against the transform of all other points, as for a spline,
  /// which would pass through the point itself.
  public var isLeaveOneOut = false
  /// The point that is most likely a mistake, if one is.
  public var outlier: Outlier?

  /// The index of the used point with the largest residual in metres, if any point is used.
  public var worstIndex: Int? {
    residuals.indices.filter { residuals[$0].isUsed }.max {
      residuals[$0].metres < residuals[$1].metres
    }
  }

  /// A control point that the others contradict.
  public struct Outlier: Hashable, Sendable {
    /// The index of the point, from 0.
    public var index: Int
    /// Distance from the position predicted by the other points, in metres on the ground.
    public var metres: Double
    /// The root mean square residual of the others alone, in metres on the ground.
    public var othersRootMeanSquareMetres: Double
  }
}

/// Distance of a control point from its fitted position.
public struct ControlPointResidual: Hashable, Sendable {
  /// The position in the image.
  public var pixel: PixelPoint
  /// The position that was given.
  public var given: GeographicCoordinate
  /// Fitted minus given position: metres east on the ground.
  public var eastMetres: Double
  /// Fitted minus given position: metres north on the ground.
  public var northMetres: Double
  /// The same distance in pixels of the image.
  public var pixels: Double
  /// Whether the point took part in the fit.
  public var isUsed: Bool
  /// Name in messages.
  public var label: String

  /// The distance in metres on the ground.
  public var metres: Double { eastMetres.length(with: northMetres) }
}

extension FitReport {
  init(kind: TransformKind, georeference: Georeference, set: ControlPointSet) {
    self.kind = kind
    residuals = set.points.indices.map {
      ControlPointResidual(
        of: set.points[$0], crs: set.crs, label: set.label($0), georeference: georeference)
    }
    (rootMeanSquareMetres, rootMeanSquarePixels) = (0, 0)
    redundancy =
      kind == .tps ? 0 : max(0, 2 * residuals.count(where: \.isUsed) - kind.parameterCount)
    outlier = nil
    summarise()
  }

  private mutating func summarise() {
    let used = residuals.filter(\.isUsed)
    let count = Double(max(1, used.count))
    rootMeanSquareMetres = (used.reduce(0) { $0 + $1.metres * $1.metres } / count).squareRoot()
    rootMeanSquarePixels = (used.reduce(0) { $0 + $1.pixels * $1.pixels } / count).squareRoot()
  }

  /// Replaces residuals by leave-one-out errors of the spline, and names the outlier.
  mutating func leaveOneOut(
    _ spline: ThinPlateSpline, set: ControlPointSet, pairs: [PlanePair], georeference: Georeference
  ) {
    isLeaveOneOut = true
    let used = set.points.indices.filter { set.points[$0].isEnabled }
    for (number, index) in used.enumerated() {
      let offset = spline.leaveOneOut[number]
      let given = pairs[index].target
      residuals[index].measure(
        CRSPoint(x: given.x + offset.x, y: given.y + offset.y), against: given,
        georeference: georeference)
    }
    summarise()
    nameOutlier(among: used, pairs: pairs)
  }

  private mutating func nameOutlier(among used: [Int], pairs: [PlanePair]) {
    guard used.count >= 8, used.count <= 300 else { return }
    let suspects = used.sorted { residuals[$0].metres > residuals[$1].metres }.prefix(5)
    let total = used.reduce(0) { $0 + residuals[$1].metres * residuals[$1].metres }
    var best: (index: Int, fraction: Double)?
    for suspect in suspects {
      let others = used.filter { $0 != suspect }
      guard let spline = ThinPlateSpline(through: others.map { pairs[$0] }),
        let all = ThinPlateSpline(through: used.map { pairs[$0] })
      else { continue }
      func sum(_ offsets: [CRSPoint]) -> Double {
        offsets.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y }
      }
      let fraction = sum(spline.leaveOneOut) / sum(all.leaveOneOut)
      if fraction < best?.fraction ?? .infinity { best = (suspect, fraction) }
    }
    guard let best, best.fraction < 1.0 / 9, residuals[best.index].pixels > 1 else { return }
    outlier = Outlier(
      index: best.index, metres: residuals[best.index].metres,
      othersRootMeanSquareMetres: (best.fraction * total / Double(used.count - 1)).squareRoot())
  }
}

extension ControlPointResidual {
  init(
    of point: ControlPoint, crs: CoordinateReferenceSystem, label: String,
    georeference: Georeference
  ) {
    let target = crs.mercator(of: point.position)
    let found = georeference.mercator(of: point.pixel)
    let scale = GroundScale(atY: target.y)
    pixel = point.pixel
    given = crs.geographic(of: point.position)
    eastMetres = (found.x - target.x) / scale.east
    northMetres = (found.y - target.y) / scale.north
    isUsed = point.isEnabled
    self.label = label
    if let back = georeference.pixel(ofMercator: target) {
      pixels = (back.x - point.pixel.x).length(with: back.y - point.pixel.y)
    } else {
      // Beyond a horizon there is no position in the image to measure to.
      pixels = .infinity
    }
  }

  mutating func measure(_ found: CRSPoint, against given: CRSPoint, georeference: Georeference) {
    let (there, target) = (
      georeference.crs.mercator(of: found), georeference.crs.mercator(of: given)
    )
    let scale = GroundScale(atY: target.y)
    eastMetres = (there.x - target.x) / scale.east
    northMetres = (there.y - target.y) / scale.north
    pixels =
      georeference.pixel(of: found).map { ($0.x - pixel.x).length(with: $0.y - pixel.y) }
      ?? .infinity
  }
}
