import Testing
import TileLayers
import TilePyramidTesting

@Suite("Recency cache")
struct RecencyCacheTests {
  @Test("The recency cache holds what a list in order of use would hold, within its bound")
  func model() {
    var generator = SeededGenerator(seed: 7)
    var cache = RecencyCache<Int, Int>(limit: 100)
    var model: [(key: Int, value: Int, cost: Int)] = []
    for step in 0..<20_000 {
      let key = Int(generator.next() % 30)
      switch generator.next() % 8 {
      case 0..<4:
        let found = model.firstIndex { $0.key == key }
        #expect(cache.value(for: key) == found.map { model[$0].value })
        if let found { model.append(model.remove(at: found)) }
      case 4..<7:
        let cost = Int(generator.next() % 40)
        model.removeAll { $0.key == key }
        var evicted: [Int] = []
        while model.reduce(cost, { $0 + $1.cost }) > 100 { evicted.append(model.removeFirst().key) }
        model.append((key, step, cost))
        #expect(cache.set(step, for: key, cost: cost) == evicted)
      default:
        model.removeAll { $0.key == key }
        cache.remove(key)
      }
      #expect(cache.cost == model.reduce(0) { $0 + $1.cost })
      #expect(cache.count == model.count)
    }
  }

  @Test("A value that exceeds the cache's bound is not stored and evicts nothing")
  func tooLarge() {
    var cache = RecencyCache<String, Int>(limit: 10)
    cache.set(1, for: "a", cost: 10)
    #expect(cache.set(2, for: "b", cost: 11).isEmpty)
    #expect(cache.value(for: "a") == 1)
    #expect(cache.value(for: "b") == nil)
    cache.removeAll()
    #expect(cache.count == 0 && cache.cost == 0)
  }
}
