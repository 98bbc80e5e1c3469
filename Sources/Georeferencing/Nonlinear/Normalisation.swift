/// Offset and scale that bring raster and CRS positions near 1 before a nonlinear transform is computed.
struct Normalisation: Hashable, Sendable {
  /// Raster position that becomes 0.
  var sourceCenter: PixelPoint
  /// Columns and rows per unit; they differ only for a resampled image.
  var sourceScale: PixelPoint
  /// CRS position that becomes 0.
  var targetCenter: CRSPoint
  /// CRS units per unit.
  var targetScale: Double

  func source(_ point: PixelPoint) -> PixelPoint {
    PixelPoint(
      x: (point.x - sourceCenter.x) / sourceScale.x, y: (point.y - sourceCenter.y) / sourceScale.y)
  }

  func target(_ x: Double, _ y: Double) -> CRSPoint {
    CRSPoint(x: targetCenter.x + x * targetScale, y: targetCenter.y + y * targetScale)
  }

  /// Each old column spans `1 / across` new ones, and each row `1 / down`.
  func resized(across: Double, down: Double) -> Normalisation {
    var frame = self
    frame.sourceCenter = PixelPoint(x: sourceCenter.x / across, y: sourceCenter.y / down)
    frame.sourceScale = PixelPoint(x: sourceScale.x / across, y: sourceScale.y / down)
    return frame
  }

  func jacobian(
    at position: CRSPoint, _ xu: Double, _ xv: Double, _ yu: Double, _ yv: Double
  ) -> AffineTransform {
    let (across, down) = (targetScale / sourceScale.x, targetScale / sourceScale.y)
    return AffineTransform(
      originX: position.x, originY: position.y, columnX: xu * across, columnY: yu * across,
      rowX: xv * down, rowY: yv * down)
  }
}

extension NormalisedPairs {
  var frame: Normalisation {
    Normalisation(
      sourceCenter: sourceCenter, sourceScale: PixelPoint(x: sourceScale, y: sourceScale),
      targetCenter: targetCenter, targetScale: targetScale)
  }

  /// Covers the sources and a tenth around them, in raster positions.
  var lattice: [PixelPoint] {
    let (xs, ys) = (sources.map(\.x), sources.map(\.y))
    guard let west = xs.min(), let east = xs.max(), let north = ys.min(), let south = ys.max()
    else { return [] }
    let steps = 16
    return (0...steps).flatMap { row in
      (0...steps).map { column in
        let u = west + (east - west) * (Double(column) / Double(steps) * 1.2 - 0.1)
        let v = north + (south - north) * (Double(row) / Double(steps) * 1.2 - 0.1)
        return PixelPoint(x: sourceCenter.x + u * sourceScale, y: sourceCenter.y + v * sourceScale)
      }
    }
  }
}

/// A transform between normalised raster and CRS positions.
protocol NormalisedTransform {
  var frame: Normalisation { get set }
  /// Starting positions of the search for the inverse.
  var lattice: [PixelPoint] { get set }
}

extension NormalisedTransform {
  mutating func move(by distance: Double) { frame.targetCenter.x += distance }

  mutating func count(from origin: PixelPoint) {
    frame.sourceCenter = frame.sourceCenter.counted(from: origin)
    lattice = lattice.map { $0.counted(from: origin) }
  }

  mutating func resize(across: Double, down: Double) {
    frame = frame.resized(across: across, down: down)
    lattice = lattice.map { PixelPoint(x: $0.x / across, y: $0.y / down) }
  }
}
