import Testing
import TileImaging
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
    let frame = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
    var huge = bytes
    huge.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
    #expect(throws: ImageCodecError.self) { try JPEGDecoder.decode(huge) }
    #expect(throws: ImageCodecError.self) { try JPEGDecoder.decode(huge, limits: .source) }
    #expect {
      try JPEGDecoder.decode(
        bytes, limits: DecodingLimits(maximumSide: 23, maximumPixels: 999, maximumBytes: 99_999))
    } throws: { error in
      if case .tooLarge(24, 16, _)? = error as? ImageCodecError { true } else { false }
    }
  }
}
