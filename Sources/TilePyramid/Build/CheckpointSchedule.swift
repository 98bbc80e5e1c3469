import TileStorage

/// When checkpoints are made.
package struct CheckpointTiming: Hashable, Sendable {
  /// The time between two of them, unless their cost asks for more.
  ///
  /// The first is made after an eighth of it, and the times that follow double up to it. With zero they
  /// are made as often as they can be, whatever that costs.
  package var interval = Duration.seconds(1)
  /// Whether the end is a checkpoint as well, for a store that is one of several.
  package var includesEnd = false

  /// The timing of a build of one layer.
  package init() {}
}

/// Decides when a build makes checkpoints, so that they cost next to nothing and little work is ever
/// lost.
///
/// Checkpoints change nothing of what is made, so that their times are free to follow a clock.
/// Belongs to the thread that submits tiles.
final class CheckpointSchedule {
  /// The section with the number of the part of the build that is made.
  static let section = CheckpointSection("STEP", version: 1)
  /// A checkpoint may take one part of so many of the time.
  private static let costFraction = 50
  /// The first checkpoint is made after one part of so many of the interval, so that a build of a second
  /// can be resumed, too.
  private static let firstFraction = 8

  private let writer: ResumableTileWriter
  private let interval: Duration
  private let step: BuildStep
  private let clock = ContinuousClock()
  private var pause: Duration
  private var due: ContinuousClock.Instant
  /// The checkpoint that waits for the tiles before it, as long as it does.
  private weak var pending: CheckpointDraft?

  init(writer: ResumableTileWriter, interval: Duration, step: BuildStep) {
    self.writer = writer
    self.interval = interval
    self.step = step
    pause = interval / Self.firstFraction
    due = clock.now.advanced(by: pause)
  }

  /// Begins a checkpoint if it is time for one.
  func beginIfDue(
    fraction: Double, save: (CheckpointDraft) throws(TileStorageError) -> Void
  ) throws(TileStorageError) -> CheckpointDraft? {
    let start = clock.now
    guard start >= due, pending == nil else { return nil }
    let draft = try begin(fraction: fraction, save: save)
    pending = draft
    let end = clock.now
    let least = interval == .zero ? .zero : (end - start) * Self.costFraction
    pause = min(interval, pause * 2)
    due = end.advanced(by: max(pause, least))
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
    draft.begin(Self.section)
    try draft.append(step.index)
    try save(draft)
    return draft
  }

  /// The number of the part in which a checkpoint was made.
  static func step(of checkpoint: Checkpoint, among count: Int) throws(TileStorageError) -> Int {
    let section = try checkpoint.section(section)
    let index = try section.readInteger()
    guard (0..<count).contains(index) else { throw section.damage("it resumes in part \(index)") }
    return index
  }
}
