import Platform
import TileImaging

/// Comparison of a profile's values with sRGB, whatever its name (ICC.1:2022, clauses 9 and 10).
extension ColorProfile {
  private static let colorants = [
    "rXYZ": [0.4361, 0.2225, 0.0139], "gXYZ": [0.3851, 0.7169, 0.0971],
    "bXYZ": [0.1431, 0.0606, 0.7141],
  ]

  static func isSRGB(tags: [String: [UInt8]]) -> Bool? {
    var agrees = true
    for (name, expected) in colorants {
      guard let tag = tags[name], tag.count >= 20 else { return nil }
      for (index, value) in expected.enumerated() {
        agrees = agrees && abs(fixed(tag, at: 8 + 4 * index) - value) < 0.003
      }
    }
    for name in ["rTRC", "gTRC", "bTRC"] {
      guard let tag = tags[name] else { return nil }
      for sample in [0.02, 0.1, 0.25, 0.5, 0.75, 0.95] {
        guard let light = light(tag, of: sample) else { return nil }
        agrees = agrees && abs(light - SRGBCurve.light(of: sample)) < 0.003
      }
    }
    return agrees
  }

  /// Evaluates `curv`, or `para` of any function, in 0...1.
  private static func light(_ tag: [UInt8], of sample: Double) -> Double? {
    guard tag.count >= 12 else { return nil }
    if tag.starts(with: "para".utf8) {
      let kind = Int(tag[8]) << 8 | Int(tag[9])
      let counts = [1, 3, 4, 5, 7]
      guard counts.indices.contains(kind), tag.count >= 12 + 4 * counts[kind] else { return nil }
      let p = (0..<counts[kind]).map { fixed(tag, at: 12 + 4 * $0) }
      switch kind {
      case 0: return pow(sample, p[0])
      case 1: return sample >= -p[2] / p[1] ? pow(p[1] * sample + p[2], p[0]) : 0
      case 2: return sample >= -p[2] / p[1] ? pow(p[1] * sample + p[2], p[0]) + p[3] : p[3]
      case 3: return sample >= p[4] ? pow(p[1] * sample + p[2], p[0]) : p[3] * sample
      default: return sample >= p[4] ? pow(p[1] * sample + p[2], p[0]) + p[5] : p[3] * sample + p[6]
      }
    }
    guard tag.starts(with: "curv".utf8) else { return nil }
    let count = tag[8..<12].reduce(0) { $0 << 8 | Int($1) }
    func entry(_ index: Int) -> Double {
      Double(Int(tag[12 + 2 * index]) << 8 | Int(tag[13 + 2 * index]))
    }
    if count == 0 { return sample }
    guard count <= (tag.count - 12) / 2 else { return nil }
    if count == 1 { return pow(sample, entry(0) / 256) }
    let position = sample * Double(count - 1)
    let low = Int(position)
    let fraction = position - Double(low)
    return (entry(low) * (1 - fraction) + entry(low + 1) * fraction) / 65535
  }

  /// s15Fixed16Number.
  private static func fixed(_ bytes: [UInt8], at offset: Int) -> Double {
    let word = bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Double(Int32(bitPattern: word)) / 65536
  }
}
