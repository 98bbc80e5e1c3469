/// Where the samples of a small square block of the deepest level lie on the image, as a surface
/// that is linear along rows and columns.
///
/// Blocks are anchored to world pixels, so that a sample's position does not depend on the tile or
/// window it is computed for. A block whose surface strays too far from the exact map is divided.
struct BlockMapping {
  /// The world column of the block's west edge.
  let x: Int
  /// The world row of the block's north edge.
  let y: Int
  /// Samples along one side.
  let side: Int
  /// Source positions of the centres of the corner samples, continued half a sample outward: at
  /// world (x, y), (x + side, y), (x, y + side) and (x + side, y + side).
  let corners: (nw: SIMD2<Double>, ne: SIMD2<Double>, sw: SIMD2<Double>, se: SIMD2<Double>)

  /// The source position of a world position inside the block.
  @inline(__always)
  func position(atX worldX: Double, y worldY: Double) -> SIMD2<Double> {
    let across = (worldX - Double(x)) / Double(side)
    let down = (worldY - Double(y)) / Double(side)
    let west = corners.nw + (corners.sw - corners.nw) * down
    let east = corners.ne + (corners.se - corners.ne) * down
    return west + (east - west) * across
  }

  /// How many source samples one sample of the result spans along each source axis, at the middle.
  var span: SIMD2<Double> {
    let across = (corners.ne - corners.nw + corners.se - corners.sw) / (2 * Double(side))
    let down = (corners.sw - corners.nw + corners.se - corners.ne) / (2 * Double(side))
    return (across * across + down * down).squareRoot()
  }

  /// Covers a block with one or more mappings that meet the error bound.
  ///
  /// The bound is the smaller of an eighth of a source sample and a twentieth of a result's sample,
  /// checked at the middle of the block and of its edges. A block of one sample is exact. Parts of
  /// the block that have no position are left out.
  ///
  /// - Parameters:
  ///   - mapping: The exact map.
  ///   - x: The world column of the block's west edge.
  ///   - y: The world row of its north edge.
  ///   - side: Samples along one side; a power of two.
  ///   - body: Receives each mapping.
  static func cover(
    _ mapping: ScaledMapping, x: Int, y: Int, side: Int, body: (BlockMapping) throws -> Void
  ) rethrows {
    let left = Double(x)
    let top = Double(y)
    let length = Double(side)
    if let nw = mapping.position(atX: left, y: top),
      let ne = mapping.position(atX: left + length, y: top),
      let sw = mapping.position(atX: left, y: top + length),
      let se = mapping.position(atX: left + length, y: top + length)
    {
      let block = BlockMapping(x: x, y: y, side: side, corners: (nw, ne, sw, se))
      if side == 1 || mapping.isAffine || block.isAccurate(mapping) {
        try body(block)
        return
      }
    }
    guard side > 1 else { return }
    let half = side / 2
    for (dx, dy) in [(0, 0), (half, 0), (0, half), (half, half)] {
      try cover(mapping, x: x + dx, y: y + dy, side: half, body: body)
    }
  }

  private func isAccurate(_ mapping: ScaledMapping) -> Bool {
    let span = span
    let bound = min(0.125, 0.05 * min(span.x, span.y))
    let length = Double(side)
    for (fx, fy) in [(0.5, 0.5), (0.5, 0), (0.5, 1), (0, 0.5), (1, 0.5)] {
      let worldX = Double(x) + fx * length
      let worldY = Double(y) + fy * length
      guard let exact = mapping.position(atX: worldX, y: worldY) else { return false }
      let error = exact - position(atX: worldX, y: worldY)
      guard abs(error.x) <= bound, abs(error.y) <= bound else { return false }
    }
    return true
  }
}

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
