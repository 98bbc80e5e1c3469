import Dispatch
import RasterSources
import Synchronization
import TileModel
import TileStorage

/// Compares tiles of the deepest zoom with the source under them, through the exact transform.
///
/// At most ``tileLimit`` tiles are taken, evenly along the Z-shaped curve. Whatever kernel made them,
/// a sample lies within the range of the source's samples around its place, and a little beyond for
/// kernels that overshoot; and the shift that best explains the differences is none.
struct SourceComparison {
  let source: VerificationSource
  let setting: WalkSetting
  let threads: Int
  let collector: FindingCollector

  /// The most tiles that are compared.
  static let tileLimit = 256
  /// The shift beyond which tiles lie elsewhere, in their own samples.
  static let shiftLimit = 0.2
  /// The share of samples that may lie outside the range: rounding of positions along hard edges.
  static let outsideLimit = 0.005
  /// By how much of the range around it a sample may overshoot: cubic kernels do so by 7 % at a step
  /// and 15 % at a line, Lanczos' by as much again in two dimensions.
  static let overshoot = 0.3
  /// The levels by which a sample may lie outside the range besides: rounding, and what lossy
  /// compression makes of flat places beside edges.
  static let slack = (lossless: Float(3), lossy: Float(24))
  /// How far from an outline samples are compared: beyond those that it cuts, and beyond the blocks of
  /// lossy compression that it crosses.
  static let clipMargin = (lossless: 1, lossy: 16)

  /// What one tile adds.
  private struct Sums {
    var tiles = 0
    var samples = 0
    var outside = 0
    /// Samples around which the source changes, and those of them that are its nearest sample.
    var structured = 0
    var nearest = 0
    var absolute = 0.0
    var squares = 0.0
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    var xt = 0.0
    var yt = 0.0

    mutating func add(_ other: Sums) {
      tiles += other.tiles
      samples += other.samples
      outside += other.outside
      structured += other.structured
      nearest += other.nearest
      absolute += other.absolute
      squares += other.squares
      xx += other.xx
      xy += other.xy
      yy += other.yy
      xt += other.xt
      yt += other.yt
    }
  }

