import Foundation
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("PNG decoder")
struct PNGDecoderTests {
  @Test("All 65536 values of 16 bits become the nearest of 8 bits")
  func sixteenBits() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("ramp.png")
    let writer = try PNGFileWriter(
      path: path, width: 256, height: 256, layout: PNGLayout(.grey, bitDepth: 16))
    try writer.writeRows { y, bytes in
      for x in 0..<256 {
        bytes[2 * x] = UInt8(y)
        bytes[2 * x + 1] = UInt8(x)
      }
    }
    try writer.finish()
    let image = try PNGDecoder.decode(try readAll(path))
    for value in 0..<65536 {
      let nearest = UInt8((Double(value) * 255 / 65535).rounded())
      #expect(image.samples[4 * value] == nearest)
    }
  }

  @Test("A transparent colour of a PNG counts in all its 16 bits")
  func sixteenBitKey() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("key.png")
    let layout = PNGLayout(.grey, bitDepth: 16, transparentColor: [0x1234])
    let writer = try PNGFileWriter(path: path, width: 2, height: 1, layout: layout)
    try writer.writeRow([0x12, 0x34, 0x12, 0x35])
    try writer.finish()
    let image = try PNGDecoder.decode(try readAll(path))
    #expect(image.samples == [0, 0, 0, 0, 0x12, 0x12, 0x12, 255])
  }

  @Test("Colour under alpha 0 becomes 0")
  func hiddenColour() throws {
    let folder = try TemporaryDirectory()
    let image = RGBAImage(width: 2, height: 1, samples: [9, 8, 7, 0, 6, 5, 4, 1])
    try PNGFileWriter.write(image, to: folder.path("x.png"))
    let decoded = try PNGDecoder.decode(try readAll(folder.path("x.png")))
    #expect(decoded.samples == [0, 0, 0, 0, 6, 5, 4, 1])
  }

  @Test("gAMA changes no sample of a decoded PNG")
  func gamma() throws {
    let folder = try TemporaryDirectory()
    let row = (0..<256).map { UInt8($0) }
    for gamma in [nil, 0.3, 1.0] {
      let writer = try PNGFileWriter(
        path: folder.path("x.png"), width: 256, height: 1, layout: PNGLayout(.grey, gamma: gamma))
      try writer.writeRow(row)
      try writer.finish()
      let image = try PNGDecoder.decode(try readAll(folder.path("x.png")))
      #expect(stride(from: 0, to: 1024, by: 4).map { image.samples[$0] } == row)
    }
  }

  @Test("Bytes after the end of a PNG are ignored")
  func trailingBytes() throws {
    let image = TestTile.lineArt.image(width: 20, height: 20)
    let bytes = try PNGTileEncoder(effort: .fast).encode(image)
    #expect(try PNGDecoder.decode(bytes + [1, 2, 3]) == image)
  }

  @Test("A file that is no PNG has another error than a truncated one")
  func signatures() {
    #expect(throws: ImageCodecError.notAnImage(format: "PNG")) { try PNGDecoder.decode([1, 2, 3]) }
    #expect(throws: ImageCodecError.truncated(format: "PNG")) { try PNGDecoder.decode([]) }
    #expect(throws: ImageCodecError.truncated(format: "PNG")) {
      try PNGDecoder.decode([0x89, 0x50, 0x4E])
    }
  }

  @Test("Each limit refuses a PNG before it is decoded")
  func limits() throws {
    let bytes = try PNGTileEncoder(effort: .fast).encode(
      TestTile.white.image(width: 100, height: 50))
    for (side, pixels, count, fails) in [
      (100, 5000, 20_000, false), (99, 5000, 20_000, true), (100, 4999, 20_000, true),
      (100, 5000, 19_999, true),
    ] {
      let limits = DecodingLimits(maximumSide: side, maximumPixels: pixels, maximumBytes: count)
      #expect(isTooLarge(100, 50) { try PNGDecoder.decode(bytes, limits: limits) } == fails)
    }
  }

  @Test("A PNG header with more samples than the file can hold is refused")
  func oversizedHeader() throws {
    var bytes = try PNGTileEncoder(effort: .fast).encode(
      TestTile.noise.image(width: 16, height: 16))
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x10, 0, 0, 0, 0x10, 0])
    bytes.replaceSubrange(29..<33, with: bigEndian(crc32(Array(bytes[12..<29]))))
    #expect(throws: ImageCodecError.truncated(format: "PNG")) { try PNGDecoder.decode(bytes) }
  }

  @Test("Every prefix of a PNG file is an error")
  func prefixes() throws {
    for tile in [TestTile.lineArtOnTransparency, .photographWithHole, .greySteps] {
      let bytes = try PNGTileEncoder(effort: .balanced).encode(tile.image(width: 24, height: 24))
      for count in 0..<bytes.count {
        #expect(throws: ImageCodecError.self, "\(tile), \(count) bytes") {
          try PNGDecoder.decode(Array(bytes[..<count]))
        }
      }
    }
  }

  @Test("Every changed byte of a PNG is an error or an image, never a crash")
  func changedBytes() throws {
    for tile in [TestTile.lineArtOnTransparency, .photographWithHole, .greySteps] {
      let bytes = try PNGTileEncoder(effort: .balanced).encode(tile.image(width: 12, height: 12))
      var undetected = 0
      for index in 0..<bytes.count {
        for flip in [0x01, 0x80, 0xFF] as [UInt8] {
          var damaged = bytes
          damaged[index] ^= flip
          do throws(ImageCodecError) {
            _ = try PNGDecoder.decode(damaged)
            undetected += 1
          } catch { #expect(!error.description.isEmpty) }
        }
      }
      #expect(undetected == 0, "every byte of these files is covered by a CRC or a rule")
    }
  }

  @Test("PNG chunks of random data with a correct CRC are an error or an image")
  func forgedChunks() throws {
    var generator = SeededGenerator(seed: 5)
    let whole = try PNGTileEncoder(effort: .fast).encode(
      TestTile.softLineArt.image(width: 9, height: 9))
    for _ in 0..<1000 {
      var bytes = whole
      var offset = 8
      while offset + 12 <= bytes.count {
        let count = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        if count > 0, generator.next() % 2 == 0 {
          let index = offset + 8 + Int(generator.next() % UInt64(count))
          bytes[index] = UInt8(truncatingIfNeeded: generator.next())
        }
        let end = offset + 8 + count
        bytes.replaceSubrange(end..<end + 4, with: bigEndian(crc32(Array(bytes[offset + 4..<end]))))
        offset = end + 4
      }
      do throws(ImageCodecError) {
        _ = try PNGDecoder.decode(bytes)
      } catch { #expect(!error.description.isEmpty) }
    }
  }

  private func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
