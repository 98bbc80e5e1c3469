/// A bilinear map from a small square block of the deepest level to the image.
///
/// Blocks are anchored to world pixels, so that a sample's position does not depend on the tile or
/// window. A block that strays too far from the exact map is divided.
package struct BlockMapping {
  /// World column of the west edge.
  package let x: Int
  /// World row of the north edge.
  package let y: Int
  /// Samples along one side.
  package let side: Int
  /// Source positions at world (x, y), (x + side, y), (x, y + side) and (x + side, y + side).
  ///
  /// They continue the positions of the corner samples' centres by half a sample outward.
  let corners: (nw: SIMD2<Double>, ne: SIMD2<Double>, sw: SIMD2<Double>, se: SIMD2<Double>)

  @inline(__always)
  package func position(atX worldX: Double, y worldY: Double) -> SIMD2<Double> {
    let across = (worldX - Double(x)) / Double(side)
    let down = (worldY - Double(y)) / Double(side)
    let west = corners.nw + (corners.sw - corners.nw) * down
    let east = corners.ne + (corners.se - corners.ne) * down
    return west + (east - west) * across
  }

  /// Source samples per result sample along each source axis, at the middle.
  package var span: SIMD2<Double> {
    let across = (corners.ne - corners.nw + corners.se - corners.sw) / (2 * Double(side))
    let down = (corners.sw - corners.nw + corners.se - corners.ne) / (2 * Double(side))
    return (across * across + down * down).squareRoot()
  }

  /// Side of the smallest checked blocks.
  ///
  /// If one misses the bound, as along the cut of a projection, each of its samples is mapped by
  /// its own centre.
  static let leastSide = 8

  /// Side of the largest blocks that count as empty without any checked position.
  ///
  /// Checked positions are then at most 8 samples apart.
  static let largestEmptySide = 16

  /// Covers a block with one or more mappings that meet the error bound.
  ///
  /// The bound is checked at the middle of the block and of its edges, for each source axis by
  /// itself. It is the smaller of an eighth of a source sample and a twentieth of a result sample's
  /// span. An error moves lines of equal column or row by at most a twentieth of a result sample,
  /// whatever the ratio of a sample's sides. A block that misses the bound is divided down to
  /// ``leastSide``, and then into exact samples. Parts without a position are left out.
  package static func cover(
    _ lattice: PositionLattice, x: Int, y: Int, side: Int, body: (BlockMapping) throws -> Void
  ) throws {
    if side == 1 {
      if let sample = try sample(lattice, x: x, y: y) { try body(sample) }
      return
    }
    let nw = try lattice.position(atX: x, y: y)
    let ne = try lattice.position(atX: x + side, y: y)
    let sw = try lattice.position(atX: x, y: y + side)
    let se = try lattice.position(atX: x + side, y: y + side)
    if let nw, let ne, let sw, let se {
      let block = BlockMapping(x: x, y: y, side: side, corners: (nw, ne, sw, se))
      if lattice.affineSpan != nil { return try body(block) }
      if try block.isAccurate(lattice) { return try body(block) }
    } else if nw == nil, ne == nil, sw == nil, se == nil, side <= largestEmptySide {
      if try isEmpty(lattice, x: x, y: y, side: side) { return }
    }
    let step = side <= leastSide ? 1 : side / 2
    for row in stride(from: y, to: y + side, by: step) {
      for column in stride(from: x, to: x + side, by: step) {
        try cover(lattice, x: column, y: row, side: step, body: body)
      }
    }
  }

  /// Maps one sample exactly; `nil` when its centre has no position.
  ///
  /// Corners across a cut of a projection, or beyond its outline, are replaced by mirror images of
  /// the opposite ones.
  private static func sample(_ lattice: PositionLattice, x: Int, y: Int) throws -> BlockMapping? {
    guard let middle = try lattice.middle(ofSampleAtX: x, y: y) else { return nil }
    func pair(_ dx: Int) throws -> (SIMD2<Double>, SIMD2<Double>)? {
      let (upper, lower) = (
        try lattice.position(atX: x + dx, y: y), try lattice.position(atX: x + 1 - dx, y: y + 1)
      )
      let offsets = [upper.map { $0 - middle }, lower.map { middle - $0 }].compactMap(\.self)
      let nearest = offsets.min { ($0 * $0).sum() < ($1 * $1).sum() }
      return nearest.map { (middle + $0, middle - $0) }
    }
    let (falling, rising) = (try pair(0), try pair(1))
    guard let (nw, se) = falling ?? rising, let (ne, sw) = rising ?? falling else { return nil }
    return BlockMapping(x: x, y: y, side: 1, corners: (nw, ne, sw, se))
  }

  /// True when neither the middle nor that of an edge has a position.
  private static func isEmpty(
    _ lattice: PositionLattice, x: Int, y: Int, side: Int
  ) throws -> Bool {
    for place in checkedPlaces {
      let column = x + place.x * side / 2
      let row = y + place.y * side / 2
      if try lattice.position(atX: column, y: row) != nil { return false }
    }
    return true
  }

  private func isAccurate(_ lattice: PositionLattice) throws -> Bool {
    let span = span
    let bound = SIMD2(min(0.125, 0.05 * span.x), min(0.125, 0.05 * span.y))
    for place in Self.checkedPlaces {
      let column = x + place.x * side / 2
      let row = y + place.y * side / 2
      guard let exact = try lattice.position(atX: column, y: row) else { return false }
      let error = exact - position(atX: Double(column), y: Double(row))
      guard abs(error.x) <= bound.x, abs(error.y) <= bound.y else { return false }
    }
    return true
  }

  /// Checked positions of a block in halves of its side: the middle, and those of its edges.
  private static let checkedPlaces: [SIMD2<Int>] = [
    [1, 1], [1, 0], [1, 2], [0, 1], [2, 1],
  ]
}
