import RasterSources
import TileImaging
import TileModel

/// Compares tiles with what the method of their layer makes of the source; belongs to one thread.
final class TileComparer {
  private let sheets: ExpectedSheets
  private let check: SourceCheck
  private let effect: LossyEffect
  private let composite: CompositeTile
  /// Whether a sample of the tile was computed.
  private let isComputed: UnsafeMutablePointer<Bool>
  private let side: Int

  /// The samples beyond what is explained after which their number is only estimated: looking for an
  /// explanation of each takes long.
  private static let patience = 2048

  init(_ check: SourceCheck) {
    self.check = check
    sheets = ExpectedSheets(check)
    side = check.tileSize.rawValue
    effect = LossyEffect(side: side, effort: check.effort)
    composite = CompositeTile(side: side, isBlended: check.isBlended)
    isComputed = .allocate(capacity: side * side)
  }

  deinit { isComputed.deallocate() }

  func compare(_ tile: TileCoordinate, _ image: DecodedTile) throws -> RenderedResidual {
    var residual = RenderedResidual(tile, isLossy: image.isLossy)
    let cover = check.clip?.coverage(of: tile, grid: TileGrid(tileSize: check.tileSize))
    let met = try sheets.meeting(tile)
    isComputed.update(repeating: false, count: side * side)
    let values: UnsafeMutablePointer<SIMD4<Float>>
    let doubt: UnsafeMutablePointer<Float>
    if met.count > 1 {
      (values, doubt) = (composite.values, composite.doubt)
      try compareComposited(tile, met, image, cover, &residual)
    } else {
      let expected = met[0]
      (values, doubt) = (expected.values, expected.doubt)
      if !image.isLossy, cover == nil, try expected.isCopied(to: image, at: tile) {
        residual.samples = side * side
        return residual
      }
      let outcome = try expected.render(tile, notesDoubt: image.isLossy) { part in
        if image.isLossy {
          mark(part)
          if image.holdsAlpha { compareAlpha(part, of: expected, image, cover, &residual) }
        } else {
          compare(part, of: expected, image, cover, &residual)
        }
      }
      residual.isPartial = !outcome.isComplete
    }
    if !residual.isPartial { compareRest(image, &residual) }
    if image.isLossy || residual.isAtFault {
      for index in 0..<side * side where !isComputed[index] { values[index] = SIMD4() }
    }
    if image.isLossy, !residual.isPartial {
      applyCover(cover, image, values, doubt)
      // Where positions are interpolated they may be a twentieth of a sample off.
      let isGeneral = met.contains { if case .general = $0.method.form { true } else { false } }
      let wanted = LossyEffect.Wanted(
        values: values, doubt: doubt, slack: isGeneral ? 0.0625 : 0)
      residual.lossy = try effect.fault(
        of: image, wanted, encoding: check.encoding(of: image),
        background: check.background ?? SIMD4(repeating: 255), limits: .known
      ) { residual.add($0) }
    }
    if residual.isAtFault { residual.shift = measureShift(image, values) }
    return residual
  }

  /// Compares a tile that several rasters meet.
  private func compareComposited(
    _ tile: TileCoordinate, _ met: [ExpectedTile], _ image: DecodedTile, _ cover: [Float]?,
    _ residual: inout RenderedResidual
  ) throws {
    let outcome = try composite.render(tile, of: met, notesDoubt: image.isLossy) { mark($0) }
    residual.isPartial = !outcome.isComplete
    // Of lossy tiles alpha alone is kept as it is.
    if residual.isPartial || image.isLossy && !image.holdsAlpha { return }
    let counted = image.isLossy ? SIMD4<Float>(0, 0, 0, 1) : SIMD4(repeating: 1)
    let tolerance = check.tolerance(compositing: true)
    var doubtful: [Int] = []
    for index in 0..<side * side where isComputed[index] {
      let own = image.premultiplied(index) * counted
      var wanted = composite.values[index] * counted
      let isFill = image.isFill(index)
      if let cover, cover[index] < 1 {
        wanted = covered(wanted, cover[index], isFill ? SIMD4() : own)
      }
      if wanted.w == 0, isFill { continue }
      let difference = own - wanted
      // Of samples that are blended it is known alone between which they are.
      let isKnown = !check.isBlended || composite.doubt[index] == 0
      if !image.isLossy, isKnown { residual.add(difference) }
      let size = max(difference.max(), -difference.min())
      if size <= tolerance + (check.isBlended ? composite.doubt[index] : 0) { continue }
      if doubtful.count < Self.patience {
        doubtful.append(index)
      } else if size > 8 * tolerance {
        residual.addBeyond(size, x: index % side, y: index / side)
      }
    }
    if doubtful.isEmpty { return }
    let mixes = met[0].method.kernel.kind != .nearest
    for (index, layers) in zip(doubtful, try composite.candidates(of: doubtful, in: tile, met)) {
      let own = image.premultiplied(index) * counted
      let isFill = image.isFill(index)
      func excess(_ own: SIMD4<Float>) -> Float {
        CompositeTile.excess(
          own, layers, mixes: mixes, isBlended: check.isBlended
        ) { value in
          cover.map { covered(value, $0[index], own) * counted } ?? value * counted
        }
      }
      if isFill, excess(SIMD4()) <= tolerance { continue }
      let (x, y) = (index % side, index / side)
      let isMissing = own.w == 0 || isFill
      if excess(own) <= tolerance || isMissing && met.contains(where: { $0.lacksCorner(x, y) }) {
        continue
      }
      let difference = own - composite.values[index] * counted
      residual.addBeyond(max(difference.max(), -difference.min()), x: x, y: y)
    }
  }

