import Foundation
import RasterSources
package import TileModel
import TileRendering
package import TileStorage

/// Builds the floors of a building at the same time, within one budget of threads and memory.
///
/// Each floor's tiles and bytes are those of ``PyramidBuilder``, whatever the other floors and the
/// number of threads.
package struct BuildingBuilder: Sendable {
  /// The result of one floor.
  package struct FloorResult: Sendable {
    package var record: PyramidRecord
    package var summary: TilesetSummary

    package init(record: PyramidRecord, summary: TilesetSummary) {
      self.record = record
      self.summary = summary
    }
  }

  package let floors: [FloorBuild]
  private let resources: BuildResources
  private let memory: BuildingMemory

  package init(floors: [FloorBuild], resources: BuildResources) {
    precondition(!floors.isEmpty, "a building has a floor")
    self.floors = floors
    self.resources = resources
    memory = BuildingMemory(floors: floors, resources: resources)
  }

  package var concurrentFloors: Int { memory.concurrentFloors }

  /// Worst-case working memory in bytes.
  package var memoryNeeded: Int { memory.total }

  /// Worst-case space in bytes for scratch files of concurrent floors.
  package var scratchNeeded: Int {
    floors.map(\.plan.scratchBytes).sorted(by: >).prefix(concurrentFloors).reduce(0, +)
  }

  /// Everything that the tiles depend on, except the images and the program's version; see
  /// ``PyramidBuilder/identity``.
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
  /// After a failure, work on other floors stops. Their stores are abandoned, or suspended if they
  /// can be resumed.
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
        if let writer = writer as? any PartialTileset {
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

  package func checkMemory() throws(FloorFailure) {
    if memory.total <= resources.memoryLimit { return }
    let needs = floors.map { $0.memoryNeeded(using: resources) }
    let worst = floors.indices.max { needs[$0] < needs[$1] } ?? 0
    throw FloorFailure(
      floor: floors[worst].id, image: floors[worst].source.path,
      cause: FailureReport.tooMuchMemory(
        path: floors[worst].plan.path, needed: needs[worst], limit: resources.memoryLimit))
  }
}
