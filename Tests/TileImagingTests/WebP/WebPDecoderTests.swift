import Foundation
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("WebP decoder")
struct WebPDecoderTests {
  @Test("A lossless WebP gives back every sample; transparent pixels have no colour")
  func lossless() throws {
    let image = try WebPDecoder.decode(SmallWebP.lossless)
    #expect(image.width == 24 && image.height == 16)
    for y in 0..<16 {
      for x in 0..<24 {
        let alpha = SmallWebP.alpha(x: x, y: y)
        let expected = alpha == 0 ? [0, 0, 0, 0] : SmallJPEG.colour(x: x, y: y) + [alpha]
        let start = 4 * (24 * y + x)
        #expect(Array(image.samples[start..<(start + 4)]) == expected)
      }
    }
  }

  @Test("Transparent pixels of a WebP have no colour also where the header denies alpha")
  func deniedAlpha() throws {
    var bytes = SmallWebP.lossless
    // The hint alpha_is_used, bit 28 of the header (RFC 9649, section 3.4).
    #expect(bytes[24] & 0x10 != 0)
    bytes[24] &= 0xEF
    let image = try WebPDecoder.decode(bytes)
    for pixel in stride(from: 0, to: image.samples.count, by: 4)
    where image.samples[pixel + 3] == 0 {
      #expect(image.samples[pixel..<pixel + 3].allSatisfy { $0 == 0 })
    }
    // The stream that was found: its colours are other ones.
    let found = try #require(
      Data(
        base64Encoded: """
          UklGRmwAAABXRUJQVlA4TGAAAAAvD8ADAM2VIaL/sYtCFLz/YWESSZKkYUvPv+CbR0E16bZBEAjSBlvtbzICkbZN\
          c3T/bscIsm1xR/BPQBGq+PD8BTjW3QNlWpWkUz+lgZUGVhpYaWClgZUGVhpYaWClgQU=
          """))
    let other = try WebPDecoder.decode([UInt8](found))
    for pixel in stride(from: 0, to: other.samples.count, by: 4)
    where other.samples[pixel + 3] == 0 {
      #expect(other.samples[pixel..<pixel + 3].allSatisfy { $0 == 0 })
    }
  }

  @Test("A lossy WebP decodes to the gradient, and its alpha is exact")
  func lossy() throws {
    for (bytes, hasAlpha) in [(SmallWebP.lossy, false), (SmallWebP.lossyAlpha, true)] {
      let image = try WebPDecoder.decode(bytes)
      for y in 0..<16 {
        for x in 0..<24 {
          let alpha = hasAlpha ? SmallWebP.alpha(x: x, y: y) : 255
          let start = 4 * (24 * y + x)
          #expect(image.samples[start + 3] == alpha)
          guard alpha > 0 else { continue }
          for (channel, wanted) in SmallJPEG.colour(x: x, y: y).enumerated() {
            // Chroma has a quarter of the pixels, over which green changes by 15.
            #expect(abs(Int(image.samples[start + channel]) - Int(wanted)) <= 40)
          }
        }
      }
    }
  }

  @Test("An animated WebP is refused, and so is one beyond the limits")
  func refusals() {
    #expect {
      try WebPDecoder.decode(SmallWebP.animated)
    } throws: { error in
      if case .corrupt("WebP", let detail)? = error as? ImageCodecError {
        detail.contains("animation")
      } else {
        false
      }
    }
    #expect {
      try WebPDecoder.decode(
        SmallWebP.lossless,
        limits: DecodingLimits(maximumSide: 24, maximumPixels: 383, maximumBytes: 99_999))
    } throws: { error in
      if case .tooLarge(24, 16, _)? = error as? ImageCodecError { true } else { false }
    }
  }

  @Test("The format of a tile is recognised by its first bytes")
  func sniffing() throws {
    #expect(TileDecoder.format(of: SmallWebP.lossy) == .webp)
    #expect(TileDecoder.format(of: SmallJPEG.baseline) == .jpeg)
    #expect(TileFormat.jpeg.rawValue == "jpg")
    #expect(try TileDecoder.decode(SmallWebP.lossy).width == 24)
    #expect(try TileDecoder.decode(SmallJPEG.baseline).width == 24)
    #expect(throws: ImageCodecError.notAnImage(format: "PNG, JPEG, WebP or AVIF")) {
      try TileDecoder.decode(Array("<html>".utf8))
    }
  }
}
