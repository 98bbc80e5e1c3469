import Dispatch
import Foundation
import GoogleMapsCompatibility
import Testing
import TileLayers
import TileModel
import TilePyramidTesting

/// Makes no tile before two are being made.
private final class Pair: GMSSyncTileLayer {
  private let arrivals = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
  let isTogether = Guarded(true)

  override func tileFor(x: UInt, y: UInt, zoom: UInt) -> UIImage? {
    arrivals[Int(x)].signal()
    // A minute is for ever.
    if arrivals[1 - Int(x)].wait(timeout: .now() + 60) == .timedOut {
      isTogether.withLock { $0 = false }
    }
    return kGMSTileLayerNoTile
  }
}

/// Notes where it is asked.
private final class Asked: GMSTileLayer {
  var isMain: [Bool] = []

  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {
    isMain.append(MainQueue.isCurrent)
    receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: kGMSTileLayerNoTile)
  }
}

@MainActor
@Suite("Threads of tile layers")
struct ThreadTests {
  private func tile(_ x: Int) throws -> TileCoordinate {
    try #require(TileCoordinate(zoom: 1, x: x, y: 0))
  }

  @Test("A synchronous layer makes several tiles at once")
  func concurrent() async throws {
    let layer = Pair()
    let tiles = layer.tiles
    async let first = tiles.tile(at: try tile(0))
    async let second = tiles.tile(at: try tile(1))
    #expect(try await first == .absent)
    #expect(try await second == .absent)
    #expect(layer.isTogether.withLock { $0 })
  }

  @Test("Requests and URL constructors are called on the main actor, whoever asks")
  func main() async throws {
    MainQueue.mark()
    let layer = Asked()
    var isMain: [Bool] = []
    let urls = GMSURLTileLayer { _, _, _ in
      isMain.append(MainQueue.isCurrent)
      return nil
    }
    let (one, other) = (layer.tiles, urls.tiles)
    let location = try tile(0)
    let answers = await Task.detached {
      (await one.tile(at: location), await other.tile(at: location))
    }
    .value
    #expect(answers.0 == .absent)
    #expect(answers.1 == .absent)
    #expect(layer.isMain == [true])
    #expect(isMain == [true])
  }

  @Test("Layers may be made, set and moved from map to map on any thread, and end on one map")
  func membership() {
    let maps = (0..<4).map { _ in GMSMapView() }
    let layers = (0..<3).map { _ in GMSTileLayer() }
    nonisolated(unsafe) let shared = layers
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<200 {
        let layer = shared[(thread + step) % 3]
        layer.map = maps[(3 * thread + step) % 4]
        layer.zIndex = Int32(step)
        layer.tileSize = step % 2 == 0 ? 256 : 512
        GMSTileLayer().map = maps[0]
      }
    }
    for layer in layers {
      #expect(
        maps.filter { $0.tileLayers.contains { $0 === layer } }.map { $0 === layer.map } == [true])
    }
    #expect(maps[0].tileLayers.count >= 1600)
    for layer in layers { layer.map = nil }
    #expect(maps.dropFirst().allSatisfy { $0.tileLayers.isEmpty })
  }
}
