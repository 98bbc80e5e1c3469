import Georeferencing
import RasterSources
import TileImaging
import TileModel
import TileStorage

/// Compares tiles of the deepest zoom with the source under them, through the exact transform: colour
/// and alpha, tile by tile.
///
/// At most 256 tiles are taken, evenly along the Z-shaped curve, unless all are asked for.
struct SourceComparison {
  let source: VerificationSource
  let setting: WalkSetting

  private var collector: FindingCollector { setting.collector }

  /// How far from an outline samples are compared: beyond those that it cuts, and beyond the blocks of
  /// lossy compression that it crosses.
  static let clipMargin = (lossless: 1, lossy: 16)
  /// The tiles and, along each axis, the fraction of their samples from which the estimate is chosen.
  private static let probe = (tiles: 8, step: 5)

  /// Along each axis, the fraction of the samples of an absent tile that are looked at; the fraction of
  /// those at which the source must be visible for the tile to be missing.
  private static let missing = (step: 4, fraction: 0.02)
  /// The most positions that are looked up in the store.
  private static let addressLimit = 1 << 20

  /// A tile with what is needed to compare it.
  private struct PreparedTile {
    let tile: TileCoordinate
    let plane: ColorPlane
    let window: SourceWindow
    let isLossy: Bool
    let hasAlpha: Bool
    /// Whether nothing says what a tile without alpha shows where the source is transparent.
    let lacksBackground: Bool
    let background: ColorPlane.Background
    let sides: [SourceClip.Side]?
  }

  func run() throws -> SourceAgreement? {
    guard [.sourceShift, .sourcePixels, .sourceMissing].contains(where: collector.wants),
      let inverse = source.georeference.pixelToCRS.inverse
    else { return nil }
    let raster = try ScratchRaster(
      copying: source.raster, in: source.scratch, threads: setting.options.threads,
      isCancelled: setting.isCancelled)
    let clip = SourceClip(source.clips)
    let tilesInZoom = setting.index.count(atZoom: setting.deepest)
    let numbers = setting.options.comparedNumbers(of: tilesInZoom)
    let count = numbers.count
    guard count > 0 else { return nil }
    let chosen = numbers.compactMap { number in
      setting.index.entry(number: number, atZoom: setting.deepest).map {
        StoredTile(TileIndex.coordinate(setting.deepest, $0.key), locator: $0.locator)
      }
    }
    let probed = min(Self.probe.tiles, count)
    try setting.index.check()
    let errors = try each((0..<probed).map { chosen[$0 * count / probed] }) { tile, reader in
      try prepare(tile, reader, raster, inverse, clip).map(Self.errors)
    }
    let estimate = Self.estimate(errors)
    let footprint = SourceFootprint(source)
    let residuals = try each(chosen) { tile, reader in
      try prepare(tile, reader, raster, inverse, clip).flatMap { tile in
        let residual = TileResidual(
          tile.tile, isLossy: tile.isLossy, tile.plane,
          Self.expectation(of: tile, estimate, step: 1), hasAlpha: tile.hasAlpha,
          background: tile.background, isNearest: estimate != .area)
        return residual.samples + residual.beyond > 0 ? residual : nil
      }
    }
    // A store of another area is one fault, not one for each tile.
    if let side = residuals.first?.side { try reportMissing(side, raster, inverse, clip) }
    return SourceVerdict(
      zoom: setting.deepest, tilesInZoom: tilesInZoom, tilesChosen: count, residuals: residuals,
      isNearest: estimate != .area,
      meetsSource: chosen.contains {
        footprint?.meets(TileGrid().bounds(of: $0.coordinate)) ?? true
      },
      collector: collector
    ).run()
  }

  /// Reports tiles that are not in the deepest zoom although the source shows something there.
  private func reportMissing(
    _ side: Int, _ raster: ScratchRaster, _ inverse: InversePixelTransform, _ clip: SourceClip?
  ) throws {
    guard let size = TileSize(rawValue: side) else { return }
    let grid = TileGrid(tileSize: size)
    let addresses = Self.absentAddresses(
      of: source, setting.index, setting.deepest, tileSize: size, setting.options)
    let missing = try each(addresses) { tile, _ in
      guard
        let window = try SourceWindow(
          tile: tile, side: side, georeference: source.georeference, inverse: inverse,
          raster: raster, background: .middle)
      else { return TileCoordinate?.none }
      let sides = clip?.sides(of: tile, grid: grid, margin: Self.clipMargin.lossless)
      let seen = window.expectation(.nearest, step: Self.missing.step) { index in
        sides.map { $0[index] == .inside } ?? true
      }
      let visible = stride(from: 3, to: seen.low.count, by: 4).count { seen.low[$0] > 127 }
      let all = Double(side * side) / Double(Self.missing.step * Self.missing.step)
      return Double(visible) > Self.missing.fraction * all ? tile : nil
    }
    for tile in missing {
      collector.add(
        .sourceMissing, at: "tile \(tile)", tile: tile, found: "no tile",
        expected: "a tile, since the source shows something there")
    }
  }

