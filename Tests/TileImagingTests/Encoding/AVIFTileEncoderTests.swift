import Testing
import TileImaging
import TilePyramidTesting

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
