/// Prediction error of each kind of transform, by leave-one-out.
///
/// Residuals at the points themselves fall with every parameter. Only points that were left out show the
/// worth of a kind.
package struct FitComparison: Hashable, Sendable {
  package struct Candidate: Hashable, Sendable {
    package var kind: TransformKind
    /// The root mean square residual of the used points, in metres on the ground.
    ///
    /// 0 for a spline.
    package var rootMeanSquareMetres: Double
    /// The root mean square leave-one-out error, in metres on the ground.
    ///
    /// `nil` where no point can be left out.
    package var leaveOneOutMetres: Double?
    package var leaveOneOutPixels: Double?
  }

  package var candidates: [Candidate]
  /// The simplest kind that is adequate, or `nil` when there are too few points to tell.
  ///
  /// It predicts points within a sample, or within a quarter more than the best kind does.
  package var proposal: TransformKind?

  /// Points left out in turn; larger sets are sampled evenly.
  private static let sampleLimit = 60

  package init(
    _ set: ControlPointSet, plane: CoordinateReferenceSystem = .webMercator
  ) throws(GeoreferenceError) {
    let used = ControlPointSet(crs: set.crs, points: set.points.filter(\.isEnabled))
    candidates = []
    for kind in TransformKind.allCases where used.points.count >= kind.minimumPointCount {
      do throws(GeoreferenceError) {
        candidates.append(try Self.candidate(kind, used, plane: plane))
      } catch {
        // Points that do not fix a kind, such as those on a line, leave it out.
        continue
      }
    }
    let best = candidates.compactMap(\.leaveOneOutMetres).min()
    proposal =
      candidates.first { candidate in
        guard let best, let metres = candidate.leaveOneOutMetres,
          let pixels = candidate.leaveOneOutPixels
        else { return false }
        return pixels <= 1 || metres <= 1.25 * best
      }?.kind
  }

  private static func candidate(
    _ kind: TransformKind, _ set: ControlPointSet, plane: CoordinateReferenceSystem
  ) throws(GeoreferenceError) -> Candidate {
    let fit = try ControlPointFit(set, kind: kind, plane: plane)
    var candidate = Candidate(kind: kind, rootMeanSquareMetres: fit.report.rootMeanSquareMetres)
    if kind == .tps {
      candidate.rootMeanSquareMetres = 0
      if set.points.count > kind.minimumPointCount {
        candidate.leaveOneOutMetres = fit.report.rootMeanSquareMetres
        candidate.leaveOneOutPixels = fit.report.rootMeanSquarePixels
      }
      return candidate
    }
    guard set.points.count > kind.minimumPointCount else { return candidate }
    var (metres, pixels, count) = (0.0, 0.0, 0.0)
    let samples = min(set.points.count, Self.sampleLimit)
    for sample in 0..<samples {
      let index = sample * set.points.count / samples
      var others = set
      others.points[index].isEnabled = false
      let residual = try ControlPointFit.quick(others, kind: kind, plane: plane).residuals[index]
      metres += residual.metres * residual.metres
      pixels += residual.pixels * residual.pixels
      count += 1
    }
    candidate.leaveOneOutMetres = (metres / count).squareRoot()
    candidate.leaveOneOutPixels = (pixels / count).squareRoot()
    return candidate
  }
}
