import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting

@Suite("Levels that a layer does not have")
struct ScalingTests {
  let side = 256

  private func layer(
    _ images: [TileCoordinate: RGBAImage], configure: (inout TileLayer.Options) -> Void
  ) throws -> TileLayer {
    var options = TileLayer.Options()
    configure(&options)
    let tiles = try images.mapValues { EncodedTile(try SamplePyramid.png($0)) }
    let information = LayerInformation(
      name: "Scaled", extent: .exactly(TileCoverage(images.keys)))
    return TileLayer(information, options: options) { tile in
      tiles[tile].map { .tile($0) } ?? .absent
    }
  }

  private func noise(_ seed: UInt64) -> RGBAImage {
    var generator = SeededGenerator(seed: seed)
    var samples: [UInt8] = []
    for _ in 0..<(side * side) {
      let bits = generator.next()
      let alpha = bits >> 62 == 0 ? 0 : UInt8(truncatingIfNeeded: bits >> 24)
      for shift in [0, 8, 16] {
        samples.append(alpha == 0 ? 0 : UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
      }
      samples.append(alpha)
    }
    return RGBAImage(width: side, height: side, samples: samples)
  }

  private func pixel(_ image: RGBAImage, _ x: Int, _ y: Int) -> [UInt8] {
    Array(image.samples[(4 * (side * y + x))..<(4 * (side * y + x) + 4)])
  }

  /// Red and green grow by 15 from block to block of 16 samples, so that a block is a tile four levels down.
  private var blocks: RGBAImage {
    var samples: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side { samples += [UInt8(15 * (x / 16)), UInt8(15 * (y / 16)), 7, 255] }
    }
    return RGBAImage(width: side, height: side, samples: samples)
  }

  @Test("By itself a plan to zoom 21 is there up to zoom 25, and nothing else is made up")
  func byDefault() async throws {
    let parent = try SamplePyramid.address(21, 1_100_000, 700_000)
    let layer = try layer([parent: blocks]) { _ in }
    func tile(_ levels: Int, _ column: Int, _ row: Int) throws -> TileCoordinate {
      try SamplePyramid.address(
        21 + levels, parent.x << levels + column, parent.y << levels + row)
    }
    /// The colour at a sample of a level, between the centres of the two samples that it is between.
    func value(_ position: Int, _ levels: Int) -> Double {
      let place = (Double(position) + 0.5) / Double(1 << levels) - 0.5
      let (low, high) = (max(Int(place.rounded(.down)), 0), min(Int(place.rounded(.down)) + 1, 255))
      let part = place - place.rounded(.down)
      return Double(15 * (low / 16)) * (1 - part) + Double(15 * (high / 16)) * part
    }
    for levels in 1...4 {
      let last = 1 << levels - 1
      for (column, row) in [(0, 0), (last, last), (1, last), (last / 2, 0)] {
        let image = try #require(await layer.image(at: try tile(levels, column, row)).content)
        for (x, y) in [(0, 0), (7, 255), (8, 8), (128, 100), (255, 255)] {
          let found = pixel(image, x, y)
          #expect(abs(Double(found[0]) - value(256 * column + x, levels)) <= 0.51)
          #expect(abs(Double(found[1]) - value(256 * row + y, levels)) <= 0.51)
          #expect(found[2...3] == [7, 255])
        }
      }
      // Beside the plan there is none at any level.
      #expect(await layer.image(at: try tile(levels, last + 1, 0)) == .absent)
      #expect(await layer.image(at: try tile(levels, 0, -1)) == .absent)
    }
    let deepest = try #require(await layer.image(at: try tile(4, 3, 5)).content)
    #expect(pixel(deepest, 128, 128) == [45, 75, 7, 255])
    // 15/32 of the way to the next block: 45 - 15 × 0.46875.
    #expect(pixel(deepest, 0, 128) == [38, 75, 7, 255])
    for other in [try tile(5, 6, 10), try tile(9, 100, 100), try #require(parent.parent)] {
      #expect(await layer.image(at: other) == .absent)
    }
  }

