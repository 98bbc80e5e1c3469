import RasterSources

/// A grid mapping in the coordinates of the reduced image.
struct ScaledMapping {
  private let mapping: GridMapping
  private let scale: SIMD2<Double>
  /// Whether blocks of any size are exact.
  let isAffine: Bool

  init(_ mapping: GridMapping, reduction: SourceReduction) {
    self.mapping = mapping
    scale = 1 / SIMD2(Double(reduction.columns), Double(reduction.rows))
    isAffine = mapping.affineJacobian != nil
  }

  /// The source position of a world position, in reduced samples.
  func position(atX x: Double, y: Double) -> SIMD2<Double>? {
    guard let pixel = mapping.pixel(atX: x, y: y) else { return nil }
    let position = SIMD2(pixel.x, pixel.y) * scale
    return position.x.isFinite && position.y.isFinite ? position : nil
  }
}