  func run() throws -> SourceAgreement? {
    guard collector.wants(.sourceShift) || collector.wants(.sourcePixels),
      let inverse = source.georeference.pixelToCRS.inverse
    else { return nil }
    let raster = try copy()
    let clip = SourceClip(source.clips)
    let entries = setting.index.levels[setting.deepest]
    let count = min(Self.tileLimit, entries.count)
    guard count > 0 else { return nil }
    let chosen = (0..<count).map { entries[$0 * entries.count / count] }
    let next = Atomic(0)
    let state = Guarded((sums: Sums(), failure: (any Error)?.none))
    DispatchQueue.concurrentPerform(iterations: min(max(1, threads), count)) { _ in
      do {
        let loader = try setting.inspection.makeReader()
        while true {
          let number = next.add(1, ordering: .relaxed).oldValue
          guard number < count else { break }
          if setting.isCancelled() { throw CancellationError() }
          let entry = chosen[number]
          let tile = StoredTile(
            TileIndex.coordinate(setting.deepest, entry.key), locator: entry.locator)
          guard let sums = try compare(tile, loader, raster, inverse, clip) else { continue }
          state.withLock { $0.sums.add(sums) }
        }
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
    let (sums, failure) = state.withLock { ($0.sums, $0.failure) }
    if let failure { throw failure }
    return conclude(sums)
  }

  /// The source in a form that is read in any order.
  private func copy() throws -> ScratchRaster {
    let size = source.raster.size
    let reader = try source.raster.makeRowReader(scratch: source.scratch)
    let raster = try ScratchRaster(
      size: size, directory: source.scratch,
      cacheBytes: ScratchRaster.reorderingCacheBytes(width: size.width))
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * size.width)
    defer { row.deallocate() }
    for y in 0..<size.height {
      if setting.isCancelled() { throw CancellationError() }
      try reader.readRow(into: row)
      try raster.writeRow(y, from: row)
    }
    try reader.finish()
    try raster.flush()
    return raster
  }

  private func conclude(_ sums: Sums) -> SourceAgreement? {
    guard sums.samples > 0 else {
      collector.add(
        .sourcePixels, at: "the source", found: "no sample of the tiles compared lies on it",
        expected: "tiles of this source")
      return nil
    }
    let ridge = 0.001 * (sums.xx + sums.yy) + 1
    let (xx, yy) = (sums.xx + ridge, sums.yy + ridge)
    let determinant = xx * yy - sums.xy * sums.xy
    let shiftX = (yy * sums.xt - sums.xy * sums.yt) / determinant
    let shiftY = (xx * sums.yt - sums.xy * sums.xt) / determinant
    let count = Double(sums.samples)
    let error = sums.squares / count
    let agreement = SourceAgreement(
      tiles: sums.tiles, samples: sums.samples, shiftX: shiftX, shiftY: shiftY,
      meanDifference: sums.absolute / count,
      peakSignalToNoise: error > 0 ? min(99, 10 * Logarithm.decimal(255 * 255 / error)) : 99,
      outsideShare: Double(sums.outside) / count)
    // A kernel that picks the nearest sample moves it by up to half a sample, and is right all the same.
    let isNearest = 10 * sums.nearest > 9 * sums.structured
    if !isNearest, max(abs(shiftX), abs(shiftY)) > Self.shiftLimit {
      collector.add(
        .sourceShift, at: "zoom \(setting.deepest)",
        found: OverviewVerdict.direction(Float(shiftX), Float(shiftY)),
        expected: "within \(Self.shiftLimit) samples of the source")
    }
    if agreement.outsideShare > Self.outsideLimit {
      collector.add(
        .sourcePixels, at: "zoom \(setting.deepest)",
        found:
          "\(Decimal.text(100 * agreement.outsideShare, 2)) % of the samples outside the range of"
          + " the source around them",
        expected: "at most \(Decimal.text(100 * Self.outsideLimit, 1)) %")
    }
    return agreement
  }

  /// Compares one tile; `nil` when it cannot be decoded or lies off the source.
  private func compare(
    _ tile: StoredTile, _ reader: any StoredTileReader, _ raster: ScratchRaster,
    _ inverse: InversePixelTransform, _ clip: SourceClip?
  ) throws -> Sums? {
    guard let bytes = try reader.bytes(of: tile), let image = SourceWindow.decode(bytes) else {
      return nil
    }
    let plane = GreyPlane(image)
    let slack = image.isLossy ? Self.slack.lossy : Self.slack.lossless
    let background = setting.background.map(GreyPlane.grey) ?? GreyPlane.middle
    guard
      let window = try SourceWindow(
        tile: tile.coordinate, side: image.side, georeference: source.georeference,
        inverse: inverse, raster: raster, background: background)
    else { return nil }
    let sides = clip?.sides(
      of: tile.coordinate, grid: window.grid,
      margin: image.isLossy ? Self.clipMargin.lossy : Self.clipMargin.lossless)
    var sums = Sums()
    sums.tiles = 1
    let side = image.side
    var expected = [Float](repeating: .nan, count: side * side)
    for y in 0..<side {
      for x in 0..<side {
        let index = y * side + x
        let sample: SourceWindow.Sample
        switch sides?[index] ?? .inside {
        case .edge: continue
        case .outside: sample = SourceWindow.Sample(of: background)
        case .inside:
          guard let found = window.sample(x: x, y: y) else { continue }
          sample = found
        }
        expected[index] = sample.value
        let value = plane.values[index]
        let difference = Double(value - sample.value)
        sums.samples += 1
        sums.absolute += abs(difference)
        sums.squares += difference * difference
        let room = Float(Self.overshoot) * (sample.high - sample.low) + slack
        if sample.high - sample.low > 8 {
          sums.structured += 1
          if abs(value - sample.nearest) < 0.01 { sums.nearest += 1 }
        }
        if value < sample.low - room || value > sample.high + room { sums.outside += 1 }
      }
    }
    addShift(&sums, plane, expected)
    return sums.samples > 0 ? sums : nil
  }

  /// Adds to the equations of the shift, where the source is known all around.
  private func addShift(_ sums: inout Sums, _ plane: GreyPlane, _ expected: [Float]) {
    let side = plane.side
    // Where the source ends, the tile itself stands in, which says nothing of a shift.
    var filled = expected
    for index in filled.indices where filled[index].isNaN { filled[index] = plane.values[index] }
    let own = plane.smoothed.values
    let wanted = GreyPlane(side: side, values: filled).smoothed.values
    for y in 4..<(side - 4) {
      for x in 4..<(side - 4) {
        let index = y * side + x
        guard !expected[index - 4].isNaN, !expected[index + 4].isNaN,
          !expected[index - 4 * side].isNaN, !expected[index + 4 * side].isNaN
        else { continue }
        let gx =
          (own[index + 1] - own[index - 1] + wanted[index + 1] - wanted[index - 1]) * 0.25
        let gy =
          (own[index + side] - own[index - side] + wanted[index + side] - wanted[index - side])
          * 0.25
        let change = wanted[index] - own[index]
        sums.xx += Double(gx * gx)
        sums.xy += Double(gx * gy)
        sums.yy += Double(gy * gy)
        sums.xt += Double(gx * change)
        sums.yt += Double(gy * change)
      }
    }
  }
}
