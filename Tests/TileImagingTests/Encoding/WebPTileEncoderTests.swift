import Testing
import TileImaging
import TilePyramidTesting

@Suite("WebP tile encoder")
struct WebPTileEncoderTests {
  /// The visible image: nothing under alpha 0.
  private func shown(_ image: RGBAImage) -> RGBAImage {
    var image = image
    for offset in stride(from: 0, to: image.samples.count, by: 4)
    where image.samples[offset + 3] == 0 {
      for channel in 0..<3 { image.samples[offset + channel] = 0 }
    }
    return image
  }

  @Test(
    "A lossless WebP tile comes back bit for bit, at every effort", arguments: TestTile.allCases,
    EncodingEffort.allCases)
  func lossless(_ tile: TestTile, _ effort: EncodingEffort) throws {
    let encoder = try WebPTileEncoder(.lossless, effort: effort)
    let sizes: [(Int, Int)] =
      effort == .smallest ? [(64, 64), (33, 7)] : [(256, 256), (1, 1), (3, 5), (257, 2)]
    for (width, height) in sizes {
      let image = tile.image(width: width, height: height)
      let bytes = try encoder.encode(image)
      #expect(try WebPDecoder.decode(bytes) == shown(image), "\(width) × \(height)")
      #expect(!TileDecoder.isLossy(bytes))
    }
  }

  @Test("A WebP tile of 512 pixels comes back bit for bit")
  func large() throws {
    let encoder = try WebPTileEncoder(.lossless, effort: .fast)
    let image = TestTile.photographSoftEdge.image(width: 512, height: 512)
    #expect(try WebPDecoder.decode(encoder.encode(image)) == shown(image))
  }

  @Test(
    "A lossy WebP tile keeps alpha exactly, and its colours are the closer the higher the quality")
  func lossy() throws {
    let image = TestTile.photographSoftEdge.image(width: 128, height: 128)
    var errors: [Double] = []
    for quality in [0, 50, 80, 100] {
      let encoder = try WebPTileEncoder(.lossy(quality: quality), effort: .balanced)
      let bytes = try encoder.encode(image)
      #expect(TileDecoder.isLossy(bytes))
      let decoded = try WebPDecoder.decode(bytes)
      let alphas = stride(from: 3, to: image.samples.count, by: 4)
      #expect(alphas.allSatisfy { decoded.samples[$0] == image.samples[$0] })
      errors.append(squaredError(decoded, image))
    }
    #expect(errors == errors.sorted(by: >))
    // 36 dB, less than libwebp has on photographs of this much noise at quality 80.
    #expect(errors[2] < 255 * 255 / 4000)
  }

  @Test("A flat WebP tile of any grey comes back within two levels at quality 80")
  func flat() throws {
    let encoder = try WebPTileEncoder(.lossy(quality: 80), effort: .fast)
    for grey in stride(from: UInt8(0), through: 255, by: 17) {
      let image = draw(64, 64) { _, _ in [grey, grey, grey, 255] }
      let decoded = try WebPDecoder.decode(encoder.encode(image))
      // Samples go through 220 levels of lightness.
      #expect(decoded.samples.allSatisfy { $0 == 255 || abs(Int($0) - Int(grey)) <= 2 })
    }
  }

  @Test(
    "The same samples give the same WebP, whatever was encoded before",
    arguments: [WebPTileEncoder.Mode.lossless, .lossy(quality: 80)])
  func deterministic(_ mode: WebPTileEncoder.Mode) throws {
    let used = try WebPTileEncoder(mode, effort: .balanced)
    for tile in TestTile.allCases { _ = try used.encode(tile.image(width: 80, height: 70)) }
    for tile in TestTile.allCases {
      let image = tile.image(width: 64, height: 64)
      let fresh = try WebPTileEncoder(mode, effort: .balanced)
      #expect(try used.encode(image) == fresh.encode(image), "\(tile)")
    }
  }

  @Test("An opaque WebP tile has no alpha, and no WebP tile has metadata")
  func chunks() throws {
    for mode in [WebPTileEncoder.Mode.lossless, .lossy(quality: 80)] {
      let encoder = try WebPTileEncoder(mode, effort: .fast)
      let opaque = try encoder.encode(TestTile.photograph.image(width: 64, height: 64))
      #expect(opaque[12..<15].elementsEqual("VP8".utf8), "the samples follow the head at once")
      let name = mode == .lossless ? "VP8L" : "VP8X"
      let soft = try encoder.encode(TestTile.photographSoftEdge.image(width: 64, height: 64))
      #expect(soft[12..<16].elementsEqual(name.utf8))
      // The flags of VP8X: alpha alone, neither Exif, XMP, a profile nor an animation.
      if name == "VP8X" { #expect(soft[20] == 0x10) }
    }
  }

  @Test("A WebP tile of one colour is the same encoded as a colour or as samples")
  func uniform() throws {
    let encoder = try WebPTileEncoder(.lossless, effort: .fast)
    let image = draw(32, 32) { _, _ in [9, 8, 7, 100] }
    #expect(
      try encoder.encodeUniform(red: 9, green: 8, blue: 7, alpha: 100, width: 32, height: 32)
        == encoder.encode(image))
  }

  @Test("A side that WebP has no room for is refused")
  func tooLarge() throws {
    let encoder = try WebPTileEncoder(.lossless, effort: .fast)
    let image = draw(16_384, 1) { _, _ in [0, 0, 0, 255] }
    #expect(throws: ImageCodecError.self) { try encoder.encode(image) }
  }
}

/// The mean of the squared differences of red, green and blue where both images are opaque.
func squaredError(_ one: RGBAImage, _ other: RGBAImage) -> Double {
  var sum = 0.0
  var count = 0.0
  for offset in stride(from: 0, to: one.samples.count, by: 4)
  where one.samples[offset + 3] == 255 && other.samples[offset + 3] == 255 {
    for channel in 0..<3 {
      let difference =
        Double(one.samples[offset + channel]) - Double(other.samples[offset + channel])
      sum += difference * difference
      count += 1
    }
  }
  return sum / max(1, count)
}
