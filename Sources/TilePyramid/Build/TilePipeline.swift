import Foundation
import TileModel
import TileStorage

/// Makes, encodes and writes tiles on several threads.
///
/// Each thread takes the most urgent piece: one of the ``PyramidWork``, else a tile to encode, else one that
/// makes the work to come faster; with none, it sleeps. No band is begun, and no tile rendered by windows, while
/// enough tiles wait, so that a bounded number of them is in memory. Tiles reach the store in the order of the
/// work: whoever encodes the next one hands it over, and those that wait behind it, one thread at a time. What
/// the store leaves to be done of a tile then, such as creating its file, is done by that thread while others go on.
///
/// SAFETY: every stored variable, the work among them, is read and written under `condition`, except the
/// output, which belongs to the thread that set `isBeginning`, and what a piece of work is done on.
final class TilePipeline: @unchecked Sendable {
  /// What is written, in order.
  private enum Item {
    case tiles([(TileCoordinate, CompressedTile)])
    case bandEnd(BandEnd)
  }

  private struct Job {
    let sequence: Int
    let tile: FinishedTile
  }

  /// Tiles of one size.
  private struct Sizing {
    let side: Int
    let pool: TileBufferPool
    let cache: EncodedTileCache
    /// Whether they are of 512 samples beside others of 256.
    let isRetina: Bool

    init(pool: TileBufferPool, side: Int, isRetina: Bool) {
      self.side = side
      self.pool = pool
      self.isRetina = isRetina
      cache = EncodedTileCache(pool: pool)
    }
  }

  private let condition = NSCondition()
  private var capacity: Int
  private let keepsEmptyTiles: Bool
  private let encoding: PyramidEncoding
  private let ownCompressor: TileCompressor
  /// Tiles as they are rendered.
  private let whole: Sizing
  /// The quarters that metatiles are cut into.
  private let quarter: Sizing
  private let earlier: EarlierTiles?
  private let output: OrderedTileOutput
  private let isCancelled: @Sendable () -> Bool
  /// The jobs that wait, from `nextJob` on; those before it are taken and hold nothing.
  private var jobs: [Job?] = []
  private var nextJob = 0
  private var pending: [Int: Item] = [:]
  private var submitted = 0
  /// How many items reached the store, in order.
  private var begun = 0
  private var isBeginning = false
  /// How many items are written.
  private var written = 0
  /// How many tiles reached the store that are not written.
  private var remainderCount = 0
  /// What makes the tiles.
  private var work: (any PyramidWork)?
  private var isClosed = false
  private var workerCount = 0
  /// How many threads wait for work.
  private var waitingCount = 0
  private var failure: (any Error)?

  /// Starts the worker threads.
  init(
    threads: Int, capacity: Int, step: RenderStep, pool: TileBufferPool,
    output: OrderedTileOutput,
    earlier: EarlierTiles? = nil,
    encoding: PyramidEncoding,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    self.capacity = capacity
    keepsEmptyTiles = step.options.keepsEmptyTiles
    let tileSize = step.options.tileSize.rawValue
    whole = Sizing(
      pool: pool, side: step.metatileSide, isRetina: step.options.makesRetinaTiles)
    quarter = Sizing(pool: TileBufferPool(tileSize: tileSize), side: tileSize, isRetina: false)
    self.output = output
    self.earlier = earlier
    self.encoding = encoding
    self.isCancelled = isCancelled
    ownCompressor = try TileCompressor(encoding, isCancelled: isCancelled)
    addWorkers(threads - 1)
  }

