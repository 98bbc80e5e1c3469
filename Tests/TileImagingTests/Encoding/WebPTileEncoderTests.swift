import Testing
import TileImaging
import TilePyramidTesting

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
