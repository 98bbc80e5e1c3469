import Testing
import TileModel

@Suite("Tile formats")
struct TileFormatTests {
  @Test("Known tile formats have unique names, extensions, media types and journal numbers")
  func unique() {
    let all = TileFormatDescription.all
    for texts in [
      all.map(\.format.rawValue), all.map(\.name), all.map(\.title), all.flatMap(\.extensions),
      all.flatMap(\.mediaTypes), all.map { "\($0.journalNumber)" },
    ] { #expect(Set(texts).count == texts.count) }
    for one in all {
      #expect(one.extensions.first == one.format.rawValue)
      #expect(one.journalNumber > 0)
      #expect(one.format.details?.format == one.format)
    }
  }

  @Test(
    "Tile formats are recognised by the extensions, names and media types that metadata state",
    arguments: [
      ("png", "png"), ("PNG", "png"), ("image/png", "png"), ("jpg", "jpg"), ("jpeg", "jpg"),
      ("Image/JPEG", "jpg"), ("image/jpg", "jpg"), ("webp", "webp"), ("image/webp", "webp"),
      ("avif", "avif"), ("image/avif", "avif"), ("pbf", "pbf"),
    ])
  func stated(text: String, format: String) {
    #expect(TileFormat(stated: text)?.rawValue == format)
  }

  @Test("No tile format is recognised where none is stated")
  func nothingStated() { #expect(TileFormat(stated: "") == nil) }

  @Test(
    "Tile formats are recognised by their first bytes, and by no fewer",
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], TileFormat.png),
      ([0xFF, 0xD8, 0xFF], .jpeg), (Array("RIFF\0\0\0\0WEBP".utf8), .webp),
      (Array("\0\0\0\0ftypavif".utf8), .avif),
    ] as [([UInt8], TileFormat)])
  func signature(bytes: [UInt8], format: TileFormat) throws {
    #expect(TileFormat(signatureOf: bytes) == format)
    #expect(TileFormat(signatureOf: bytes + [7, 7]) == format)
    let signature = try #require(format.details?.signature)
    for count in bytes.indices {
      let start = Array(bytes.prefix(count))
      #expect(TileFormat(signatureOf: start) == nil)
      #expect(signature.canBegin(start))
    }
    for index in bytes.indices where bytes[index] != 0 {
      var other = bytes
      other[index] ^= 1
      #expect(TileFormat(signatureOf: other) == nil)
      #expect(!signature.canBegin(other))
    }
  }
}
