import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("AVIF decoder")
struct AVIFDecoderTests {
  private static let opaque = TestTile.colorGradient.image(width: 32, height: 32)
  private static let soft = TestTile.photographSoftEdge.image(width: 32, height: 32)

  /// An opaque file and one with alpha.
  private static let files: [[UInt8]] = [opaque, soft].map(encode)

  private static func encode(_ image: RGBAImage) -> [UInt8] {
    do {
      return try AVIFTileEncoder(quality: 80, effort: .fast).encode(image)
    } catch {
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
    for (bytes, width) in [
      (Self.files[0], 32), (try changed(Self.files[0], side32, to: large), 32544),
    ] {
      #expect {
        try AVIFDecoder.decode(
          bytes, limits: DecodingLimits(maximumSide: 32, maximumPixels: 1023, maximumBytes: 99_999))
      } throws: { error in
        if case .tooLarge(width, 32, _)? = error as? ImageCodecError { true } else { false }
      }
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
