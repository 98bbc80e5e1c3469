import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Tile encodings")
struct TileEncodingTests {
  private static let all: [TileEncoding] = [
    .png, .jpeg(quality: 80, background: .white), .webp(quality: 80), .losslessWebP,
    .avif(quality: 80),
  ]

  @Test(
    "A tile of any kind comes back in its size with its alpha, and in every sample where that is said",
    arguments: all, EncodingEffort.allCases)
  func encoders(_ encoding: TileEncoding, _ effort: EncodingEffort) throws {
    let encoder = try encoding.makeEncoder(effort: effort)
    let sizes = effort == .fast ? [(64, 64), (1, 1), (3, 5), (257, 2)] : [(64, 64), (33, 7)]
    let large = TestTile.photographSoftEdge.image(width: 512, height: 512)
    let images = TestTile.allCases.flatMap { tile in
      sizes.map { tile.image(width: $0.0, height: $0.1) }
    }
    for image in images + (effort == .fast ? [large] : []) {
      let bytes = try encoder.encode(image)
      #expect(TileFormat(signatureOf: bytes) == encoding.format)
      #expect(TileDecoder.isLossy(bytes) == !encoding.isLossless)
      let decoded = try TileDecoder.decode(bytes)
      #expect(decoded.width == image.width && decoded.height == image.height)
      for pixel in stride(from: 0, to: image.samples.count, by: 4) {
        let (own, wanted) = (decoded.samples[pixel..<pixel + 4], image.samples[pixel..<pixel + 4])
        let isSame = encoding.isLossless && wanted.last != 0
        if isSame ? own != wanted : own.last != (encoding.holdsAlpha ? wanted.last : 255) {
          Issue.record("pixel \(pixel / 4) of \(image.width) × \(image.height): \(own), \(wanted)")
          return
        }
      }
    }
  }

  @Test(
    "Colours are the closer the higher the quality, and a flat grey keeps to two levels",
    arguments: [(TileFormat.jpeg, 1600.0), (.webp, 4000), (.avif, 3162)], EncodingEffort.allCases)
  func quality(_ format: (TileFormat, signal: Double), _ effort: EncodingEffort) throws {
    func encoder(_ quality: Int) throws -> any TileEncoder {
      let encoding: TileEncoding =
        switch format.0 {
        case .jpeg: .jpeg(quality: quality, background: .white)
        case .webp: .webp(quality: quality)
        default: .avif(quality: quality)
        }
      return try encoding.makeEncoder(effort: effort)
    }
    let image = TestTile.photographSoftEdge.image(width: 128, height: 128)
    let errors = try [1, 50, 80, 100].map { quality in
      try squaredError(TileDecoder.decode(encoder(quality).encode(image)), image)
    }
    #expect(errors == errors.sorted(by: >))
    // 32, 36 and 35 dB: noise of up to 8 levels is most of this picture.
    #expect(errors[2] < 255 * 255 / format.signal, "\(errors)")
    for grey in stride(from: UInt8(0), through: 255, by: 17) {
      let flat = draw(64, 64) { _, _ in [grey, grey, grey, 255] }
      let decoded = try TileDecoder.decode(encoder(80).encode(flat))
      #expect(decoded.samples.allSatisfy { $0 == 255 || abs(Int($0) - Int(grey)) <= 2 })
    }
  }

  @Test(
    "The same samples give the same bytes, whatever was encoded before, as one colour does",
    arguments: all, EncodingEffort.allCases)
  func deterministic(_ encoding: TileEncoding, _ effort: EncodingEffort) throws {
    let used = try encoding.makeEncoder(effort: effort)
    for tile in TestTile.allCases { _ = try used.encode(tile.image(width: 80, height: 70)) }
    for tile in TestTile.allCases {
      for side in [7, 64] {
        let image = tile.image(width: side, height: side)
        let fresh = try encoding.makeEncoder(effort: effort)
        #expect(try used.encode(image) == fresh.encode(image), "\(tile), \(side)")
      }
    }
    #expect(
      try used.encodeUniform(red: 10, green: 20, blue: 30, alpha: 40, width: 32, height: 32)
        == used.encode(TestTile.oneTranslucentColor.image(width: 32, height: 32)))
  }

  @Test("Every known format has a codec, which knows where images end and whether they are lossy")
  func codecs() throws {
    #expect(TileCodecs.all.map(\.format) == TileFormatDescription.all.map(\.format))
    for encoding in Self.all {
      let codec = try #require(TileCodecs.codec(of: encoding.format))
      let image = TestTile.photograph.image(width: 64, height: 64)
      let bytes = try encoding.makeEncoder(effort: .fast).encode(image)
      #expect(codec.length(of: bytes) == bytes.count)
      #expect(codec.length(of: bytes + [1, 2]) == bytes.count)
      #expect(TileDecoder.trailingByteCount(bytes + [1, 2]) == 2)
      #expect(codec.isLossy(bytes) == !encoding.isLossless)
      if let quality = encoding.quality { #expect(codec.qualities?.contains(quality) == true) }
      // The library has a version.
      #expect(encoding.library.contains(#/ \d+\./#), "\(encoding.library)")
    }
  }

  @Test("Opacity is found at any pixel", arguments: [1, 2, 1023, 1024, 1025, 5000])
  func opacity(_ count: Int) {
    var samples = [UInt8](repeating: 255, count: 4 * count)
    #expect(SampleOpacity.isOpaque(samples, count: count))
    for pixel in Set([0, count / 2, count - 1]) {
      samples[4 * pixel + 3] = 254
      #expect(!SampleOpacity.isOpaque(samples, count: count))
      samples[4 * pixel + 3] = 255
      samples[4 * pixel] = 0
    }
    #expect(SampleOpacity.isOpaque(samples, count: count), "colours do not count")
  }

  @Test("Colour is found at any pixel", arguments: [1, 2, 1023, 1024, 1025, 5000])
  func grey(_ count: Int) {
    var samples = (0..<4 * count).map { UInt8(truncatingIfNeeded: $0 / 4) }
    for pixel in Set([0, count / 2, count - 1]) {
      samples[4 * pixel + 3] ^= 1
      #expect(SampleOpacity.isGrey(samples, count: count), "alpha does not count")
      for channel in 0..<3 {
        samples[4 * pixel + channel] ^= 1
        #expect(!SampleOpacity.isGrey(samples, count: count))
        samples[4 * pixel + channel] ^= 1
      }
    }
  }

  @Test("A background is composited under samples in proportion to what shows through")
  func background() {
    var samples: [UInt8] = [10, 20, 30, 255, 0, 0, 0, 0, 100, 0, 200, 128]
    OpaqueColor(red: 50, green: 60, blue: 255).composite(under: &samples, count: 3)
    // (100 × 128 + 50 × 127) / 255 = 75.1, and so on.
    #expect(samples == [10, 20, 30, 255, 50, 60, 255, 255, 75, 30, 227, 255])
  }
}
