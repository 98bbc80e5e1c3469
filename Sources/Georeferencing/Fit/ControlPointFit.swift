package struct ControlPointFit: Hashable, Sendable {
  package var georeference: Georeference
  package var report: FitReport

  /// `nil` chooses a similarity for two points, else an affine transform.
  ///
  /// A similarity is always fitted in EPSG:3857, where it keeps shapes on the ground.
  package init(
    _ set: ControlPointSet, kind: TransformKind? = nil,
    plane: CoordinateReferenceSystem = .webMercator, location: String = "control points"
  ) throws(GeoreferenceError) {
    let enabled = set.points.count { $0.isEnabled }
    let kind = kind ?? .standard(pointCount: enabled)
    let set = try set.checkedForFit(kind: kind, location: location)
    let plane = kind == .similarity ? .webMercator : plane
    let pairs = set.points.map { PlanePair($0, from: set.crs, to: plane) }
    let used = zip(pairs, set.points).filter { $1.isEnabled }.map { $0.0 }
    guard let transform = PlaneFit.fit(used, kind: kind) else {
      throw .noFit(kind: kind, location: location)
    }
    georeference = Georeference(crs: plane, pixelToCRS: transform)
    report = FitReport(kind: kind, georeference: georeference, set: set)
    if case .thinPlateSpline(let spline) = transform {
      report.leaveOneOut(spline, set: set, pairs: pairs, georeference: georeference)
    } else {
      report.outlier = Self.outlier(pairs, in: set, kind: kind, plane: plane)
    }
  }

  static func quick(
    _ set: ControlPointSet, kind: TransformKind, plane: CoordinateReferenceSystem
  ) throws(GeoreferenceError) -> FitReport {
    let plane = kind == .similarity ? .webMercator : plane
    let set = try set.checkedForFit(kind: kind, location: "control points")
    let used = set.points.filter(\.isEnabled).map { PlanePair($0, from: set.crs, to: plane) }
    guard let transform = PlaneFit.fit(used, kind: kind) else {
      throw .noFit(kind: kind, location: "control points")
    }
    return FitReport(
      kind: kind, georeference: Georeference(crs: plane, pixelToCRS: transform), set: set)
  }

  /// Finds the point that the others contradict.
  ///
  /// Each suspect is left out in turn. With normal errors, the ratio of the squared residuals without and
  /// with a point is at most r with probability r^(d/2), d being the redundancy without it. That times the
  /// count of points must be below 1 %. A point that the others predict within a pixel is never named.
  private static func outlier(
    _ pairs: [PlanePair], in set: ControlPointSet, kind: TransformKind,
    plane: CoordinateReferenceSystem
  ) -> FitReport.Outlier? {
    let enabled = set.points.indices.filter { set.points[$0].isEnabled }
    let redundancy = 2 * (enabled.count - 1) - kind.parameterCount
    // Each refit of thousands of points takes long, and one of so many moves nothing.
    guard kind != .tps, redundancy >= 2, enabled.count <= 1000 else { return nil }
    guard let all = PlaneFit.fit(enabled.map { pairs[$0] }, kind: kind) else { return nil }
    let total = PlaneFit.squaredDistances(enabled.map { pairs[$0] }, to: all)
    guard total > 0 else { return nil }
    let suspects = enabled.sorted {
      PlaneFit.squaredDistances([pairs[$0]], to: all)
        > PlaneFit.squaredDistances([pairs[$1]], to: all)
    }
    var best: (index: Int, cost: Double, transform: PixelTransform)?
    // The culprit has one of the largest residuals; leaving out each one would take long.
    for suspect in suspects.prefix(20) {
      let others = enabled.filter { $0 != suspect }.map { pairs[$0] }
      guard let transform = PlaneFit.fit(others, kind: kind) else { continue }
      let cost = PlaneFit.squaredDistances(others, to: transform)
      if cost < best?.cost ?? .infinity { best = (suspect, cost, transform) }
    }
    guard let best else { return nil }
    let chance = raised(best.cost / total, halves: redundancy) * Double(enabled.count)
    let georeference = Georeference(crs: plane, pixelToCRS: best.transform)
    var without = set
    without.points[best.index].isEnabled = false
    let report = FitReport(kind: kind, georeference: georeference, set: without)
    guard chance < 0.01, report.residuals[best.index].pixels > 1 else { return nil }
    return FitReport.Outlier(
      index: best.index, metres: report.residuals[best.index].metres,
      othersRootMeanSquareMetres: report.rootMeanSquareMetres)
  }

  /// Multiplies only, so that results are the same on every platform.
  private static func raised(_ base: Double, halves: Int) -> Double {
    var (result, square, exponent) = (1.0, base.squareRoot(), halves)
    while exponent > 0 {
      if exponent & 1 == 1 { result *= square }
      square *= square
      exponent >>= 1
    }
    return result
  }
}

extension PlanePair {
  init(
    _ point: ControlPoint, from crs: CoordinateReferenceSystem, to plane: CoordinateReferenceSystem
  ) {
    let position =
      crs == plane ? point.position : plane.point(ofMercator: crs.mercator(of: point.position))
    self.init(source: point.pixel, target: position)
  }
}

extension PlaneFit {
  static func fit(_ pairs: [PlanePair], kind: TransformKind) -> PixelTransform? {
    switch kind {
    case .similarity:
      similarity(
        pairs, atY: pairs.reduce(0) { $0 + $1.target.y / Double(pairs.count) }
      ).map { .affine($0) }
    case .affine: affine(pairs).map { .affine($0) }
    case .projective: projective(pairs).map { .projective($0) }
    case .polynomial2: PolynomialTransform(fitting: pairs, degree: 2).map { .polynomial($0) }
    case .polynomial3: PolynomialTransform(fitting: pairs, degree: 3).map { .polynomial($0) }
    case .tps: ThinPlateSpline(through: pairs).map { .thinPlateSpline($0) }
    }
  }

  static func squaredDistances(_ pairs: [PlanePair], to transform: PixelTransform) -> Double {
    pairs.reduce(0) { sum, pair in
      let found = transform.apply(pair.source)
      let (dx, dy) = (found.x - pair.target.x, found.y - pair.target.y)
      return sum + dx * dx + dy * dy
    }
  }
}
