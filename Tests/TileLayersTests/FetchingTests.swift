import Foundation
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting

@Suite("Fetching")
struct FetchingTests {
  let tile: TileCoordinate
  let image: [UInt8]

  init() throws {
    tile = try SamplePyramid.address(5, 8, 4)
    var generator = SeededGenerator(seed: 3)
    image = try SamplePyramid.png(SamplePyramid.pattern(&generator, side: 16))
  }

  private func layer(
    _ transport: ScriptedTransport, clock: SteppedClock = SteppedClock(),
    configure: (inout TileLayer.Options) -> Void = { _ in }
  ) throws -> TileLayer {
    var options = TileLayer.Options()
    options.transport = transport
    options.clock = clock
    configure(&options)
    return TileLayer(
      LayerInformation(name: "Test"),
      urlTemplate: try TileTemplate(
        url: "https://tiles.example.com/{z}/{x}/{y}.png", format: .png),
      options: options)
  }

  @Test("Status 200 with an image is the tile", arguments: [nil, 0, 5] as [Int?])
  func present(delay: Int?) async throws {
    let image = image
    let transport = ScriptedTransport { _, _ in
      TileResponse(status: 200, retryAfterSeconds: delay, body: image)
    }
    let layer = try layer(transport) { $0.userAgent = "Plans/2" }
    #expect(await layer.tile(at: tile) == .tile(EncodedTile(image)))
    #expect(transport.lastHeaders["User-Agent"] == "Plans/2")
    #expect(transport.counts == ["https://tiles.example.com/5/8/4.png": 1])
  }

  @Test(
    "Status 404, 410 and 204 mean definitively no tile, and are requested once",
    arguments: [404, 410, 204])
  func absent(status: Int) async throws {
    let transport = ScriptedTransport { _, _ in TileResponse(status: status) }
    let layer = try layer(transport)
    #expect(await layer.tile(at: tile) == .absent)
    #expect(await layer.image(at: tile) == .absent)
    #expect(transport.total == 1)
  }

  @Test(
    "Status 5xx and some of 4xx make a tile unavailable for a while",
    arguments: [500, 502, 503, 504, 599, 408, 425, 429])
  func busy(status: Int) async throws {
    let image = image
    let transport = ScriptedTransport { _, number in
      number == 0 ? TileResponse(status: status) : TileResponse(status: 200, body: image)
    }
    let clock = SteppedClock()
    let layer = try layer(transport, clock: clock)
    let location = "https://tiles.example.com/5/8/4.png"
    let failure = TileUnavailability.busy(status: status, location: location, retryAfter: nil)
    #expect(await layer.tile(at: tile) == .unavailable(failure))
    #expect(await layer.tile(at: tile) == .unavailable(failure))
    #expect(transport.total == 1)
    clock.advance(to: .seconds(1))
    #expect(await layer.tile(at: tile) == .tile(EncodedTile(image)))
    #expect(transport.total == 2)
  }

  @Test(
    "Other HTTP statuses are refusals, which say nothing of the tile",
    arguments: [400, 401, 403, 451, 302])
  func refused(status: Int) async throws {
    let transport = ScriptedTransport { _, _ in TileResponse(status: status) }
    let clock = SteppedClock()
    let layer = try layer(transport, clock: clock)
    for _ in 0..<3 {
      guard case .unavailable(.refused(status, _)) = await layer.tile(at: tile) else {
        Issue.record("not refused")
        return
      }
      clock.advance(to: .seconds(59))
    }
    #expect(transport.total == 1)
    clock.advance(to: .seconds(60))
    _ = await layer.tile(at: tile)
    #expect(transport.total == 2)
  }

  @Test("A tile that cannot be decoded is unavailable as an image and given as it is as a file")
  func damaged() async throws {
    let broken = Array(image.dropLast(20))
    let transport = ScriptedTransport { _, _ in TileResponse(status: 200, body: broken) }
    let layer = try layer(transport)
    #expect(await layer.tile(at: tile) == .tile(EncodedTile(broken)))
    #expect(await layer.image(at: tile) == .unavailable(.image(.truncated(format: "PNG"), tile)))
  }

  @Test("A tile pauses for 1, 2, 4 and then at most 5 seconds")
  func pauses() async throws {
    let image = image
    let transport = ScriptedTransport { _, number in
      number < 5 ? TileResponse(status: 503) : TileResponse(status: 200, body: image)
    }
    let clock = SteppedClock()
    let layer = try layer(transport, clock: clock) {
      $0.retry = RetryPolicy(maximumDelay: .seconds(5))
    }
    var time = Duration.zero
    for (number, delay) in [1, 2, 4, 5, 5].enumerated() {
      #expect(await layer.tile(at: tile).isUnavailable)
      clock.advance(to: time + .milliseconds(1000 * delay - 1))
      #expect(await layer.tile(at: tile).isUnavailable)
      #expect(transport.total == number + 1)
      time += .seconds(delay)
      clock.advance(to: time)
    }
    #expect(await layer.tile(at: tile) == .tile(EncodedTile(image)))
  }

