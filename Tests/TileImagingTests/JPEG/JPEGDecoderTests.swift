import Testing
import TileImaging
import TilePyramidTesting

@Suite("JPEG decoder")
struct JPEGDecoderTests {
  @Test(
    "Baseline and progressive JPEG files decode to the gradient they were made from",
    arguments: [JPEGSamples.baseline, JPEGSamples.progressive])
  func gradient(bytes: [UInt8]) throws {
    let image = try JPEGDecoder.decode(bytes)
    #expect(image.width == 16 && image.height == 16)
    // Quality 95 quantises the lowest frequencies in steps of 2 to 3.
    #expect(JPEGSamples.largestError(of: image) <= 6)
  }

  @Test("JPEG with chroma at a quarter of the pixels decodes to the gradient, less exactly")
  func subsampled() throws {
    let image = try JPEGDecoder.decode(JPEGSamples.subsampled)
    #expect(JPEGSamples.largestError(of: image) <= 24)
  }

  @Test("A grey JPEG decodes to equal red, green and blue, opaque")
  func grey() throws {
    let image = try JPEGDecoder.decode(JPEGSamples.grey)
    for pixel in 0..<256 {
      let samples = image.samples[(4 * pixel)..<(4 * pixel + 4)]
      #expect(Set(samples.prefix(3)).count == 1)
      #expect(samples.last == 255)
    }
    // The luma of (7, 7, 0) and of (247, 247, 240) by ITU-R BT.601.
    #expect(abs(Int(image.samples[0]) - 6) <= 4)
    #expect(abs(Int(image.samples[1020]) - 246) <= 4)
  }

  @Test("Adobe's inverted inks become red, green and blue")
  func inks() throws {
    let image = try JPEGDecoder.decode(JPEGSamples.cmyk)
    for y in 0..<16 {
      for x in 0..<16 {
        let light = Double(255 - 8 * x) / 255
        let expected = [Double(255 - 16 * x), Double(255 - 16 * y), 255].map { $0 * light }
        for channel in 0..<3 {
          let found = Double(image.samples[4 * (16 * y + x) + channel])
          #expect(abs(found - expected[channel]) <= 8)
        }
      }
    }
  }

  @Test("Stray bytes before a JPEG marker and after the end are skipped, as all programs do")
  func strayBytes() throws {
    let bytes = JPEGSamples.baseline
    let image = try JPEGDecoder.decode(bytes)
    #expect(try JPEGDecoder.decode(bytes + [1, 2, 3]) == image)
    #expect(try JPEGDecoder.decode(bytes.dropLast(2) + [0xFF, 0xFF] + bytes.suffix(2)) == image)
  }

  @Test("A JPEG header with more samples than the limits or the file allow is refused")
  func limits() throws {
    let bytes = JPEGSamples.baseline
    let frame = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
    var huge = bytes
    huge.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
    #expect(throws: ImageCodecError.self) { try JPEGDecoder.decode(huge) }
    #expect(throws: ImageCodecError.self) { try JPEGDecoder.decode(huge, limits: .source) }
    #expect {
      try JPEGDecoder.decode(
        bytes, limits: DecodingLimits(maximumSide: 15, maximumPixels: 999, maximumBytes: 99_999))
    } throws: { error in
      if case .tooLarge(16, 16, _)? = error as? ImageCodecError { true } else { false }
    }
  }
}

extension JPEGSamples {
  /// The largest difference of a sample from the gradient; 255 when a pixel is not opaque.
  static func largestError(of image: RGBAImage) -> Int {
    var largest = 0
    for y in 0..<side {
      for x in 0..<side {
        let samples = image.samples[(4 * (side * y + x))...]
        for (found, wanted) in zip(samples, colour(x: x, y: y) + [255]) {
          largest = max(largest, abs(Int(found) - Int(wanted)))
        }
      }
    }
    return largest
  }
}
