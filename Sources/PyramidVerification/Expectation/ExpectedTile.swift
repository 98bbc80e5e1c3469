import Georeferencing
import RasterSources
import TileImaging
import TileModel

/// Computes the samples of tiles of the deepest zoom from the source and a method; belongs to one thread.
///
/// Equal in method to the code that makes tiles, and independent of it.
final class ExpectedTile {
  let side: Int
  /// `side × side` premultiplied samples: colour times alpha, and alpha, 0 to 255 each.
  let values: UnsafeMutablePointer<SIMD4<Float>>

  let method: RenderingMethod
  private let georeference: Georeference
  private let inverse: InversePixelTransform
  private let imageSize: PixelSize
  private let grid: TileGrid
  private let kind: SampleKind
  private let source: SourceSamples
  private let isCancelled: @Sendable () -> Bool
  private var map: TileMap?
  /// The one colour, straight, red in the low byte, of the part that was computed last.
  ///
  /// `nil` where samples may differ.
  private(set) var uniform: UInt32?

  private static let blockSide = 64
  private static let windowLimit = 1 << 21

  private let places: UnsafeMutablePointer<SIMD2<Double>>
  private var spans: UnsafeMutablePointer<SIMD2<Double>>
  private let axes: AxisPair
  private var block: (TilePositions.Square, Int, Int, Int)?
  private(set) var arePlacesKnown = false
  private var filtered = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 1)
  private var filteredCapacity = 1

  init(
    of sheet: SourceGrid, _ windows: any RasterWindows, tileSize: TileSize, kind: SampleKind,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    inverse = sheet.inverse
    method = sheet.method
    self.isCancelled = isCancelled
    georeference = sheet.source.georeference
    imageSize = sheet.source.raster.size
    grid = TileGrid(tileSize: tileSize)
    side = tileSize.rawValue
    self.kind = kind
    self.source = SourceSamples(windows, method, kind: kind)
    values = .allocate(capacity: side * side)
    places = .allocate(capacity: Self.blockSide * Self.blockSide)
    spans = .allocate(capacity: Self.blockSide * Self.blockSide)
    axes = AxisPair()
  }

  deinit {
    values.deallocate()
    places.deallocate()
    spans.deallocate()
    filtered.deallocate()
  }

  func render(
    _ tile: TileCoordinate, offset: SIMD2<Double> = SIMD2(), block: (Part) -> Void
  ) throws -> (showsAnything: Bool, isComplete: Bool) {
    let map = TileMap(
      tile, grid: grid, georeference: georeference, inverse: inverse, imageSize: imageSize,
      method: method, offset: offset)
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

  func isCopied(to image: DecodedTile, at tile: TileCoordinate) throws -> Bool {
    guard isUpright, method.block == PixelSize(width: 1, height: 1) else { return false }
    let map = TileMap(
      tile, grid: grid, georeference: georeference, inverse: inverse, imageSize: imageSize,
      method: method)
    guard let first = map.position(0, 0), let last = map.position(Double(side), Double(side)) else {
      return false
    }
    let (corner, size) = (SIMD2(first.x.rounded(), first.y.rounded()), Double(side))
    let off = [first - corner, last - corner - size].flatMap { [abs($0.x), abs($0.y)] }
    guard off.allSatisfy({ $0 < 0.001 }), corner.x >= 0, corner.y >= 0,
      corner.x + size <= Double(method.size.width), corner.y + size <= Double(method.size.height)
    else { return false }
    return try source.equals(image, left: Int(corner.x), top: Int(corner.y))
  }

  /// Interpolation between corners leaves out a sample with a corner that has no position.
  func lacksCorner(_ column: Int, _ row: Int) -> Bool {
    guard let map, case .general = method.form else { return false }
    return [(0, 0), (1, 0), (0, 1), (1, 1)].contains { x, y in
      map.position(Double(column + x), Double(row + y)) == nil
    }
  }

  /// A part of the tile whose samples were computed at once.
  struct Part {
    let x: Int
    let y: Int
    let side: Int
    let stride: Int
    let first: (x: Int, y: Int)
  }

  private func render(
    _ square: TilePositions.Square, _ x: Int, _ y: Int, _ step: Int, _ done: (Part, Bool) -> Void
  ) throws {
    if isCancelled() { throw CancellationError() }
    let part = Part(x: square.x + x, y: square.y + y, side: step, stride: step, first: (0, 0))
    arePlacesKnown = false
    block = (square, x, y, step)
    if step > 1, try fillUniformly(part, square, x, y, step) { return done(part, true) }
    let (low, high, widest) = findPlaces()
    try fill(part, low, high, widest, done)
  }

  @discardableResult
  func findPlaces() -> (low: SIMD2<Double>, high: SIMD2<Double>, widest: SIMD2<Double>) {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    var widest = SIMD2<Double>()
    guard let (square, x, y, step) = block else { return (low, high, widest) }
    arePlacesKnown = true
    let isAffine = if case .affine = method.form { true } else { false }
    var bounded = SIMD2<Double>()
    for row in 0..<step {
      let line = square.row(at: Double(y + row) + 0.5)
      // The first row of an upright image has all columns, and the first column all rows.
      let count = isUpright && row > 0 ? 1 : step
      for column in 0..<count {
        let place = line.position(at: Double(x + column) + 0.5).position
        let index = row &* step &+ column
        places[index] = place
        low = pointwiseMin(low, place)
        high = pointwiseMax(high, place)
        // Spans are one for all samples of an affine map, and change slowly in others.
        if index == 0 || !isAffine {
          let span = line.span(at: Double(x + column) + 0.5)
          bounded = SIMD2(method.bounded(span.x), method.bounded(span.y))
          widest = pointwiseMax(widest, bounded)
        }
        spans[index] = bounded
      }
    }
    return (low, high, widest)
  }

  private func fillUniformly(
    _ part: Part, _ square: TilePositions.Square, _ x: Int, _ y: Int, _ step: Int
  ) throws -> Bool {
    if case .general = method.form { return false }
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    var widest = SIMD2<Double>()
    for down in [0, step] {
      let line = square.row(at: Double(y + down))
      for across in [0, step] {
        let place = line.position(at: Double(x + across)).position
        low = pointwiseMin(low, place)
        high = pointwiseMax(high, place)
        widest = pointwiseMax(widest, line.span(at: Double(x + across)))
      }
    }
    let reach = SIMD2(
      method.kernel.reach(span: 1.1 * widest.x) + widest.x + 1,
      method.kernel.reach(span: 1.1 * widest.y) + widest.y + 1)
    let (first, last) = (low - reach, high + reach + 1)
    guard first.x >= 0, first.y >= 0, last.x < method.end.x, last.y < method.end.y else {
      return false
    }
    let (left, top) = (Int(first.x), Int(first.y))
    let (width, height) = (Int(last.x) - left, Int(last.y) - top)
    guard width * height * method.block.width * method.block.height <= Self.windowLimit else {
      return false
    }
    try source.read(left: left, top: top, width: width, height: height)
    guard let color = source.uniform else { return false }
    fill(part, with: color)
    return true
  }

  private func fill(_ part: Part, with color: UInt32) {
    uniform = color >> 24 == 0 ? 0 : color
    let value = finished(source.samples[0], coverage: 1)
    for row in 0..<part.side {
      (values + (part.y + row) * side + part.x).update(repeating: value, count: part.side)
    }
  }

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
    if !source.holds(left: left, top: top, right: right, bottom: bottom) {
      try source.read(left: left, top: top, width: right - left, height: bottom - top)
    }
    axes.prepare(reach)
    uniform = nil
    let isInside =
      low.x - widest.x / 2 >= 0 && low.y - widest.y / 2 >= 0 && high.x + widest.x / 2 <= end.x
      && high.y + widest.y / 2 <= end.y
    if isInside, let color = source.uniform {
      fill(part, with: color)
    } else if case .separable = method.form, method.kernel.kind != .nearest {
      fillSeparably(part)
    } else {
      for row in 0..<part.side {
        for column in 0..<part.side {
          let (place, span) = location(column, row, part)
          values[(part.y &+ row) &* side &+ part.x &+ column] = sample(at: place, span)
        }
      }
    }
    done(part, true)
  }

  @inline(__always)
  func location(
    _ column: Int, _ row: Int, _ part: Part
  ) -> (place: SIMD2<Double>, span: SIMD2<Double>) {
    let (x, y) = (part.first.x &+ column, part.first.y &+ row)
    if isUpright {
      let down = y &* part.stride
      return (SIMD2(places[x].x, places[down].y), SIMD2(spans[x].x, spans[down].y))
    }
    let index = y &* part.stride &+ x
    return (places[index], spans[index])
  }

  private var isUpright: Bool { if case .separable = method.form { true } else { false } }

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
          let (place, span) = location(column, row, quarter)
          low = pointwiseMin(low, place)
          high = pointwiseMax(high, place)
          widest = pointwiseMax(widest, span)
        }
      }
      try fill(quarter, low, high, widest, done)
    }
  }

  @inline(__always)
  private func finished(_ sum: SIMD4<Float>, coverage: Float) -> SIMD4<Float> {
    kind == .colors ? sample(sum, coverage: coverage) : HeightLanes.sample(sum, coverage: coverage)
  }

  /// Premultiplied; colours that a kernel overshoots are clamped as straight ones.
  @inline(__always)
  private func sample(_ sum: SIMD4<Float>, coverage: Float) -> SIMD4<Float> {
    let alpha = sum.w
    guard alpha > 0 else { return SIMD4() }
    let opacity = min(alpha, 255) * coverage
    var color = sum * (255 / alpha)
    color = color.clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 255))
    if method.mixesLight {
      for channel in 0..<3 {
        color[channel] = Float(255 * SRGBCurve.sample(of: Double(color[channel]) / 255))
      }
    }
    var result = color * (opacity / 255)
    result.w = opacity
    return result
  }

  @inline(__always)
  func sample(at place: SIMD2<Double>, _ span: SIMD2<Double>) -> SIMD4<Float> {
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
    return finished(total, coverage: coverage)
  }

  private func fillSeparably(_ part: Part) {
    let count = source.height * part.side
    if filteredCapacity < count {
      filtered.deallocate()
      filteredCapacity = count
      filtered = .allocate(capacity: count)
    }
    let end = method.end
    var coverages: [Float] = []
    for row in 0..<part.side {
      (values + (part.y + row) * side + part.x).update(repeating: SIMD4(), count: part.side)
    }
    for column in 0..<part.side {
      let location = location(column, 0, part)
      let (center, span) = (location.place.x, location.span.x)
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
      let location = location(0, row, part)
      let (center, span) = (location.place.y, location.span.y)
      let coverage = method.kernel.coverage(at: center, span: span, end: end.y)
      let target = values + (part.y + row) * side + part.x
      if coverage == 0 { continue }
      let weights = method.kernel.weights(at: center, span: span, end: end.y, into: axes.down)
      let start: Int = (weights.first &- source.top) &* part.side
      let first = filtered + start
      for column in 0..<part.side where coverages[column] > 0 {
        var sum = SIMD4<Float>()
        for j in 0..<weights.count { sum += first[j &* part.side &+ column] * axes.down[j] }
        target[column] = finished(sum, coverage: coverage * coverages[column])
      }
    }
  }
}
