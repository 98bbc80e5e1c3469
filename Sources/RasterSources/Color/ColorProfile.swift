/// The colour space of an image as its file states it.
struct ColorProfile: Hashable, Sendable {
  /// Form of the statement.
  enum Definition: Hashable, Sendable {
    /// The bytes of an ICC profile (ICC.1:2022).
    case icc([UInt8])
    case primaries(Chromaticities, ToneCurve)
    case named
  }

  /// In bytes.
  static let byteLimit = 4 << 20

  let name: String
  /// Judged by colorants and curves or, without any, by name.
  let isSRGB: Bool
  let definition: Definition

  init(name: String, isSRGB: Bool, _ definition: Definition) {
    self.name = name
    self.isSRGB = isSRGB
    self.definition = definition
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    definition = .icc(bytes)
    let tags = Self.tags(bytes)
    name = tags["desc"].flatMap(Self.description) ?? "unnamed"
    let lower = name.lowercased()
    isSRGB = Self.isSRGB(tags: tags) ?? (lower.contains("srgb") && !lower.contains("linear"))
  }

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

  /// `desc` of version 2, or the first language of `mluc` of version 4.
  private static func description(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 12 else { return nil }
    let text: String
    switch String(decoding: bytes[..<4], as: UTF8.self) {
    case "desc":
      guard let length = number(bytes, at: 8), length <= bytes.count - 12 else { return nil }
      text = String(decoding: bytes[12..<12 + length].prefix { $0 != 0 }, as: UTF8.self)
    case "mluc":
      guard let records = number(bytes, at: 8), records > 0, let length = number(bytes, at: 20),
        let start = number(bytes, at: 24), start <= bytes.count, length <= bytes.count - start
      else { return nil }
      let units = stride(from: start, to: start + length - 1, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    default: return nil
    }
    return text.isEmpty ? nil : String(text.prefix(100))
  }

  /// Big-endian, 32 bits; `nil` beyond the end.
  private static func number(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
