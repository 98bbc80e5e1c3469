import RasterSources
import TileModel

/// Compares tiles with the samples that are expected of the source; belongs to one thread.
final class TileComparer {
  private let sheets: ExpectedGrids
  private let check: SourceCheck
  private let composite: CompositeTile
  private let nearest: ExpectedTile?
  private let places: UnsafeMutablePointer<SamplePlace>
  private let side: Int

  private static let patience = 2048
  private static let clipMargin = (lossless: 1, lossy: 16)

  init(_ check: SourceCheck) throws {
    self.check = check
    sheets = ExpectedGrids(check)
    side = check.tileSize.rawValue
    composite = CompositeTile(side: side, isBlended: check.isBlended)
    nearest = check.rendering == nil ? try check.makeExpectedTile(0, kernel: .nearest) : nil
    places = .allocate(capacity: side * side)
  }

  deinit { places.deallocate() }

  /// `nil` where the tile has another size.
  func compare(_ tile: TileCoordinate, _ image: DecodedTile) throws -> RenderedResidual? {
    guard image.side == side else { return nil }
    var residual = RenderedResidual(tile, isAtEdge: check.isAtEdge(tile))
    let cover = check.clip?.coverage(of: tile, grid: TileGrid(tileSize: check.tileSize))
    let met = try sheets.meeting(tile)
    if let nearest {
      for (number, expected) in [met[0], nearest].enumerated() {
        try compareUnstated(tile, expected, image, cover, &residual, isNearest: number == 1)
      }
      return residual.samples + residual.nearest.samples + residual.shownBeyond > 0 ? residual : nil
    }
    places.update(repeating: .beyond, count: side * side)
    let values = met.count > 1 ? composite.values : met[0].values
    if image.isLossy {
      let outcome =
        try met.count > 1
        ? composite.render(tile, of: met) { mark($0) }
        : met[0].render(tile) { part in
          mark(part)
          if image.holdsAlpha { compare(part, of: met[0], image, cover, &residual) }
        }
      residual.isPartial = !outcome.isComplete
    } else if met.count > 1 {
      try compareComposited(tile, met, image, cover, &residual)
    } else {
      if cover == nil, try met[0].isCopied(to: image, at: tile) {
        residual.samples = side * side
        return residual
      }
      let outcome = try met[0].render(tile) { compare($0, of: met[0], image, cover, &residual) }
      residual.isPartial = !outcome.isComplete
    }
    if residual.isPartial { return residual }
    compareRest(image, &residual)
    if image.isLossy || residual.beyond > 0 {
      for index in 0..<side * side where places[index] == .beyond {
        (values[index], places[index]) = (SIMD4(), .inside)
      }
      let plane = measure(image, values, cover, &residual)
      if image.isLossy { residual.plane = plane } else { residual.cause = plane }
    }
    return residual
  }

  // MARK: Residuals

  private static let moves: (count: Int, least: Float, most: Float) = (4, 0.1, 2.2)

  private func compareUnstated(
    _ tile: TileCoordinate, _ expected: ExpectedTile, _ image: DecodedTile, _ cover: [Float]?,
    _ residual: inout RenderedResidual, isNearest: Bool
  ) throws {
    var (moved, found) = (SIMD2<Float>(), residual)
    for _ in 0..<(isNearest ? 1 : Self.moves.count) {
      places.update(repeating: .beyond, count: side * side)
      let outcome = try expected.render(tile, offset: SIMD2<Double>(SIMD2() - moved)) { part in
        for row in 0..<part.side {
          for column in 0..<part.side {
            places[(part.y + row) * side + part.x + column] = expected.place(column, row, of: part)
          }
        }
      }
      guard outcome.isComplete else { return }
      var next = RenderedResidual(tile, isAtEdge: residual.isAtEdge)
      next.plane = measure(image, expected.values, cover, &next)
      next.moved = moved
      (next.beyondSource, next.shownBeyond) = beyond(image)
      // A tile that fits no better there is not shifted.
      if moved != SIMD2(), next.squares >= 0.97 * found.squares { break }
      found = next
      guard let plane = next.plane, plane.explained > 0.15 else { break }
      let step = plane.shift.replacing(with: 0, where: plane.shift .!= plane.shift)
      moved += step
      if max(abs(step.x), abs(step.y)) < Self.moves.least
        || max(abs(moved.x), abs(moved.y)) > Self.moves.most
      {
        break
      }
    }
    if isNearest {
      residual.nearest = RenderedResidual.Sums(found)
      residual.nearestPlane = found.plane
    } else {
      residual = found
    }
  }

