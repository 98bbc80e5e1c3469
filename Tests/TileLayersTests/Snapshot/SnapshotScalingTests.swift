import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting

@Suite("Images of other sizes in snapshots")
struct SnapshotScalingTests {
  /// The picture of just one tile of level 7, in as many pixels as the layer states samples.
  private func picture(
    of image: RGBAImage, tileSize: TileSize, options: TileLayer.Options = TileLayer.Options(),
    zooms: ClosedRange<Int> = 7...7
  ) throws -> RGBAImage {
    let bytes = try SamplePyramid.png(image)
    let layer = TileLayer(
      LayerInformation(
        name: "Odd", tileSize: tileSize, extent: .within(zooms: zooms, bounds: nil)),
      options: options
    ) { _ in .tile(EncodedTile(bytes)) }
    let world = 128.0
    let middle = MapPoint(x: 40.5 / world * 2 - 1, y: 1 - 50.5 / world * 2)
    return try MapSnapshotter([SnapshotLayer(layer)]).waitForImage(
      MapSnapshotter.Options(
        camera: CameraPosition(target: middle.coordinate, zoom: 7),
        viewport: Viewport(size: ScreenSize(width: 256, height: 256)),
        scale: Double(tileSize.rawValue) / 256))
  }

  private func noise(_ side: Int, seed: Int) -> RGBAImage {
    var samples: [UInt8] = []
    for y in 0..<side { for x in 0..<side { samples += DrawnLayers.noise(seed, x, y) } }
    return RGBAImage(width: side, height: side, samples: samples)
  }

  /// The fractions of source samples in one sample of the result, from the definition of the kernels.
  private func weights(_ index: Int, of side: Int, from count: Int) -> [(
    index: Int, portion: Double
  )] {
    let step = Double(count) / Double(side)
    if step > 1 {
      let (low, high) = (Double(index) * step, Double(index + 1) * step)
      return (Int(low)..<min(Int(high.rounded(.up)), count)).map {
        ($0, (min(high, Double($0 + 1)) - max(low, Double($0))) / step)
      }
    }
    let position = (Double(index) + 0.5) * step - 0.5
    let whole = Int(position.rounded(.down))
    let part = position - Double(whole)
    return [(whole, 1 - part), (whole + 1, part)].map {
      (min(max($0.0, 0), count - 1), $0.1)
    }
  }

  @Test(
    "A square image of any size fills its tile, mixed in premultiplied alpha",
    arguments: [
      (256, TileSize.large), (1, .standard), (16, .standard), (100, .standard), (300, .standard),
      (512, .standard), (257, .large), (1024, .large),
    ])
  func square(count: Int, tileSize: TileSize) throws {
    let side = tileSize.rawValue
    let source = noise(count, seed: count)
    let picture = try picture(of: source, tileSize: tileSize)
    #expect(picture.width == side && picture.height == side)
    let axis = (0..<side).map { weights($0, of: side, from: count) }
    var generator = SeededGenerator(seed: UInt64(count))
    var points = (0..<2000).map { _ in
      (
        x: Int.random(in: 0..<side, using: &generator),
        y: Int.random(in: 0..<side, using: &generator)
      )
    }
    points += [(0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1)]
    var worst = 0.0
    for point in points {
      var sum = [0.0, 0, 0, 0]
      for row in axis[point.y] {
        for column in axis[point.x] {
          let pixel = source.pixel(column.index, row.index).map(Double.init)
          let portion = row.portion * column.portion * pixel[3]
          for channel in 0..<3 { sum[channel] += portion * pixel[channel] }
          sum[3] += portion
        }
      }
      let drawn = picture.pixel(point.x, point.y).map(Double.init)
      worst = max(worst, abs(drawn[3] - sum[3]))
      // The colour of what is all but clear says nothing.
      guard sum[3] >= 8 else { continue }
      for channel in 0..<3 {
        worst = max(worst, abs(drawn[channel] - sum[channel] / sum[3]))
      }
    }
    // Rounding to whole levels, and the single precision that comes before it.
    #expect(worst <= 0.51)
  }

