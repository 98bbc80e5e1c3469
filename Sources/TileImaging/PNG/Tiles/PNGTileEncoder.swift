import Deflate

/// Encodes tiles as PNG files, each in the smallest lossless form.
///
/// The result depends on the samples, the effort and the version of libdeflate alone. It has no
/// ancillary chunks but tRNS. An encoder owns its working memory and belongs to one task.
public final class PNGTileEncoder: TileEncoder {
  /// The time that a tile may take.
  public let effort: EncodingEffort
  private let isCancelled: @Sendable () -> Bool
  private let workspace = TileWorkspace()
  private let palette = TilePalette()
  private let strategy: TileStrategy
  private let deflaters: [Int32: Deflater]
  private let runDeflater = RunDeflater()
  private let pixelDeflater: PixelDeflater
  private var probes: [(attempt: Attempt, bytes: Int)] = []

  /// A filter and a compressor for a tile's rows.
  private struct Attempt {
    enum Search { case matches, runs, both }

    var filter: FilterStrategy
    var search = Search.matches
  }

  /// The smallest file so far of the current tile.
  private struct Best {
    var fileBytes = Int.max
    var dataBytes = 0
    var form = PixelForm(.rgba)
  }

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - effort: The time that a tile may take.
  ///   - isCancelled: Asked before each trial; once true, ``ImageCodecError/cancelled`` is thrown.
  /// - Throws: ``ImageCodecError/compressorFailed`` when memory is short.
  public init(
    effort: EncodingEffort, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageCodecError) {
    self.effort = effort
    self.isCancelled = isCancelled
    strategy = TileStrategy(effort)
    pixelDeflater = PixelDeflater(strategy.choice)
    var deflaters: [Int32: Deflater] = [:]
    for level in strategy.levels {
      guard let deflater = Deflater(level: level) else { throw .compressorFailed }
      deflaters[level] = deflater
    }
    self.deflaters = deflaters
  }

  /// Encodes a tile.
  ///
  /// - Parameters:
  ///   - samples: `4 × width × height` bytes of straight RGBA8, row-major.
  ///   - width: Columns, at least 1.
  ///   - height: Rows, at least 1.
  /// - Returns: The file.
  /// - Throws: ``ImageCodecError/compressorFailed`` or ``ImageCodecError/cancelled``.
  public func encode(
    _ samples: UnsafePointer<UInt8>, width: Int, height: Int
  ) throws(ImageCodecError) -> [UInt8] {
    precondition(width > 0 && height > 0, "a tile has pixels")
    let pixels = UnsafeRawPointer(samples)
    workspace.reserve(width: width, height: height) { count in
      deflaters.values.map { $0.bound(count) }.max() ?? 0
    }
    let analysis = TileAnalysis(pixels, width: width, height: height)
    let hasPalette = palette.collect(
      pixels, width: width, height: height, indices: workspace.indices)
    let tile = TileShape(
      width: width, height: height, analysis: analysis, colours: hasPalette ? palette.count : nil)
    var best = Best()
    if hasPalette { try encodeMapped(tile, &best) }
    if strategy.triesTrueColour(tile) { try encodeTrueColour(pixels, tile, &best) }
    if best.fileBytes == .max { throw .compressorFailed }
    return file(best, width: width, height: height)
  }

  private func encodeMapped(_ tile: TileShape, _ best: inout Best) throws(ImageCodecError) {
    let indexDepth = PixelForm.indexDepth(colours: palette.count)
    let grey = PixelForm.grey(palette, tile.analysis, levels: workspace.levels)
    if let grey {
      for index in 0..<palette.count {
        workspace.values[index] = workspace.levels[Int(palette.rank[index])]
      }
      try tryMapped(grey, tile, &best)
      if grey.bitDepth <= indexDepth { return }
    }
    workspace.values.update(from: palette.rank, count: palette.count)
    try tryMapped(PixelForm(.palette, bitDepth: indexDepth), tile, &best)
  }

  private func tryMapped(
    _ form: PixelForm, _ tile: TileShape, _ best: inout Best
  ) throws(ImageCodecError) {
    PixelPacker.packMapped(
      workspace.indices, values: workspace.values, bitDepth: form.bitDepth, width: tile.width,
      height: tile.height, into: workspace.packed)
    if form.colorType == .palette || form.bitDepth < 8 {
      try compress(form, Attempt(filter: .unfiltered), tile, &best)
    } else {
      try tryFilters(form, tile, &best)
    }
  }

