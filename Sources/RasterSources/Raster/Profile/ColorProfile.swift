/// What an ICC profile says of itself (ICC.1:2022).
struct ColorProfile: Hashable, Sendable {
  /// The most bytes of a profile that are looked at.
  static let byteLimit = 4 << 20

  /// Its description; "unnamed" without one.
  let name: String

  /// Reads a profile; `nil` where the bytes are none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    let count = min(Self.number(bytes, at: 128) ?? 0, 256)
    var name: String?
    for index in 0..<count {
      let entry = 132 + 12 * index
      guard let offset = Self.number(bytes, at: entry + 4),
        let size = Self.number(bytes, at: entry + 8)
      else { break }
      if bytes[entry..<entry + 4].elementsEqual("desc".utf8) {
        name = Self.description(bytes, at: offset, size: size)
        break
      }
    }
    self.name = name ?? "unnamed"
  }

  /// Whether samples of the profile are those of sRGB.
  var isSRGB: Bool {
    let lower = name.lowercased()
    return lower.contains("srgb") && !lower.contains("linear")
  }

  /// The text of a description: `desc` of version 2, `mluc` of version 4, of which the first language.
  private static func description(_ bytes: [UInt8], at offset: Int, size: Int) -> String? {
    guard size >= 12, offset <= bytes.count - size else { return nil }
    let text: String
    switch String(decoding: bytes[offset..<offset + 4], as: UTF8.self) {
    case "desc":
      guard let length = number(bytes, at: offset + 8), length <= size - 12 else { return nil }
      text = String(
        decoding: bytes[offset + 12..<offset + 12 + length].prefix { $0 != 0 }, as: UTF8.self)
    case "mluc":
      guard let records = number(bytes, at: offset + 8), records > 0,
        let length = number(bytes, at: offset + 20), let start = number(bytes, at: offset + 24),
        start <= size, length <= size - start
      else { return nil }
      let units = stride(from: offset + start, to: offset + start + length - 1, by: 2).map {
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

extension ColorProfile {
  /// What is said of an image with such a profile, or with none.
  static func notice(_ profile: ColorProfile?, isInks: Bool) -> RasterNotice? {
    if isInks { return .inksWithoutProfile(profile: profile?.name) }
    return profile.flatMap { $0.isSRGB ? nil : .profileNotApplied(name: $0.name) }
  }

  /// The fact for people.
  static func details(_ profile: ColorProfile?) -> [RasterDetail] {
    profile.map { [RasterDetail("profile", $0.name + ($0.isSRGB ? "" : ", not applied"))] } ?? []
  }
}
