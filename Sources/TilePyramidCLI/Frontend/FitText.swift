import Georeferencing
import RasterSources
import TileModel

/// The texts about where an image is and how well its control points fit.
enum FitText {
  static func description(of georeferenced: GeoreferencedImage) -> String {
    var lines = [
      "placed by  \(georeferenced.resolved.summary)",
      "crs        \(georeferenced.resolved.georeference.crs.identifier)",
    ]
    let (width, height) = (
      Double(georeferenced.raster.size.width), Double(georeferenced.raster.size.height)
    )
    let corners = [
      ("top-left", 0, 0), ("top-right", width, 0), ("bottom-right", width, height),
      ("bottom-left", 0, height),
    ]
    for (name, x, y) in corners {
      let georeference = georeferenced.resolved.georeference
      let position = georeference.crs.geographic(
        of: georeference.pixelToCRS.apply(PixelPoint(x: x, y: y))
      ).onGlobe
      lines.append(
        "\(name)".padded(to: 13) + "\(NumberText.fixed(position.latitude, 8)),"
          + NumberText.fixed(position.longitude, 8))
    }
    if let fit = georeferenced.resolved.fit { lines += table(of: fit) }
    if let set = georeferenced.resolved.controlPoints {
      lines += comparison(of: set, plane: georeferenced.resolved.georeference.crs)
    }
    return lines.map(\.displayLine).joined(separator: "\n")
  }

  private static func comparison(
    of set: ControlPointSet, plane: CoordinateReferenceSystem
  ) -> [String] {
    let comparison: FitComparison
    do throws(GeoreferenceError) {
      comparison = try FitComparison(set, plane: plane)
    } catch {
      // The fit itself has said what is wrong with the points.
      return []
    }
    var lines = [
      "", "transforms: root mean square at the points, and at points left out of the fit",
    ]
    lines.append(row("kind", ["metres", "left out m", "pixels"]))
    for candidate in comparison.candidates {
      func text(_ value: Double?, _ digits: Int) -> String {
        value.map { distance($0, digits) } ?? "-"
      }
      lines.append(
        row(
          candidate.kind.rawValue,
          [
            text(candidate.rootMeanSquareMetres, 3), text(candidate.leaveOneOutMetres, 3),
            text(candidate.leaveOneOutPixels, 2),
          ]))
    }
    if let proposal = comparison.proposal {
      lines.append("proposed: --transform \(proposal.rawValue), the simplest that is adequate")
    }
    return lines
  }

  private static func table(of fit: FitReport) -> [String] {
    var lines = [
      "",
      fit.isLeaveOneOut
        ? "residuals: where all other points put a point, minus where it was given"
        : "residuals: where the fit puts a point, minus where it was given",
    ]
    lines.append(row("point", ["pixel x", "pixel y", "east m", "north m", "metres", "pixels"]))
    for residual in fit.residuals {
      let numbers = [
        NumberText.fixed(residual.pixel.x, 2),
        NumberText.fixed(residual.pixel.y, 2),
        NumberText.fixed(residual.eastMetres, 3),
        NumberText.fixed(residual.northMetres, 3),
        NumberText.fixed(residual.metres, 3),
        distance(residual.pixels, 2),
      ]
      lines.append(row(residual.label, numbers) + (residual.isUsed ? "" : "  not used"))
    }
    let isJudged = fit.redundancy > 0 || fit.isLeaveOneOut
    lines.append(
      (isJudged
        ? "root mean square: \(NumberText.fixed(fit.rootMeanSquareMetres, 3)) m, "
          + "\(distance(fit.rootMeanSquarePixels, 2)) pixels; "
        : "exact whatever the points are: add one to check them; ")
        + "\(fit.kind.rawValue), redundancy \(fit.redundancy)")
    return lines
  }

  /// `none` for a distance to a position that the image does not reach, such as beyond a horizon.
  private static func distance(_ value: Double, _ digits: Int) -> String {
    value.isFinite ? NumberText.fixed(value, digits) : "none"
  }

  private static func row(_ label: String, _ fields: [String]) -> String {
    label.padded(to: 12)
      + fields.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
  }
}
