import Foundation
import RasterSources
package import TileModel
package import TileStorage

/// Builds the floors of a building at the same time, within one budget of threads and memory.
///
/// Each floor's tiles and bytes are those of ``PyramidBuilder``, whatever is built beside them and on
/// however many threads.
package struct BuildingBuilder: Sendable {
  /// What was made of one floor.
  package struct FloorResult: Sendable {
    /// What was written.
    package var record: PyramidRecord
    /// What the store holds.
    package var summary: TilesetSummary

    /// Puts both together.
    package init(record: PyramidRecord, summary: TilesetSummary) {
      self.record = record
      self.summary = summary
    }
  }

  package let floors: [FloorBuild]
  private let resources: BuildResources
  private let memory: BuildingMemory

  /// Creates a builder.
  package init(floors: [FloorBuild], resources: BuildResources) {
    precondition(!floors.isEmpty, "a building has a floor")
    self.floors = floors
    self.resources = resources
    memory = BuildingMemory(floors: floors, resources: resources)
  }

  /// How many floors are built at the same time: as many as threads and memory allow.
  package var concurrentFloors: Int { memory.concurrentFloors }

  /// The working memory that the build needs at worst, in bytes.
  package var memoryNeeded: Int { memory.total }

  /// The space that the scratch files of floors built at the same time take at worst, in bytes.
  package var scratchNeeded: Int {
    floors.map(\.plan.scratchBytes).sorted(by: >).prefix(concurrentFloors).reduce(0, +)
  }

  /// Everything that the tiles of the floors depend on except the images themselves and the version of
  /// the program; see ``PyramidBuilder/identity``.
  package var identity: BuildIdentity {
    var identity = BuildIdentity()
    for floor in floors {
      for part in floor.builder(resources).identity.parts {
        identity.add("\(part.name) of floor \(floor.id)", part.value)
      }
    }
    return identity
  }

  /// Builds every floor and finishes its store.
  ///
  /// Stores that were made are finished, or abandoned; those that can be resumed are suspended
  /// instead. When a floor fails, work on the others stops.
  package func build(
    makeWriter: @escaping @Sendable (Int) throws -> any TileWriter,
    describe: @escaping @Sendable (Int, PyramidRecord) -> LayerDefinition,
    progress: @escaping @Sendable (BuildProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> [FloorResult] {
    try checkMemory()
    // Large floors first: a large one left for the end would be worked on alone.
    let order = floors.indices.sorted {
      (floors[$1].plan.tileCount, $0) < (floors[$0].plan.tileCount, $1)
    }
    let schedule = FloorSchedule(
      order: order, concurrent: concurrentFloors, threads: resources.threads)
    let total = BuildingProgress(plans: floors.map(\.plan), report: progress)
    let results = Guarded([FloorResult?](repeating: nil, count: floors.count))
    for _ in 0..<concurrentFloors {
      let thread = Thread {
        while let (index, loan) = schedule.take() {
          do {
            let result = try build(
              index, schedule: schedule, loan: loan, makeWriter: { try makeWriter(index) },
              describe: { describe(index, $0) }, progress: { total.update(index, $0) },
              isCancelled: { isCancelled() || schedule.hasFailed })
            results.withLock { $0[index] = result }
            schedule.complete(index)
          } catch {
            schedule.fail(index, error)
          }
        }
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    try schedule.wait()
    return results.withLock { $0.compactMap { $0 } }
  }

  private func build(
    _ index: Int, schedule: FloorSchedule, loan: ThreadLoan,
    makeWriter: () throws -> any TileWriter, describe: (PyramidRecord) -> LayerDefinition,
    progress: @escaping @Sendable (BuildProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> FloorResult {
    let floor = floors[index]
    do {
      if isCancelled() { throw CancellationError() }
      let writer = try makeWriter()
      do {
        var own = resources
        own.threads = 1
        var builder = floor.builder(own)
        builder.earlier = floor.earlier
        let record =
          if floor.isUnchanged, let earlier = floor.earlier, try earlier.areAsDefined() {
            try earlier.copyTiles(into: writer, isCancelled: isCancelled)
          } else {
            try builder.build(into: writer, progress: progress, isCancelled: isCancelled) {
              schedule.attach($0, to: loan)
            }
          }
        if isCancelled() { throw CancellationError() }
        let summary = try writer.finish(describe(record))
        progress(BuildProgress(phase: .publishing, fraction: 1))
        return FloorResult(record: record, summary: summary)
      } catch {
        if let writer = writer as? ResumableTileWriter {
          _ = writer.suspend()
        } else {
          writer.abandon()
        }
        throw error
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      throw FloorFailure(floor: floor.id, image: floor.source.path, cause: error)
    }
  }

  /// Refuses a building of which the floor that needs the most memory cannot be built even alone.
  package func checkMemory() throws(FloorFailure) {
    if memory.total <= resources.memoryLimit { return }
    let needs = floors.map { $0.memoryNeeded(using: resources) }
    let worst = floors.indices.max { needs[$0] < needs[$1] } ?? 0
    throw FloorFailure(
      floor: floors[worst].id, image: floors[worst].source.path,
      cause: PlanningError.tooMuchMemory(
        path: floors[worst].plan.path, needed: needs[worst], limit: resources.memoryLimit))
  }
}