  private func measure(
    _ image: DecodedTile, _ values: UnsafeMutablePointer<SIMD4<Float>>, _ cover: [Float]?,
    _ residual: inout RenderedResidual
  ) -> PlaneResidual? {
    let isHeights = check.kind == .heights
    if let cover {
      for index in 0..<side * side {
        if cover[index] <= 0 { (values[index], places[index]) = (SIMD4(), .inside) }
        if cover[index] > 0, cover[index] < 1 { places[index] = .edge }
      }
      spreadEdges(by: image.isLossy ? Self.clipMargin.lossy : Self.clipMargin.lossless)
    } else if image.isLossy, check.rendering == nil {
      spreadEdges(by: Self.clipMargin.lossy)
    }
    let isOpaque = !image.holdsAlpha
    let background = isOpaque ? check.background ?? ResidualPlane.middle : ResidualPlane.middle
    func shown(_ value: SIMD4<Float>) -> SIMD4<Float> {
      // Heights in sixteenths of a metre differ about as colours do.
      isHeights ? SIMD4(value.x / 16, value.x / 16, value.x / 16, value.w) : value
    }
    let own = ResidualPlane(side: side, over: background) { shown(image.premultiplied($0)) }
    var wanted = ResidualPlane(side: side, over: background) { shown(values[$0]) }
    var isKnown = [Bool](repeating: true, count: side * side)
    for index in 0..<side * side {
      let isUnknown =
        places[index] != .inside || isOpaque && check.background == nil && values[index].w < 254.5
      if isOpaque { wanted.values[index].w = 255 }
      if isUnknown {
        (wanted.values[index], isKnown[index]) = (own.values[index], false)
      } else {
        let doubt = check.isBlended ? composite.doubt[index] : 0
        var difference = own.values[index] - wanted.values[index]
        if doubt > 0 {
          let low = SIMD4<Float>(repeating: -doubt)
          difference -= difference.clamped(lowerBound: low, upperBound: SIMD4() - low)
          wanted.values[index] = own.values[index] - difference
        }
        residual.add(difference)
      }
    }
    return residual.samples > 0
      ? PlaneResidual(
        own, wanted, side: side, isKnown: isKnown, isLossy: image.isLossy,
        isExact: !image.isLossy && check.rendering != nil)
      : nil
  }

  private func spreadEdges(by margin: Int) {
    for (step, across) in [(1, side), (side, 1)] {
      for line in 0..<side {
        var last = -margin - 1
        var edges: [Int] = []
        for place in 0..<side where places[line * across + place * step] == .edge {
          edges.append(place)
        }
        for edge in edges {
          let first = max(last + 1, edge - margin, 0)
          for place in stride(from: first, through: min(side - 1, edge + margin), by: 1) {
            places[line * across + place * step] = .edge
            last = place
          }
        }
      }
    }
  }

  private func beyond(_ image: DecodedTile) -> (all: Int, shown: Int) {
    guard image.holdsAlpha else { return (0, 0) }
    var (all, shown) = (0, 0)
    for index in 0..<side * side where places[index] == .beyond {
      all += 1
      if image.samples[4 * index + 3] > (image.isLossy ? 24 : 3) { shown += 1 }
    }
    return (all, shown)
  }

  // MARK: Exact samples

  private func compareComposited(
    _ tile: TileCoordinate, _ met: [ExpectedTile], _ image: DecodedTile, _ cover: [Float]?,
    _ residual: inout RenderedResidual
  ) throws {
    let outcome = try composite.render(tile, of: met) { mark($0) }
    residual.isPartial = !outcome.isComplete
    if residual.isPartial { return }
    let tolerance = check.tolerance(compositing: true)
    var doubtful: [Int] = []
    for index in 0..<side * side where places[index] != .beyond {
      let own = image.premultiplied(index)
      var wanted = composite.values[index]
      let isFill = image.isFill(index)
      if let cover, cover[index] < 1 {
        wanted = covered(wanted, cover[index], isFill ? SIMD4() : own)
      }
      if wanted.w == 0, isFill { continue }
      let difference = own - wanted
      // Blended samples are only known to be between those of the rasters.
      let isKnown = !check.isBlended || composite.doubt[index] == 0
      if isKnown { residual.add(difference) }
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
      let own = image.premultiplied(index)
      let isFill = image.isFill(index)
      func excess(_ own: SIMD4<Float>) -> Float {
        CompositeTile.excess(own, layers, mixes: mixes, isBlended: check.isBlended) { value in
          cover.map { covered(value, $0[index], own) } ?? value
        }
      }
      if isFill, excess(SIMD4()) <= tolerance { continue }
      let (x, y) = (index % side, index / side)
      let isMissing = own.w == 0 || isFill
      if excess(own) <= tolerance || isMissing && met.contains(where: { $0.lacksCorner(x, y) }) {
        continue
      }
      let difference = own - composite.values[index]
      residual.addBeyond(max(difference.max(), -difference.min()), x: x, y: y)
    }
  }

