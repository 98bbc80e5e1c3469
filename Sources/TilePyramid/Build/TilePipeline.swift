import Foundation
import TileModel
import TileStorage

/// Encodes tiles on several threads and writes them in the order in which they were submitted.
///
/// The thread that submits works too: when enough tiles wait, it encodes one instead of waiting, so
/// `threads` threads are busy and a bounded number of tiles is in memory. Whoever completes the next
/// tile in order writes it, and those that wait behind it; one thread writes at a time.
///
/// SAFETY: every stored variable is read and written under `condition`, except the output, which
/// belongs to the thread that set `isWriting`.
final class TilePipeline: @unchecked Sendable {
  /// What is written, in order.
  private enum Item {
    case tile(TileCoordinate, CompressedTile)
    case checkpoint(fraction: Double, CheckpointDraft?)
  }

  private enum Job {
    case encode(sequence: Int, TileCoordinate, RenderedTile)
    case part(PartGroup, Int)
  }

  /// The parts of a piece of work that are done in any order on all threads.
  private final class PartGroup: @unchecked Sendable {
    let body: (Int) throws -> Void
    var remaining: Int

    init(count: Int, body: @escaping (Int) throws -> Void) {
      remaining = count
      self.body = body
    }
  }

  private let condition = NSCondition()
  private var capacity: Int
  private let tileSize: Int
  private let encoding: PyramidEncoding
  private let ownCompressor: TileCompressor
  private let cache: EncodedTileCache
  private let earlier: EarlierTiles?
  private let output: OrderedTileOutput
  private let isCancelled: @Sendable () -> Bool
  /// The jobs that wait, from `nextJob` on; those before it are taken and hold nothing.
  private var jobs: [Job?] = []
  private var nextJob = 0
  private var pending: [Int: Item] = [:]
  private var submitted = 0
  private var written = 0
  private var isWriting = false
  private var isClosed = false
  private var workerCount = 0
  private var failure: (any Error)?