  @Test("Neighbours do not run into each other: each image is scaled on its own")
  func neighbours() throws {
    let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 0, 255, 255]]
    let tiles = try colors.map {
      try SamplePyramid.png(RGBAImage(width: 1, height: 1, samples: $0))
    }
    let layer = TileLayer(
      LayerInformation(
        name: "Two", tileSize: .large, extent: .within(zooms: 7...7, bounds: nil))
    ) { .tile(EncodedTile(tiles[$0.x & 1])) }
    let edge = MapPoint(x: 41.0 / 128 * 2 - 1, y: 1 - 50.5 / 128 * 2)
    let image = try MapSnapshotter([SnapshotLayer(layer)]).waitForImage(
      MapSnapshotter.Options(
        camera: CameraPosition(target: edge.coordinate, zoom: 7),
        viewport: Viewport(size: ScreenSize(width: 100, height: 100)), scale: 2))
    #expect(image.pixel(99, 100) == colors[0])
    #expect(image.pixel(100, 100) == colors[1])
  }

  @Test("Levels above the shallowest are made of images of other sizes as well")
  func underzoom() throws {
    var options = TileLayer.Options()
    options.underzoomLevels = 1
    let flat = RGBAImage(
      width: 100, height: 100,
      samples: (0..<10_000).flatMap { _ in [10, 20, 30, 255] as [UInt8] })
    let image = try picture(of: flat, tileSize: .standard, options: options, zooms: 8...9)
    #expect(image.pixel(0, 0) == [10, 20, 30, 255])
    #expect(image.pixel(255, 255) == [10, 20, 30, 255])
  }
}

@Suite("Snapshots of layers that fetch")
struct FetchedSnapshotTests {
  private let options = MapSnapshotter.Options(
    camera: CameraPosition(latitude: 47, longitude: 8, zoom: 9, bearing: 20, viewingAngle: 30),
    viewport: Viewport(size: ScreenSize(width: 700, height: 500)))

  private func layer(_ transport: ScriptedTransport) throws -> TileLayer {
    var options = TileLayer.Options()
    options.transport = transport
    return TileLayer(
      LayerInformation(name: "Far"),
      urlTemplate: try TileTemplate(url: "https://example.com/{z}/{x}/{y}.png", format: .png),
      options: options)
  }

  @Test("Eight pictures at once ask once for each tile, and are what a waiting thread gets")
  func together() async throws {
    var generator = SeededGenerator(seed: 8)
    let bytes = try SamplePyramid.png(SamplePyramid.pattern(&generator))
    let transport = ScriptedTransport { _, _ in TileResponse(status: 200, body: bytes) }
    let snapshotter = MapSnapshotter([SnapshotLayer(try layer(transport))])
    let options = options
    let images = try await withThrowingTaskGroup(of: RGBAImage.self) { group in
      for _ in 0..<8 { group.addTask { try await snapshotter.image(options) } }
      return try await group.reduce(into: [RGBAImage]()) { $0.append($1) }
    }
    let expected = try await onThread { Result { try snapshotter.waitForImage(options) } }.get()
    #expect(images.count == 8 && images.allSatisfy { $0 == expected })
    #expect(transport.total > 8 && transport.counts.values.allSatisfy { $0 == 1 })
  }

  @Test("A task that is cancelled while its tiles are fetched ends with that error")
  func cancellation() async throws {
    let gate = SteppedClock()
    let transport = ScriptedTransport { _, _ throws(TileTransportError) in
      try await ScriptedTransport.hold(gate, until: .seconds(1))
      return TileResponse(status: 404)
    }
    let snapshotter = MapSnapshotter([SnapshotLayer(try layer(transport))])
    let options = options
    let task = Task { try await snapshotter.image(options) }
    while transport.total == 0 { await Task.yield() }
    task.cancel()
    await #expect {
      try await task.value
    } throws: { error in
      guard case .tile("Far", _, .cancelled) = error as? MapSnapshotError else { return false }
      return true
    }
  }
}
