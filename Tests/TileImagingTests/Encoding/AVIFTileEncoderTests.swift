import Testing
import TileImaging
import TilePyramidTesting

@Suite("AVIF tile encoder")
struct AVIFTileEncoderTests {
  @Test(
    "An AVIF tile keeps alpha exactly, and its colours are the closer the higher the quality",
    arguments: EncodingEffort.allCases)
  func quality(_ effort: EncodingEffort) throws {
    let image = TestTile.photographSoftEdge.image(width: 128, height: 128)
    var errors: [Double] = []
    for quality in [0, 50, 80, 100] {
      let bytes = try AVIFTileEncoder(quality: quality, effort: effort).encode(image)
      #expect(TileDecoder.isLossy(bytes))
      let decoded = try AVIFDecoder.decode(bytes)
      let alphas = stride(from: 3, to: image.samples.count, by: 4)
      #expect(alphas.allSatisfy { decoded.samples[$0] == image.samples[$0] })
      errors.append(squaredError(decoded, image))
    }
    #expect(errors == errors.sorted(by: >))
    // 35 dB.
    #expect(errors[2] < 255 * 255 / 3162, "\(errors)")
  }

  @Test("Tiles of all kinds and sizes come back in their size, with their alpha")
  func sizes() throws {
    let encoder = try AVIFTileEncoder(quality: 80, effort: .fast)
    for tile in TestTile.allCases {
      for (width, height) in [(64, 64), (1, 1), (3, 5), (65, 2)] {
        let image = tile.image(width: width, height: height)
        let decoded = try AVIFDecoder.decode(encoder.encode(image))
        #expect(decoded.width == width && decoded.height == height)
        let alphas = stride(from: 3, to: image.samples.count, by: 4)
        #expect(
          alphas.allSatisfy { decoded.samples[$0] == image.samples[$0] }, "\(tile) \(width)")
      }
    }
    let large = TestTile.colorGradient.image(width: 512, height: 512)
    #expect(try squaredError(AVIFDecoder.decode(encoder.encode(large)), large) < 20)
  }

  @Test("A flat AVIF tile of any grey comes back within two levels at quality 80")
  func flat() throws {
    let encoder = try AVIFTileEncoder(quality: 80, effort: .fast)
    for grey in stride(from: UInt8(0), through: 255, by: 17) {
      let image = draw(64, 64) { _, _ in [grey, grey, grey, 255] }
      let decoded = try AVIFDecoder.decode(encoder.encode(image))
      #expect(decoded.samples.allSatisfy { $0 == 255 || abs(Int($0) - Int(grey)) <= 2 })
    }
  }

  @Test("What can be seen is as close beside transparent parts as elsewhere")
  func edges() throws {
    let encoder = try AVIFTileEncoder(quality: 80, effort: .balanced)
    let image = draw(128, 128) { x, y in x + 2 * y < 170 ? [230, 60, 40, 255] : [0, 0, 0, 0] }
    let decoded = try AVIFDecoder.decode(encoder.encode(image))
    for (own, wanted) in zip(decoded.samples, image.samples) {
      #expect(abs(Int(own) - Int(wanted)) <= 4)
    }
  }

  @Test("The same samples give the same AVIF, whatever was encoded before")
  func deterministic() throws {
    let used = try AVIFTileEncoder(quality: 80, effort: .balanced)
    for tile in TestTile.allCases { _ = try used.encode(tile.image(width: 80, height: 70)) }
    for tile in TestTile.allCases {
      let image = tile.image(width: 64, height: 64)
      let fresh = try AVIFTileEncoder(quality: 80, effort: .balanced)
      #expect(try used.encode(image) == fresh.encode(image), "\(tile)")
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

  @Test("An AVIF tile of one colour is the same encoded as a colour or as samples")
  func uniform() throws {
    let encoder = try AVIFTileEncoder(quality: 80, effort: .fast)
    let image = draw(32, 32) { _, _ in [9, 8, 7, 100] }
    #expect(
      try encoder.encodeUniform(red: 9, green: 8, blue: 7, alpha: 100, width: 32, height: 32)
        == encoder.encode(image))
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
