import RasterSources
import TileImaging
import TileModel

/// Compares tiles with what the method of their layer makes of the source; belongs to one thread.
final class TileComparer {
  private let expected: ExpectedTile
  private let check: SourceCheck
  private let effect: LossyEffect
  /// Whether a sample of the tile was computed.
  private let isComputed: UnsafeMutablePointer<Bool>
  private var side: Int { expected.side }

  /// The samples beyond what is explained after which their number is only estimated: looking for an
  /// explanation of each takes long.
  private static let patience = 2048

  init(_ expected: ExpectedTile, _ check: SourceCheck) {
    (self.expected, self.check) = (expected, check)
    effect = LossyEffect(side: expected.side, effort: check.effort)
    isComputed = .allocate(capacity: expected.side * expected.side)
  }

  deinit { isComputed.deallocate() }

  /// Compares a tile.
  ///
  /// - Returns: By how much it differs.
  /// - Throws: `RasterError`, `ImageCodecError`, or `CancellationError`.
  func compare(_ tile: TileCoordinate, _ image: DecodedTile) throws -> RenderedResidual {
    var residual = RenderedResidual(tile, isLossy: image.isLossy)
    let cover = check.clip?.coverage(of: tile, grid: TileGrid(tileSize: check.tileSize))
    if !image.isLossy, cover == nil, try expected.isCopied(to: image, at: tile) {
      residual.samples = side * side
      return residual
    }
    isComputed.update(repeating: false, count: side * side)
    let outcome = try expected.render(tile, notesDoubt: image.isLossy) { part in
      if image.isLossy {
        mark(part)
        if image.holdsAlpha { compareAlpha(part, image, cover, &residual) }
      } else {
        compare(part, image, cover, &residual)
      }
    }
    residual.isPartial = !outcome.isComplete
    if !residual.isPartial { compareRest(image, &residual) }
    if image.isLossy || residual.isAtFault {
      for index in 0..<side * side where !isComputed[index] { expected.values[index] = SIMD4() }
    }
    if image.isLossy, !residual.isPartial {
      applyCover(cover, image)
      // Where positions are interpolated they may be a twentieth of a sample off.
      let slack: Float = if case .general = expected.method.form { 0.0625 } else { 0 }
      let wanted = LossyEffect.Wanted(
        values: expected.values, doubt: expected.doubt, slack: slack)
      residual.lossy = try effect.fault(
        of: image, wanted, encoding: check.encoding(of: image),
        background: check.background ?? SIMD4(repeating: 255), limits: .known
      ) { residual.add($0) }
    }
    if residual.isAtFault { residual.shift = measureShift(image) }
    return residual
  }

  /// Whether a tile would show something.
  ///
  /// - Throws: `RasterError`, or `CancellationError`.
  func showsAnything(_ tile: TileCoordinate) throws -> Bool {
    let cover = check.clip?.coverage(of: tile, grid: TileGrid(tileSize: check.tileSize))
    if let cover, cover.allSatisfy({ $0 == 0 }) { return false }
    isComputed.update(repeating: false, count: side * side)
    let outcome = try expected.render(tile, notesDoubt: false) { part in mark(part) }
    guard outcome.showsAnything else { return false }
    for index in 0..<side * side where isComputed[index] {
      let fraction = cover.map { max(0, $0[index] - Self.coverSlack) } ?? 1
      if expected.values[index].w * fraction > Self.visibleAlpha { return true }
    }
    return false
  }

  /// The alpha that a sample has for certain where positions may be a little off.
  private static let visibleAlpha: Float = 20
  /// By how much the fraction of a sample inside an outline may be off: lines are a sixteenth apart.
  private static let coverSlack: Float = 0.075

  private func mark(_ part: ExpectedTile.Part) {
    for row in part.y..<part.y + part.side {
      (isComputed + row * side + part.x).update(repeating: true, count: part.side)
    }
  }

  private func compare(
    _ part: ExpectedTile.Part, _ image: DecodedTile, _ cover: [Float]?,
    _ residual: inout RenderedResidual
  ) {
    mark(part)
    if cover == nil, let color = expected.uniform, image.isUniform(part.x, part.y, part.side, color)
    {
      residual.samples += part.side * part.side
      return
    }
    let tolerance = check.tolerance
    var (absolute, squares) = (SIMD4<Float>(), SIMD4<Float>())
    defer { residual.add(count: part.side * part.side, absolute: absolute, squares: squares) }
    for row in part.y..<part.y + part.side {
      for column in part.x..<part.x + part.side {
        let index = row &* side &+ column
        let own = image.premultiplied(index)
        var wanted = expected.values[index]
        if let cover, cover[index] < 1 { wanted = Self.covered(wanted, cover[index], own) }
        let difference = own - wanted
        let sizes = difference.replacing(with: -difference, where: difference .< 0)
        absolute += sizes
        squares += difference * difference
        let size = sizes.max()
        if size <= tolerance { continue }
        if own.w == 0, expected.lacksCorner(column, row) { continue }
        if residual.beyond >= Self.patience {
          if size > 8 * tolerance { residual.addBeyond(size, x: column, y: row) }
          continue
        }
        let excess = excess(own, column - part.x, row - part.y, part, cover?[index])
        if excess > tolerance { residual.addBeyond(size, x: column, y: row) }
      }
    }
  }

