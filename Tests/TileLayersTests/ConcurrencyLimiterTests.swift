import TileModel
import Testing
import TileLayers
import TilePyramidTesting

@Suite("ConcurrencyLimiter")
struct ConcurrencyLimiterTests {
  private struct Count {
    var inside = 0
    var most = 0
    var through = 0
  }

  @Test("No more tasks run than the limit, and every slot is passed on, whoever leaves the queue")
  func limit() async {
    let turnstile = ConcurrencyLimiter(limit: 3)
    let count = Guarded(Count())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(number))
          for _ in 0..<50 {
            let visit = Task {
              guard await turnstile.enter() else { return false }
              count.withLock {
                $0.inside += 1
                $0.most = max($0.most, $0.inside)
                $0.through += 1
              }
              await Task.yield()
              count.withLock { $0.inside -= 1 }
              turnstile.leave()
              return true
            }
            let isCancelled = Bool.random(using: &generator)
            if isCancelled { visit.cancel() }
            let isThrough = await visit.value
            #expect(isThrough || isCancelled)
          }
        }
      }
    }
    #expect(count.withLock { $0.most } <= 3)
    #expect(count.withLock { $0.inside } == 0)
    // All slots are free again.
    for _ in 0..<3 { #expect(await turnstile.enter()) }
    let fourth = Task { await turnstile.enter() }
    fourth.cancel()
    #expect(await fourth.value == false)
  }

  @Test("Waiting tasks run in order")
  func order() async {
    let turnstile = ConcurrencyLimiter(limit: 1)
    let order = Guarded<[Int]>([])
    #expect(await turnstile.enter())
    var visits: [Task<Void, Never>] = []
    for number in 0..<5 {
      visits.append(
        Task {
          _ = await turnstile.enter()
          order.withLock { $0.append(number) }
          turnstile.leave()
        })
      while turnstile.waitingCount <= number { await Task.yield() }
    }
    turnstile.leave()
    for visit in visits { await visit.value }
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
  }
}
