import Foundation
import GoogleMapsCompatibility
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting

/// The guide's layer: a picture on every odd column, and no tile elsewhere.
private final class OddColumns: GMSSyncTileLayer {
  let picture = UIImage(samples: Picture.samples)
  let asked = Guarded<[TileCoordinate]>([])
  let mainCalls = Guarded(0)

  override func tileFor(x: UInt, y: UInt, zoom: UInt) -> UIImage? {
    if MainQueue.isCurrent { mainCalls.withLock { $0 += 1 } }
    if let tile = TileCoordinate(zoom: Int(zoom), x: Int(x), y: Int(y)) {
      asked.withLock { $0.append(tile) }
    }
    if x % 2 == 1 {
      return picture
    } else {
      return kGMSTileLayerNoTile
    }
  }
}

/// A layer that answers with the next image of a list.
private final class Script: GMSTileLayer {
  var images: [UIImage?]
  var asked = 0

  init(_ images: [UIImage?]) { self.images = images }

  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {
    asked += 1
    receiver.receiveTileWith(
      x: x, y: y, zoom: zoom, image: images.isEmpty ? nil : images.removeFirst())
  }
}

/// A layer that answers when it is told to.
private final class Late: GMSTileLayer {
  var requests: [(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver)] = []

  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {
    requests.append((x, y, zoom, receiver))
  }
}

/// Keeps what it receives.
private final class Receiver: GMSTileReceiver {
  let stream: AsyncStream<UIImage?>
  private let continuation: AsyncStream<UIImage?>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func receiveTileWith(x: UInt, y: UInt, zoom: UInt, image: UIImage?) { continuation.yield(image) }
}

@MainActor
@Suite("Answers of tile layers")
struct TileAnswerTests {
  private func tile(_ zoom: Int, _ x: Int, _ y: Int) throws -> TileCoordinate {
    try #require(TileCoordinate(zoom: zoom, x: x, y: y))
  }

  @Test("A synchronous layer is asked away from the main actor, once for each tile")
  func oddColumns() async throws {
    MainQueue.mark()
    #expect(MainQueue.isCurrent)
    let layer = OddColumns()
    for _ in 0..<2 {
      for x in 0..<4 {
        let answer = await layer.tiles.image(at: try tile(2, x, 3))
        #expect(answer == (x % 2 == 1 ? .tile(Picture.samples) : .absent))
      }
    }
    #expect(try layer.asked.withLock { $0 } == (0..<4).map { try tile(2, $0, 3) })
    #expect(layer.mainCalls.withLock { $0 } == 0)
  }

  @Test("Clearing the cache asks for every tile again, also for those that did not exist")
  func clearing() async throws {
    let layer = OddColumns()
    for count in 1...3 {
      for x in 0..<2 { _ = await layer.tiles.tile(at: try tile(1, x, 0)) }
      #expect(layer.asked.withLock { $0.count } == 2 * count)
      layer.clearTileCache()
    }
  }

  @Test("Setting the size of tiles asks for them again, setting the same one does not")
  func tileSize() async throws {
    let layer = OddColumns()
    #expect(layer.tiles.information.tileSize == .standard)
    _ = await layer.tiles.tile(at: try tile(0, 0, 0))
    layer.tileSize = 256
    _ = await layer.tiles.tile(at: try tile(0, 0, 0))
    #expect(layer.asked.withLock { $0.count } == 1)
    layer.tileSize = 512
    #expect(layer.tiles.information.tileSize == .large)
    _ = await layer.tiles.tile(at: try tile(0, 0, 0))
    #expect(layer.asked.withLock { $0.count } == 2)
  }

  @Test("A tile handed over as nil is asked for again after the pause; NoTile is not")
  func nilAgainstNoTile() async throws {
    let clock = HandClock()
    let layer = Script([nil, nil, UIImage(samples: Picture.samples)])
    layer.loading.clock = clock
    let location = try tile(3, 1, 2)
    for (pause, expected) in [(0, 1), (999, 1), (1, 2), (1999, 2)] {
      clock.advance(by: .milliseconds(pause))
      let answer = await layer.tiles.tile(at: location)
      #expect(answer.content == nil && answer != .absent)
      #expect(layer.asked == expected)
    }
    clock.advance(by: .milliseconds(1))
    #expect(await layer.tiles.image(at: location) == .tile(Picture.samples))
    #expect(layer.asked == 3)

    let empty = Script([kGMSTileLayerNoTile, UIImage(samples: Picture.samples)])
    empty.loading.clock = clock
    for _ in 0..<3 {
      #expect(await empty.tiles.tile(at: location) == .absent)
      clock.advance(by: .seconds(3600))
    }
    #expect(empty.asked == 1)
    empty.clearTileCache()
    #expect(await empty.tiles.image(at: location) == .tile(Picture.samples))
  }

