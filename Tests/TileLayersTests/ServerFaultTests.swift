import Foundation
import Testing
import TileLayers
import TileModel
import TilePyramidTesting

@Suite("Servers with faults")
struct ServerFaultTests {
  let pyramid: SamplePyramid

  init() throws { pyramid = try SamplePyramid() }

  private func layer(
    _ server: LoopbackServer, configure: (inout TileLayer.Options) -> Void = { _ in }
  ) throws -> TileLayer {
    var options = TileLayer.Options()
    options.retry = RetryPolicy(firstDelay: .zero)
    configure(&options)
    return TileLayer(
      LayerInformation(pyramid.definition),
      urlTemplate: try TileTemplate(url: server.base + "/{z}/{x}/{y}.png", format: .png),
      options: options)
  }

  @Test("A connection that is closed without an answer, or within it, is unavailable")
  func brokenConnections() async throws {
    let image = try #require(pyramid.tiles.values.first)
    for reply in [LoopbackServer.Reply.drop, .breakOff(image)] {
      let server = try LoopbackServer { _, _ in reply }
      defer { withExtendedLifetime(server) {} }
      let answer = await (try layer(server)).tile(at: try #require(pyramid.tiles.keys.first))
      guard case .unavailable(.unreachable) = answer else {
        Issue.record("\(answer)")
        return
      }
    }
  }

  @Test("A server that is not there is unavailable")
  func nobody() async throws {
    var server: LoopbackServer? = try LoopbackServer { _, _ in .drop }
    let layer = try layer(try #require(server))
    server = nil
    let answer = await layer.tile(at: try #require(pyramid.tiles.keys.first))
    #expect(answer.isUnavailable)
  }

  @Test("A server that is silent for too long has timed out")
  func silence() async throws {
    let server = try LoopbackServer { _, _ in .silence }
    // Its last use is before the answer; released there, it would close what waits to be accepted.
    defer { withExtendedLifetime(server) {} }
    let layer = try layer(server) { $0.requestTimeout = .seconds(1) }
    let answer = await layer.tile(at: try #require(pyramid.tiles.keys.first))
    guard case .unavailable(.timedOut) = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test("An answer larger than a tile is cut off")
  func tooLarge() async throws {
    let body = [UInt8](repeating: 0x89, count: 3_000_000)
    let server = try LoopbackServer { _, _ in .respond(200, body) }
    defer { withExtendedLifetime(server) {} }
    let layer = try layer(server) { $0.maximumTileBytes = 100_000 }
    let answer = await layer.tile(at: try #require(pyramid.tiles.keys.first))
    guard case .unavailable(.tooLarge(_, 100_000)) = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  /// The answer for a caller who leaves when the server has the request.
  private func answer(
    for tile: TileCoordinate, of layer: TileLayer, left server: LoopbackServer
  ) async -> TileAnswer<EncodedTile> {
    let caller = Task { await layer.tile(at: tile) }
    while server.counts.isEmpty { await Task.yield() }
    caller.cancel()
    return await caller.value
  }

  @Test("A caller who leaves a silent server is free before its time-out")
  func cancellation() async throws {
    let server = try LoopbackServer { _, _ in .silence }
    let layer = try layer(server) { $0.requestTimeout = .seconds(100_000) }
    let tile = try #require(pyramid.tiles.keys.first)
    #expect(await answer(for: tile, of: layer, left: server) == .unavailable(.cancelled))
    #expect(await layer.callerCount(of: tile) == 0)
  }

  @Test("The connection a caller has left ends by its time-out")
  func abandonedConnection() async throws {
    let server = try LoopbackServer { _, _ in .silence }
    let layer = try layer(server) { $0.requestTimeout = .seconds(1) }
    let tile = try #require(pyramid.tiles.keys.first)
    #expect(await answer(for: tile, of: layer, left: server).isUnavailable)
    while server.abandoned == 0 { await Task.yield() }
  }

  /// The answer for a caller who asks again.
  private func answer(
    for tile: TileCoordinate, of layer: TileLayer
  ) async -> TileAnswer<EncodedTile> {
    var answer = await layer.tile(at: tile)
    for _ in 0..<8 where answer.isUnavailable { answer = await layer.tile(at: tile) }
    return answer
  }

  @Test("Eight readers of a slow server that fails at first get every tile, each sent whole once")
  func readers() async throws {
    let pyramid = pyramid
    let whole = Tally()
    let server = try LoopbackServer { path, number in
      guard let bytes = pyramid.tile(atPath: path) else { return .respond(404) }
      switch (number, bytes.count % 4) {
      case (0, 0): return .respond(503)
      case (0, 1): return .drop
      case (0, 2), (1, 1): return .breakOff(bytes)
      default:
        whole.add(path)
        return .respond(200, bytes)
      }
    }
    let layer = try layer(server) {
      $0.maximumRequests = 4
      $0.imageMemoryLimit = 1 << 20
    }
    await withTaskGroup(of: Void.self) { group in
      for reader in 0..<8 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(reader))
          for (tile, bytes) in pyramid.tiles.shuffled(using: &generator) {
            #expect(await answer(for: tile, of: layer) == .tile(EncodedTile(bytes)))
            #expect(await layer.image(at: tile).content != nil)
          }
        }
      }
    }
    #expect(whole.counts.count == pyramid.tiles.count)
    #expect(whole.counts.values.allSatisfy { $0 == 1 })
    #expect(server.mostRunning <= 4)
    #expect(await layer.memoryCost.images <= 1 << 20)
  }

  @Test("Readers who come and go leave nothing behind: every answer is right and all end")
  func comingAndGoing() async throws {
    let pyramid = pyramid
    let server = try LoopbackServer { path, number in
      guard number > 0, let bytes = pyramid.tile(atPath: path) else { return .respond(500) }
      return .respond(200, bytes)
    }
    let layer = try layer(server) {
      $0.maximumRequests = 3
      $0.memoryLimit = 8000
    }
    await withTaskGroup(of: Void.self) { group in
      for reader in 0..<8 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(100 + reader))
          for (tile, bytes) in pyramid.tiles.shuffled(using: &generator) {
            let caller = Task { await layer.tile(at: tile) }
            if generator.next() % 2 == 0 {
              if generator.next() % 2 == 0 { await Task.yield() }
              caller.cancel()
            }
            switch await caller.value {
            case .unavailable(.cancelled): #expect(caller.isCancelled)
            case .unavailable(.busy): break
            case let answer: #expect(answer == .tile(EncodedTile(bytes)))
            }
          }
        }
      }
    }
    for tile in pyramid.tiles.keys { #expect(await layer.callerCount(of: tile) == 0) }
    #expect(await layer.memoryCost.files <= 8000)
    for (tile, bytes) in pyramid.tiles {
      #expect(await answer(for: tile, of: layer) == .tile(EncodedTile(bytes)))
    }
  }
}

private final class Tally: Sendable {
  private let state = Guarded<[String: Int]>([:])
  var counts: [String: Int] { state.withLock { $0 } }
  func add(_ key: String) { state.withLock { $0[key, default: 0] += 1 } }
}