  private func encodeTrueColour(
    _ pixels: UnsafeRawPointer, _ tile: TileShape, _ best: inout Best
  ) throws(ImageCodecError) {
    let analysis = tile.analysis
    var key: UInt32?
    if !analysis.isOpaque, analysis.hasBinaryAlpha, !analysis.hasColouredTransparency {
      key = PixelForm.freeColour(pixels, count: tile.width * tile.height)
    }
    let form: PixelForm
    if analysis.isGrey, !analysis.isOpaque {
      form = PixelForm(.greyAlpha)
      PixelPacker.packGreyAlpha(
        pixels, width: tile.width, height: tile.height, into: workspace.packed)
    } else if analysis.isOpaque || key != nil {
      form = PixelForm(.rgb, key: key)
      PixelPacker.packRGB(
        pixels, key: key ?? 0, width: tile.width, height: tile.height, into: workspace.packed)
    } else {
      form = PixelForm(.rgba)
      PixelPacker.packRGBA(
        pixels, width: tile.width, height: tile.height, into: workspace.packed)
    }
    try tryFilters(form, tile, &best)
  }

  private func tryFilters(
    _ form: PixelForm, _ tile: TileShape, _ best: inout Best
  ) throws(ImageCodecError) {
    guard strategy.triesFilters(tile) else {
      return try compress(form, Attempt(filter: .unfiltered), tile, &best)
    }
    if strategy.searchesPixels(tile), !strategy.isThorough {
      return try tryFiltersOfPlan(form, tile, &best)
    }
    let stride = form.rowBytes(width: tile.width) + 1
    var rowCount = 0
    var isTelling = false
    for sample in strategy.samples(tile) where !isTelling {
      rowCount = sample.rowCount
      try probe(form, tile, sample)
      let least = Int(Double(rowCount * stride) * sample.tellingPart)
      isTelling = probes.allSatisfy { $0.bytes > least }
    }
    // A stable order, so that the same samples give the same bytes.
    let order = probes.indices.sorted { (probes[$0].bytes, $0) < (probes[$1].bytes, $1) }
    guard let first = order.first else { return }
    let expected = probes[first].bytes * tile.height / rowCount
    if best.fileBytes != .max, expected > best.fileBytes { return }
    // A sample with little content is compressed in several ways.
    var finalists = order.prefix(isTelling ? 1 : 3)
    if strategy.isThorough {
      let others = order.dropFirst(finalists.count)
      let second = others.prefix(1).filter {
        strategy.mayBeBest(tile, part: Double(probes[$0].bytes) / Double(probes[first].bytes))
      }
      let runs = others.dropFirst(second.count).filter { probes[$0].attempt.search == .runs }
      finalists += second + runs.prefix(1)
    }
    for index in finalists { try compress(form, probes[index].attempt, tile, &best) }
  }

  /// Compresses the rows of a shaded plan one way, as a sample of rows tells; those of others
  /// unfiltered, and filtered where a sample tells that it pays.
  private func tryFiltersOfPlan(
    _ form: PixelForm, _ tile: TileShape, _ best: inout Best
  ) throws(ImageCodecError) {
    let unfiltered = Attempt(filter: .unfiltered)
    if strategy.isShaded(tile) {
      let shaded = try sampled(.adaptive, form, tile)
      let isLess =
        try min(shaded.matches, shaded.runs) < sampled(.unfiltered, form, tile).matches
      let filtered = Attempt(filter: .adaptive, search: .both)
      return try compress(form, isLess ? filtered : unfiltered, tile, &best)
    }
    try compress(form, unfiltered, tile, &best)
    let literals = pixelDeflater.literalCount / form.filterDistance
    guard strategy.mayGainByFilters(tile, literalPixels: literals) else { return }
    if let search = try filteredSearch(form, tile) {
      try compress(form, Attempt(filter: .adaptive, search: search), tile, &best)
    }
  }

  /// Compares a sample of filtered rows with the same rows of the unfiltered tile, whose matches
  /// lie in all of it; `nil` where filters do not pay.
  private func filteredSearch(
    _ form: PixelForm, _ tile: TileShape
  ) throws(ImageCodecError) -> Attempt.Search? {
    let filtered = try sampled(.adaptive, form, tile)
    var inTile = 0
    for band in strategy.bandsOfPlan(tile) {
      inTile += pixelDeflater.byteCount(ofRows: band) ?? 0
    }
    let isLess = min(filtered.matches, filtered.runs) < inTile
    guard isLess || strategy.keepsMatches(filtered) else { return nil }
    let alone = try sampled(.unfiltered, form, tile).matches
    if isLess { return strategy.repeatsElsewhere(alone: alone, inTile: inTile) ? .both : .runs }
    return strategy.mayBeLess(filtered.matches, than: alone) ? .matches : nil
  }

  private func sampled(
    _ filter: FilterStrategy, _ form: PixelForm, _ tile: TileShape
  ) throws(ImageCodecError) -> (matches: Int, runs: Int) {
    try probe(form, tile, strategy.sampleOfPlan(tile, filter))
    func bytes(_ search: Attempt.Search) -> Int {
      probes.first { $0.attempt.search == search }?.bytes ?? .max
    }
    return (bytes(.matches), bytes(.runs))
  }

