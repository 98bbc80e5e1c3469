public import TileModel

/// A georeference with the way in which it was found.
public struct ResolvedGeoreference: Hashable, Sendable {
  /// The checked georeference.
  public var georeference: Georeference
  /// The whole image of an image grid, which is not georeferenced (``Placement/imageGrid(_:)``).
  public var imageGrid: LayerDefinition.ImageGrid?
  /// One line on the origin of the georeference.
  public var summary: String
  /// Residuals of control points, if there are any.
  public var fit: FitReport?
  /// The control points that were fitted, when there are any.
  public var controlPoints: ControlPointSet?
  /// Warnings, one line each.
  public var warnings: [String]
  /// Areas used of the image, from the image itself or its ``ImageOutline``.
  ///
  /// The inside of all of them is used.
  public var clips: [ClipArea] = []
  /// The used polygon of the image in pixels, where an option or its file states one.
  public private(set) var imageOutline: ImageOutline?
}

extension GeographicCoordinate {
  /// Longitude within ±180 and latitude within ±90.
  package var onGlobe: GeographicCoordinate {
    GeographicCoordinate(
      latitude: min(max(latitude, -90), 90), longitude: longitude.wrapped(around: 0, halfTurn: 180))
  }
}

extension ResolvedGeoreference {
  package mutating func cut(along outline: ImageOutline?) throws(GeoreferenceError) {
    guard let outline else { return }
    clips.append(try outline.area(on: georeference))
    imageOutline = outline
  }

  /// The control points that took part in the fit, as a layer definition lists them.
  public var layerControlPoints: [LayerDefinition.ControlPoint] {
    guard let controlPoints else { return [] }
    return controlPoints.points.filter(\.isEnabled).map { point in
      LayerDefinition.ControlPoint(
        name: point.name, position: controlPoints.crs.geographic(of: point.position).onGlobe)
    }
  }

  /// The outer corners of an image on the ground: top-left, top-right, bottom-right, bottom-left.
  ///
  /// They are those of its bounds where corners are off the globe.
  public func outline(of size: PixelSize) -> [GeographicCoordinate] {
    let corners = size.corners.map {
      georeference.crs.geographic(of: georeference.pixelToCRS.apply($0))
    }
    if corners.allSatisfy({ $0.latitude.isFinite && $0.longitude.isFinite }) {
      let longitudes = corners.map(\.longitude)
      let isWorld = (longitudes.max() ?? 0) - (longitudes.min() ?? 0) >= 360
      return corners.map { corner in
        var corner = corner
        if isWorld { corner.longitude = min(max(corner.longitude, -180), 180) }
        return corner.onGlobe
      }
    }
    return georeference.mercatorBounds(of: size)
      .map { GeographicBounds($0).corners.map(\.onGlobe) } ?? []
  }

  /// A placement that is exact.
  package init(_ georeference: Georeference, _ summary: String, warnings: [String] = []) {
    self.init(
      georeference: georeference, summary: summary, fit: nil, controlPoints: nil, warnings: warnings
    )
  }

  init(_ fit: ControlPointFit, set: ControlPointSet) {
    let used = fit.report.residuals.count { $0.isUsed }
    // Rounding of the arithmetic is no news.
    func text(_ value: Double) -> String {
      value < 1e-6 ? "below 0.000001" : NumberText.brief(value)
    }
    let metres = text(fit.report.rootMeanSquareMetres)
    let pixels = text(fit.report.rootMeanSquarePixels)
    let quality =
      fit.report.isLeaveOneOut
      ? "through all points, each within RMS \(metres) m, \(pixels) pixels of the others"
      : fit.report.redundancy == 0
        ? "exact, without a point to check it" : "RMS \(metres) m, \(pixels) pixels"
    self.init(
      georeference: fit.georeference,
      summary: "\(used) control points, \(fit.report.kind.rawValue): \(quality)", fit: fit.report,
      controlPoints: set, warnings: [])
  }
}
