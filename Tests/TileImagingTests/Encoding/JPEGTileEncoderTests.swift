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
