import Foundation
import Testing
import TileImaging
import TileLayers
import TileModel

@Suite("Pixels of snapshots")
struct SnapshotPixelTests {
  /// The camera over the north-western corner of a sample of a level whose world is `256 × 2^zoom`
  /// samples wide.
  private func camera(zoom: Int, x: Int, y: Int) -> CameraPosition {
    let world = Double(256 << zoom)
    let point = MapPoint(x: Double(x) / world * 2 - 1, y: 1 - Double(y) / world * 2)
    return CameraPosition(target: point.coordinate, zoom: Double(zoom))
  }

  private func picture(
    _ layers: [SnapshotLayer], _ camera: CameraPosition, width: Int = 64, height: Int = 48,
    scale: Double = 1, background: PixelColor = .clear
  ) throws -> RGBAImage {
    try MapSnapshotter(layers).waitForImage(
      MapSnapshotter.Options(
        camera: camera,
        viewport: Viewport(size: ScreenSize(width: Double(width), height: Double(height))),
        scale: scale, background: background))
  }

  @Test(
    "Where pixels meet samples, the picture is the tiles, sample for sample",
    arguments: [
      (3, 1024, 1000, TileSize.standard, 1.0, 3), (12, 300_000, 400_123, .standard, 1, 12),
      (20, 150_000_256, 99_999_999, .standard, 1, 20), (12, 300_000, 400_123, .large, 2, 12),
      (12, 300_000, 400_123, .standard, 2, 13), (12, 300_000, 400_124, .large, 1, 11),
    ])
  func native(
    zoom: Int, x: Int, y: Int, tileSize: TileSize, scale: Double, expectedZoom: Int
  ) throws {
    let layer = DrawnLayers.layer(zooms: 0...22, tileSize: tileSize, color: DrawnLayers.noise)
    let image = try picture(
      [SnapshotLayer(layer)], camera(zoom: zoom, x: x, y: y), width: 120, height: 90, scale: scale)
    let (width, height) = (Int(120 * scale), Int(90 * scale))
    let factor = Double(tileSize.rawValue << expectedZoom) / Double(256 << zoom)
    let left = Int(Double(x) * factor) - width / 2
    let top = Int(Double(y) * factor) - height / 2
    #expect(image.width == width && image.height == height)
    var different = 0
    for row in 0..<height {
      for column in 0..<width
      where image.pixel(column, row)
        != DrawnLayers.noise(expectedZoom, left + column, top + row)
      {
        different += 1
      }
    }
    #expect(different == 0)
  }

  @Test("A position in decimal degrees is close enough to a sample's corner for a copy")
  func decimals() throws {
    let exact = camera(zoom: 12, x: 300_000, y: 400_123)
    let rounded = CameraPosition(
      latitude: (exact.target.latitude * 1e7).rounded() / 1e7,
      longitude: (exact.target.longitude * 1e7).rounded() / 1e7, zoom: 12)
    let layer = DrawnLayers.layer(zooms: 12...12, color: DrawnLayers.noise)
    let images = try [exact, rounded].map { try picture([SnapshotLayer(layer)], $0) }
    #expect(images[0] == images[1])
  }

