import Foundation

/// The task of an array that a process is, in the words of its scheduler.
struct ArrayTask: Hashable {
  let variable: String
  /// Counted from 0.
  let position: Int
  /// `nil` where the scheduler does not tell.
  let count: Int?

  /// The variables in which a scheduler numbers tasks.
  private struct Convention {
    let index: String
    /// The variable with the number of the first task.
    var first: String?
    /// The number of the first task where no variable tells it.
    var usualFirst = 0
    var step: String?
    var count: String?
    var last: String?
  }

  private static let conventions = [
    // slurm.schedmd.com/job_array.html
    Convention(
      index: "SLURM_ARRAY_TASK_ID", first: "SLURM_ARRAY_TASK_MIN", step: "SLURM_ARRAY_TASK_STEP",
      count: "SLURM_ARRAY_TASK_COUNT"),
    // kubernetes.io/docs/concepts/workloads/controllers/job, Indexed
    Convention(index: "JOB_COMPLETION_INDEX"),
    // docs.aws.amazon.com/batch/latest/userguide/job_env_vars.html
    Convention(index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"),
    // cloud.google.com/run/docs/container-contract, jobs
    Convention(index: "CLOUD_RUN_TASK_INDEX", count: "CLOUD_RUN_TASK_COUNT"),
    // cloud.google.com/batch/docs/create-run-basic-job
    Convention(index: "BATCH_TASK_INDEX", count: "BATCH_TASK_COUNT"),
    Convention(index: "PBS_ARRAY_INDEX"),
    Convention(
      index: "SGE_TASK_ID", first: "SGE_TASK_FIRST", usualFirst: 1, step: "SGE_TASK_STEPSIZE",
      last: "SGE_TASK_LAST"),
    Convention(
      index: "LSB_JOBINDEX", usualFirst: 1, step: "LSB_JOBINDEX_STEP", last: "LSB_JOBINDEX_END"),
    Convention(index: "HQ_TASK_ID"),
    Convention(index: "PARALLEL_SEQ", usualFirst: 1),
  ]

  init(environment: [String: String]) throws(UsageError) {
    var found: [ArrayTask] = []
    for convention in Self.conventions {
      if let task = try ArrayTask(convention, environment) { found.append(task) }
    }
    guard let first = found.first else {
      let names = Self.conventions.map(\.index).joined(separator: ", ")
      throw UsageError(
        "--shard auto finds no number of a task in the environment", expected: "one of \(names)",
        nextStep: "give --shard a number, or start the task as one of an array")
    }
    if let other = found.first(where: { $0.position != first.position }) {
      throw UsageError(
        "two variables of the environment tell different tasks",
        found:
          "\(first.variable) says task \(first.position), \(other.variable) task \(other.position)",
        nextStep: "unset the one that is not meant, or give --shard a number")
    }
    self = found.first { $0.count != nil } ?? first
  }

  private init?(
    _ convention: Convention, _ environment: [String: String]
  ) throws(UsageError) {
    func number(_ name: String?) throws(UsageError) -> Int? {
      // Schedulers say so for a job that is no array.
      guard let name, let text = environment[name], !["", "undefined"].contains(text) else {
        return nil
      }
      guard let value = Int(text), (0...Int(Int32.max)).contains(value) else {
        throw UsageError(
          "a variable of the environment is no number", at: name, found: text,
          expected: "a whole number from 0 to \(Int32.max)", nextStep: "give --shard a number")
      }
      return value
    }
    guard let index = try number(convention.index) else { return nil }
    let first = try number(convention.first) ?? convention.usualFirst
    // LSF numbers a job that is no array 0.
    if convention.index == "LSB_JOBINDEX", index == 0 { return nil }
    let step = max(1, try number(convention.step) ?? 1)
    guard index >= first, (index - first) % step == 0 else {
      throw UsageError(
        "a variable of the environment is none of its array's numbers", at: convention.index,
        found: "\(index)", expected: "\(first), \(first + step), \(first + 2 * step), ...",
        nextStep: "give --shard a number")
    }
    variable = convention.index
    position = (index - first) / step
    if let stated = try number(convention.count) {
      count = stated
    } else {
      count = try number(convention.last).map { ($0 - first) / step + 1 }
    }
  }

  /// Every n-th of so many.
  func shards(of shardCount: Int, tasks given: Int?) throws(UsageError) -> [Int] {
    let tasks = given ?? count ?? shardCount
    guard position < tasks, position < shardCount else {
      let count = min(tasks, shardCount)
      throw UsageError(
        "there are fewer shards or tasks than \(variable) says",
        found: "task \(position), counted from 0", expected: "0 to \(count - 1)",
        nextStep: "start an array of \(count) tasks")
    }
    return Array(stride(from: position, to: shardCount, by: tasks))
  }
}