  /// The addresses of the deepest zoom over the source that have no tile; some of them, evenly chosen,
  /// unless all are asked for.
  static func absentAddresses(
    of source: VerificationSource, _ index: TileIndex, _ zoom: Int, tileSize: TileSize,
    _ options: VerificationOptions
  ) -> [TileCoordinate] {
    let grid = TileGrid(tileSize: tileSize)
    let addresses = (SourceFootprint(source)?.parts ?? []).flatMap { part in
      let range = grid.tiles(covering: part, atZoom: zoom)
      let step = max(1, range.count / addressLimit)
      return stride(from: 0, to: range.count, by: step).lazy.map { number in
        TileCoordinate(
          unchecked: range.zoom, x: range.x.lowerBound + number % range.x.count,
          y: range.y.lowerBound + number / range.x.count)
      }.filter { !index.contains($0) }
    }
    return options.comparedNumbers(of: addresses.count).map { addresses[$0] }
  }

  /// Works on tiles on all threads; results come in any order.
  private func each<Tile: Sendable, Result: Sendable>(
    _ tiles: [Tile], _ body: @Sendable (Tile, any StoredTileReader) throws -> Result?
  ) throws -> [Result] {
    let results = Guarded<[Result]>([])
    try forEachConcurrently(tiles, threads: setting.options.threads) {
      try setting.inspection.contents.makeReader()
    } _: { reader, tile in
      if setting.isCancelled() { throw CancellationError() }
      guard let result = try body(tile, reader) else { return }
      results.withLock { $0.append(result) }
    }
    return results.withLock { $0 }
  }

  /// Reads a tile and the source under it; `nil` when it cannot be decoded, or its position in the
  /// source cannot be determined.
  private func prepare(
    _ tile: StoredTile, _ reader: any StoredTileReader, _ raster: ScratchRaster,
    _ inverse: InversePixelTransform, _ clip: SourceClip?
  ) throws -> PreparedTile? {
    guard let image = try reader.bytes(of: tile).flatMap(DecodedTile.init(decoding:)),
      TileSize(rawValue: image.side) != nil
    else { return nil }
    let hasAlpha = image.holdsAlpha
    let stated = hasAlpha ? nil : setting.background.map(ColorPlane.Background.init)
    let background = stated ?? .middle
    guard
      let window = try SourceWindow(
        tile: tile.coordinate, side: image.side, georeference: source.georeference,
        inverse: inverse, raster: raster, background: background)
    else { return nil }
    let sides = clip?.sides(
      of: tile.coordinate, grid: window.grid,
      margin: image.isLossy ? Self.clipMargin.lossy : Self.clipMargin.lossless)
    return PreparedTile(
      tile: tile.coordinate, plane: ColorPlane(image, over: background), window: window,
      isLossy: image.isLossy, hasAlpha: hasAlpha, lacksBackground: !hasAlpha && stated == nil,
      background: background, sides: sides)
  }

  /// What the source and the outlines say of a tile.
  private static func expectation(
    of tile: PreparedTile, _ estimate: SourceWindow.Estimate, step: Int
  ) -> SourceWindow.Expectation {
    let margin = tile.isLossy ? clipMargin.lossy : clipMargin.lossless
    var expected = tile.window.expectation(estimate, step: step, margin: margin) { index in
      tile.sides.map { $0[index] == .inside } ?? true
    }
    let background = [
      Float(tile.background.red), Float(tile.background.green), Float(tile.background.blue), 0,
    ]
    for index in 0..<(tile.plane.side * tile.plane.side) {
      if let sides = tile.sides, sides[index] == .outside {
        for channel in 0..<4 {
          expected.values[4 * index + channel] = background[channel]
          expected.low[4 * index + channel] = background[channel]
          expected.high[4 * index + channel] = background[channel]
        }
      }
      if tile.lacksBackground {
        expected.isBeyond[index] = false
        if expected.low[4 * index + 3] < 255 {
          for channel in 0..<4 { expected.values[4 * index + channel] = .nan }
        }
      }
    }
    return expected
  }

  /// The sums of the differences by each estimate, over a few samples.
  private static func errors(of tile: PreparedTile) -> [Double] {
    SourceWindow.Estimate.allCases.map { estimate in
      let expected = expectation(of: tile, estimate, step: probe.step).values
      return expected.indices.reduce(0) { sum, index in
        expected[index].isNaN
          ? sum : sum + Double(abs(Float(tile.plane.values[index]) - expected[index]))
      }
    }
  }

  /// The estimate that explains the store: the mean unless another is clearly nearer.
  private static func estimate(_ errors: [[Double]]) -> SourceWindow.Estimate {
    let totals = SourceWindow.Estimate.allCases.indices.map { number in
      errors.reduce(0) { $0 + $1[number] }
    }
    let best = totals.indices.min { totals[$0] < totals[$1] } ?? 0
    return totals[best] < 0.75 * totals[0] ? SourceWindow.Estimate.allCases[best] : .area
  }
}