  @Test("Where a layer ends at several zooms each end is enlarged, and holes stay holes")
  func ends() async throws {
    let (shallow, split) = (
      try SamplePyramid.address(18, 40, 60), try SamplePyramid.address(18, 41, 60)
    )
    let deep = try #require(split.children.first)
    let layer = try layer([shallow: blocks, split: noise(7), deep: noise(8)]) { _ in }
    func descendant(_ tile: TileCoordinate, _ levels: Int) throws -> TileCoordinate {
      try SamplePyramid.address(tile.zoom + levels, tile.x << levels, tile.y << levels)
    }
    for levels in 1...4 {
      let first = try #require(await layer.image(at: try descendant(shallow, levels)).content)
      #expect(pixel(first, 1, 1) == [0, 0, 7, 255])
      let second = try #require(await layer.image(at: try descendant(deep, levels)).content)
      #expect(pixel(second, 0, 0) == pixel(noise(8), 0, 0))
    }
    #expect(await layer.image(at: try descendant(shallow, 5)) == .absent)
    for hole in split.children.dropFirst() {
      #expect(await layer.image(at: hole) == .absent)
      #expect(await layer.image(at: try descendant(hole, 2)) == .absent)
    }
  }

  @Test("The colours of heights are repeated, not mixed")
  func heights() async throws {
    let parent = try SamplePyramid.address(4, 5, 6)
    let source = noise(6)
    let file = EncodedTile(try SamplePyramid.png(source))
    let definition = LayerDefinition(
      name: "Heights", bounds: GeographicBounds(west: 0, south: 0, east: 1, north: 1),
      elevation: LayerDefinition.Elevation(.mapbox), coverage: TileCoverage([parent]))
    let layer = TileLayer(LayerInformation(definition), synchronous: { _ in .tile(file) })
    let image = try #require(await layer.image(at: parent.children[0]).content)
    #expect(
      (0..<side).allSatisfy {
        pixel(image, $0, 255 - $0) == pixel(source, $0 / 2, (255 - $0) / 2)
      })
  }

  @Test("The nearest kernel shows every parent sample as a square", arguments: [1, 2, 5])
  func nearest(levels: Int) async throws {
    let parent = try SamplePyramid.address(4, 5, 6)
    let image = noise(2)
    let layer = try layer([parent: image]) {
      $0.overzoom = levels
      $0.overzoomKernel = .nearest
    }
    let parts = 1 << levels
    for (column, row) in [(0, 0), (parts - 1, 0), (1, parts - 1), (parts / 2, parts / 2)] {
      let tile = try SamplePyramid.address(
        4 + levels, parent.x * parts + column, parent.y * parts + row)
      let found = try #require(await layer.image(at: tile).content)
      var wrong = 0
      for y in 0..<side {
        for x in 0..<side {
          let wanted = pixel(
            image, (column * side + x) / parts, (row * side + y) / parts)
          if pixel(found, x, y) != wanted { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
  }

  @Test("The bilinear kernel is the premultiplied mean of four samples, rounded")
  func bilinear() async throws {
    let parent = try SamplePyramid.address(4, 5, 6)
    let image = noise(3)
    let layer = try layer([parent: image]) { $0.overzoom = 2 }
    let tile = try SamplePyramid.address(6, 4 * 5 + 1, 4 * 6 + 3)
    let found = try #require(await layer.image(at: tile).content)
    var alphaError = 0.0
    var colourError = 0.0
    for y in 0..<side {
      for x in 0..<side {
        let u = min(max((256 + Double(x) + 0.5) / 4 - 0.5, 0), 255)
        let v = min(max((768 + Double(y) + 0.5) / 4 - 0.5, 0), 255)
        var sums = [0.0, 0.0, 0.0, 0.0]
        for (row, rowWeight) in [
          (Int(v), 1 - v + v.rounded(.down)), (Int(v) + 1, v - v.rounded(.down)),
        ]
        where rowWeight > 0 {
          for (column, weight) in [
            (Int(u), 1 - u + u.rounded(.down)), (Int(u) + 1, u - u.rounded(.down)),
          ] where weight > 0 {
            let source = pixel(image, column, row).map(Double.init)
            let portion = rowWeight * weight * source[3]
            for channel in 0..<3 { sums[channel] += portion * source[channel] }
            sums[3] += portion
          }
        }
        let result = pixel(found, x, y).map(Double.init)
        alphaError = max(alphaError, abs(result[3] - sums[3]))
        // A pixel with alpha below half a level is clear and has no colour.
        if sums[3] >= 0.51 {
          for channel in 0..<3 {
            colourError = max(colourError, abs(result[channel] - sums[channel] / sums[3]))
          }
        }
      }
    }
    // Positions of a quarter of a sample are exact in the weights, so only rounding is left.
    #expect(alphaError <= 0.51 && colourError <= 0.51)
  }

  @Test("Magnified files decode to the magnified image; beyond the choice there is none")
  func files() async throws {
    let parent = try SamplePyramid.address(4, 5, 6)
    let layer = try layer([parent: noise(4)]) { $0.overzoom = 2 }
    let tile = try SamplePyramid.address(6, 4 * 5 + 2, 4 * 6)
    let file = try #require(await layer.tile(at: tile).content)
    #expect(file.format == .png)
    #expect(await layer.image(at: tile) == .tile(try TileDecoder.decode(file.bytes)))
    #expect(await layer.image(at: try SamplePyramid.address(7, 8 * 5, 8 * 6)) == .absent)
    #expect(await layer.image(at: try SamplePyramid.address(6, 4 * 6, 4 * 6)) == .absent)
  }

  @Test(
    "A reduced tile is the exact premultiplied mean, missing tiles being clear", arguments: [1, 3])
  func reduced(levels: Int) async throws {
    let tile = try SamplePyramid.address(2, 1, 2)
    let across = 1 << levels
    var images: [TileCoordinate: RGBAImage] = [:]
    for (column, row) in [(0, 0), (across - 1, 0), (across - 1, across - 1)] {
      let location = try SamplePyramid.address(
        2 + levels, across + column, 2 * across + row)
      images[location] = noise(UInt64(10 + column + 8 * row))
    }
    let layer = try layer(images) { $0.underzoomLevels = levels }
    let found = try #require(await layer.image(at: tile).content)
    var wrong = 0
    for y in 0..<side {
      for x in 0..<side {
        let location = try SamplePyramid.address(
          2 + levels, across + x * across / side, 2 * across + y * across / side)
        var sums = [0, 0, 0, 0]
        if let image = images[location] {
          for row in 0..<across {
            for column in 0..<across {
              let source = pixel(
                image, (x * across + column) % side, (y * across + row) % side
              ).map(Int.init)
              for channel in 0..<3 { sums[channel] += source[3] * source[channel] }
              sums[3] += source[3]
            }
          }
        }
        let count = across * across
        let alpha = (sums[3] + count / 2) / count
        let wanted =
          alpha == 0
          ? [0, 0, 0, 0]
          : (0..<3).map { UInt8((sums[$0] + sums[3] / 2) / sums[3]) } + [UInt8(alpha)]
        if pixel(found, x, y) != wanted { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(await layer.image(at: try SamplePyramid.address(2, 0, 2)) == .absent)
  }

  @Test("A reduced tile is unavailable while one of its tiles is")
  func reducedUnavailable() async throws {
    let tiles = Array(TileRange(zoom: 3, x: 2..<4, y: 2..<4))
    var options = TileLayer.Options()
    options.underzoomLevels = 1
    let image = EncodedTile(try SamplePyramid.png(noise(5)))
    let layer = TileLayer(
      LayerInformation(name: "Part", extent: .exactly(TileCoverage(tiles))), options: options,
      synchronous: { $0 == tiles[2] ? .unavailable(.other("later")) : .tile(image) })
    let tile = try SamplePyramid.address(2, 1, 1)
    #expect(await layer.image(at: tile) == .unavailable(.other("later")))
  }
}