  /// Of a lossy tile with alpha, which is kept as it is.
  private func compareAlpha(
    _ part: ExpectedTile.Part, _ image: DecodedTile, _ cover: [Float]?,
    _ residual: inout RenderedResidual
  ) {
    let tolerance = check.tolerance
    for row in part.y..<part.y + part.side {
      for column in part.x..<part.x + part.side {
        let index = row &* side &+ column
        let own = SIMD4<Float>(0, 0, 0, image.premultiplied(index).w)
        var wanted = expected.values[index]
        if let cover, cover[index] < 1 { wanted = Self.covered(wanted, cover[index], own) }
        let size = abs(own.w - wanted.w)
        if size <= tolerance || own.w == 0 && expected.lacksCorner(column, row) { continue }
        if residual.beyond >= Self.patience { continue }
        var (low, high) = (wanted.w, wanted.w)
        expected.forEachCandidate(column - part.x, row - part.y, of: part) { candidate in
          let value = cover.map { Self.covered(candidate, $0[index], own) } ?? candidate
          low = min(low, value.w)
          high = max(high, value.w)
        }
        if max(own.w - high, low - own.w) > tolerance {
          residual.addBeyond(size, x: column, y: row)
        }
      }
    }
  }

  /// A sample of which a fraction is inside the outlines, as near to the tile's own as that fraction's
  /// precision allows.
  @inline(__always)
  private static func covered(
    _ value: SIMD4<Float>, _ fraction: Float, _ own: SIMD4<Float>
  ) -> SIMD4<Float> {
    if fraction <= 0 || value.w <= 0 { return SIMD4() }
    if fraction >= 1 { return value }
    let (low, high) = (max(0, fraction - coverSlack), min(1, fraction + coverSlack))
    return value * min(max(own.w / value.w, low), high)
  }

  /// By how many levels a sample is beyond everything that it may be.
  private func excess(
    _ own: SIMD4<Float>, _ column: Int, _ row: Int, _ part: ExpectedTile.Part, _ fraction: Float?
  ) -> Float {
    var low = SIMD4<Float>(repeating: .infinity)
    var high = -low
    var least = Float.infinity
    expected.forEachCandidate(column, row, of: part) { candidate in
      let value = fraction.map { Self.covered(candidate, $0, own) } ?? candidate
      low = pointwiseMin(low, value)
      high = pointwiseMax(high, value)
      let difference = own - value
      least = min(least, max(difference.max(), -difference.min()))
    }
    // Nearest mixes nothing: it is one of the candidates.
    if expected.method.kernel.kind == .nearest { return least }
    return max((own - high).max(), (low - own).max())
  }

  /// Where the source is not, a tile shows nothing.
  private func compareRest(_ image: DecodedTile, _ residual: inout RenderedResidual) {
    if image.isLossy, !image.holdsAlpha { return }
    for index in 0..<side * side where !isComputed[index] {
      let own = image.premultiplied(index)
      if own == SIMD4() { continue }
      residual.add(own)
      residual.addBeyond(own.max(), x: index % side, y: index / side)
    }
  }

  /// Cuts what is expected of a lossy tile along the outlines.
  private func applyCover(_ cover: [Float]?, _ image: DecodedTile) {
    guard let cover else { return }
    for index in 0..<side * side where cover[index] < 1 {
      let own = image.holdsAlpha ? image.premultiplied(index) : SIMD4<Float>()
      let value = expected.values[index]
      expected.values[index] =
        image.holdsAlpha ? Self.covered(value, cover[index], own) : value * cover[index]
      if !image.holdsAlpha, cover[index] > 0 {
        expected.doubt[index] = max(expected.doubt[index], 255 * Self.coverSlack)
      }
    }
  }

  private func measureShift(_ image: DecodedTile) -> ShiftSums {
    let background = check.background ?? SIMD4(128, 128, 128, 255)
    func grey(_ value: SIMD4<Float>) -> Float {
      let shown = value + background * (1 - value.w / 255)
      return shown.x * 0.25 + shown.y * 0.5 + shown.z * 0.25
    }
    let count = side * side
    let own = GreyPlane(side: side, values: (0..<count).map { grey(image.premultiplied($0)) })
    let wanted = GreyPlane(side: side, values: (0..<count).map { grey(expected.values[$0]) })
    let (first, second) = (own.smoothed.values, wanted.smoothed.values)
    var sums = ShiftSums()
    for y in 4..<max(4, side - 4) {
      for x in 4..<side - 4 {
        let index = y * side + x
        sums.add(
          x: (first[index + 1] - first[index - 1] + second[index + 1] - second[index - 1]) / 4,
          y: (first[index + side] - first[index - side] + second[index + side]
            - second[index - side]) / 4,
          change: second[index] - first[index])
      }
    }
    return sums
  }
}

extension DecodedTile {
  /// Whether all samples of a square have a colour, straight, red in the low byte.
  func isUniform(_ x: Int, _ y: Int, _ count: Int, _ color: UInt32) -> Bool {
    if let uniform { return uniform == color }
    let wanted = color.littleEndian
    for row in y..<y + count {
      let line = pixels + row * side + x
      var different: UInt32 = 0
      for column in 0..<count { different |= line[column] ^ wanted }
      if different != 0 { return false }
    }
    return true
  }

  /// Colour times alpha, and alpha, 0 to 255 each.
  @inline(__always)
  func premultiplied(_ index: Int) -> SIMD4<Float> {
    let pixel = UnsafeRawPointer(samples).loadUnaligned(
      fromByteOffset: 4 &* index, as: SIMD4<UInt8>.self)
    let value = SIMD4<Float>(pixel)
    if pixel.w == 255 { return value }
    var result = value * (value.w / 255)
    result.w = value.w
    return result
  }
}

extension SourceCheck {
  /// Makes what one thread compares tiles with.
  func makeComparer() -> TileComparer? { makeExpectedTile().map { TileComparer($0, self) } }
}
