/// Storage of a row's samples, and the bands that become colours.
package struct SampleLayout: Hashable, Sendable {
  /// Photometric interpretation.
  enum Color: Hashable, Sendable {
    /// One band; inverted where the least value is white.
    case grey(isInverted: Bool)
    /// One band of indices; red, green, blue and alpha from the lowest byte.
    case palette([UInt32])
    case rgb
    case inks
    case converted

    var model: ColorModel {
      switch self {
      case .grey: .grey
      case .palette, .rgb, .converted: .rgb
      case .inks: .inks
      }
    }

    var bandCount: Int {
      switch self {
      case .grey, .palette: 1
      case .rgb: 3
      case .inks: 4
      case .converted: 0
      }
    }
  }

  /// Number format of a sample.
  enum Format: Hashable, Sendable {
    case unsigned
    case signed
    case floating
  }

  var bitsPerSample: Int
  var samplesPerPixel: Int
  var format: Format
  var color: Color
  /// From 0.
  var colorBands: [Int]
  /// From 0.
  var alphaBand: Int?
  var isPremultiplied = false
  var isPlanar = false
  /// True for samples of at most 16 bits that are right-aligned in one or two bytes.
  var fillsBytes = false

  var storedBits: Int { fillsBytes ? (bitsPerSample + 7) / 8 * 8 : bitsPerSample }

  var isPlain: Bool { format == .unsigned && bitsPerSample <= 16 }

  var largestSample: Double? {
    switch format {
    case .floating: nil
    case .unsigned: Double(sign: .plus, exponent: bitsPerSample, significand: 1) - 1
    case .signed: Double(sign: .plus, exponent: bitsPerSample - 1, significand: 1) - 1
    }
  }
}

extension SampleLayout {
  mutating func select(_ bands: BandSelection, path: String) throws(RasterError) {
    switch color {
    case .grey, .rgb, .inks: break
    case .palette:
      throw .optionWithoutEffect(
        path: path, option: "`bands`", reason: "the samples are entries of a palette")
    case .converted:
      throw .optionWithoutEffect(
        path: path, option: "`bands`", reason: "the samples are converted as a whole")
    }
    if bands.last > samplesPerPixel {
      throw .noSuchBand(path: path, band: bands.last, count: samplesPerPixel)
    }
    if bands.colors.count == 3 {
      color = .rgb
    } else if color.bandCount != 1 {
      color = .grey(isInverted: false)
    }
    colorBands = bands.colors.map { $0 - 1 }
    let stated = alphaBand
    alphaBand = bands.alpha.map { $0 - 1 } ?? (bands.ignoresTags ? nil : alphaBand)
    // A band that is drawn as colour is no alpha.
    if let band = alphaBand, colorBands.contains(band) { alphaBand = nil }
    isPremultiplied = isPremultiplied && alphaBand == stated
  }

  var canBeEntries: Bool {
    switch color {
    case .grey, .palette: format != .floating && bitsPerSample <= 16
    case .rgb, .inks, .converted: false
    }
  }

  var canBeBytes: Bool {
    switch color {
    case .grey, .rgb: bitsPerSample <= 8
    case .palette, .inks, .converted: false
    }
  }

  func byte(ofNumber number: Double?) -> Double? {
    guard canBeBytes, let number, let largestSample, UInt8(exactly: number) != nil else {
      return nil
    }
    return number <= largestSample ? number * 255 / largestSample : nil
  }

  func byteColors(of table: [UInt32]?) -> [UInt32]? {
    guard let table, canBeEntries, canBeBytes else { return nil }
    var colors = [UInt32](repeating: 0, count: 256)
    for (number, color) in table.enumerated() {
      if let byte = byte(ofNumber: Double(number)) { colors[Int(byte)] = color }
    }
    return colors
  }

  func bandNotice(names: [Int: String] = [:]) -> RasterNotice? {
    guard case .grey = color, samplesPerPixel > (alphaBand == nil ? 1 : 2) else { return nil }
    return .bandsWithoutColor(names: (1...samplesPerPixel).map { names[$0] ?? "" }, drawn: [1])
  }
}
