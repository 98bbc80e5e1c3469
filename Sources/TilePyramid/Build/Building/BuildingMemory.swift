/// The working memory of floors that are built at the same time.
struct BuildingMemory: Hashable, Sendable {
  /// Memory of each further floor's store: the two caches of a database.
  static let furtherStore = 32 << 20
  let concurrentFloors: Int
  /// Worst-case bytes.
  let total: Int

  init(floors: [FloorBuild], resources: BuildResources) {
    var count = min(floors.count, resources.threads)
    while count > 1 {
      let needed = Self.needed(floors, count: count, resources: resources)
      if needed <= resources.memoryLimit {
        (concurrentFloors, total) = (count, needed)
        return
      }
      count -= 1
    }
    concurrentFloors = 1
    total = floors.map { $0.memoryNeeded(using: resources) }.max() ?? 0
  }

  private static func needed(_ floors: [FloorBuild], count: Int, resources: BuildResources) -> Int {
    func needed(_ floor: FloorBuild, threads: Int) -> Int {
      floor.memoryNeeded(
        using: BuildResources(
          threads: threads, memoryLimit: resources.memoryLimit, scratch: resources.scratch)
      ) - MemoryBudget.overhead
    }
    let alone = floors.map { needed($0, threads: 1) }
    // The second thread adds the most, since a single one needs no queue.
    let perThread = floors.map { needed($0, threads: 2) - needed($0, threads: 1) }.max() ?? 0
    return MemoryBudget.overhead + (count - 1) * furtherStore
      + alone.sorted(by: >).prefix(count).reduce(0, +) + (resources.threads - count) * perThread
  }
}
