extension ColorProfile {
  /// From gAMA and cHRM of a PNG; `nil` without a plausible gAMA.
  ///
  /// A gamma of 1/2.2 with the primaries of sRGB, or with none stated, is sRGB: writers state it so.
  init?(gamma: Int?, chromaticities: Chromaticities?) {
    guard let gamma, (10_000...500_000).contains(gamma) else { return nil }
    let primaries = chromaticities ?? .standard
    let isStandard = primaries.isNear(.standard)
    let exponent = 100_000 / Double(gamma)
    let text = "gamma \((exponent * 100).rounded() / 100)"
    self.init(
      name: isStandard ? text : text + ", primaries of its own",
      isSRGB: isStandard && abs(exponent - 2.2) < 0.03, .primaries(primaries, .gamma(exponent)))
  }

  /// From cICP of a PNG (ITU-T H.273): primaries, transfer, matrix, full range flag.
  init?(codePoints points: [UInt8]) {
    guard points.count == 4 else { return nil }
    let curve: ToneCurve? =
      switch points[1] {
      case 13: .standard
      case 4: .gamma(2.2)
      case 5: .gamma(2.8)
      case 8: .gamma(1)
      default: nil
      }
    let primaries: Chromaticities? =
      switch points[0] {
      case 1: .standard
      case 9: .wide
      case 12: .displayP3
      default: nil
      }
    let name = "code points \(points.map(String.init).joined(separator: ", "))"
    guard let curve, let primaries, points[2] == 0, points[3] == 1 else {
      self.init(name: name, isSRGB: false, .named)
      return
    }
    self.init(
      name: primaries == .displayP3 && curve == .standard ? "Display P3 (\(name))" : name,
      isSRGB: primaries == .standard && curve == .standard, .primaries(primaries, curve))
  }
}