  private func probe(
    _ form: PixelForm, _ tile: TileShape, _ sample: TileStrategy.Sample
  ) throws(ImageCodecError) {
    probes.removeAll(keepingCapacity: true)
    guard let prober = deflaters[strategy.probeLevel] else { return }
    let count = sample.rowCount * (form.rowBytes(width: tile.width) + 1)
    var searches = true
    for filter in sample.filters {
      if isCancelled() { throw .cancelled }
      let rows = filteredRows(form, filter, tile, sample.bands)
      // Without a filter equal pixels are seldom equal bytes in a row.
      let runBytes = filter == .unfiltered ? nil : runDeflater.measure(rows, count: count)
      if let runBytes { probes.append((Attempt(filter: filter, search: .runs), runBytes)) }
      if !searches { continue }
      let bytes = prober.compress(
        rows, count: count, into: workspace.trial, capacity: workspace.compressedCapacity)
      if bytes > 0 {
        let gain = sample.searchGain * (filter == .unfiltered ? sample.unfilteredGain : 1)
        probes.append((Attempt(filter: filter), Int(Double(bytes) * gain)))
      }
      if let runBytes { searches = strategy.searchesOn(tile, matches: bytes, runs: runBytes) }
    }
  }

  private func filteredRows(
    _ form: PixelForm, _ filter: FilterStrategy, _ tile: TileShape, _ bands: [Range<Int>]
  ) -> UnsafeMutablePointer<UInt8> {
    let rowBytes = form.rowBytes(width: tile.width)
    precondition(bands.reduce(0) { $0 + $1.count } <= tile.height, "the rows have room")
    var target = workspace.filtered
    for band in bands {
      let start = workspace.packed + band.lowerBound * (rowBytes + 1)
      if filter == .unfiltered, bands.count == 1 { return start }
      filter.apply(
        start, into: target, above: band.lowerBound == 0 ? workspace.zeros : start - rowBytes,
        trials: workspace.trialRows, rows: band.count, rowBytes: rowBytes,
        distance: form.filterDistance)
      target += band.count * (rowBytes + 1)
    }
    return workspace.filtered
  }

  private func compress(
    _ form: PixelForm, _ attempt: Attempt, _ tile: TileShape, _ best: inout Best
  ) throws(ImageCodecError) {
    if isCancelled() { throw .cancelled }
    let rows = filteredRows(form, attempt.filter, tile, [0..<tile.height])
    let rowBytes = form.rowBytes(width: tile.width)
    let count = tile.height * (rowBytes + 1)
    if attempt.search != .matches {
      keep(compressRuns(rows, count: count), form, &best)
      if attempt.search == .runs { return }
    }
    if strategy.searchesPixels(tile, filter: attempt.filter) {
      let dataBytes = pixelDeflater.compress(
        rows, count: count, rowBytes: rowBytes, pixelBytes: form.filterDistance,
        into: workspace.trial, capacity: workspace.compressedCapacity)
      keep(dataBytes, form, &best)
      return
    }
    let dataBytes = deflaters[strategy.level]?.compress(
      rows, count: count, into: workspace.trial, capacity: workspace.compressedCapacity)
    keep(dataBytes ?? 0, form, &best)
  }

  /// Takes 0 for `dataBytes` when there was no room.
  private func keep(_ dataBytes: Int, _ form: PixelForm, _ best: inout Best) {
    if dataBytes == 0 { return }
    let size = fileBytes(form, dataBytes: dataBytes)
    if size < best.fileBytes {
      best = Best(fileBytes: size, dataBytes: dataBytes, form: form)
      workspace.keepTrial()
    }
  }

  private func compressRuns(_ rows: UnsafePointer<UInt8>, count: Int) -> Int {
    let bytes = runDeflater.measure(rows, count: count)
    guard bytes + 8 <= workspace.compressedCapacity else { return 0 }
    return runDeflater.write(rows, count: count, into: workspace.trial)
  }

  private func fileBytes(_ form: PixelForm, dataBytes: Int) -> Int {
    let isPalette = form.colorType == .palette
    return PNGChunkWriter.fileSize(
      paletteBytes: isPalette ? 3 * palette.count : 0,
      transparencyBytes: isPalette
        ? palette.translucentCount : form.key == nil ? 0 : 2 * form.colorType.channels,
      dataBytes: dataBytes)
  }

  private func file(_ best: Best, width: Int, height: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: best.fileBytes) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      var writer = PNGChunkWriter(base)
      writer.header(width: width, height: height, form: best.form)
      if best.form.colorType == .palette { writer.palette(palette) }
      if let key = best.form.key { writer.key(key, colorType: best.form.colorType) }
      writer.data(workspace.best, count: best.dataBytes)
      writer.end()
      count = writer.count
    }
  }
}
