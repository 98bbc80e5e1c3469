import Foundation
import Testing
import TileImaging
import TilePyramidTesting

/// The expected decodings of the PngSuite files.
private struct Expectations: Decodable {
  struct File: Decodable {
    struct Checksums: Decodable {
      var identity: UInt32?
      var native: UInt32?

      enum CodingKeys: CodingKey { case identity, native }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Files that must fail have words here.
        identity = try? container.decode(UInt32.self, forKey: .identity)
        native = try? container.decode(UInt32.self, forKey: .native)
      }
    }
    var crc32_decoded: Checksums
    var must_fail: Bool
  }
  var files: [String: File]

  static func load() throws -> Expectations {
    let bytes = try TestData.bytes("png/expected_png.json")
    return try JSONDecoder().decode(Expectations.self, from: Data(bytes))
  }
}

@Suite("PngSuite", .enabled(if: TestData.isAvailable))
struct PNGSuiteTests {
  @Test("Every valid file of PngSuite has the expected samples, as stored and in 8 bits")
  func valid() throws {
    let files = try Expectations.load().files.filter { !$0.value.must_fail }
    #expect(files.count > 70)
    for (name, file) in files {
      let bytes = try TestData.bytes("png/\(name)")
      let stored = try decodeUntouched(bytes, mode: [.asStored, .deinterlaced])
      #expect(crc32(stored.rows) == file.crc32_decoded.identity, "\(name) as stored")
      // The expected values strip 16 bits to 8; here they are rounded, which has its own test.
      if stored.header.bitDepth == 16 { continue }
      let expanded = try decodeUntouched(bytes)
      let native = native(expanded.rows, stored.header)
      #expect(crc32(native) == file.crc32_decoded.native, "\(name) in 8 bits")
    }
  }

  @Test("Every damaged file of PngSuite is refused with a reason")
  func damaged() throws {
    let files = try Expectations.load().files.filter(\.value.must_fail)
    #expect(files.count >= 7)
    for name in files.keys {
      let bytes = try TestData.bytes("png/\(name)")
      #expect(throws: ImageCodecError.self, "\(name)") { try PNGDecoder.decode(bytes) }
    }
  }

  @Test("Every valid file of PngSuite survives the tile encoder")
  func reencoded() throws {
    let encoder = try PNGTileEncoder(effort: .balanced)
    for (name, file) in try Expectations.load().files where !file.must_fail {
      let image = try PNGDecoder.decode(try TestData.bytes("png/\(name)"))
      #expect(try PNGDecoder.decode(try encoder.encode(image)) == image, "\(name)")
    }
  }

  /// The channels that the file itself has, out of RGBA.
  private func native(_ rgba: [UInt8], _ header: PNGHeader) -> [UInt8] {
    let isGrey = header.colorType == .grey || header.colorType == .greyAlpha
    let channels = (isGrey ? [0] : [0, 1, 2]) + (header.isOpaque ? [] : [3])
    return stride(from: 0, to: rgba.count, by: 4).flatMap { pixel in
      channels.map { rgba[pixel + $0] }
    }
  }
}