  func showsAnything(_ tile: TileCoordinate) throws -> Bool {
    let cover = check.clip?.coverage(of: tile, grid: TileGrid(tileSize: check.tileSize))
    if let cover, cover.allSatisfy({ $0 == 0 }) { return false }
    var count = 0
    for expected in try sheets.meeting(tile) {
      places.update(repeating: .beyond, count: side * side)
      let outcome = try expected.render(tile) { part in mark(part) }
      guard outcome.showsAnything else { continue }
      for index in 0..<side * side where places[index] != .beyond {
        let fraction = cover.map { max(0, $0[index] - Self.coverSlack) } ?? 1
        if expected.values[index].w * fraction > Self.visibleAlpha { count += 1 }
      }
    }
    return count > (check.rendering == nil ? side * side / 50 : 0)
  }

  private static let visibleAlpha: Float = 20
  private static let coverSlack: Float = 0.075

  private func mark(_ part: ExpectedTile.Part) {
    for row in part.y..<part.y + part.side {
      (places + row * side + part.x).update(repeating: .inside, count: part.side)
    }
  }

  private func compare(
    _ part: ExpectedTile.Part, of expected: ExpectedTile, _ image: DecodedTile, _ cover: [Float]?,
    _ residual: inout RenderedResidual
  ) {
    mark(part)
    // Lossy tiles keep alpha alone as it is.
    let counted = image.isLossy ? SIMD4<Float>(0, 0, 0, 1) : SIMD4(repeating: 1)
    let count = image.isLossy ? 0 : part.side * part.side
    if cover == nil, let color = expected.uniform, image.isUniform(part.x, part.y, part.side, color)
    {
      residual.samples += count
      return
    }
    let tolerance = check.tolerance(compositing: false)
    var (absolute, squares) = (SIMD4<Float>(), SIMD4<Float>())
    defer { if count > 0 { residual.add(count: count, absolute: absolute, squares: squares) } }
    for row in part.y..<part.y + part.side {
      for column in part.x..<part.x + part.side {
        let index = row &* side &+ column
        let own = image.premultiplied(index) * counted
        var wanted = expected.values[index] * counted
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
            own, column - part.x, row - part.y, part, of: expected, cover?[index], counted,
            tolerance: tolerance)
        }
        if isFill, excess(SIMD4()) <= tolerance { continue }
        if excess(own) > tolerance { residual.addBeyond(size, x: column, y: row) }
      }
    }
  }

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

  /// In levels; any result up to `tolerance` means that the sample is within it.
  private func excess(
    _ own: SIMD4<Float>, _ column: Int, _ row: Int, _ part: ExpectedTile.Part,
    of expected: ExpectedTile, _ fraction: Float?, _ counted: SIMD4<Float>, tolerance: Float
  ) -> Float {
    // Nearest mixes nothing: it is one of the candidates.
    let isPicked = expected.method.kernel.kind == .nearest
    var low = SIMD4<Float>(repeating: .infinity)
    var high = -low
    var least = Float.infinity
    expected.forEachCandidate(column, row, of: part) { candidate in
      let value = (fraction.map { covered(candidate, $0, own) } ?? candidate) * counted
      low = pointwiseMin(low, value)
      high = pointwiseMax(high, value)
      let difference = own - value
      least = min(least, max(difference.max(), -difference.min()))
      return (isPicked ? least : max((own - high).max(), (low - own).max())) > tolerance
    }
    return isPicked ? least : max((own - high).max(), (low - own).max())
  }

  private func compareRest(_ image: DecodedTile, _ residual: inout RenderedResidual) {
    if image.isLossy, !image.holdsAlpha { return }
    for index in 0..<side * side where places[index] == .beyond {
      let own = image.premultiplied(index)
      if own == SIMD4() || image.isFill(index) { continue }
      residual.add(own)
      residual.addBeyond(own.max(), x: index % side, y: index / side)
    }
  }
}

extension DecodedTile {
  @inline(__always)
  func isFill(_ index: Int) -> Bool {
    fill.map { UInt32(littleEndian: pixels[index]) == $0 } ?? false
  }

  /// The colour is straight, red in the low byte.
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

  /// Colour times alpha, and alpha, 0 to 255 each; or a height in the form of ``HeightLanes``.
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
