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

  @Test("Without being asked for, no level is made up")
  func byChoice() async throws {
    let tile = try SamplePyramid.address(4, 5, 6)
    let layer = try layer([tile: noise(1)]) { _ in }
    for other in tile.children + [try #require(tile.parent)] {
      #expect(await layer.image(at: other) == .absent)
    }
  }

  @Test("The nearest kernel shows every parent sample as a square", arguments: [1, 2, 5])
  func nearest(levels: Int) async throws {
    let parent = try SamplePyramid.address(4, 5, 6)
    let image = noise(2)
    let layer = try layer([parent: image]) {
      $0.overzoomLevels = levels
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
    let layer = try layer([parent: image]) { $0.overzoomLevels = 2 }
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
        // Where alpha is below half a level the pixel is clear and its colour is none.
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
    let layer = try layer([parent: noise(4)]) { $0.overzoomLevels = 2 }
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
