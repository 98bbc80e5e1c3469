import TileModel

/// Composites a tile from the rasters of a source; belongs to one thread.
///
/// Each raster, from the top down, fills a sample until that is full.
final class CompositeTile {
  let values: UnsafeMutablePointer<SIMD4<Float>>
  /// The levels by which blended samples may be off.
  let doubt: UnsafeMutablePointer<Float>
  private let side: Int
  private let isBlended: Bool
  /// The least and the greatest straight colours of the rasters that show a sample.
  ///
  /// Empty where rasters are not blended.
  private let least: UnsafeMutablePointer<SIMD4<Float>>
  private let most: UnsafeMutablePointer<SIMD4<Float>>

  private static let full: Float = 253.5

  init(side: Int, isBlended: Bool) {
    self.side = side
    self.isBlended = isBlended
    least = .allocate(capacity: isBlended ? side * side : 0)
    most = .allocate(capacity: isBlended ? side * side : 0)
    values = .allocate(capacity: side * side)
    doubt = .allocate(capacity: side * side)
  }

  deinit {
    values.deallocate()
    doubt.deallocate()
    least.deallocate()
    most.deallocate()
  }

  func render(
    _ tile: TileCoordinate, of sheets: [ExpectedTile], block: (ExpectedTile.Part) -> Void
  ) throws -> (showsAnything: Bool, isComplete: Bool) {
    values.update(repeating: SIMD4(), count: side * side)
    doubt.update(repeating: 0, count: side * side)
    if isBlended {
      least.update(repeating: SIMD4(repeating: .infinity), count: side * side)
      most.update(repeating: SIMD4(repeating: -.infinity), count: side * side)
    }
    var (showsAnything, isComplete) = (false, true)
    for sheet in sheets {
      let outcome = try sheet.render(tile) { part in
        forEachSample(of: part) { index in
          values[index] = Self.added(sheet.values[index], under: values[index])
          if isBlended, sheet.values[index].w > 0 {
            let color = Self.straight(sheet.values[index])
            least[index] = pointwiseMin(least[index], color)
            most[index] = pointwiseMax(most[index], color)
          }
        }
        block(part)
      }
      showsAnything = showsAnything || outcome.showsAnything
      isComplete = isComplete && outcome.isComplete
    }
    if isBlended { blend() }
    return (showsAnything, isComplete)
  }

  private func blend() {
    for index in 0..<side * side where values[index].w > 0 {
      let (middle, half) = Self.middle(of: least[index], most[index], alpha: values[index].w)
      values[index] = middle
      doubt[index] = half
    }
  }

  /// The distance of the ends from the middle is in levels.
  private static func middle(
    of least: SIMD4<Float>, _ most: SIMD4<Float>, alpha: Float
  ) -> (middle: SIMD4<Float>, half: Float) {
    var middle = (least + most) * (alpha / 510)
    middle.w = alpha
    var range = most - least
    range.w = 0
    return (middle, range.max() * (alpha / 510))
  }

  private static func straight(_ value: SIMD4<Float>) -> SIMD4<Float> {
    var color = value * (255 / value.w)
    color.w = 255
    return color
  }

  /// Covers every position and span within the slack of the method.
  func candidates(
    of samples: [Int], in tile: TileCoordinate, _ sheets: [ExpectedTile]
  ) throws -> [[[SIMD4<Float>]]] {
    var numbers = [Int32](repeating: -1, count: side * side)
    for (number, index) in samples.enumerated() { numbers[index] = Int32(number) }
    let nothing = [[SIMD4<Float>]](repeating: [SIMD4()], count: sheets.count)
    var found = [[[SIMD4<Float>]]](repeating: nothing, count: samples.count)
    for (layer, sheet) in sheets.enumerated() {
      _ = try sheet.render(tile) { part in
        forEachSample(of: part) { index in
          if numbers[index] < 0 { return }
          var own: [SIMD4<Float>] = []
          sheet.forEachCandidate(index % side - part.x, index / side - part.y, of: part) { value in
            if !own.contains(value) { own.append(value) }
            return true
          }
          found[Int(numbers[index])][layer] = own
        }
      }
    }
    return found
  }

