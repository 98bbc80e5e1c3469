import Foundation
import GoogleMapsCompatibility
import Testing
import TileLayers
import TileModel
import TilePyramidTesting

@MainActor
@Suite("Layers over URLs")
struct URLTileLayerTests {
  private func tile(_ zoom: Int, _ x: Int, _ y: Int) throws -> TileCoordinate {
    try #require(TileCoordinate(zoom: zoom, x: x, y: y))
  }

  @Test("The guide's floor plan is fetched from the URLs that its constructor names")
  func floorPlan() async throws {
    let floor = 1
    let urls: GMSTileURLConstructor = { x, y, zoom in
      URL(string: "https://www.example.com/floorplans/L\(floor)_\(zoom)_\(x)_\(y).png")
    }
    let map = GMSMapView()
    let layer = GMSURLTileLayer(urlConstructor: urls)
    layer.zIndex = 100
    layer.map = map
    layer.userAgent = "Guide/1"
    let transport = TableTransport(body: try Picture.file())
    layer.loading.transport = transport
    #expect(await layer.tiles.image(at: try tile(17, 65_000, 43_000)) == .tile(Picture.samples))
    let request = try #require(transport.requests.first)
    #expect(
      request.url.absoluteString == "https://www.example.com/floorplans/L1_17_65000_43000.png")
    #expect(request.headers["User-Agent"] == "Guide/1")
    #expect(map.tileLayers.first === layer)
  }

  @Test("Without a user agent the platform's is sent")
  func platformUserAgent() async throws {
    let layer = GMSURLTileLayer { _, _, _ in URL(string: "https://e.com") }
    let transport = TableTransport(body: try Picture.file())
    layer.loading.transport = transport
    _ = await layer.tiles.tile(at: try tile(0, 0, 0))
    #expect(transport.requests.map { $0.headers["User-Agent"] } == [nil])
  }

  @Test("A nil of the URL constructor is definitive until the cache is cleared")
  func definitiveNil() async throws {
    let clock = HandClock()
    var asked = 0
    let layer = GMSURLTileLayer { _, _, _ in
      asked += 1
      return nil
    }
    layer.loading.clock = clock
    for _ in 0..<3 {
      #expect(await layer.tiles.tile(at: try tile(0, 0, 0)) == .absent)
      clock.advance(by: .seconds(3600))
    }
    #expect(asked == 1)
    layer.clearTileCache()
    #expect(await layer.tiles.tile(at: try tile(0, 0, 0)) == .absent)
    #expect(asked == 2)
  }

  @Test("Files are tiles, a missing one is no tile, other content is unavailable")
  func files() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Picture.file(), as: "0.png")
    try directory.write("<html>".utf8, as: "1.png")
    let layer = GMSURLTileLayer { x, _, _ in directory.url.appendingPathComponent("\(x).png") }
    #expect(await layer.tiles.image(at: try tile(2, 0, 0)) == .tile(Picture.samples))
    guard case .unavailable(.notAnImage) = await layer.tiles.tile(at: try tile(2, 1, 0)) else {
      Issue.record("a page was taken for a tile")
      return
    }
    #expect(await layer.tiles.tile(at: try tile(2, 2, 0)) == .absent)
    layer.loading.maximumTileBytes = 10
    guard case .unavailable(.tooLarge) = await layer.tiles.tile(at: try tile(2, 0, 0)) else {
      Issue.record("a file beyond the limit was taken")
      return
    }
  }
}
