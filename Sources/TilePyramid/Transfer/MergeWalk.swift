import RasterSources
import TileModel
import TileRendering
import TileStorage

/// The carried tiles of blocks.
///
/// SAFETY: tiles are stored under the lock, and read when all are there.
private final class CarriedBlockTiles: @unchecked Sendable {
  private let lock = Guarded(())
  private(set) var tiles: [TileCoordinate: CarriedTile] = [:]

  deinit { tiles.values.forEach { $0.deallocate() } }

  func keep(_ tile: CarriedTile, of block: TileCoordinate) {
    lock.withLock { _ in tiles[block] = tile }
  }
}

/// Visits the tiles of merged stores, each after those below it.
///
/// The deepest zoom is divided into blocks, each a tile of one zoom with all below it, which
/// threads do side by side. Their planes are merged above. Each block at work holds the rows of two
/// tiles for every zoom below it.
final class MergeWalk: Sendable {
  private struct Progress {
    var record = PyramidRecord()
    var madeCount = 0
  }

  private let stack: [MergedStore]
  private let tileSize: Int
  private let light: OverviewLight
  private let shallowest: Int
  private let deepest: Int
  private let encoding: PyramidEncoding
  private let writer: any TileWriter
  private let copiesFiles: Bool
  private let threads: Int
  private let report: @Sendable (BuildEvent) -> Void
  private let isCancelled: @Sendable () -> Bool
  private let tileCount: Int
  private let state = Guarded(Progress())
  private let pool: TileBufferPool

  init(
    _ stack: [MergedStore], tileSize: Int, light: OverviewLight, encoding: PyramidEncoding,
    writer: any TileWriter, copiesFiles: Bool, threads: Int,
    report: @escaping @Sendable (BuildEvent) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.stack = stack
    self.tileSize = tileSize
    self.light = light
    self.encoding = encoding
    self.writer = writer
    self.copiesFiles = copiesFiles
    self.threads = threads
    self.report = report
    self.isCancelled = isCancelled
    shallowest = stack.compactMap(\.index.zooms.first).min() ?? 0
    deepest = stack.compactMap(\.index.zooms.last).max() ?? 0
    tileCount = stack.reduce(0) { $0 + $1.index.count }
    pool = TileBufferPool(tileSize: tileSize)
  }

  func run() throws -> (PyramidRecord, madeCount: Int) {
    let blockZoom = blockZoom
    let blocks = positions(at: blockZoom).map { TileIndex.coordinate(blockZoom, $0) }
    let carried = CarriedBlockTiles()
    try forEachConcurrently(blocks, threads: threads) {
      try TileCompressor(encoding, isCancelled: isCancelled)
    } _: { compressor, block in
      let tile = CarriedTile(columnCount: 1, tileSize: tileSize, light: light)
      var isShown = false
      defer { if !isShown { tile.deallocate() } }
      isShown = try visit(block, into: tile, compressor, blocks: [:])
      if isShown { carried.keep(tile, of: block) }
    }
    if blockZoom > shallowest {
      let compressor = try TileCompressor(encoding, isCancelled: isCancelled)
      let tile = CarriedTile(columnCount: 1, tileSize: tileSize, light: light)
      defer { tile.deallocate() }
      for key in positions(at: shallowest) {
        _ = try visit(
          TileIndex.coordinate(shallowest, key), into: tile, compressor, blocks: carried.tiles)
      }
    }
    for store in stack { try store.index.check() }
    return state.withLock { ($0.record, $0.madeCount) }
  }

  /// The shallowest zoom with enough blocks for all threads, as memory allows.
  private var blockZoom: Int {
    (shallowest..<deepest).first { positions(at: $0).count >= 4 * threads } ?? deepest
  }

  private var kind: SampleKind { encoding.elevation == nil ? .colors : .heights }

  /// Positions along the space-filling curve with a tile of the store at the zoom or below.
  private func positions(at zoom: Int) -> [UInt64] {
    Set(stack.flatMap { $0.index.positions(at: zoom) }).sorted()
  }

  private func visit(
    _ tile: TileCoordinate, into target: CarriedTile, _ compressor: TileCompressor,
    blocks: [TileCoordinate: CarriedTile]
  ) throws -> Bool {
    if isCancelled() { throw CancellationError() }
    if let block = blocks[tile] {
      target.copy(block)
      return true
    }
    let key = TileIndex.key(of: tile)
    let holders = stack.filter { $0.index.holdsAnything(tile.zoom, key, deepest: deepest) }
    guard !holders.isEmpty else {
      target.clear()
      return false
    }
    // Some stores end at shallower zooms than others.
    guard holders.contains(where: { $0.deepest > tile.zoom }) else {
      let (files, layers) = try tiles(of: holders, at: tile)
      return try compose(tile, files, layers, into: target, compressor)
    }
    return try reduce(tile, holders, into: target, compressor, blocks: blocks)
  }

