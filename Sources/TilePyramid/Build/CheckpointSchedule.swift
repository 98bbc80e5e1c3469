import TileStorage

/// Decides when a build makes checkpoints, so that they cost next to nothing and little work is ever
/// lost.
///
/// Checkpoints change nothing of what is made, so that their times are free to follow a clock.
/// Belongs to the thread that submits tiles.
final class CheckpointSchedule {
  /// A checkpoint may take one part of so many of the time.
  private static let costShare = 50

  private let writer: any ResumableTileWriter
  private let interval: Duration
  private let step: BuildStep
  private let clock = ContinuousClock()
  private var due: ContinuousClock.Instant
  /// The checkpoint that waits for the tiles before it, as long as it does.
  private weak var pending: CheckpointDraft?

  /// - Parameters:
  ///   - writer: The store, which makes checkpoints.
  ///   - interval: The least time between two of them, and before the first; with zero they are
  ///     made as often as they can be, whatever that costs.
  ///   - step: The part of the build that is made.
  init(writer: any ResumableTileWriter, interval: Duration, step: BuildStep) {
    self.writer = writer
    self.interval = interval
    self.step = step
    due = clock.now.advanced(by: interval)
  }

  /// Begins a checkpoint if it is time for one.
  ///
  /// - Parameters:
  ///   - fraction: How much of the part is done.
  ///   - save: Adds the state of the part.
  /// - Returns: The checkpoint, to be completed when all tiles before it are written; or `nil`.
  /// - Throws: What `save` throws, or `TileStorageError.system(operation:path:code:)`.
  func beginIfDue(
    fraction: Double, save: (CheckpointDraft) throws(TileStorageError) -> Void
  ) throws(TileStorageError) -> CheckpointDraft? {
    let start = clock.now
    guard start >= due, pending == nil else { return nil }
    let draft = try begin(fraction: fraction, save: save)
    pending = draft
    let end = clock.now
    let least = interval == .zero ? .zero : (end - start) * Self.costShare
    due = end.advanced(by: max(interval, least))
    return draft
  }

  /// Makes a checkpoint of the whole part, when all of its tiles are written.
  func finish(save: (CheckpointDraft) throws(TileStorageError) -> Void) throws(TileStorageError) {
    try writer.complete(try begin(fraction: 1, save: save))
  }

  private func begin(
    fraction: Double, save: (CheckpointDraft) throws(TileStorageError) -> Void
  ) throws(TileStorageError) -> CheckpointDraft {
    let draft = try writer.beginCheckpoint(fraction: step.whole(fraction))
    try draft.append(step.index)
    try save(draft)
    return draft
  }

  /// The number of the part in which a checkpoint was made; the state of that part follows.
  ///
  /// - Throws: `TileStorageError.savedWorkDamaged(path:reason:)` when there is no such part among
  ///   `count`.
  static func step(of saved: SavedWork, among count: Int) throws(TileStorageError) -> Int {
    let index = try saved.readInteger()
    guard (0..<count).contains(index) else { throw saved.damage("it goes on in part \(index)") }
    return index
  }
}