  /// Starts more threads, which work until the pipeline is closed; none when it is.
  func addWorkers(_ count: Int) {
    condition.lock()
    defer { condition.unlock() }
    guard !isClosed, count > 0 else { return }
    workerCount += count
    capacity = max(capacity, Self.leastCapacity(threads: workerCount + 1))
    for _ in 0..<count {
      let thread = Thread { [self] in runWorker() }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  /// How many tiles so many threads need to have waiting, so that each finds work.
  static func leastCapacity(threads: Int) -> Int { threads == 1 ? 1 : 8 * threads }

  /// Does work on all threads until it is complete.
  func run(_ work: any PyramidWork) throws {
    condition.lock()
    defer { condition.unlock() }
    self.work = work
    condition.broadcast()
    while failure == nil, !work.isComplete {
      if !runOneJob(with: ownCompressor) { wait() }
    }
    self.work = nil
    if let failure { throw failure }
  }

  /// Waits until everything submitted is written, and ends the threads.
  func finish() throws {
    condition.lock()
    while failure == nil, written < submitted {
      if !runOneJob(with: ownCompressor) { wait() }
    }
    condition.unlock()
    try close()
  }

  /// Ends the threads; work that waits is dropped.
  func close() throws {
    condition.lock()
    isClosed = true
    condition.broadcast()
    while workerCount > 0 { condition.wait() }
    defer { condition.unlock() }
    pending.removeAll()
    if let failure { throw failure }
  }

  private func runWorker() {
    let result = Result { try TileCompressor(encoding, isCancelled: isCancelled) }
    condition.lock()
    switch result {
    case .success(let compressor):
      while !isClosed, failure == nil {
        if !runOneJob(with: compressor) { wait() }
      }
    case .failure(let error): fail(error)
    }
    workerCount -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until there may be work.
  private func wait() {
    waitingCount += 1
    condition.wait()
    waitingCount -= 1
  }

  /// Wakes a thread if there is work; it wakes the next when it took some and there is more.
  private func wakeOne() {
    guard waitingCount > 0, nextJob < jobs.count || canWrite || hasPiece else { return }
    condition.signal()
  }

  private var hasPiece: Bool {
    guard let work else { return false }
    return work.hasPiece(hasRoom: hasRoom) || work.hasPieceAhead
  }

  /// Whether so few tiles wait that more may be made.
  private var hasRoom: Bool { submitted - written < capacity }

  /// Does one piece of work outside the lock, the most urgent first; false when there is none.
  ///
  /// Called and returns with the lock held.
  private func runOneJob(with compressor: TileCompressor) -> Bool {
    if canWrite {
      writePending()
      return true
    }
    if let work, let piece = work.take(hasRoom: hasRoom, threads: workerCount + 1) {
      run(piece, of: work)
      return true
    }
    guard nextJob < jobs.count, let job = jobs[nextJob] else {
      guard let work, let piece = work.takeAhead() else { return false }
      run(piece, of: work)
      return true
    }
    jobs[nextJob] = nil
    nextJob += 1
    if nextJob == jobs.count || nextJob > 1024 {
      jobs.removeSubrange(0..<nextJob)
      nextJob = 0
    }
    wakeOne()
    condition.unlock()
    let result = Result { try run(job, with: compressor) }
    condition.lock()
    switch result {
    case .failure(let error): fail(error)
    case .success(let files):
      pending[job.sequence] = .tiles(files)
      writePending()
    }
    return true
  }

  /// Does a piece of work outside the lock.
  private func run(_ piece: WorkPiece, of work: any PyramidWork) {
    wakeOne()
    condition.unlock()
    let result = Result {
      if isCancelled() { throw CancellationError() }
      try work.perform(piece)
    }
    condition.lock()
    switch result {
    case .success: finish(piece, of: work)
    case .failure(let error): fail(error)
    }
  }

  /// Notes that a piece of work is done, and wakes those for whom there is more.
  private func finish(_ piece: WorkPiece, of work: any PyramidWork) {
    if let finished = work.finish(piece) {
      for tile in finished.tiles {
        jobs.append(Job(sequence: submitted, tile: tile))
        submitted += 1
      }
      if let end = finished.end {
        pending[submitted] = .bandEnd(end)
        submitted += 1
        writePending()
      }
    }
    if work.isComplete { condition.broadcast() } else { wakeOne() }
  }

  /// Encodes a tile, or the tiles that a metatile is cut into and the metatile itself.
  private func run(
    _ job: Job, with compressor: TileCompressor
  ) throws -> [(TileCoordinate, CompressedTile)] {
    let finished = job.tile
    var files: [(TileCoordinate, CompressedTile)] = []
    for (index, address) in finished.quarters.enumerated() {
      guard let address else { continue }
      let tile = finished.tile.quarter(index, side: quarter.side, pool: quarter.pool)
      if case .uniform(0) = tile, !keepsEmptyTiles { continue }
      let file = try encode(
        tile, at: address, exchangesHalves: finished.exchangesHalves, quarter, with: compressor)
      files.append((address, file))
    }
    if let address = finished.address {
      let file = try encode(
        finished.tile, at: address, exchangesHalves: finished.exchangesHalves, whole,
        with: compressor)
      files.append((address, file))
    } else if case .samples(let buffer) = finished.tile {
      whole.pool.give(buffer)
    }
    return files
  }

  /// Encodes a tile; takes its samples over.
  private func encode(
    _ tile: RenderedTile, at coordinate: TileCoordinate, exchangesHalves: Bool, _ sizing: Sizing,
    with compressor: TileCompressor
  ) throws -> CompressedTile {
    if isCancelled() { throw CancellationError() }
    if exchangesHalves, coordinate.zoom == 0, case .samples(let buffer) = tile {
      buffer.exchangeHalves(tileSize: sizing.side)
    }
    var file = try encode(tile, at: coordinate, sizing, with: compressor)
    file.file.isRetina = sizing.isRetina
    return file
  }

  /// Encodes a tile, unless an earlier build did.
  private func encode(
    _ tile: RenderedTile, at coordinate: TileCoordinate, _ sizing: Sizing,
    with compressor: TileCompressor
  ) throws -> CompressedTile {
    guard let earlier = earlier?.ofSize(isRetina: sizing.isRetina) else {
      return try encode(tile, sizing, with: compressor)
    }
    if case .kept = tile { return try earlier.kept(at: coordinate) }
    var isEncoded = false
    let file = try earlier.file(
      of: tile, at: coordinate, tileSize: sizing.side, isLossless: encoding.keepsSamples
    ) {
      isEncoded = true
      return try encode(tile, sizing, with: compressor)
    }
    if !isEncoded, case .samples(let buffer) = tile { sizing.cache.release(buffer) }
    return file
  }

  /// Keeps the first failure and wakes everyone; called with the lock held.
  private func fail(_ error: any Error) {
    let error = error as? ImageCodecError == .cancelled ? CancellationError() : error
    failure = failure ?? error
    condition.broadcast()
  }

  /// Whether the next item in order may reach the store: a row of blocks ends when its tiles are written.
  private var canWrite: Bool {
    guard !isBeginning, let next = pending[begun] else { return false }
    if case .bandEnd(let end) = next, end.position != nil { return remainderCount == 0 }
    return true
  }

  /// Writes what is next in order, until another thread does or there is nothing.
  ///
  /// Called and returns with the lock held.
  private func writePending() {
    while failure == nil, canWrite, let item = pending.removeValue(forKey: begun) {
      isBeginning = true
      condition.unlock()
      let result = Result { try begin(item) }
      condition.lock()
      isBeginning = false
      begun += 1
      do {
        if let remainder = try result.get() { try finish(remainder) }
      } catch {
        return fail(error)
      }
      written += 1
      if written == submitted {
        condition.broadcast()
      } else if submitted - written == capacity - 1 {
        wakeOne()
      }
    }
  }

  private func begin(_ item: Item) throws -> TileWriter.Remainder? {
    switch item {
    case .tiles(let files):
      let remainders = try files.compactMap { try output.begin($1, at: $0) }
      guard remainders.count > 1 else { return remainders.first }
      return { () throws(TileStorageError) in
        for remainder in remainders { try remainder() }
      }
    case .bandEnd(let end):
      try output.endBand(end)
      return nil
    }
  }

  /// Does the rest of writing a tile outside the lock.
  private func finish(_ remainder: TileWriter.Remainder) throws {
    remainderCount += 1
    wakeOne()
    condition.unlock()
    let result = Result { try remainder() }
    condition.lock()
    remainderCount -= 1
    try result.get()
  }

  private func encode(
    _ tile: RenderedTile, _ sizing: Sizing, with compressor: TileCompressor
  ) throws -> CompressedTile {
    let (cache, side) = (sizing.cache, sizing.side)
    return switch tile {
    case .uniform(let value):
      try cache.uniform(value) { try compressor.compressUniform(value, side: side) }
    // Kept by ``encode(_:at:_:with:)``, which has the tile.
    case .kept: try cache.uniform(0) { try compressor.compressUniform(0, side: side) }
    case .samples(let buffer):
      try cache.encoded(buffer) { try compressor.compress($0.samples, side: side) }
    }
  }
}
