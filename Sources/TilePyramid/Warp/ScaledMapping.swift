import RasterSources

/// A grid mapping in the coordinates of the reduced image.
struct ScaledMapping {
  private let mapping: GridMapping
  private let scale: SIMD2<Double>
  /// How many source samples one sample of the result spans along each source axis, where that is the
  /// same everywhere; else `nil`.
  let affineSpan: SIMD2<Double>?

  init(_ mapping: GridMapping, reduction: SourceReduction) {
    self.mapping = mapping
    scale = 1 / SIMD2(Double(reduction.columns), Double(reduction.rows))
    affineSpan = mapping.affineJacobian.map { [scale] derivative in
      let across = SIMD2(derivative.ux, derivative.vx)
      let down = SIMD2(derivative.uy, derivative.vy)
      return (across * across + down * down).squareRoot() * scale
    }
  }

  /// The source position of a world position, in reduced samples.
  func position(atX x: Double, y: Double) -> SIMD2<Double>? {
    guard let pixel = mapping.pixel(atX: x, y: y) else { return nil }
    let position = SIMD2(pixel.x, pixel.y) * scale
    return position.x.isFinite && position.y.isFinite ? position : nil
  }
}