  @Test("NoTile is distinguished by identity, not by its pixels")
  func identity() async throws {
    let layer = Script([UIImage()])
    let answer = await layer.tiles.tile(at: try tile(0, 0, 0))
    #expect(answer == .unavailable(.other("the layer's image has no pixels")))
  }

  @Test("Tiles may be handed over late, in another order and through one receiver")
  func late() async throws {
    let layer = Late()
    let tiles = layer.tiles
    async let first = tiles.image(at: try tile(1, 0, 0))
    async let second = tiles.image(at: try tile(1, 1, 0))
    while layer.requests.count < 2 { await Task.yield() }
    let receiver = try #require(layer.requests.first?.receiver)
    receiver.receiveTileWith(x: 1, y: 1, zoom: 1, image: nil)
    receiver.receiveTileWith(x: .max, y: 0, zoom: .max, image: nil)
    for x: UInt in [1, 0] {
      receiver.receiveTileWith(
        x: x, y: 0, zoom: 1,
        image: x == 0 ? kGMSTileLayerNoTile : UIImage(samples: Picture.samples))
    }
    #expect(try await first == .absent)
    #expect(try await second == .tile(Picture.samples))
  }

  @Test("Giving up on a tile that never comes ends the wait")
  func cancellation() async throws {
    let layer = Late()
    let location = try tile(1, 0, 0)
    let wait = Task { await layer.tiles.tile(at: location) }
    while layer.requests.isEmpty { await Task.yield() }
    wait.cancel()
    #expect(await wait.value == .unavailable(.cancelled))
  }

  @Test("A layer that never answers counts as unavailable after its request timeout")
  func timeout() async throws {
    let layer = Late()
    let clock = HandClock()
    layer.loading.clock = clock
    layer.loading.requestTimeout = .seconds(7)
    clock.advance(by: .seconds(100))
    let answer = await layer.tiles.tile(at: try tile(1, 0, 1))
    #expect(answer == .unavailable(.timedOut(location: "tile 1/0/1")))
    #expect(clock.deadlines.withLock { $0 } == [.seconds(107)])
    #expect(layer.requests.count == 1)
  }

  @Test("A file that an image was decoded from is handed on byte for byte")
  func bytes() async throws {
    let file = try Picture.file()
    let image = try #require(UIImage(data: Data(file)))
    #expect(image.size == CGSize(width: 2, height: 1))
    let layer = Script([image])
    let answer = await layer.tiles.tile(at: try tile(0, 0, 0))
    #expect(answer == .tile(EncodedTile(file)))
    #expect(UIImage(data: Data(file.dropLast(20))) == nil)
    #expect(UIImage(named: "australia") == nil)
    let directory = try TemporaryDirectory()
    let url = directory.url.appendingPathComponent("a.png")
    try Data(file).write(to: url)
    #expect(UIImage(contentsOfFile: url.path)?.samples == Picture.samples)
    #expect(UIImage(contentsOfFile: directory.url.path) == nil)
  }

  @Test("Tiles taken from a layer keep it alive, ask once, and follow when its cache is cleared")
  func ownership() async throws {
    weak var layer: OddColumns?
    let tiles = {
      let made = OddColumns()
      layer = made
      return made.tiles
    }()
    let location = try tile(2, 1, 3)
    for count in 1...3 {
      #expect(await tiles.image(at: location) == .tile(Picture.samples))
      #expect(await tiles.image(at: location) == .tile(Picture.samples))
      #expect(layer?.asked.withLock { $0.count } == count)
      layer?.clearTileCache()
    }
  }

  @Test("A layer that nobody holds is released, whatever it was asked for")
  func release() async throws {
    weak var layer: OddColumns?
    do {
      let made = OddColumns()
      layer = made
      _ = await made.tiles.tile(at: try tile(2, 1, 3))
    }
    // The task that asked may be about to end.
    for _ in 0..<10_000 where layer != nil { await Task.yield() }
    #expect(layer == nil)
  }

  @Test("The receiver of a URL layer gets the image, NoTile or nil")
  func receiver() async throws {
    let layer = GMSURLTileLayer { x, _, _ in x == 9 ? nil : URL(string: "https://e.com/\(x)") }
    layer.loading.transport = TableTransport(
      ["https://e.com/1": 404, "https://e.com/2": 500], body: try Picture.file())
    func image(_ x: UInt, zoom: UInt = 4) async -> UIImage? {
      let receiver = Receiver()
      layer.requestTileFor(x: x, y: 0, zoom: zoom, receiver: receiver)
      var images = receiver.stream.makeAsyncIterator()
      return await images.next() ?? nil
    }
    #expect(await image(0)?.samples == Picture.samples)
    #expect(await image(1) === kGMSTileLayerNoTile)
    #expect(await image(2) == nil)
    #expect(await image(9) === kGMSTileLayerNoTile)
    #expect(await image(0, zoom: 99) === kGMSTileLayerNoTile)
  }
}