  @Test("A server that asks for a longer wait gets it, up to the maximum")
  func retryAfter() async throws {
    let transport = ScriptedTransport { _, number in
      TileResponse(status: 429, retryAfterSeconds: number == 0 ? 7 : 1_000_000)
    }
    let clock = SteppedClock()
    let layer = try layer(transport, clock: clock)
    for (time, requests) in [(0, 1), (6, 1), (7, 2), (66, 2), (67, 3)] {
      clock.advance(to: .seconds(time))
      _ = await layer.tile(at: tile)
      #expect(transport.total == requests)
    }
  }

  @Test(
    "Callers that come while a tile is fetched use one request; one who leaves changes nothing")
  func sharing() async throws {
    let image = image
    let gate = SteppedClock()
    let transport = ScriptedTransport { _, _ throws(TileTransportError) in
      try await ScriptedTransport.hold(gate, until: .seconds(1))
      return TileResponse(status: 200, body: image)
    }
    let layer = try layer(transport)
    let tile = tile
    let callers = (0..<8).map { _ in Task { await layer.tile(at: tile) } }
    while await layer.callerCount(of: tile) < 8 { await Task.yield() }
    callers[0].cancel()
    callers[5].cancel()
    #expect(await callers[0].value == .unavailable(.cancelled))
    #expect(await callers[5].value == .unavailable(.cancelled))
    #expect(await layer.callerCount(of: tile) == 6)
    gate.advance(to: .seconds(1))
    for index in [1, 2, 3, 4, 6, 7] {
      #expect(await callers[index].value == .tile(EncodedTile(image)))
    }
    #expect(transport.total == 1)
  }

  @Test("When the last caller leaves the request is cancelled, and is no failure of the tile")
  func abandonment() async throws {
    let image = image
    let gate = SteppedClock()
    let transport = ScriptedTransport { _, number throws(TileTransportError) in
      if number == 0 { try await ScriptedTransport.hold(gate, until: .seconds(1)) }
      return TileResponse(status: 200, body: image)
    }
    let layer = try layer(transport)
    let tile = tile
    let caller = Task { await layer.tile(at: tile) }
    while transport.total < 1 { await Task.yield() }
    caller.cancel()
    #expect(await caller.value == .unavailable(.cancelled))
    #expect(await layer.tile(at: tile) == .tile(EncodedTile(image)))
    #expect(transport.total == 2)
    #expect(transport.mostRunning == 1)
  }

  @Test("Clearing the cache asks again, also for a tile that is being fetched")
  func clearing() async throws {
    let image = image
    let gate = SteppedClock()
    let other = try SamplePyramid.address(5, 9, 4)
    let transport = ScriptedTransport { request, number throws(TileTransportError) in
      if request.url.path == "/5/9/4.png", number == 0 {
        try await ScriptedTransport.hold(gate, until: .seconds(1))
        return TileResponse(status: 404)
      }
      return TileResponse(status: 200, body: image)
    }
    let layer = try layer(transport)
    for _ in 0..<3 { _ = await layer.image(at: tile) }
    #expect(transport.total == 1)
    let caller = Task { await layer.tile(at: other) }
    while transport.total < 2 { await Task.yield() }
    await layer.clearTileCache()
    #expect(await caller.value == .tile(EncodedTile(image)))
    _ = await layer.image(at: tile)
    #expect(transport.counts.values.sorted() == [2, 2])
    #expect(transport.mostRunning <= 2)
  }

  @Test("An answer that began before the cache was cleared does not count, even when it arrives")
  func outdated() async throws {
    let image = image
    let gate = SteppedClock()
    let transport = ScriptedTransport { _, number in
      if number > 0 { return TileResponse(status: 200, body: image) }
      // A request that does not notice that it is cancelled.
      await Task.detached { try? await gate.sleep(until: .seconds(1)) }.value
      return TileResponse(status: 404)
    }
    let layer = try layer(transport)
    let tile = tile
    let caller = Task { await layer.tile(at: tile) }
    var deadlines = gate.deadlines.makeAsyncIterator()
    _ = await deadlines.next()
    await layer.clearTileCache()
    gate.advance(to: .seconds(1))
    #expect(await caller.value == .tile(EncodedTile(image)))
    #expect(transport.total == 2 && transport.mostRunning == 1)
  }

  @Test("Memory stays within its bounds, and what was driven out is asked for again")
  func memory() async throws {
    let image = image
    let transport = ScriptedTransport { _, _ in TileResponse(status: 200, body: image) }
    let limit = 10 * (image.count + 200)
    let layer = try layer(transport) {
      $0.memoryLimit = limit
      $0.imageMemoryLimit = 5000
    }
    let tiles = Array(TileRange(zoom: 6, x: 0..<10, y: 0..<3))
    for tile in tiles {
      _ = await layer.image(at: tile)
      let cost = await layer.memoryCost
      #expect(cost.files <= limit && cost.images <= 5000)
    }
    #expect(transport.total == 30)
    _ = await layer.tile(at: try #require(tiles.last))
    #expect(transport.total == 30)
    _ = await layer.tile(at: try #require(tiles.first))
    #expect(transport.total == 31)
  }

  @Test("A function that claims to be cancelled is unavailable, not asked for ever")
  func falseCancellation() async throws {
    let layer = TileLayer(
      LayerInformation(name: "Odd"),
      asynchronous: { _ in .unavailable(.cancelled) })
    #expect(await layer.tile(at: tile).isUnavailable)
  }
}

extension TileAnswer {
  var isUnavailable: Bool {
    if case .unavailable = self { true } else { false }
  }
}
