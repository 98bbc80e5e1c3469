/// Where an image lies, and how that was found.
public struct ResolvedPlacement: Hashable, Sendable {
  /// Where the image lies, checked.
  public var georeference: Georeference
  /// One line that says how the place was found.
  public var summary: String
  /// How well control points fit, when there are any.
  public var fit: FitReport?
  /// What deserves a look: each one line.
  public var warnings: [String]
}

extension ResolvedPlacement {
  /// A placement that is exact.
  init(_ georeference: Georeference, _ summary: String) {
    self.init(georeference: georeference, summary: summary, fit: nil, warnings: [])
  }

  /// A placement that was fitted.
  init(_ fit: ControlPointFit, set: ControlPointSet) {
    let used = fit.report.residuals.count { $0.isUsed }
    // Rounding of the arithmetic is no news.
    func text(_ value: Double) -> String {
      value < 1e-6 ? "below 0.000001" : NumberText.brief(value)
    }
    let metres = text(fit.report.rootMeanSquareMetres)
    let pixels = text(fit.report.rootMeanSquarePixels)
    let quality =
      fit.report.redundancy == 0
      ? "exact, without a point to check it" : "RMS \(metres) m, \(pixels) pixels"
    self.init(
      georeference: fit.georeference,
      summary: "\(used) control points, \(fit.report.kind.rawValue): \(quality)", fit: fit.report,
      warnings: [])
  }
}