  private func tiles(
    of stores: [MergedStore], at tile: TileCoordinate
  ) throws -> (files: [TileFile?], layers: [[UInt8]]) {
    var files: [TileFile] = []
    var layers: [[UInt8]] = []
    for store in stores {
      guard let file = try store.reader.file(at: tile) else {
        throw TileStorageError.outputChanged(path: store.path, found: "no tile \(tile)")
      }
      // Equal tiles of two stores count once, or half-transparent edges would become darker.
      if files.contains(where: { $0.bytes == file.bytes }) { continue }
      files.append(file)
      layers.append(try store.samples(of: file, at: tile))
    }
    return (files, layers)
  }

  /// Composites layers and writes the tile, with its rows for the zoom above.
  private func compose(
    _ tile: TileCoordinate, _ files: [TileFile?], _ layers: [[UInt8]], into target: CarriedTile,
    _ compressor: TileCompressor
  ) throws -> Bool {
    let samples = TileComposite.samples(of: layers)
    target.set(samples, kind: kind)
    if let same = zip(files, layers).first(where: { $0 != nil && $1 == samples })?.0 {
      try write(same, at: tile, isMade: false)
    } else {
      try write(made: samples, at: tile, compressor)
    }
    return true
  }

  /// Halves the four tiles below, or takes the overview of the only store that has any of them.
  private func reduce(
    _ tile: TileCoordinate, _ holders: [MergedStore], into target: CarriedTile,
    _ compressor: TileCompressor, blocks: [TileCoordinate: CarriedTile]
  ) throws -> Bool {
    let (made, isShown) = try target.halve(tile, kind: kind, pool: pool) {
      try visit($0, into: $1, compressor, blocks: blocks)
    }
    guard let made else { return isShown }
    if holders.count == 1, let only = holders.first {
      // The overviews of a store's own tiles stay, even a missing one.
      if let file = try only.reader.file(at: tile) { try write(file, at: tile, isMade: false) }
      return isShown
    }
    let samples = samples(of: made)
    let ending = holders.filter { $0.deepest == tile.zoom }
    if !ending.isEmpty, isShown, let samples, let first = ending.first {
      // Deeper stores are all above, or all below, those that end here.
      let isAbove = holders.first.map { $0.deepest > first.deepest } ?? false
      let (files, layers) = try tiles(of: ending, at: tile)
      return try compose(
        tile, isAbove ? [nil] + files : files + [nil],
        isAbove ? [samples] + layers : layers + [samples], into: target, compressor)
    }
    if !ending.isEmpty {
      let (files, layers) = try tiles(of: ending, at: tile)
      return try compose(tile, files, layers, into: target, compressor)
    }
    if let samples { try write(samples, at: tile, holders, compressor) }
    return isShown
  }

  private func samples(of made: RenderedTile) -> [UInt8]? {
    switch made {
    case .kept, .uniform(0): return nil
    case .uniform(let value):
      return [UInt32](repeating: value.littleEndian, count: tileSize * tileSize)
        .withUnsafeBytes { Array($0) }
    case .samples(let buffer):
      defer { pool.give(buffer) }
      return Array(UnsafeBufferPointer(start: buffer.samples, count: pool.byteCount))
    }
  }

  /// Writes an overview, or the tile of a store that shows the same.
  private func write(
    _ samples: [UInt8], at tile: TileCoordinate, _ holders: [MergedStore],
    _ compressor: TileCompressor
  ) throws {
    for store in holders {
      if let file = try store.reader.file(at: tile),
        try store.samples(of: file, at: tile) == samples
      {
        return try write(file, at: tile, isMade: false)
      }
    }
    try write(made: samples, at: tile, compressor)
  }

  private func write(
    made samples: [UInt8], at tile: TileCoordinate, _ compressor: TileCompressor
  ) throws {
    let made = try samples.withUnsafeBufferPointer { buffer in
      try buffer.baseAddress.map { try compressor.compress($0, side: tileSize) }
    }
    if let made { try write(made.file, at: tile, isMade: true) }
  }

  private func write(_ file: TileFile, at tile: TileCoordinate, isMade: Bool) throws {
    // A link would make one file of the tiles of two stores.
    let file = copiesFiles ? TileFile(file.bytes, format: file.format) : file
    let progress = try state.withLock { state throws(TileStorageError) -> BuildProgress? in
      try writer.write(file, at: tile)
      state.record.add(file, at: tile)
      if isMade { state.madeCount += 1 }
      let count = state.record.tileCount
      guard count % 1024 == 0 else { return nil }
      return BuildProgress(
        phase: .tiling, fraction: min(1, Double(count) / Double(max(1, tileCount))),
        tileCount: count, byteCount: state.record.byteCount, zoom: tile.zoom)
    }
    if let progress { report(.progress(progress)) }
  }
}
