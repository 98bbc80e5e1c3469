package import TileModel

/// A building's outline on the map, onto which the outer edge of a plan is fitted.
public struct OutlinePlacement: Hashable, Sendable {
  /// The path of a GeoJSON file.
  public var path: String
  /// The id or name of a feature of it, or its number from 1; `nil` for the only polygon.
  public var feature: String?
  /// The direction of the plan's top, in degrees clockwise from north.
  ///
  /// It decides between places of a building that looks alike when rotated.
  public var bearing: Double?

  /// Names an outline.
  public init(path: String, feature: String? = nil, bearing: Double? = nil) {
    (self.path, self.feature, self.bearing) = (path, feature, bearing)
  }

  /// The edges of the image, which take long to find, are asked for last.
  func fit(
    _ edges: () throws(GeoreferenceError) -> [[PixelPoint]], image: String
  ) throws(GeoreferenceError) -> ResolvedGeoreference {
    let polygon = try CutlineFile.polygon(path: path, feature: feature)
    guard let fit = OutlineFit(try edges(), to: polygon?.rings.first ?? [], bearing: bearing) else {
      throw .notFitted(OutlineFit.nothing(at: image))
    }
    if let doubt = fit.doubt(at: image) { throw .notFitted(doubt) }
    let name = (path.split(separator: "/").last ?? "") + (feature.map { ", \($0)" } ?? "")
    return ResolvedGeoreference(
      Georeference(crs: .webMercator, pixelToCRS: .affine(fit.best.transform)),
      "fitted to the outline in \(name): \(fit.description)")
  }
}

extension OutlineFit {
  /// Greatest misfit of a plan that is placed.
  ///
  /// All of 200 drawn plans that were wrong had more (Tests/RasterSourcesTests/Ink).
  static let greatestMisfit = 0.008
  /// Least misfit of another place, as a multiple of the best one's, which counts as this at least.
  static let leastRatio = 1.5
  private static let leastMisfit = 0.0015

  /// The reason why a person must decide about the place; `nil` for none.
  package func doubt(at image: String) -> FailureReport? {
    let apart = Self.metres(best.misfit * length)
    if mirroredMisfit * Self.leastRatio < best.misfit {
      return FailureReport(
        .undecided, "the plan is nearer to the outline when it is mirrored", at: image,
        found: "edges \(apart) apart, and \(Self.metres(mirroredMisfit * length)) mirrored",
        expected: "a plan that is seen from above",
        nextStep: "mirror the image, or check which outline is named with `feature`")
    }
    guard best.misfit <= Self.greatestMisfit else {
      return FailureReport(
        .undecided, "the plan does not fit the outline well enough to be placed by it", at: image,
        found: "edges \(apart) apart, of a building of \(Self.metres(length))",
        expected: "at most \(Self.metres(Self.greatestMisfit * length)), root mean square",
        nextStep:
          "check which outline is named with `feature`, and whether the plan shows all of the"
          + " building; or place it by two or more `controlPoints`, or on a page with `edit`")
    }
    if let stretched {
      let percent = (stretched.ratio - 1) * 100
      return FailureReport(
        .undecided, "the plan seems to be stretched", at: image,
        found:
          "edges \(Self.metres(best.metres)) apart, and \(Self.metres(stretched.metres)) where a"
          + " sample is \(NumberText.brief(percent.magnitude)) % \(percent > 0 ? "wider than high" : "higher than wide")",
        expected: "a plan that printing and scanning left square",
        nextStep: "place it by three or more `controlPoints`, or on a page with `edit`, where two"
          + " measured walls take it out")
    }
    guard let rival, rival.misfit < Self.leastRatio * max(best.misfit, Self.leastMisfit) else {
      return nil
    }
    let bearings = [best, rival].map(\.roundedBearing)
    return FailureReport(
      .undecided, "the plan fits the outline in more than one way", at: image,
      found: "edges \(apart) apart with its top towards \(bearings[0]) degrees, and"
        + " \(Self.metres(rival.misfit * length)) towards \(bearings[1])",
      expected: "any other place at least \(NumberText.brief(Self.leastRatio)) times as far apart",
      nextStep: bearings[0] == bearings[1]
        ? "place it by two or more `controlPoints`, or on a page with `edit`"
        : "state roughly where its top points, such as `bearing` \(bearings[0]); or place it by two or more"
          + " `controlPoints`, or on a page with `edit`")
  }

  package static func nothing(at image: String) -> FailureReport {
    FailureReport(
      .undecided, "the plan has no edge that fits the outline", at: image,
      expected: "a drawing with a closed outer edge, and an outline with an area",
      nextStep: "place it by two or more `controlPoints`, or on a page with `edit`")
  }

  /// Distances of the edges in metres.
  var description: String {
    let other = rival.map {
      "; next would be \(Self.metres($0.misfit * length)), its top towards"
        + " \($0.roundedBearing) degrees"
    }
    return
      "edges \(Self.metres(best.metres)) apart, \(Self.metres(best.misfit * length)) with all that is"
      + " on one of them alone\(other ?? "")"
  }

  private static func metres(_ metres: Double) -> String { "\(NumberText.brief(metres)) m" }
}

extension OutlineFit.Pose {
  fileprivate var roundedBearing: Int { Int(bearing.rounded()) % 360 }
}
