import Foundation
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("JPEG decoder")
struct JPEGDecoderTests {
  @Test(
    "A JPEG decodes to the gradient it was made from, less exactly with a quarter of the chroma",
    arguments: [(SmallJPEG.progressive, 6), (SmallJPEG.baseline, 16)])
  func gradient(bytes: [UInt8], limit: Int) throws {
    let image = try JPEGDecoder.decode(bytes)
    #expect(image.width == 24 && image.height == 16)
    for y in 0..<16 {
      for x in 0..<24 {
        let samples = image.samples[(4 * (24 * y + x))...]
        for (found, wanted) in zip(samples, SmallJPEG.colour(x: x, y: y) + [255]) {
          #expect(abs(Int(found) - Int(wanted)) <= (wanted == 255 ? 0 : limit))
        }
      }
    }
  }

  @Test("A grey JPEG decodes to equal red, green and blue, opaque")
  func grey() throws {
    let image = try JPEGDecoder.decode(SmallJPEG.grey)
    for pixel in 0..<384 {
      let samples = image.samples[(4 * pixel)..<(4 * pixel + 4)]
      #expect(Set(samples.prefix(3)).count == 1)
      #expect(samples.last == 255)
    }
    // The luma of (7, 7, 0) and of (237, 232, 190) by ITU-R BT.601.
    #expect(abs(Int(image.samples[0]) - 6) <= 4)
    #expect(abs(Int(image.samples[1532]) - 229) <= 4)
  }

  @Test("Adobe's inverted inks become red, green and blue")
  func inks() throws {
    let image = try JPEGDecoder.decode(SmallJPEG.inks)
    for y in 0..<16 {
      for x in 0..<24 {
        let light = Double(255 - 5 * x) / 255
        let expected = [Double(255 - 10 * x), Double(255 - 15 * y), 255].map { $0 * light }
        for channel in 0..<3 {
          let found = Double(image.samples[4 * (24 * y + x) + channel])
          #expect(abs(found - expected[channel]) <= 8)
        }
      }
    }
  }

  @Test("Stray bytes before a JPEG marker and after the end are skipped, as all programs do")
  func strayBytes() throws {
    let bytes = SmallJPEG.baseline
    let image = try JPEGDecoder.decode(bytes)
    #expect(try JPEGDecoder.decode(bytes + [1, 2, 3]) == image)
    #expect(try JPEGDecoder.decode(bytes.dropLast(2) + [0xFF, 0xFF] + bytes.suffix(2)) == image)
  }

  @Test("A JPEG header with more samples than the limits or the file allow is refused")
  func limits() throws {
    let bytes = SmallJPEG.baseline
    let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
    var huge = bytes
    huge.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
    #expect(throws: ImageCodecError.self) { try JPEGDecoder.decode(huge) }
    #expect(throws: ImageCodecError.self) { try JPEGDecoder.decode(huge, limits: .source) }
    let limits = DecodingLimits(maximumSide: 23, maximumPixels: 999, maximumBytes: 99_999)
    #expect(isTooLarge(24, 16) { try JPEGDecoder.decode(bytes, limits: limits) })
  }
}

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
    // The stream that was found: its colours are other ones.
    let found = try #require(
      Data(
        base64Encoded: """
          UklGRmwAAABXRUJQVlA4TGAAAAAvD8ADAM2VIaL/sYtCFLz/YWESSZKkYUvPv+CbR0E16bZBEAjSBlvtbzICkbZN\
          c3T/bscIsm1xR/BPQBGq+PD8BTjW3QNlWpWkUz+lgZUGVhpYaWClgZUGVhpYaWClgQU=
          """))
    for image in [try WebPDecoder.decode(bytes), try WebPDecoder.decode([UInt8](found))] {
      for pixel in stride(from: 0, to: image.samples.count, by: 4)
      where image.samples[pixel + 3] == 0 {
        #expect(image.samples[pixel..<pixel + 3].allSatisfy { $0 == 0 })
      }
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
    let error = #expect(throws: ImageCodecError.self) {
      try WebPDecoder.decode(SmallWebP.animated)
    }
    #expect(error?.description.contains("animation") == true)
    let limits = DecodingLimits(maximumSide: 24, maximumPixels: 383, maximumBytes: 99_999)
    #expect(isTooLarge(24, 16) { try WebPDecoder.decode(SmallWebP.lossless, limits: limits) })
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

@Suite("AVIF decoder")
struct AVIFDecoderTests {
  private static let opaque = TestTile.colorGradient.image(width: 32, height: 32)
  private static let soft = TestTile.photographSoftEdge.image(width: 32, height: 32)

  /// An opaque file and one with alpha.
  private static let files: [[UInt8]] = [opaque, soft].map(encode)

  private static func encode(_ image: RGBAImage) -> [UInt8] {
    do { return try AVIFTileEncoder(quality: 80, effort: .fast).encode(image) } catch {
      Issue.record(error)
      return []
    }
  }

  /// A file in which the first of some bytes are others of the same number.
  private func changed(_ bytes: [UInt8], _ old: [UInt8], to new: [UInt8]) throws -> [UInt8] {
    let offset = try #require(
      bytes.indices.first { bytes[$0...].starts(with: old) }, "what is changed is there")
    return bytes[..<offset] + new + bytes[(offset + old.count)...]
  }

  private func detail(_ bytes: [UInt8]) -> String? {
    do throws(ImageCodecError) {
      _ = try AVIFDecoder.decode(bytes)
      return nil
    } catch {
      if case .corrupt("AVIF", let detail) = error { return detail }
      return "\(error)"
    }
  }

  @Test("An AVIF decodes to what was encoded; bytes after it change nothing")
  func decodes() throws {
    for (bytes, image) in zip(Self.files, [Self.opaque, Self.soft]) {
      let decoded = try AVIFDecoder.decode(bytes)
      #expect(decoded.width == 32 && decoded.height == 32)
      #expect(squaredError(decoded, image) < 20)
      #expect(try AVIFDecoder.decode(bytes + [0, 0, 0, 9, 1]) == decoded)
      #expect(try TileDecoder.decode(bytes) == decoded)
      #expect(TileDecoder.format(of: bytes) == .avif)
    }
  }

  @Test("An AVIF beyond the limits is refused by its header")
  func limits() throws {
    let side32 = Array("ispe".utf8) + [0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, 32]
    var large = side32
    large[10] = 0x7F
    let limits = DecodingLimits(maximumSide: 32, maximumPixels: 1023, maximumBytes: 99_999)
    for (bytes, width) in [
      (Self.files[0], 32), (try changed(Self.files[0], side32, to: large), 32544),
    ] {
      #expect(isTooLarge(width, 32) { try AVIFDecoder.decode(bytes, limits: limits) })
    }
    // The AV1 image is larger than the header says.
    var small = side32
    small[11] = 16
    #expect(try detail(changed(Self.files[0], side32, to: small)) != nil)
  }

  @Test("Sequences and other files of the same container are refused")
  func refusals() throws {
    let sequence = try changed(Self.files[0], Array("mif1".utf8), to: Array("avis".utf8))
    #expect(detail(sequence)?.contains("sequence") == true)
    let other = try changed(Self.files[0], Array("ftypavif".utf8), to: Array("ftypheic".utf8))
    #expect(throws: ImageCodecError.notAnImage(format: "AVIF")) { try AVIFDecoder.decode(other) }
    #expect(TileDecoder.format(of: other) == nil)
  }
}
