import Foundation
import GoogleMapsCompatibility
import Testing
import TileImaging
import TileLayers

@MainActor
@Suite("Tile sizes in physical pixels")
struct TileSizeTests {
  private func layer(_ transport: TableTransport, tileSize: Int) -> GMSURLTileLayer {
    let layer = GMSURLTileLayer { x, y, zoom in URL(string: "https://e.com/\(zoom)/\(x)/\(y)") }
    layer.loading.transport = transport
    layer.tileSize = tileSize
    return layer
  }

  /// The levels that were asked for, and how many tiles.
  private func asked(_ transport: TableTransport) -> (levels: Set<String>, count: Int) {
    let paths = transport.requests.map(\.url.pathComponents)
    return (Set(paths.map { $0[1] }), paths.count)
  }

  @Test(
    "Pictures and frames ask for the level that the SDK was seen to ask for",
    arguments: [
      // Measured in the SDK: on three pixels a point, zoom 14 for 512, zoom 13 for 1536 and 3072.
      (13, 3, 512, 14), (13, 3, 1536, 13), (13, 3, 3072, 13),
      (13, 1, 256, 13), (13, 2, 256, 14), (13, 3, 256, 15),
      (13, 1, 512, 13), (13, 2, 512, 13), (13, 3, 768, 13),
      // Less than a pixel counts as the default, and none is too large.
      (13, 1, 0, 13), (13, 2, -512, 14), (13, 1, .max, 13),
      // Half way between two zooms the deeper one is taken.
      (13.5, 1, 256, 14), (13.25, 2, 512, 13),
    ] as [(Float, Double, Int, Int)])
  func levels(zoom: Float, scale: Double, tileSize: Int, level: Int) async throws {
    let map = GMSMapView(
      frame: CGRect(x: 0, y: 0, width: 16, height: 16),
      camera: GMSCameraPosition(latitude: 0, longitude: 0, zoom: zoom))
    let drawn = TableTransport(body: [])
    let pictured = layer(drawn, tileSize: tileSize)
    pictured.map = map
    _ = try await map.snapshot(scale: scale)
    #expect(asked(drawn).levels == ["\(level)"])
    #expect(asked(drawn).count == 4)

    pictured.map = nil
    let stepped = TableTransport(body: [])
    let shown = layer(stepped, tileSize: tileSize)
    shown.map = map
    map.contentScaleFactor = CGFloat(scale)
    map.advance(by: .zero)
    await map.finishLoading()
    #expect(asked(stepped).levels == ["\(level)"])
    #expect(asked(stepped).count == 4)
  }

  @Test("Tiles of 768 pixels are drawn pixel for pixel on three pixels a point")
  func exact() async throws {
    let side = 768
    var random = SystemRandomNumberGenerator()
    let samples = (0..<(4 * side * side)).map { index -> UInt8 in
      index % 4 == 3 ? 255 : .random(in: 0...255, using: &random)
    }
    let transport = TableTransport(
      body: try PNGTileEncoder(effort: .fast).encode(
        RGBAImage(width: side, height: side, samples: samples)))
    let map = GMSMapView(
      frame: CGRect(x: 0, y: 0, width: 32, height: 32),
      camera: GMSCameraPosition(latitude: 0, longitude: 0, zoom: 2))
    layer(transport, tileSize: side).map = map
    let image = try await map.snapshot(scale: 3)
    #expect(image.width == 96 && image.height == 96)
    // The corners of four tiles meet in the middle.
    let expected = (0..<(96 * 96)).flatMap { index -> ArraySlice<UInt8> in
      let (x, y) = ((side - 48 + index % 96) % side, (side - 48 + index / 96) % side)
      return samples[(4 * (y * side + x))..<(4 * (y * side + x + 1))]
    }
    #expect(image.samples == expected)
  }

  @Test("A view of four tiles requests four, and a ring around them only with a tile buffer")
  func ring() async throws {
    for (buffer, count) in [(0, 4), (1, 16), (2, 36), (-1, 4)] {
      let map = GMSMapView(
        frame: CGRect(x: 0, y: 0, width: 32, height: 32),
        camera: GMSCameraPosition(latitude: 0, longitude: 0, zoom: 5))
      #expect(map.tileBuffer == 0)
      map.tileBuffer = buffer
      let drawn = TableTransport(body: try Picture.square(side: 8))
      layer(drawn, tileSize: 256).map = map
      let snapshot = try await map.snapshotWithGaps()
      #expect(snapshot.tileCount == 4)
      #expect(asked(drawn).count == count)
      #expect(Set(drawn.requests.map(\.url)).count == count)

      map.clear()
      let stepped = TableTransport(body: try Picture.square(side: 8))
      layer(stepped, tileSize: 256).map = map
      map.advance(by: .zero)
      await map.finishLoading()
      #expect(asked(stepped).count == count)
    }
    // At zoom 2 a ring of two wraps around the world, each tile once.
    let map = GMSMapView(
      frame: CGRect(x: 0, y: 0, width: 32, height: 32),
      camera: GMSCameraPosition(latitude: 0, longitude: 0, zoom: 2))
    map.tileBuffer = .max
    let world = TableTransport(body: try Picture.square(side: 8))
    layer(world, tileSize: 256).map = map
    _ = try await map.snapshot()
    #expect(asked(world).count == 16)
  }
}