  /// Starts the worker threads.
  ///
  /// - Parameters:
  ///   - threads: How many threads work, the submitting one included.
  ///   - capacity: How many tiles may be in memory between submission and writing.
  ///   - tileSize: Samples along one side of a tile.
  ///   - cache: Where encoded tiles are remembered.
  ///   - output: Where tiles go.
  ///   - earlier: The tiles of an earlier build, which are kept where they are the same.
  ///   - encoding: How tiles become files; each thread has encoders of its own.
  ///   - isCancelled: Asked before every tile, and while one is compressed.
  /// - Throws: `ImageCodecError`.
  init(
    threads: Int, capacity: Int, tileSize: Int, cache: EncodedTileCache,
    output: OrderedTileOutput,
    earlier: EarlierTiles? = nil,
    encoding: PyramidEncoding,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    self.capacity = capacity
    self.tileSize = tileSize
    self.cache = cache
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
      let thread = Thread { [self] in work() }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  /// How many tiles so many threads need to have waiting, so that each finds work.
  static func leastCapacity(threads: Int) -> Int { threads == 1 ? 1 : 8 * threads }

  /// Hands over one tile; may encode others meanwhile.
  func submit(_ tile: RenderedTile, at coordinate: TileCoordinate) throws {
    condition.lock()
    defer { condition.unlock() }
    try makeRoom()
    jobs.append(.encode(sequence: submitted, coordinate, tile))
    submitted += 1
    condition.signal()
  }

  /// Marks a position in the order at which the output may be made durable; `fraction` of the work is
  /// done there, and `draft` holds what is needed to resume from there.
  func submitCheckpoint(fraction: Double, draft: CheckpointDraft?) throws {
    condition.lock()
    defer { condition.unlock() }
    try makeRoom()
    pending[submitted] = .checkpoint(fraction: fraction, draft)
    submitted += 1
    writePending()
    if let failure { throw failure }
  }

  /// Does the parts of a piece of work on all threads; returns when all are done.
  func perform(count: Int, _ body: @escaping (Int) throws -> Void) throws {
    let group = PartGroup(count: count, body: body)
    condition.lock()
    defer { condition.unlock() }
    // Ahead of tiles that wait, so that the next tiles come soon.
    jobs.replaceSubrange(0..<nextJob, with: (0..<count).map { .part(group, $0) })
    nextJob = 0
    condition.broadcast()
    while group.remaining > 0 {
      if let failure { throw failure }
      if !runOneJob(with: ownCompressor) { condition.wait() }
    }
    if let failure { throw failure }
  }

  /// Waits until everything submitted is written, and ends the threads.
  func finish() throws {
    condition.lock()
    while failure == nil, written < submitted {
      if !runOneJob(with: ownCompressor) { condition.wait() }
    }
    condition.unlock()
    try close()
  }

  /// Ends the threads; work that waits is dropped.
  ///
  /// - Throws: The first failure of any thread.
  func close() throws {
    condition.lock()
    isClosed = true
    condition.broadcast()
    while workerCount > 0 { condition.wait() }
    defer { condition.unlock() }
    // A checkpoint that never came to be removes its file, which must not happen later than this.
    pending.removeAll()
    if let failure { throw failure }
  }

  private func makeRoom() throws {
    while failure == nil, submitted - written >= capacity {
      if !runOneJob(with: ownCompressor) { condition.wait() }
    }
    if let failure { throw failure }
  }

  private func work() {
    let result = Result { try TileCompressor(encoding, isCancelled: isCancelled) }
    condition.lock()
    switch result {
    case .success(let compressor):
      while !isClosed, failure == nil {
        if !runOneJob(with: compressor) { condition.wait() }
      }
    case .failure(let error): fail(error)
    }
    workerCount -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// Runs one job outside the lock; false when none waits.
  ///
  /// Called and returns with the lock held.
  private func runOneJob(with compressor: TileCompressor) -> Bool {
    guard nextJob < jobs.count, let job = jobs[nextJob] else { return false }
    jobs[nextJob] = nil
    nextJob += 1
    if nextJob == jobs.count || nextJob > 1024 {
      jobs.removeSubrange(0..<nextJob)
      nextJob = 0
    }
    condition.unlock()
    let result = Result { try run(job, with: compressor) }
    condition.lock()
    switch (result, job) {
    case (.failure(let error), _): fail(error)
    case (.success(let file?), .encode(let sequence, let coordinate, _)):
      pending[sequence] = .tile(coordinate, file)
      writePending()
    case (.success, .part(let group, _)):
      group.remaining -= 1
      if group.remaining == 0 { condition.broadcast() }
    case (.success(nil), .encode): break
    }
    return true
  }

  /// Does a job; returns the encoded tile when it is one.
  private func run(_ job: Job, with compressor: TileCompressor) throws -> CompressedTile? {
    if isCancelled() { throw CancellationError() }
    switch job {
    case .encode(_, let coordinate, let tile):
      guard let earlier else { return try encode(tile, with: compressor) }
      var isEncoded = false
      let file = try earlier.file(
        of: tile, at: coordinate, tileSize: tileSize, isLossless: encoding.isLossless
      ) {
        isEncoded = true
        return try encode(tile, with: compressor)
      }
      if !isEncoded, case .samples(let buffer) = tile { cache.release(buffer) }
      return file
    case .part(let group, let index):
      try group.body(index)
      return nil
    }
  }

  /// Keeps the first failure and wakes everyone; called with the lock held.
  private func fail(_ error: any Error) {
    let error = error as? ImageCodecError == .cancelled ? CancellationError() : error
    failure = failure ?? error
    condition.broadcast()
  }

  /// Writes what is next in order, unless another thread is writing.
  ///
  /// Called and returns with the lock held.
  private func writePending() {
    guard !isWriting else { return }
    isWriting = true
    defer { isWriting = false }
    while failure == nil, let item = pending.removeValue(forKey: written) {
      condition.unlock()
      let result = Result {
        switch item {
        case .tile(let coordinate, let file): try output.write(file, at: coordinate)
        case .checkpoint(let fraction, let draft):
          try output.checkpoint(fraction: fraction, draft: draft)
        }
      }
      condition.lock()
      if case .failure(let error) = result { return fail(error) }
      written += 1
      condition.broadcast()
    }
  }

  private func encode(
    _ tile: RenderedTile, with compressor: TileCompressor
  ) throws -> CompressedTile {
    switch tile {
    case .uniform(let value):
      try cache.uniform(value) { try compressor.compressUniform(value, side: tileSize) }
    case .samples(let buffer):
      try cache.encoded(buffer) { try compressor.compress($0.samples, side: tileSize) }
    }
  }
}
