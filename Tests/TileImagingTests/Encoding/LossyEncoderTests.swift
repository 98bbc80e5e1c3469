import Testing
import TileImaging
import TilePyramidTesting

@Suite("JPEG tile encoder")
struct JPEGTileEncoderTests {
  /// The markers of a file up to the samples, with the first bytes that follow each length.
  private func segments(of bytes: [UInt8]) -> [(marker: UInt8, content: ArraySlice<UInt8>)] {
    var segments: [(UInt8, ArraySlice<UInt8>)] = []
    var offset = 2
    while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      segments.append((bytes[offset + 1], bytes[(offset + 4)..<(offset + 2 + length)]))
      if bytes[offset + 1] == 0xDA { break }
      offset += 2 + length
    }
    return segments
  }

  /// The sampling factors of the components, as the frame header has them (T.81, B.2.2).
  private func sampling(of bytes: [UInt8]) throws -> [UInt8] {
    let frame = try #require(segments(of: bytes).first { (0xC0...0xC2).contains($0.marker) })
    let content = Array(frame.content)
    return (0..<Int(content[5])).map { content[7 + 3 * $0] }
  }

  @Test(
    "A JPEG tile of a flat grey comes back exactly at quality 80 and above",
    arguments: [80, 90, 100])
  func flatGrey(_ quality: Int) throws {
    let encoder = try JPEGTileEncoder(quality: quality, effort: .balanced)
    for grey in UInt8.min...UInt8.max {
      let image = draw(32, 32) { _, _ in [grey, grey, grey, 255] }
      #expect(try JPEGDecoder.decode(encoder.encode(image)) == image, "\(grey)")
    }
  }

  @Test("Transparent samples of a JPEG tile show the background, in proportion")
  func background() throws {
    let color = OpaqueColor(red: 200, green: 40, blue: 90)
    let encoder = try JPEGTileEncoder(quality: 100, background: color, effort: .fast)
    for (alpha, expected) in [(UInt8(0), [200, 40, 90]), (255, [0, 0, 0]), (51, [160, 32, 72])] {
      let image = draw(32, 32) { _, _ in alpha == 0 ? [0, 0, 0, 0] : [0, 0, 0, alpha] }
      let decoded = try JPEGDecoder.decode(encoder.encode(image))
      for channel in 0..<3 {
        #expect(abs(Int(decoded.samples[channel]) - expected[channel]) <= 2, "alpha \(alpha)")
      }
      #expect(decoded.samples[3] == 255)
    }
  }

  @Test(
    "Chroma of a JPEG tile has half its resolution below quality 90, all above, none in greys")
  func components() throws {
    let color = TestTile.photograph.image(width: 64, height: 64)
    let grey = TestTile.greyGradient.image(width: 64, height: 64)
    for (quality, expected) in [(89, [0x22, 0x11, 0x11]), (90, [0x11, 0x11, 0x11])] {
      let encoder = try JPEGTileEncoder(quality: quality, effort: .balanced)
      #expect(try sampling(of: encoder.encode(color)).map(Int.init) == expected)
      #expect(try sampling(of: encoder.encode(grey)).count == 1)
    }
  }

  @Test("JPEG tiles hold no metadata but the JFIF header, which every program looks for")
  func noMetadata() throws {
    let encoder = try JPEGTileEncoder(quality: 80, effort: .balanced)
    let bytes = try encoder.encode(TestTile.photograph.image(width: 64, height: 64))
    let markers = segments(of: bytes).map(\.marker)
    let applications = markers.filter { (0xE0...0xEF).contains($0) || $0 == 0xFE }
    #expect(applications == [0xE0])
  }

  @Test("More effort makes no JPEG tile larger, and is progressive only where that is smaller")
  func effort() throws {
    for tile in [TestTile.photograph, .lineArt, .white, .colorGradient, .noise] {
      let image = tile.image(width: 256, height: 256)
      let files = try EncodingEffort.allCases.map {
        try JPEGTileEncoder(quality: 80, effort: $0).encode(image)
      }
      #expect(files[1].count <= files[0].count && files[2].count <= files[1].count, "\(tile)")
      let decoded = try files.map { try JPEGDecoder.decode($0) }
      #expect(decoded[0] == decoded[1] && decoded[0] == decoded[2], "codes change no sample")
      let isProgressive = segments(of: files[2]).contains { $0.marker == 0xC2 }
      #expect(isProgressive == (files[2] != files[1]))
    }
  }
}

@Suite("WebP tile encoder")
struct WebPTileEncoderTests {
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

  @Test("A side that WebP has no room for is refused")
  func tooLarge() throws {
    let encoder = try WebPTileEncoder(.lossless, effort: .fast)
    let image = draw(16_384, 1) { _, _ in [0, 0, 0, 255] }
    #expect(throws: ImageCodecError.self) { try encoder.encode(image) }
  }
}

@Suite("AVIF tile encoder")
struct AVIFTileEncoderTests {
  @Test("What can be seen is as close beside transparent parts as elsewhere")
  func edges() throws {
    let encoder = try AVIFTileEncoder(quality: 80, effort: .balanced)
    let image = draw(128, 128) { x, y in x + 2 * y < 170 ? [230, 60, 40, 255] : [0, 0, 0, 0] }
    let decoded = try AVIFDecoder.decode(encoder.encode(image))
    for (own, wanted) in zip(decoded.samples, image.samples) {
      #expect(abs(Int(own) - Int(wanted)) <= 4)
    }
  }

  @Test("An opaque AVIF tile has no alpha, and no AVIF tile has metadata")
  func boxes() throws {
    let encoder = try AVIFTileEncoder(quality: 80, effort: .fast)
    func holds(_ name: String, _ bytes: [UInt8]) -> Bool {
      bytes.indices.contains { bytes[$0...].starts(with: name.utf8) }
    }
    let opaque = try encoder.encode(TestTile.photograph.image(width: 64, height: 64))
    let soft = try encoder.encode(TestTile.photographSoftEdge.image(width: 64, height: 64))
    #expect(!holds("auxC", opaque) && holds("auxC", soft))
    for bytes in [opaque, soft] {
      #expect(!holds("Exif", bytes) && !holds("rICC", bytes) && !holds("prof", bytes))
    }
  }

  @Test("A side that AVIF has no room for is refused, and so is a tile once work is cancelled")
  func refusals() throws {
    let encoder = try AVIFTileEncoder(quality: 80, effort: .fast)
    let image = draw(65_537, 1) { _, _ in [0, 0, 0, 255] }
    #expect(throws: ImageCodecError.self) { try encoder.encode(image) }
    let cancelled = try AVIFTileEncoder(quality: 80, effort: .fast, isCancelled: { true })
    #expect(throws: ImageCodecError.cancelled) {
      try cancelled.encode(TestTile.white.image(width: 8, height: 8))
    }
  }

  @Test("Transparent pixels continue the colours beside and above them")
  func neighbors() {
    var image = draw(3, 2) { x, y in y == 0 && x == 1 ? [9, 8, 7, 255] : [0, 0, 0, 0] }
    image.samples.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      TransparentColor.continueNeighbors(base, width: 3, height: 2)
    }
    #expect(image == draw(3, 2) { x, y in [9, 8, 7, y == 0 && x == 1 ? 255 : 0] })
  }
}