  @Test("Layers are drawn by z-index, then in the order given, each with its opacity")
  func order() throws {
    let red = try DrawnLayers.flat([255, 0, 0, 255])
    let green = try DrawnLayers.flat([0, 255, 0, 255])
    let blue = try DrawnLayers.flat([0, 0, 255, 128])
    let view = camera(zoom: 5, x: 4000, y: 4000)
    func middle(_ layers: [SnapshotLayer], _ background: PixelColor = .clear) throws -> [UInt8] {
      try picture(layers, view, background: background).pixel(31, 20)
    }
    #expect(try middle([SnapshotLayer(red), SnapshotLayer(green)]) == [0, 255, 0, 255])
    #expect(
      try middle([SnapshotLayer(red, zIndex: 1), SnapshotLayer(green)]) == [255, 0, 0, 255])
    // 255 × 128/255 of blue over the rest of red.
    #expect(try middle([SnapshotLayer(red), SnapshotLayer(blue)]) == [127, 0, 128, 255])
    // 0.25 × 128/255 of blue alone, and over white.
    #expect(try middle([SnapshotLayer(blue, opacity: 0.25)]) == [0, 0, 255, 32])
    #expect(try middle([SnapshotLayer(blue, opacity: 0.25)], .white) == [223, 223, 255, 255])
    #expect(try middle([SnapshotLayer(red, opacity: 0)], .white) == [255, 255, 255, 255])
    #expect(try middle([]) == [0, 0, 0, 0])
  }

  @Test("Beyond the deepest level its samples grow, mixed in premultiplied alpha")
  func overzoom() throws {
    let layer = try DrawnLayers.repeating(zooms: 0...4) { _ in
      RGBAImage(width: 2, height: 1, samples: [200, 100, 50, 255, 0, 0, 0, 0])
    }
    let image = try picture([SnapshotLayer(layer)], camera(zoom: 7, x: 16_000, y: 16_000))
    // One sample is eight pixels wide; the edges between them are at multiples of eight.
    for x in 0..<64 {
      let pixel = image.pixel(x, 10)
      // Pixel x is (x + 0.5) / 8 - 0.5 samples from the centre of the sample at the picture's left.
      let position = (Double(x) + 0.5) / 8 - 0.5 + 1996
      let portion = abs(position - 2 * (position / 2).rounded(.down) - 1)
      // Half a step of rounding.
      #expect(abs(Double(pixel[3]) - 255 * portion) <= 0.5001)
      #expect(pixel[3] == 0 || Array(pixel[0...2]) == [200, 100, 50])
    }
  }

  @Test(
    "A plan to zoom 21 is drawn up to zoom 25, at any density and tilt, with the pixels of its tiles"
  )
  func overzoomLimit() throws {
    var options = TileLayer.Options()
    let (column, row) = (1_100_000, 700_000)
    func plan(_ options: TileLayer.Options) throws -> TileLayer {
      let image = RGBAImage(
        width: 256, height: 256,
        samples: (0..<65_536).flatMap { [UInt8($0 % 256), UInt8($0 / 256), 7, 255] })
      let tile = EncodedTile(try SamplePyramid.png(image))
      let coverage = TileCoverage([try SamplePyramid.address(21, column, row)])
      return TileLayer(
        LayerInformation(name: "Plan", extent: .exactly(coverage)), options: options,
        synchronous: { _ in .tile(tile) })
    }
    // Over the tile's middle.
    func view(_ zoom: Double, _ angle: Double = 0) -> CameraPosition {
      let middle = camera(zoom: 21, x: 256 * column + 128, y: 256 * row + 128)
      return CameraPosition(target: middle.target, zoom: zoom, viewingAngle: angle)
    }
    let layer = SnapshotLayer(try plan(options))
    for zoom in 22...25 {
      let levels = zoom - 21
      let image = try picture([layer], view(Double(zoom)))
      // The tile whose north-western corner is the tile's middle.
      let half = 1 << (levels - 1)
      let tile = try #require(
        layer.layer.waitForImage(
          at: SamplePyramid.address(zoom, column << levels + half, row << levels + half)
        ).content)
      for (x, y) in [(0, 0), (20, 3), (31, 23)] {
        let (drawn, kept) = (image.pixel(32 + x, 24 + y), tile.pixel(x, y))
        #expect(zip(drawn, kept).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(zoom) \(x) \(y)")
      }
    }
    for (zoom, angle, scale) in [(25.4, 0, 1), (25, 45, 1), (25, 0, 3)]
      as [(Double, Double, Double)]
    {
      #expect(try picture([layer], view(zoom, angle), scale: scale).pixel(32, 30)[3] == 255)
    }
    let empty = [UInt8](repeating: 0, count: 4 * 64 * 48)
    for zoom in [25.5, 26, 30] { #expect(try picture([layer], view(zoom)).samples == empty) }
    options.overzoom = 0
    #expect(try picture([SnapshotLayer(plan(options))], view(22)).samples == empty)
    options.overzoom = 5
    #expect(try picture([SnapshotLayer(plan(options))], view(26)).pixel(32, 24)[3] == 255)
  }

  @Test("Beyond the deepest level an edge of the layer stays where it is")
  func overzoomEdge() throws {
    let coverage = TileCoverage([try SamplePyramid.address(21, 1_100_000, 700_000)])
    let tile = EncodedTile(
      try SamplePyramid.png(
        RGBAImage(
          width: 256, height: 256,
          samples: Array(repeating: [200, 100, 50, 255], count: 65_536).flatMap(\.self))))
    let layer = TileLayer(
      LayerInformation(name: "Plan", extent: .exactly(coverage)), synchronous: { _ in .tile(tile) })
    for zoom in 21...25 {
      let corner = camera(zoom: 21, x: 256 * 1_100_000, y: 256 * 700_000)
      let image = try picture([SnapshotLayer(layer)], corner.with(zoom: Double(zoom)))
      // The edge is between the pixels 31 and 32, 23 and 24; a sample has its colour at its centre.
      let half = (1 << (zoom - 21) + 1) / 2
      #expect(image.pixel(32 + half, 24 + half) == [200, 100, 50, 255])
      #expect(image.pixel(31 - half, 40) == [0, 0, 0, 0])
      #expect(image.pixel(40, 23 - half) == [0, 0, 0, 0])
    }
  }

  @Test("A fractional zoom takes the nearer level", arguments: [(5.4, 5), (5.5, 6), (5.6, 6)])
  func fraction(zoom: Double, level: Int) throws {
    let layer = try DrawnLayers.repeating(zooms: 4...7) {
      RGBAImage(width: 1, height: 1, samples: [UInt8($0), 0, 0, 255])
    }
    let image = try picture(
      [SnapshotLayer(layer)], camera(zoom: 5, x: 4000, y: 4000).with(zoom: zoom))
    #expect(
      image
        == RGBAImage(
          width: 64, height: 48,
          samples: Array(repeating: [UInt8(level), 0, 0, 255], count: 64 * 48).flatMap(\.self)))
  }

  @Test("Above the shallowest level the mean of its samples is drawn, up to four levels")
  func underzoom() throws {
    var reducing = TileLayer.Options()
    reducing.underzoomLevels = 4
    for options in [TileLayer.Options(), reducing] {
      let layer = SnapshotLayer(try DrawnLayers.checks(zooms: 6...7, options: options))
      for zoom in [4, 2] where zoom == 4 || options.underzoomLevels > 0 {
        let image = try picture([layer], camera(zoom: zoom, x: 400, y: 400), width: 16, height: 16)
        for y in 0..<16 {
          for x in 0..<16 {
            // The mean of 127.5 rounds to either side.
            #expect([[127, 127, 127, 255], [128, 128, 128, 255]].contains(image.pixel(x, y)))
          }
        }
      }
      let image = try picture([layer], camera(zoom: 1, x: 200, y: 200), width: 16, height: 16)
      #expect(image.samples.allSatisfy { $0 == 0 })
    }
  }

  @Test("The world continues beyond its western and eastern edges, and ends in the north")
  func edges() throws {
    let layer = DrawnLayers.layer(zooms: 2...2, color: DrawnLayers.noise)
    let image = try picture([SnapshotLayer(layer)], camera(zoom: 2, x: 0, y: 20), height: 42)
    for y in 0..<42 {
      #expect(image.pixel(40, y) == (y < 1 ? [0, 0, 0, 0] : DrawnLayers.noise(2, 8, y - 1)))
      #expect(image.pixel(20, y) == (y < 1 ? [0, 0, 0, 0] : DrawnLayers.noise(2, 1012, y - 1)))
    }
  }

  @Test("The background is all that is seen above the horizon")
  func sky() throws {
    let green = try DrawnLayers.flat([0, 255, 0, 255], zooms: 0...20)
    let viewport = Viewport(
      size: ScreenSize(width: 80, height: 300), padding: ViewInsets(top: 290))
    let camera = CameraPosition(latitude: 47, longitude: 8, zoom: 18, viewingAngle: 65)
    let image = try MapSnapshotter([SnapshotLayer(green)]).waitForImage(
      MapSnapshotter.Options(camera: camera, viewport: viewport, background: .white))
    let edge = try #require(ScreenProjection(position: camera, viewport: viewport).farEdge)
    #expect(edge > 10 && edge < 290)
    for y in 0..<300 where abs(Double(y) + 0.5 - edge) > 1 {
      let expected: [UInt8] = Double(y) < edge ? [255, 255, 255, 255] : [0, 255, 0, 255]
      #expect(image.pixel(40, y) == expected, "row \(y)")
    }
  }

  @Test("Every tile is asked for once, and those out of sight never")
  func requests() throws {
    let asked = Guarded<[TileCoordinate: Int]>([:])
    let bytes = try SamplePyramid.png(
      RGBAImage(
        width: 256, height: 256, samples: [UInt8](repeating: 255, count: 4 * 256 * 256)))
    let information = LayerInformation(
      name: "Counted", extent: .within(zooms: 0...20, bounds: nil))
    let layer = TileLayer(information) { tile in
      asked.withLock { $0[tile, default: 0] += 1 }
      return .tile(EncodedTile(bytes))
    }
    // 256 pixels around the middle of tile 8/5/6, and the corner of four tiles.
    _ = try picture(
      [SnapshotLayer(layer)], camera(zoom: 8, x: 1408, y: 1664), width: 200, height: 200)
    let first = try #require(TileCoordinate(zoom: 8, x: 5, y: 6))
    #expect(asked.withLock { $0 } == [first: 1])
    for _ in 0..<2 {
      _ = try picture([SnapshotLayer(layer)], camera(zoom: 8, x: 1536, y: 1792))
    }
    #expect(asked.withLock { $0.count } == 4)
    #expect(asked.withLock { $0.values.allSatisfy { $0 == 1 } })
  }

  @Test("A tile that cannot be had, or is not square, is an error that names it")
  func failures() throws {
    let information = LayerInformation(name: "Broken")
    let broken = TileLayer(information) { _ in .unavailable(.other("out of order")) }
    let view = camera(zoom: 3, x: 1024, y: 1024)
    #expect {
      try picture([SnapshotLayer(broken)], view)
    } throws: { error in
      "\(error)".contains("layer Broken, tile 3/") && "\(error)".contains("out of order")
    }
    let small = try SamplePyramid.png(
      RGBAImage(width: 3, height: 2, samples: [UInt8](repeating: 9, count: 24)))
    let wrong = TileLayer(information) { _ in .tile(EncodedTile(small)) }
    #expect {
      try picture([SnapshotLayer(wrong)], view)
    } throws: { error in
      "\(error)".contains("3 × 2") && "\(error)".contains("256 × 256")
    }
    #expect(throws: MapSnapshotError.size(width: 0, height: 48)) {
      try picture([], view, width: 0)
    }
    #expect(throws: MapSnapshotError.size(width: 64_000, height: 48_000)) {
      try picture([], view, scale: 1000)
    }
  }

  @Test("More tiles than fit in the memory allowed are an error before any is asked for")
  func memory() throws {
    let layer = TileLayer(LayerInformation(name: "Wide")) { _ in .unavailable(.other("asked")) }
    // The corner of four tiles.
    var options = MapSnapshotter.Options(
      camera: camera(zoom: 8, x: 1536, y: 1792),
      viewport: Viewport(size: ScreenSize(width: 64, height: 48)))
    options.tileMemoryLimit = 4 * (4 * 256 * 256) - 1
    let allowed = options
    #expect(throws: MapSnapshotError.tooManyTiles(layer: "Wide", limit: 3)) {
      try MapSnapshotter([SnapshotLayer(layer)]).waitForImage(allowed)
    }
  }

  @Test("A task gets the picture that a thread gets")
  func task() async throws {
    let options = MapSnapshotter.Options(
      camera: camera(zoom: 5, x: 4000, y: 4000).with(bearing: 30),
      viewport: Viewport(size: ScreenSize(width: 64, height: 48)))
    let snapshotter = MapSnapshotter([
      SnapshotLayer(DrawnLayers.layer(zooms: 5...5, color: DrawnLayers.noise))
    ])
    let image = try await snapshotter.image(options)
    #expect(image == (try waited(snapshotter, options)))
  }

  private func waited(
    _ snapshotter: MapSnapshotter, _ options: MapSnapshotter.Options
  ) throws -> RGBAImage {
    try snapshotter.waitForImage(options)
  }

  @Test("Colours are read from hexadecimal text only")
  func colours() {
    #expect(PixelColor(hexadecimal: "#FFffFF") == .white)
    #expect(
      PixelColor(hexadecimal: "#01020380")
        == PixelColor(1, 2, 3, alpha: 128))
    for text in ["", "#", "FFFFFF", "#FFFFF", "#+FFFFF", "#GGGGGG", "white", "#FFFFFFFFF"] {
      #expect(PixelColor(hexadecimal: text) == nil)
    }
  }
}
