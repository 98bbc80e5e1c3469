import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Damaged tiles")
struct DamagedTileTests {
  /// Sound files of every format.
  private static let files: [[UInt8]] =
    [SmallJPEG.baseline, SmallJPEG.progressive, SmallJPEG.inks]
    + [SmallWebP.lossless, SmallWebP.lossy, SmallWebP.lossyAlpha]
    + [TestTile.colorGradient, .photographSoftEdge].compactMap { tile in
      try? AVIFTileEncoder(quality: 80, effort: .fast).encode(tile.image(width: 32, height: 32))
    }

  @Test("No truncated file decodes", arguments: files)
  func prefixes(bytes: [UInt8]) throws {
    #expect(Self.files.count == 8)
    let codec = try #require(TileDecoder.format(of: bytes).flatMap(TileCodecs.codec))
    for count in 0..<bytes.count {
      #expect(throws: ImageCodecError.self, "\(count) of \(bytes.count)") {
        try codec.decode(Array(bytes.prefix(count)), limits: .tile)
      }
    }
    let (name, cuts) =
      switch codec.format {
      case .jpeg: ("JPEG", [bytes.count - 2])
      case .webp: ("WebP", Array(bytes.indices))
      default: ("AVIF", [0, 3, 11, bytes.count - 1])
      }
    for count in cuts {
      #expect(throws: ImageCodecError.truncated(format: name)) {
        try codec.decode(Array(bytes.prefix(count)), limits: .tile)
      }
    }
  }

  @Test("A change of any one byte gives an image or an error", arguments: files)
  func damage(bytes: [UInt8]) throws {
    let codec = try #require(TileDecoder.format(of: bytes).flatMap(TileCodecs.codec))
    var decoded = 0
    var refused = 0
    for index in bytes.indices {
      for mask in [0xFF, 0x01, 0x80] as [UInt8] {
        var changed = bytes
        changed[index] ^= mask
        do {
          let image = try codec.decode(changed, limits: .tile)
          #expect(image.samples.count == 4 * image.width * image.height)
          for pixel in stride(from: 0, to: image.samples.count, by: 4)
          where image.samples[pixel + 3] == 0 {
            #expect(image.samples[pixel..<pixel + 3].allSatisfy { $0 == 0 })
          }
          decoded += 1
        } catch { refused += 1 }
      }
    }
    #expect(decoded > 0 && refused > 0)
  }
}