  /// The levels by which a sample is beyond all candidates.
  static func excess(
    _ own: SIMD4<Float>, _ layers: [[SIMD4<Float>]], mixes: Bool, isBlended: Bool,
    shown: (SIMD4<Float>) -> SIMD4<Float>
  ) -> Float {
    if isBlended { return blendedExcess(own, layers, shown: shown) }
    if !mixes {
      var least = Float.infinity
      forEachStack(layers[...], on: SIMD4()) { value in
        let difference = own - shown(value)
        least = min(least, max(difference.max(), -difference.min()))
      }
      return least
    }
    // One raster's doubt after the other, which add up at most.
    var stack = layers.map { $0.first ?? SIMD4() }
    let exact = shown(composited(stack))
    var (low, high) = (exact, exact)
    for layer in layers.indices {
      let kept = stack[layer]
      var (least, most) = (SIMD4<Float>(), SIMD4<Float>())
      for candidate in layers[layer] {
        stack[layer] = candidate
        let difference = shown(composited(stack)) - exact
        least = pointwiseMin(least, difference)
        most = pointwiseMax(most, difference)
      }
      stack[layer] = kept
      low += least
      high += most
    }
    return max((own - high).max(), (low - own).max())
  }

  private static func blendedExcess(
    _ own: SIMD4<Float>, _ layers: [[SIMD4<Float>]], shown: (SIMD4<Float>) -> SIMD4<Float>
  ) -> Float {
    var (low, high) = (SIMD4<Float>(repeating: .infinity), SIMD4<Float>(repeating: -.infinity))
    var alpha = (least: Float(0), most: Float(0))
    for layer in layers {
      for candidate in layer where candidate.w > 0 {
        low = pointwiseMin(low, straight(candidate))
        high = pointwiseMax(high, straight(candidate))
      }
      alpha.least += layer.reduce(255) { min($0, $1.w) }
      alpha.most += layer.reduce(0) { max($0, $1.w) }
    }
    let opacity = min(max(own.w, min(255, alpha.least)), min(255, alpha.most))
    if opacity <= 0 || low.x > high.x { return max(own.max(), -own.min()) }
    let (middle, half) = middle(of: low, high, alpha: opacity)
    let difference = own - shown(middle)
    return max(
      abs(difference.w),
      max(difference.x, difference.y, difference.z, -difference.x, -difference.y, -difference.z)
        - half)
  }

  private static func forEachStack(
    _ layers: ArraySlice<[SIMD4<Float>]>, on above: SIMD4<Float>, _ body: (SIMD4<Float>) -> Void
  ) {
    guard let layer = layers.first, above.w < 255 else { return body(above) }
    for candidate in layer {
      forEachStack(layers.dropFirst(), on: added(candidate, under: above), body)
    }
  }

  private static func composited(_ stack: [SIMD4<Float>]) -> SIMD4<Float> {
    stack.reduce(SIMD4()) { added($1, under: $0) }
  }

  /// Both samples are premultiplied.
  @inline(__always)
  private static func added(_ below: SIMD4<Float>, under above: SIMD4<Float>) -> SIMD4<Float> {
    let room = 255 - above.w
    if room <= 0 || below.w <= 0 { return above }
    let sum = above + below * min(1, room / below.w)
    return sum.w >= full ? sum * (255 / sum.w) : sum
  }

  @inline(__always)
  private func forEachSample(of part: ExpectedTile.Part, _ body: (Int) -> Void) {
    for row in part.y..<part.y + part.side {
      for column in part.x..<part.x + part.side { body(row &* side &+ column) }
    }
  }
}
