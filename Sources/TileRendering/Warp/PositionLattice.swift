import Georeferencing

/// Image positions of the whole world positions of one tile, computed on demand.
///
/// Blocks share the positions of common corners and edges, so that none is projected twice for a
/// tile. Belongs to one thread.
package final class PositionLattice {
  /// Source samples per result sample along each source axis, if constant, which makes blocks of
  /// any size exact; else `nil`.
  let affineSpan: SIMD2<Double>?
  /// Positions projected for all tiles so far.
  private(set) var projectionCount = 0
  private let mapping: ScaledMapping
  /// Positions along one side: one more than samples.
  private let side: Int
  private let isCancelled: @Sendable () -> Bool
  private var originX = 0
  private var originY = 0
  private let positions: UnsafeMutablePointer<SIMD2<Double>>
  private let states: UnsafeMutablePointer<State>

  private enum State: UInt8 {
    case unknown
    case found
    case none
  }

  package init(_ mapping: ScaledMapping, tileSize: Int, isCancelled: @escaping @Sendable () -> Bool)
  {
    self.mapping = mapping
    self.isCancelled = isCancelled
    affineSpan = mapping.affineSpan
    side = tileSize + 1
    positions = .allocate(capacity: side * side)
    states = .allocate(capacity: side * side)
  }

  deinit {
    positions.deallocate()
    states.deallocate()
  }

  /// Most memory of a tile's positions, in bytes.
  package static func byteCount(tileSize: Int) -> Int {
    (tileSize + 1) * (tileSize + 1)
      * (MemoryLayout<SIMD2<Double>>.stride + MemoryLayout<State>.stride)
  }

  package func move(toX x: Int, y: Int) {
    (originX, originY) = (x, y)
    states.initialize(repeating: .unknown, count: side * side)
  }

  /// The source position of a world position in the tile or on its edges; `nil` without one.
  func position(atX x: Int, y: Int) throws -> SIMD2<Double>? {
    let index = (y &- originY) &* side &+ x &- originX
    switch states[index] {
    case .found: return positions[index]
    case .none: return nil
    case .unknown: break
    }
    guard let position = try project(x: Double(x), y: Double(y)) else {
      states[index] = .none
      return nil
    }
    positions[index] = position
    states[index] = .found
    return position
  }

  /// The source position of a sample's centre; `nil` without one.
  func middle(ofSampleAtX x: Int, y: Int) throws -> SIMD2<Double>? {
    try project(x: Double(x) + 0.5, y: Double(y) + 0.5)
  }

  private func project(x: Double, y: Double) throws -> SIMD2<Double>? {
    if isCancelled() { throw CancellationError() }
    projectionCount += 1
    return mapping.position(atX: x, y: y)
  }
}

/// A grid mapping in the coordinates of the reduced image.
package struct ScaledMapping {
  private let mapping: GridMapping
  private let scale: SIMD2<Double>
  /// Source samples per result sample along each source axis, if constant; else `nil`.
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

  /// In reduced samples.
  package func position(atX x: Double, y: Double) -> SIMD2<Double>? {
    guard let pixel = mapping.pixel(atX: x, y: y) else { return nil }
    let position = SIMD2(pixel.x, pixel.y) * scale
    return position.x.isFinite && position.y.isFinite ? position : nil
  }
}
