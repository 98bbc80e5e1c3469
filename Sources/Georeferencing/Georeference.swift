import Platform
public import TileModel

/// The position of a raster's pixels in a coordinate reference system.
public struct Georeference: Hashable, Sendable {
  /// The system of ``pixelToCRS``'s results.
  public let crs: CoordinateReferenceSystem
  /// The map from raster positions.
  public let pixelToCRS: PixelTransform

  /// Creates an unchecked georeference.
  ///
  /// See ``validated(size:path:)``.
  public init(crs: CoordinateReferenceSystem, pixelToCRS: PixelTransform) {
    self.crs = crs
    self.pixelToCRS = pixelToCRS
  }

  /// The projected position of a raster position.
  public func mercator(of point: PixelPoint) -> MercatorPoint {
    crs.mercator(of: pixelToCRS.apply(point))
  }

  /// The raster position of a position in ``crs``.
  ///
  /// For many positions take ``PixelTransform/inverse`` once.
  ///
  /// - Returns: `nil` when the transform cannot be inverted there.
  public func pixel(of point: CRSPoint) -> PixelPoint? { pixelToCRS.inverse?.apply(point) }

  /// The raster position of a projected position, or `nil` as for ``pixel(of:)``.
  public func pixel(ofMercator point: MercatorPoint) -> PixelPoint? {
    pixel(of: crs.point(ofMercator: point))
  }
}

extension Georeference {
  /// The projected positions of the outer corners: top-left, top-right, bottom-right, bottom-left.
  ///
  /// A pole in EPSG:4326 is far outside the projected square.
  public func mercatorCorners(of size: PixelSize) -> [MercatorPoint] {
    size.corners.map { mercator(of: $0) }
  }

  /// The smallest projected rectangle of the raster's part on the map, `nil` when no part is.
  ///
  /// Across the antimeridian it continues beyond the eastern or the western edge.
  public func mercatorBounds(of size: PixelSize) -> MercatorBounds? {
    let half = WebMercator.halfExtent
    let world = MercatorBounds(minX: -2 * half, minY: -half, maxX: 2 * half, maxY: half)
    return footprint(of: size)?.intersection(world)
  }

  /// The step from one sample to the next at a raster position, in projected metres.
  public func projectedResolution(at point: PixelPoint) -> PixelResolution {
    resolution(at: point) { $0.length(with: $1) }
  }

  /// The step from one sample to the next at a raster position, in metres of the WGS 84 ellipsoid.
  public func groundResolution(at point: PixelPoint) -> PixelResolution {
    if let step = polarStep(at: point) { return step }
    let scale = GroundScale(atY: mercator(of: point).y)
    return resolution(at: point) { scale.metres($0, $1) }
  }

  private func resolution(
    at point: PixelPoint, length: (Double, Double) -> Double
  ) -> PixelResolution {
    let step = pixelToCRS.jacobian(at: point)
    let unit: (x: Double, y: Double)
    switch crs {
    case .webMercator: unit = (1, 1)
    case .geographic:
      let degree = WebMercator.halfExtent / 180
      unit = (degree, degree * WebMercator.scaleFactor(atY: mercator(of: point).y))
    case .other:
      // From half a sample before the position to half a sample behind it.
      func step(_ x: Double, _ y: Double) -> Double {
        let before = mercator(of: PixelPoint(x: point.x - x, y: point.y - y))
        let behind = mercator(of: PixelPoint(x: point.x + x, y: point.y + y))
        return length(behind.x - before.x, behind.y - before.y)
      }
      return PixelResolution(perColumn: step(0.5, 0), perRow: step(0, 0.5))
    }
    return PixelResolution(
      perColumn: length(step.columnX * unit.x, step.columnY * unit.y),
      perRow: length(step.rowX * unit.x, step.rowY * unit.y))
  }

  /// Used within a degree of a pole, where the projected step says nothing; `nil` elsewhere.
  private func polarStep(at point: PixelPoint) -> PixelResolution? {
    guard case .other(let system) = crs,
      let middle = system.geographic(of: pixelToCRS.apply(point)),
      (89...90).contains(middle.latitude.magnitude)
    else { return nil }
    func length(_ x: Double, _ y: Double) -> Double {
      let ends = [-0.5, 0.5].map { fraction -> (x: Double, y: Double)? in
        let pixel = PixelPoint(x: point.x + fraction * x, y: point.y + fraction * y)
        guard let end = system.geographic(of: pixelToCRS.apply(pixel)) else { return nil }
        // On the plane that touches the globe at the pole.
        let distance = (90 - end.latitude.magnitude) / 180 * WebMercator.halfExtent
        let angle = end.longitude / 180 * .pi
        return (distance * cos(angle), distance * sin(angle))
      }
      guard let first = ends[0], let last = ends[1] else { return .infinity }
      return (last.x - first.x).length(with: last.y - first.y)
    }
    return PixelResolution(perColumn: length(1, 0), perRow: length(0, 1))
  }
}

/// The lengths of the step from one sample to the next, in metres.
public struct PixelResolution: Hashable, Sendable {
  /// From a sample to the next one in its row.
  public var perColumn: Double
  /// From a sample to the one below it.
  public var perRow: Double

  /// Creates a resolution.
  public init(perColumn: Double, perRow: Double) {
    self.perColumn = perColumn
    self.perRow = perRow
  }
}

extension PixelSize {
  /// Order: top-left, top-right, bottom-right, bottom-left.
  package var corners: [PixelPoint] {
    let (right, bottom) = (Double(width), Double(height))
    return [
      PixelPoint(x: 0, y: 0), PixelPoint(x: right, y: 0), PixelPoint(x: right, y: bottom),
      PixelPoint(x: 0, y: bottom),
    ]
  }

  package var center: PixelPoint { PixelPoint(x: Double(width) / 2, y: Double(height) / 2) }
}

extension Double {
  func length(with other: Double) -> Double { (self * self + other * other).squareRoot() }
}
