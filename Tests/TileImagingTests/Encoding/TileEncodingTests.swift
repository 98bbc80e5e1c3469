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

  @Test("An encoder makes files of the format, and loses what the encoding says", arguments: all)
  func encoders(_ encoding: TileEncoding) throws {
    let encoder = try encoding.makeEncoder(effort: .fast)
    for tile in [TestTile.photograph, .photographSoftEdge, .transparent] {
      let image = tile.image(width: 64, height: 64)
      let bytes = try encoder.encode(image)
      #expect(TileFormat(signatureOf: bytes) == encoding.format)
      let decoded = try TileDecoder.decode(bytes)
      if encoding.isLossless { #expect(decoded == image) }
      let alphas = stride(from: 3, to: image.samples.count, by: 4)
      let keepsAlpha = alphas.allSatisfy { decoded.samples[$0] == image.samples[$0] }
      #expect(keepsAlpha == (encoding.holdsAlpha || tile == .photograph))
    }
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
    }
  }

  @Test("The library of an encoding has a version")
  func libraries() {
    for encoding in Self.all {
      let words = encoding.library.split(separator: " ")
      #expect(words.count >= 2 && words[1].split(separator: ".").count >= 2, "\(encoding)")
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
