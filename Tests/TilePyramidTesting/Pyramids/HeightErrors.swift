package import TileModel

/// A height of a tile, by the formulas that the two encodings are published with.
package enum PublishedFormula {
  /// The height in metres; `nil` where the sample is transparent, and none near any where it is partly so, which it
  /// never may be.
  package static func metres(_ sample: Sample, _ encoding: ElevationEncoding) -> Double? {
    if sample == Sample(repeating: 0) { return nil }
    if sample.w != 255 { return .infinity }
    let (red, green, blue) = (Double(sample.x), Double(sample.y), Double(sample.z))
    return switch encoding {
    case .terrarium: (red * 256 + green + blue / 256) - 32768
    case .mapbox: -10000 + ((red * 256 * 256 + green * 256 + blue) * 0.1)
    }
  }
}

/// The errors of heights.
package struct HeightErrors: Sendable {
  /// The steps of tiles that heights are off beyond what the rounding of the image's samples and of the tile's
  /// explains.
  package private(set) var excess = -Double.infinity
  /// The steps that they are off where every pixel around has a height.
  package private(set) var whole = 0.0
  /// The metres that any is off.
  package private(set) var metres = 0.0
  /// Heights, and places where one is that should not be or the reverse.
  package var (count, wrong) = (0, 0)

  package init() {}

  /// Compares a sample with the exact height there, of which a part of the place has one.
  package mutating func add(
    _ sample: Sample, _ encoding: ElevationEncoding,
    _ exact: (metres: Double, share: Double, amplification: Double)
  ) {
    // Single precision decides there.
    if abs(exact.share - 0.5) < 1e-4 { return }
    let found = PublishedFormula.metres(sample, encoding)
    guard let found, exact.share > 0.5 else {
      if found != nil || exact.share > 0.5 { wrong += 1 }
      return
    }
    count += 1
    let error = abs(found - exact.metres)
    metres = max(metres, error)
    let steps = error * 256
    excess = max(excess, steps - (0.5 + 0.5 * exact.amplification))
    if exact.share > 0.9999 { whole = max(whole, steps) }
  }
}
