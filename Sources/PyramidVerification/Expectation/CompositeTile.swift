import TileModel

/// Composites what the rasters of a source make of one tile; belongs to one thread.
///
/// From the top down, what each raster covers of a sample is filled until the sample is full.
final class CompositeTile {
  /// As those of ``ExpectedTile``; of samples that no raster meets they are 0.
  let values: UnsafeMutablePointer<SIMD4<Float>>
  let doubt: UnsafeMutablePointer<Float>
  private let side: Int

  /// The alpha from which a sample counts as full.
  private static let full: Float = 253.5

  init(side: Int) {
    self.side = side
    values = .allocate(capacity: side * side)
    doubt = .allocate(capacity: side * side)
  }

  deinit {
    values.deallocate()
    doubt.deallocate()
  }

  /// Computes a tile.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - sheets: What computes that of each raster, the uppermost first.
  ///   - notesDoubt: Whether ``doubt`` is wanted.
  ///   - block: Receives each part of it that a raster meets, perhaps several times.
  /// - Returns: As ``ExpectedTile/render(_:notesDoubt:block:)`` does.
  /// - Throws: `RasterError`, or `CancellationError`.
  func render(
    _ tile: TileCoordinate, of sheets: [ExpectedTile], notesDoubt: Bool,
    block: (ExpectedTile.Part) -> Void
  ) throws -> (showsAnything: Bool, isComplete: Bool) {
    values.update(repeating: SIMD4(), count: side * side)
    doubt.update(repeating: 0, count: side * side)
    var (showsAnything, isComplete) = (false, true)
    for sheet in sheets {
      let outcome = try sheet.render(tile, notesDoubt: notesDoubt) { part in
        forEachSample(of: part) { index in
          values[index] = Self.added(sheet.values[index], under: values[index])
          if notesDoubt { doubt[index] = min(255, doubt[index] + sheet.doubt[index]) }
        }
        block(part)
      }
      showsAnything = showsAnything || outcome.showsAnything
      isComplete = isComplete && outcome.isComplete
    }
    return (showsAnything, isComplete)
  }

  /// What samples may be of each raster, whatever the exact positions and spans were.
  ///
  /// - Parameters:
  ///   - samples: The samples, ascending.
  ///   - tile: The tile.
  ///   - sheets: As in ``render(_:of:notesDoubt:block:)``.
  /// - Returns: For each sample, what it may be of each raster, the exact value first.
  /// - Throws: `RasterError`, or `CancellationError`.
  func candidates(
    of samples: [Int], in tile: TileCoordinate, _ sheets: [ExpectedTile]
  ) throws -> [[[SIMD4<Float>]]] {
    var numbers = [Int32](repeating: -1, count: side * side)
    for (number, index) in samples.enumerated() { numbers[index] = Int32(number) }
    let nothing = [[SIMD4<Float>]](repeating: [SIMD4()], count: sheets.count)
    var found = [[[SIMD4<Float>]]](repeating: nothing, count: samples.count)
    for (layer, sheet) in sheets.enumerated() {
      _ = try sheet.render(tile, notesDoubt: false) { part in
        forEachSample(of: part) { index in
          if numbers[index] < 0 { return }
          var own: [SIMD4<Float>] = []
          sheet.forEachCandidate(index % side - part.x, index / side - part.y, of: part) { value in
            if !own.contains(value) { own.append(value) }
          }
          found[Int(numbers[index])][layer] = own
        }
      }
    }
    return found
  }

  /// By how many levels a sample is beyond everything that it may be.
  ///
  /// - Parameters:
  ///   - own: The sample.
  ///   - layers: What it may be of each raster, the exact value first.
  ///   - mixes: Whether samples are weighted means, so that all between two candidates may be.
  ///   - shown: What is made of a composited sample.
  /// - Returns: The levels, of the channel that is furthest off.
  static func excess(
    _ own: SIMD4<Float>, _ layers: [[SIMD4<Float>]], mixes: Bool,
    shown: (SIMD4<Float>) -> SIMD4<Float>
  ) -> Float {
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

  /// A sample filled with one below it, both premultiplied.
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
