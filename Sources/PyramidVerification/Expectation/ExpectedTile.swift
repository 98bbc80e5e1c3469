import RasterSources
import TileModel

/// Computes what the tiles of the deepest zoom should show, sample by sample, from the source and the
/// method that the layer definition states; belongs to one thread.
///
/// Equal in method to what makes tiles, and without any of its code.
final class ExpectedTile {
  /// Samples along one side.
  let side: Int
  /// `side × side` premultiplied samples: colour times alpha, and alpha, 0 to 255 each.
  let values: UnsafeMutablePointer<SIMD4<Float>>
  /// By how many levels each may be off besides rounding, where a nearest sample may be another.
  let doubt: UnsafeMutablePointer<Float>

  let method: RenderingMethod
  private let georeference: Georeference
  private let inverse: InversePixelTransform
  private let imageSize: PixelSize
  private let grid: TileGrid
  private let source: SourceSamples
  private let isCancelled: @Sendable () -> Bool
  private var map: TileMap?

  /// The side of the blocks whose windows are read at once.
  private static let blockSide = 64
  /// The most samples of a window; a block that needs more is divided.
  private static let windowLimit = 1 << 21

  private let places: UnsafeMutablePointer<SIMD2<Double>>
  private var spans: UnsafeMutablePointer<SIMD2<Double>>
  private let axes: AxisPair
  private var filtered = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 1)
  private var filteredCapacity = 1

  /// - Parameters:
  ///   - source: The image and its georeference.
  ///   - windows: The raster that was read.
  ///   - method: How tiles were made of it.
  ///   - tileSize: Their size.
  ///   - isCancelled: Asked often.
  init?(
    of source: VerificationSource, _ windows: any RasterWindows, _ method: RenderingMethod,
    tileSize: TileSize, isCancelled: @escaping @Sendable () -> Bool
  ) {
    guard let inverse = source.georeference.pixelToCRS.inverse else { return nil }
    self.inverse = inverse
    self.method = method
    self.isCancelled = isCancelled
    georeference = source.georeference
    imageSize = source.raster.size
    grid = TileGrid(tileSize: tileSize)
    side = tileSize.rawValue
    self.source = SourceSamples(windows, method)
    values = .allocate(capacity: side * side)
    doubt = .allocate(capacity: side * side)
    places = .allocate(capacity: Self.blockSide * Self.blockSide)
    spans = .allocate(capacity: Self.blockSide * Self.blockSide)
    axes = AxisPair(method)
  }

  deinit {
    values.deallocate()
    doubt.deallocate()
    places.deallocate()
    spans.deallocate()
    filtered.deallocate()
  }

  /// Computes a tile.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - block: Receives each part of it as soon as it is in ``values``, while ``range(at:)`` can be
  ///     asked for its samples.
  /// - Returns: Whether any sample may show something, and whether all could be computed.
  /// - Throws: `RasterError`, or `CancellationError`.
  func render(
    _ tile: TileCoordinate, block: (Part) -> Void
  ) throws -> (showsAnything: Bool, isComplete: Bool) {
    values.update(repeating: SIMD4(), count: side * side)
    doubt.update(repeating: 0, count: side * side)
    let map = TileMap(
      tile, grid: grid, georeference: georeference, inverse: inverse, imageSize: imageSize,
      method: method)
    self.map = map
    let positions = try TilePositions(map, isCancelled: isCancelled)
    var (showsAnything, isComplete) = (false, true)
    for square in positions.squares {
      let step = min(Self.blockSide, square.side)
      for y in stride(from: 0, to: square.side, by: step) {
        for x in stride(from: 0, to: square.side, by: step) {
          try render(square, x, y, step) { part, isKnown in
            if isKnown {
              showsAnything = true
              block(part)
            } else {
              isComplete = false
            }
          }
        }
      }
    }
    return (showsAnything, isComplete)
  }

  /// Whether a corner of a sample of the tile has no position on the source, so that interpolating
  /// between corners leaves the sample out.
  func lacksCorner(_ column: Int, _ row: Int) -> Bool {
    guard let map, case .general = method.form else { return false }
    return [(0, 0), (1, 0), (0, 1), (1, 1)].contains { x, y in
      map.position(Double(column + x), Double(row + y)) == nil
    }
  }

  /// A part of the tile whose samples were computed at once.
  struct Part {
    /// Its first column and row in the tile.
    let x: Int
    let y: Int
    let side: Int
    fileprivate let stride: Int
    fileprivate let first: (x: Int, y: Int)
  }

  private func render(
    _ square: TilePositions.Square, _ x: Int, _ y: Int, _ step: Int,
    _ done: (Part, Bool) -> Void
  ) throws {
    if isCancelled() { throw CancellationError() }
    // Spans are one for all samples of an affine map, and change slowly in others.
    var (exact, tabulated) = (SIMD2<Double>(), SIMD2<Double>())
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    var widest = SIMD2<Double>()
    for row in 0..<step {
      let line = square.row(at: Double(y + row) + 0.5)
      for column in 0..<step {
        let index = row &* step &+ column
        let place = line.position(at: Double(x + column) + 0.5).position
        places[index] = place
        low = pointwiseMin(low, place)
        high = pointwiseMax(high, place)
        let own = line.span(at: Double(x + column) + 0.5)
        if own != exact {
          tabulated.x = method.tabulated(own.x, near: tabulated.x)
          tabulated.y = method.tabulated(own.y, near: tabulated.y)
          exact = own
        }
        spans[index] = tabulated
        widest = pointwiseMax(widest, tabulated)
      }
    }
    try fill(
      Part(
        x: square.x + x, y: square.y + y, side: step, stride: step, first: (0, 0)),
      low, high, widest, done)
  }

  /// Computes the samples of a part whose positions and spans are known.
  private func fill(
    _ part: Part, _ low: SIMD2<Double>, _ high: SIMD2<Double>, _ widest: SIMD2<Double>,
    _ done: (Part, Bool) -> Void
  ) throws {
    let end = method.end
    // A little more, since positions may be off.
    let margin = widest + 1
    guard low.x - margin.x < end.x, low.y - margin.y < end.y, high.x + margin.x > 0,
      high.y + margin.y > 0
    else { return }
    let reach = SIMD2(
      method.kernel.reach(span: widest.x * RenderingMethod.spanRatio * 1.2) + 1,
      method.kernel.reach(span: widest.y * RenderingMethod.spanRatio * 1.2) + 1)
    let size = method.size
    func bound(_ value: Double, _ limit: Int, _ reach: Double) -> Int {
      Int(min(max(value, -2 * reach - 2), Double(limit) + 2 * reach + 2).rounded(.down))
    }
    let left = bound(low.x - reach.x, size.width, reach.x)
    let top = bound(low.y - reach.y, size.height, reach.y)
    let right = bound(high.x + reach.x, size.width, reach.x) + 2
    let bottom = bound(high.y + reach.y, size.height, reach.y) + 2
    guard left < size.width, top < size.height, right > 0, bottom > 0 else { return }
    let blockArea = method.block.width * method.block.height
    if (right - left) * (bottom - top) > Self.windowLimit / min(blockArea, 16) {
      guard part.side > 1 else { return done(part, false) }
      return try divide(part, done)
    }
    try source.read(left: left, top: top, width: right - left, height: bottom - top)
    axes.prepare(reach)
    let isInside =
      low.x - widest.x / 2 >= 0 && low.y - widest.y / 2 >= 0 && high.x + widest.x / 2 <= end.x
      && high.y + widest.y / 2 <= end.y
    if isInside, source.uniform != nil {
      let value = Self.sample(source.samples[0], coverage: 1)
      for row in 0..<part.side {
        (values + (part.y + row) * side + part.x).update(repeating: value, count: part.side)
      }
    } else if case .separable = method.form, method.kernel.kind != .nearest {
      fillSeparably(part)
    } else {
      for row in 0..<part.side {
        for column in 0..<part.side {
          let index = place(of: column, row, part)
          values[(part.y &+ row) &* side &+ part.x &+ column] = sample(
            at: places[index], spans[index])
        }
      }
      if method.kernel.kind == .nearest { noteDoubt(part) }
    }
    done(part, true)
  }

  @inline(__always)
  private func place(of column: Int, _ row: Int, _ part: Part) -> Int {
    (part.first.y &+ row) &* part.stride &+ part.first.x &+ column
  }

  private func divide(_ part: Part, _ done: (Part, Bool) -> Void) throws {
    let half = part.side / 2
    for (dx, dy) in [(0, 0), (half, 0), (0, half), (half, half)] {
      let quarter = Part(
        x: part.x + dx, y: part.y + dy, side: half, stride: part.stride,
        first: (part.first.x + dx, part.first.y + dy))
      var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
      var widest = SIMD2<Double>()
      for row in 0..<half {
        for column in 0..<half {
          let index = place(of: column, row, quarter)
          low = pointwiseMin(low, places[index])
          high = pointwiseMax(high, places[index])
          widest = pointwiseMax(widest, spans[index])
        }
      }
      try fill(quarter, low, high, widest, done)
    }
  }

  /// The premultiplied sample of a tile: colours that a kernel overshoots are clamped as straight ones.
  @inline(__always)
  private static func sample(_ sum: SIMD4<Float>, coverage: Float) -> SIMD4<Float> {
    let alpha = sum.w
    guard alpha > 0 else { return SIMD4() }
    let opacity = min(alpha, 255) * coverage
    var color = sum * (255 / alpha)
    color = color.clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 255))
    var result = color * (opacity / 255)
    result.w = opacity
    return result
  }

  /// The premultiplied sample at a position.
  @inline(__always)
  private func sample(at place: SIMD2<Double>, _ span: SIMD2<Double>) -> SIMD4<Float> {
    let end = method.end
    let kernel = method.kernel
    let coverage =
      kernel.coverage(at: place.x, span: span.x, end: end.x)
      * kernel.coverage(at: place.y, span: span.y, end: end.y)
    if coverage == 0 { return SIMD4() }
    let across = kernel.weights(at: place.x, span: span.x, end: end.x, into: axes.across)
    let down = kernel.weights(at: place.y, span: span.y, end: end.y, into: axes.down)
    let start: Int = (down.first &- source.top) &* source.width &+ (across.first &- source.left)
    var row = source.samples + start
    var total = SIMD4<Float>()
    for j in 0..<down.count {
      var sum = SIMD4<Float>()
      for i in 0..<across.count { sum += row[i] * axes.across[i] }
      total += sum * axes.down[j]
      row += source.width
    }
    return Self.sample(total, coverage: coverage)
  }

  /// Computes an upright part: along rows, then along columns.
  private func fillSeparably(_ part: Part) {
    let count = source.height * part.side
    if filteredCapacity < count {
      filtered.deallocate()
      filteredCapacity = count
      filtered = .allocate(capacity: count)
    }
    let end = method.end
    var coverages: [Float] = []
    for column in 0..<part.side {
      let index = place(of: column, 0, part)
      let (center, span) = (places[index].x, spans[index].x)
      coverages.append(method.kernel.coverage(at: center, span: span, end: end.x))
      let weights = method.kernel.weights(at: center, span: span, end: end.x, into: axes.across)
      var row = source.samples + (weights.first &- source.left)
      var out = filtered + column
      if coverages[column] == 0 { continue }
      for _ in 0..<source.height {
        var sum = SIMD4<Float>()
        for i in 0..<weights.count { sum += row[i] * axes.across[i] }
        out.pointee = sum
        row += source.width
        out += part.side
      }
    }
    for row in 0..<part.side {
      let index = place(of: 0, row, part)
      let (center, span) = (places[index].y, spans[index].y)
      let coverage = method.kernel.coverage(at: center, span: span, end: end.y)
      let target = values + (part.y + row) * side + part.x
      if coverage == 0 { continue }
      let weights = method.kernel.weights(at: center, span: span, end: end.y, into: axes.down)
      let start: Int = (weights.first &- source.top) &* part.side
      let first = filtered + start
      for column in 0..<part.side where coverages[column] > 0 {
        var sum = SIMD4<Float>()
        for j in 0..<weights.count { sum += first[j &* part.side &+ column] * axes.down[j] }
        target[column] = Self.sample(sum, coverage: coverage * coverages[column])
      }
    }
  }

  /// What a sample of a part may be, whatever the exact position and span were, within the slack of the
  /// method.
  ///
  /// - Parameters:
  ///   - column: The column in the part.
  ///   - row: The row in the part.
  ///   - part: A part that was just computed.
  ///   - body: Receives each candidate.
  func forEachCandidate(
    _ column: Int, _ row: Int, of part: Part, _ body: (SIMD4<Float>) -> Void
  ) {
    let index = place(of: column, row, part)
    let (place, span) = (places[index], spans[index])
    let bends = part.stride == 1
    let slack = method.slack(span: span) * (bends ? 2 : 1)
    let across = Self.candidates(place.x, slack.x, span: span.x, end: method.end.x)
    let down = Self.candidates(place.y, slack.y, span: span.y, end: method.end.y)
    for wide in method.alternatives(to: span.x, bends: bends) {
      for tall in method.alternatives(to: span.y, bends: bends) {
        for y in down {
          for x in across { body(sample(at: SIMD2(x, y), SIMD2(wide, tall))) }
        }
      }
    }
  }

  /// Positions along one axis within a slack: its ends, and where kernels and coverage have their peaks
  /// and bends, the middles of samples and half a span from the edges.
  private static func candidates(
    _ place: Double, _ slack: Double, span: Double, end: Double
  ) -> [Double] {
    [place, place - slack, place + slack]
      + [place.rounded(.down) + 0.5, span / 2, end - span / 2].filter { abs($0 - place) < slack }
  }

  /// Notes by how much samples may be off because they are taken between two samples of the source.
  private func noteDoubt(_ part: Part) {
    for row in 0..<part.side {
      for column in 0..<part.side {
        let index = place(of: column, row, part)
        let place = places[index]
        let slack = method.slack(span: spans[index])
        let nearest = SIMD2(place.x.rounded(), place.y.rounded())
        let gap = place - nearest
        guard abs(gap.x) <= slack.x || abs(gap.y) <= slack.y else { continue }
        let position = (part.y + row) * side + part.x + column
        var most: Float = 0
        forEachCandidate(column, row, of: part) { candidate in
          let difference = candidate - values[position]
          most = max(most, max(difference.max(), -difference.min()))
        }
        doubt[position] = most
      }
    }
  }
}

/// Memory for the weights of both axes.
final class AxisPair {
  private(set) var across = UnsafeMutablePointer<Float>.allocate(capacity: 64)
  private(set) var down = UnsafeMutablePointer<Float>.allocate(capacity: 64)
  private var capacity = 64

  init(_ method: RenderingMethod) {}

  deinit {
    across.deallocate()
    down.deallocate()
  }

  /// Makes room for the weights within a reach.
  func prepare(_ reach: SIMD2<Double>) {
    let needed = 2 * Int(max(reach.x, reach.y).rounded(.up)) + 4
    if needed <= capacity { return }
    across.deallocate()
    down.deallocate()
    capacity = needed
    across = .allocate(capacity: needed)
    down = .allocate(capacity: needed)
  }
}
