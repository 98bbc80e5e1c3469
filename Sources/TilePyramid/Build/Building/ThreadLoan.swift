/// Threads that a build gets from others while it runs.
///
/// SAFETY: the two variables are read and written under the lock of the ``FloorSchedule`` that owns
/// the loan.
final class ThreadLoan: @unchecked Sendable {
  /// How many threads have been lent.
  private(set) var count = 0
  private var pipeline: TilePipeline?

  /// Lends threads: at once, or as soon as there is a pipeline for them.
  func add(_ threads: Int) {
    count += threads
    pipeline?.addWorkers(threads)
  }

  /// Names the pipeline that uses the threads.
  func attach(_ pipeline: TilePipeline) {
    self.pipeline = pipeline
    pipeline.addWorkers(count)
  }
}