  /// Whether a tile would show something.
  func showsAnything(_ tile: TileCoordinate) throws -> Bool {
    let cover = check.clip?.coverage(of: tile, grid: TileGrid(tileSize: check.tileSize))
    if let cover, cover.allSatisfy({ $0 == 0 }) { return false }
    for expected in try sheets.meeting(tile) {
      isComputed.update(repeating: false, count: side * side)
      let outcome = try expected.render(tile, notesDoubt: false) { part in mark(part) }
      guard outcome.showsAnything else { continue }
      for index in 0..<side * side where isComputed[index] {
        let fraction = cover.map { max(0, $0[index] - Self.coverSlack) } ?? 1
        if expected.values[index].w * fraction > Self.visibleAlpha { return true }
      }
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
    _ part: ExpectedTile.Part, of expected: ExpectedTile, _ image: DecodedTile, _ cover: [Float]?,
    _ residual: inout RenderedResidual
  ) {
    mark(part)
    if cover == nil, let color = expected.uniform, image.isUniform(part.x, part.y, part.side, color)
    {
      residual.samples += part.side * part.side
      return
    }
    let tolerance = check.tolerance(compositing: false)
    var (absolute, squares) = (SIMD4<Float>(), SIMD4<Float>())
    defer { residual.add(count: part.side * part.side, absolute: absolute, squares: squares) }
    for row in part.y..<part.y + part.side {
      for column in part.x..<part.x + part.side {
        let index = row &* side &+ column
        let own = image.premultiplied(index)
        var wanted = expected.values[index]
        let isFill = image.isFill(index)
        if let cover, cover[index] < 1 {
          wanted = covered(wanted, cover[index], isFill ? SIMD4() : own)
        }
        if wanted.w == 0, isFill { continue }
        let difference = own - wanted
        let sizes = difference.replacing(with: -difference, where: difference .< 0)
        absolute += sizes
        squares += difference * difference
        let size = sizes.max()
        if size <= tolerance { continue }
        if own.w == 0 || isFill, expected.lacksCorner(column, row) { continue }
        if residual.beyond >= Self.patience {
          if size > 8 * tolerance { residual.addBeyond(size, x: column, y: row) }
          continue
        }
        func excess(_ own: SIMD4<Float>) -> Float {
          self.excess(
            own, column - part.x, row - part.y, part, of: expected, cover?[index],
            tolerance: tolerance)
        }
        if isFill, excess(SIMD4()) <= tolerance { continue }
        if excess(own) > tolerance { residual.addBeyond(size, x: column, y: row) }
      }
    }
  }

  /// Of a lossy tile with alpha, which is kept as it is.
  private func compareAlpha(
    _ part: ExpectedTile.Part, of expected: ExpectedTile, _ image: DecodedTile, _ cover: [Float]?,
    _ residual: inout RenderedResidual
  ) {
    let tolerance = check.tolerance(compositing: false)
    for row in part.y..<part.y + part.side {
      for column in part.x..<part.x + part.side {
        let index = row &* side &+ column
        let own = SIMD4<Float>(0, 0, 0, image.premultiplied(index).w)
        var wanted = expected.values[index]
        if let cover, cover[index] < 1 { wanted = covered(wanted, cover[index], own) }
        let size = abs(own.w - wanted.w)
        if size <= tolerance || own.w == 0 && expected.lacksCorner(column, row) { continue }
        if residual.beyond >= Self.patience { continue }
        var (low, high) = (wanted.w, wanted.w)
        expected.forEachCandidate(column - part.x, row - part.y, of: part) { candidate in
          let value = cover.map { covered(candidate, $0[index], own) } ?? candidate
          low = min(low, value.w)
          high = max(high, value.w)
          return max(own.w - high, low - own.w) > tolerance
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
  private func covered(
    _ value: SIMD4<Float>, _ fraction: Float, _ own: SIMD4<Float>
  ) -> SIMD4<Float> {
    if fraction <= 0 || value.w <= 0 { return SIMD4() }
    if fraction >= 1 { return value }
    let (low, high) = (max(0, fraction - Self.coverSlack), min(1, fraction + Self.coverSlack))
    if check.kind == .heights {
      // A height is there or not.
      return low > 0.5 || high > 0.5 && own.w > 0 ? value : SIMD4()
    }
    return value * min(max(own.w / value.w, low), high)
  }

  /// By how many levels a sample is beyond everything that it may be; not more than `tolerance` says that it is
  /// within.
  private func excess(
    _ own: SIMD4<Float>, _ column: Int, _ row: Int, _ part: ExpectedTile.Part,
    of expected: ExpectedTile, _ fraction: Float?, tolerance: Float
  ) -> Float {
    // Nearest mixes nothing: it is one of the candidates.
    let isPicked = expected.method.kernel.kind == .nearest
    var low = SIMD4<Float>(repeating: .infinity)
    var high = -low
    var least = Float.infinity
    expected.forEachCandidate(column, row, of: part) { candidate in
      let value = fraction.map { covered(candidate, $0, own) } ?? candidate
      low = pointwiseMin(low, value)
      high = pointwiseMax(high, value)
      let difference = own - value
      least = min(least, max(difference.max(), -difference.min()))
      return (isPicked ? least : max((own - high).max(), (low - own).max())) > tolerance
    }
    return isPicked ? least : max((own - high).max(), (low - own).max())
  }

  /// Where the source is not, a tile shows nothing.
  private func compareRest(_ image: DecodedTile, _ residual: inout RenderedResidual) {
    if image.isLossy, !image.holdsAlpha { return }
    for index in 0..<side * side where !isComputed[index] {
      let own = image.premultiplied(index)
      if own == SIMD4() || image.isFill(index) { continue }
      residual.add(own)
      residual.addBeyond(own.max(), x: index % side, y: index / side)
    }
  }

  /// Cuts what is expected of a lossy tile along the outlines.
  private func applyCover(
    _ cover: [Float]?, _ image: DecodedTile, _ values: UnsafeMutablePointer<SIMD4<Float>>,
    _ doubt: UnsafeMutablePointer<Float>
  ) {
    guard let cover else { return }
    for index in 0..<side * side where cover[index] < 1 {
      let own = image.holdsAlpha ? image.premultiplied(index) : SIMD4<Float>()
      let value = values[index]
      values[index] =
        image.holdsAlpha ? covered(value, cover[index], own) : value * cover[index]
      if !image.holdsAlpha, cover[index] > 0 {
        doubt[index] = max(doubt[index], 255 * Self.coverSlack)
      }
    }
  }

  private func measureShift(
    _ image: DecodedTile, _ values: UnsafePointer<SIMD4<Float>>
  ) -> ShiftSums {
    let background = check.background ?? SIMD4(128, 128, 128, 255)
    func grey(_ value: SIMD4<Float>) -> Float {
      if check.kind == .heights { return value.x / 16 }
      let shown = value + background * (1 - value.w / 255)
      return shown.x * 0.25 + shown.y * 0.5 + shown.z * 0.25
    }
    let count = side * side
    let own = GreyPlane(side: side, values: (0..<count).map { grey(image.premultiplied($0)) })
    let wanted = GreyPlane(side: side, values: (0..<count).map { grey(values[$0]) })
    return ShiftSums(own, wanted, margin: 4)
  }
}

extension DecodedTile {
  /// Whether a sample is what stands where there is no height.
  @inline(__always)
  func isFill(_ index: Int) -> Bool {
    fill.map { UInt32(littleEndian: pixels[index]) == $0 } ?? false
  }

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

  /// Colour times alpha, and alpha, 0 to 255 each; or a height as ``HeightLanes`` has it.
  @inline(__always)
  func premultiplied(_ index: Int) -> SIMD4<Float> {
    let pixel = UnsafeRawPointer(samples).loadUnaligned(
      fromByteOffset: 4 &* index, as: SIMD4<UInt8>.self)
    if kind == .heights { return HeightLanes.value(unsafeBitCast(pixel, to: UInt32.self)) }
    let value = SIMD4<Float>(pixel)
    if pixel.w == 255 { return value }
    var result = value * (value.w / 255)
    result.w = value.w
    return result
  }
}
