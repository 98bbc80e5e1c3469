/// An ICC profile, made by formulas of its own (ICC.1:2022): version 2, whose colours are those of light or
/// of a table.
package enum ICCProfileSketch {
  /// Colorants adapted to D50, as rows of X, Y and Z.
  package typealias Colorants = [[Double]]

  package static let displayP3: Colorants = [
    [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
  ]
  package static let adobeRGB: Colorants = [
    [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
  ]
  package static let proPhoto: Colorants = [
    [0.79767, 0.28804, 0.0], [0.13519, 0.71188, 0.0], [0.03134, 0.00009, 0.82491],
  ]

  /// Red, green and blue of colorants and one power.
  package static func matrix(_ name: String, _ colorants: Colorants, gamma: Double) -> [UInt8] {
    let curve = tag("curv", word(1) + short(Int((gamma * 256).rounded())))
    let primaries = zip(["rXYZ", "gXYZ", "bXYZ"], colorants).map { name, numbers in
      (name, tag("XYZ ", numbers.flatMap(fixed)))
    }
    return profile(
      name, "mntr", "RGB ", "XYZ ", primaries + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) })
  }

  /// Red, green and blue of the colorants of sRGB and a curve, whose bytes are those of a tag.
  package static func matrix(
    _ name: String, red: [Double] = [0.4361, 0.2225, 0.0139], curve: [UInt8]
  ) -> [UInt8] {
    profile(
      name, "mntr", "RGB ", "XYZ ",
      [
        ("rXYZ", tag("XYZ ", red.flatMap(fixed))),
        ("gXYZ", tag("XYZ ", [0.3851, 0.7169, 0.0971].flatMap(fixed))),
        ("bXYZ", tag("XYZ ", [0.1431, 0.0606, 0.7141].flatMap(fixed))),
        ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
      ])
  }

  /// Grey of one power.
  package static func grey(_ name: String, gamma: Double) -> [UInt8] {
    profile(
      name, "mntr", "GRAY", "XYZ ",
      [("kTRC", tag("curv", word(1) + short(Int((gamma * 256).rounded()))))])
  }

  /// Samples whose colours are in a table with three nodes along each axis.
  ///
  /// - Parameters:
  ///   - name: Its description.
  ///   - space: `RGB ` or `CMYK`.
  ///   - axes: The samples of a pixel.
  ///   - lab: L of 0...100, a and b of the samples of a node, each 0, 0.5 or 1.
  /// - Returns: Its bytes.
  package static func table(
    _ name: String, space: String, axes: Int, lab: ([Double]) -> [Double]
  ) -> [UInt8] {
    var contents: [UInt8] = [UInt8(axes), 3, 3, 0]
    for index in 0..<9 { contents += fixed(index % 4 == 0 ? 1 : 0) }
    let ramp = (0..<256).map { UInt8($0) }
    for _ in 0..<axes { contents += ramp }
    let count = (0..<axes).reduce(1) { count, _ in 3 * count }
    for node in 0..<count {
      var rest = node
      var samples: [Double] = []
      for _ in 0..<axes {
        samples.insert(Double(rest % 3) / 2, at: 0)
        rest /= 3
      }
      let color = lab(samples)
      let bytes = [color[0] * 2.55, color[1] + 128, color[2] + 128]
      contents += bytes.map { UInt8(min(max($0.rounded(), 0), 255)) }
    }
    for _ in 0..<3 { contents += ramp }
    let isInks = space == "CMYK"
    return profile(name, isInks ? "prtr" : "scnr", space, "Lab ", [("A2B0", tag("mft1", contents))])
  }

  package static func tag(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    Array(type.utf8) + word(0) + contents
  }

  /// A big-endian number of 32 bits.
  package static func word(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A number of 16 bits and 16 bits of fraction.
  package static func fixed(_ number: Double) -> [UInt8] { word(Int((number * 65536).rounded())) }

  private static func short(_ number: Int) -> [UInt8] { Array(word(number).suffix(2)) }

  private static func profile(
    _ name: String, _ kind: String, _ space: String, _ connection: String,
    _ tags: [(name: String, bytes: [UInt8])]
  ) -> [UInt8] {
    let text = Array(name.utf8) + [0]
    let white = tag("XYZ ", [0.9642, 1, 0.8249].flatMap(fixed))
    let all =
      [
        ("desc", tag("desc", word(text.count) + text + [UInt8](repeating: 0, count: 78))),
        ("wtpt", white),
      ] + tags
    var table = word(all.count)
    var data: [UInt8] = []
    for entry in all {
      table += Array(entry.0.utf8) + word(132 + 12 * all.count + data.count)
      table += word(entry.1.count)
      data += entry.1 + [UInt8](repeating: 0, count: (4 - entry.1.count % 4) % 4)
    }
    var header = word(128 + table.count + data.count) + word(0) + word(0x0240_0000)
    header += Array((kind + space + connection).utf8)
    header += [UInt8](repeating: 0, count: 36 - header.count) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 68 - header.count)
    header += [0.9642, 1, 0.8249].flatMap(fixed)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }
}
