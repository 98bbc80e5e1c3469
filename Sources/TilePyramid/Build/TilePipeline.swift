import Foundation
import TileModel
import TileRendering
import TileStorage

/// Makes, encodes and writes tiles on several threads.
///
/// Each thread takes the most urgent piece: `PyramidWork`, then a tile to encode, then optional
/// work ahead; with none, it sleeps. While enough tiles wait, no band is begun and no window
/// rendered, which bounds the memory. Tiles reach the store in the order of the work. The thread
/// that encodes the next one hands it over with those that wait behind it, one thread at a time.
/// That thread also does the rest of the writing, such as creating files, while others continue.
///
/// SAFETY: every stored variable, the work included, is read and written under `condition`.
/// Exceptions are the output, which belongs to the thread that set `isBeginning`, and the subject
/// of a piece of work.
final class TilePipeline: @unchecked Sendable {
  /// An entry of the output in writing order.
  private enum Item {
    case tiles([(TileCoordinate, CompressedTile)])
    case bandEnd(BandEnd)
  }

  private struct Job {
    let sequence: Int
    let tile: FinishedTile
  }

  /// The encoder and counters of one tile size.
  private struct Sizing {
    let side: Int
    let pool: TileBufferPool
    let cache: EncodedTileCache
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
  private let whole: Sizing
  private let quarter: Sizing
  private let earlier: EarlierTiles?
  private let output: OrderedTileOutput
  private let isCancelled: @Sendable () -> Bool
  /// Waiting jobs from `nextJob` on; earlier entries are taken and `nil`.
  private var jobs: [Job?] = []
  private var nextJob = 0
  private var pending: [Int: Item] = [:]
  private var submitted = 0
  private var begun = 0
  private var isBeginning = false
  private var written = 0
  /// Tiles that reached the store and are not fully written.
  private var remainderCount = 0
  private var work: (any PyramidWork)?
  private var isClosed = false
  private var workerCount = 0
  private var waitingCount = 0
  private var failure: (any Error)?

  init(
    threads: Int, capacity: Int, step: RenderStep, pool: TileBufferPool, output: OrderedTileOutput,
    earlier: EarlierTiles? = nil, encoding: PyramidEncoding,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    self.capacity = capacity
    keepsEmptyTiles = step.options.keepsEmptyTiles
    let tileSize = step.options.tileSize.rawValue
    whole = Sizing(pool: pool, side: step.metatileSide, isRetina: step.options.makesRetinaTiles)
    quarter = Sizing(pool: TileBufferPool(tileSize: tileSize), side: tileSize, isRetina: false)
    self.output = output
    self.earlier = earlier
    self.encoding = encoding
    self.isCancelled = isCancelled
    ownCompressor = try TileCompressor(encoding, isCancelled: isCancelled)
    addWorkers(threads - 1)
  }

  /// The threads work until the pipeline is closed; none start after that.
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

  /// Least number of waiting tiles that gives each thread work.
  static func leastCapacity(threads: Int) -> Int { threads == 1 ? 1 : 8 * threads }

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

  func finish() throws {
    condition.lock()
    while failure == nil, written < submitted {
      if !runOneJob(with: ownCompressor) { wait() }
    }
    condition.unlock()
    try close()
  }

  /// Ends the threads; waiting work is dropped.
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
      while !isClosed, failure == nil { if !runOneJob(with: compressor) { wait() } }
    case .failure(let error): fail(error)
    }
    workerCount -= 1
    condition.broadcast()
    condition.unlock()
  }

  private func wait() {
    waitingCount += 1
    condition.wait()
    waitingCount -= 1
  }

  /// Wakes one thread; it wakes the next when more work is left.
  private func wakeOne() {
    guard waitingCount > 0, nextJob < jobs.count || canWrite || hasPiece else { return }
    condition.signal()
  }

  private var hasPiece: Bool {
    work?.hasPiece(hasRoom: hasRoom) == true
  }

  private var hasRoom: Bool { submitted - written < capacity }

  /// Does the most urgent piece outside the lock; false when there is none.
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
    guard nextJob < jobs.count, let job = jobs[nextJob] else { return false }
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

  /// Takes the samples over.
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

  /// Keeps the first failure and wakes all threads; called with the lock held.
  private func fail(_ error: any Error) {
    let error = error as? ImageCodecError == .cancelled ? CancellationError() : error
    failure = failure ?? error
    condition.broadcast()
  }

  /// The end of a row of blocks waits until its tiles are written.
  private var canWrite: Bool {
    guard !isBeginning, let next = pending[begun] else { return false }
    if case .bandEnd(let end) = next, output.isPosition(end) { return remainderCount == 0 }
    return true
  }

  /// Writes the next items in order, unless another thread does.
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
