/// How the samples of a row are stored, and which of them become colours.
package struct SampleLayout: Hashable, Sendable {
  /// How samples become colours.
  enum Color: Hashable, Sendable {
    /// One band; inverted where the least value is white.
    case grey(isInverted: Bool)
    /// One band counts the entries, red, green, blue and alpha from the lowest byte.
    case palette([UInt32])
    /// Three bands.
    case rgb
    /// Four bands: cyan, magenta, yellow, black, the least value for no ink.
    case inks
    /// libtiff's own conversion.
    case converted

    /// What a profile of such samples is for.
    var model: ColorModel {
      switch self {
      case .grey: .grey
      case .palette, .rgb, .converted: .rgb
      case .inks: .inks
      }
    }

    /// How many bands hold the colour.
    var bandCount: Int {
      switch self {
      case .grey, .palette: 1
      case .rgb: 3
      case .inks: 4
      case .converted: 0
      }
    }
  }

  /// What a sample is.
  enum Format: Hashable, Sendable {
    case unsigned
    case signed
    case floating
  }

  var bitsPerSample: Int
  var samplesPerPixel: Int
  var format: Format
  var color: Color
  /// The bands that hold the colour, from 0.
  var colorBands: [Int]
  /// The band that holds alpha, from 0.
  var alphaBand: Int?
  /// Whether the colours are multiplied with alpha.
  var isPremultiplied = false
  /// Whether each band has rows of its own.
  var isPlanar = false
  /// Whether a sample of at most 16 bits fills one byte or two, of which the lowest bits count.
  var fillsBytes = false

  /// The bits that a sample takes in a row.
  var storedBits: Int { fillsBytes ? (bitsPerSample + 7) / 8 * 8 : bitsPerSample }

  /// Whether the samples are unsigned and of at most 16 bits, which are displayed by their depth.
  var isPlain: Bool { format == .unsigned && bitsPerSample <= 16 }

  /// The largest number that a sample can be; `nil` for floating ones.
  var largestSample: Double? {
    switch format {
    case .floating: nil
    case .unsigned: Double(sign: .plus, exponent: bitsPerSample, significand: 1) - 1
    case .signed: Double(sign: .plus, exponent: bitsPerSample - 1, significand: 1) - 1
    }
  }
}

extension SampleLayout {
  /// Takes other bands than those that the file means.
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
    alphaBand = bands.alpha.map { $0 - 1 } ?? alphaBand
    // A band that is drawn as colour is no alpha.
    if let band = alphaBand, colorBands.contains(band) { alphaBand = nil }
    isPremultiplied = isPremultiplied && alphaBand == stated
  }

  /// Whether the numbers of one band can be entries of a table of colours.
  var canBeEntries: Bool {
    switch color {
    case .grey, .palette: format != .floating && bitsPerSample <= 16
    case .rgb, .inks, .converted: false
    }
  }

  /// Whether numbers that are stated of the bands are those of bytes of colour, or of fewer bits each.
  var canBeBytes: Bool {
    switch color {
    case .grey, .rgb: bitsPerSample <= 8
    case .palette, .inks, .converted: false
    }
  }

  /// The byte that a number of a sample becomes where nothing is stretched; `nil` where it is none.
  func byte(ofNumber number: Double?) -> Double? {
    guard canBeBytes, let number, let largestSample, UInt8(exactly: number) != nil else {
      return nil
    }
    return number <= largestSample ? number * 255 / largestSample : nil
  }

  /// The colours of bytes that are entries of a table; `nil` where they are not.
  func byteColors(of table: [UInt32]?) -> [UInt32]? {
    guard let table, canBeEntries, canBeBytes else { return nil }
    var colors = [UInt32](repeating: 0, count: 256)
    for (number, color) in table.enumerated() {
      if let byte = byte(ofNumber: Double(number)) { colors[Int(byte)] = color }
    }
    return colors
  }

  /// What is said of bands without a colour of which nothing but the first is drawn; `nil` of others.
  func bandNotice(names: [Int: String] = [:]) -> RasterNotice? {
    guard case .grey = color, samplesPerPixel > (alphaBand == nil ? 1 : 2) else { return nil }
    return .bandsWithoutColor(names: (1...samplesPerPixel).map { names[$0] ?? "" }, drawn: [1])
  }
}
