import Testing
import TileLayers
import TileModel
import TilePyramidTesting

@Suite("Queue of tiles")
struct TileQueueTests {
  @Test("Tiles come out in the order of arrival, each once, and never after they were removed")
  func order() throws {
    var generator = SeededGenerator(seed: 21)
    var queue = TileQueue()
    // A model of the queue, by an array.
    var expected: [TileCoordinate] = []
    for _ in 0..<20_000 {
      let tile = try #require(
        TileCoordinate(zoom: 6, x: Int.random(in: 0..<64, using: &generator), y: 3))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1:
        queue.append(tile)
        if !expected.contains(tile) { expected.append(tile) }
      case 2, 3:
        queue.remove(tile)
        expected.removeAll { $0 == tile }
      default:
        #expect(queue.popFirst() == (expected.isEmpty ? nil : expected.removeFirst()))
      }
      // Twice the 64 tiles that there are, and what is not worth tidying.
      #expect(queue.entryCount <= 2 * 64 + 65)
    }
  }

  @Test("Callers who come and go while nothing is taken out do not make it grow")
  func comingAndGoing() throws {
    var queue = TileQueue()
    let first = try #require(TileCoordinate(zoom: 20, x: 0, y: 0))
    queue.append(first)
    for x in 1..<100_000 {
      let tile = try #require(TileCoordinate(zoom: 20, x: x, y: 0))
      queue.append(tile)
      queue.remove(tile)
      #expect(queue.entryCount <= 67)
    }
    #expect(queue.popFirst() == first && queue.popFirst() == nil)
  }
}
