/// Which colours the numbers of an image stand for, as its file says.
struct ColorProfile: Hashable, Sendable {
  /// How it is stated.
  enum Definition: Hashable, Sendable {
    /// The bytes of an ICC profile (ICC.1:2022).
    case icc([UInt8])
    /// Red, green and blue of these chromaticities.
    case primaries(Chromaticities, ToneCurve)
    /// A name for what no conversion is known for.
    case named
  }

  /// The most bytes of a profile that are looked at.
  static let byteLimit = 4 << 20

  /// Its description; "unnamed" without one.
  let name: String
  /// Whether its numbers are those of sRGB: by its colorants and curves or, without any, by its name.
  let isSRGB: Bool
  /// What it says of colours.
  let definition: Definition

  /// A profile that is stated without an ICC profile.
  init(name: String, isSRGB: Bool, _ definition: Definition) {
    self.name = name
    self.isSRGB = isSRGB
    self.definition = definition
  }

  /// Reads an ICC profile; `nil` where the bytes are none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    definition = .icc(bytes)
    let tags = Self.tags(bytes)
    name = tags["desc"].flatMap(Self.description) ?? "unnamed"
    let lower = name.lowercased()
    isSRGB =
      Self.isSRGB(tags: tags) ?? (lower.contains("srgb") && !lower.contains("linear"))
  }

  /// The tags of a profile by their signatures, as far as they are in it.
  private static func tags(_ bytes: [UInt8]) -> [String: [UInt8]] {
    var tags: [String: [UInt8]] = [:]
    for index in 0..<min(number(bytes, at: 128) ?? 0, 256) {
      let entry = 132 + 12 * index
      guard let offset = number(bytes, at: entry + 4), let size = number(bytes, at: entry + 8)
      else { break }
      guard size <= bytes.count, offset <= bytes.count - size else { continue }
      let name = String(decoding: bytes[entry..<entry + 4], as: UTF8.self)
      if ["desc", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"].contains(name) {
        tags[name] = Array(bytes[offset..<offset + size])
      }
    }
    return tags
  }

  /// The text of a description: `desc` of version 2, `mluc` of version 4, of which the first language.
  private static func description(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 12 else { return nil }
    let text: String
    switch String(decoding: bytes[..<4], as: UTF8.self) {
    case "desc":
      guard let length = number(bytes, at: 8), length <= bytes.count - 12 else { return nil }
      text = String(
        decoding: bytes[12..<12 + length].prefix { $0 != 0 }, as: UTF8.self)
    case "mluc":
      guard let records = number(bytes, at: 8), records > 0,
        let length = number(bytes, at: 20), let start = number(bytes, at: 24),
        start <= bytes.count, length <= bytes.count - start
      else { return nil }
      let units = stride(from: start, to: start + length - 1, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    default: return nil
    }
    return text.isEmpty ? nil : String(text.prefix(100))
  }

  /// A big-endian number of 32 bits; `nil` beyond the end.
  private static func number(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
