import Georeferencing
import TileImaging
import TileModel

extension ColorRamp {
  /// Reads a colour file of `gdaldem color-relief`.
  ///
  /// Each line has an elevation and red, green, blue and an optional alpha, or a colour name. Separators
  /// are blanks, commas, colons or tabs. `nv` stands for nodata, and lines that begin with `#` are
  /// comments. QGIS colour maps with `INTERPOLATION` and labels, and those of GMT, are accepted too.
  ///
  /// - Throws: `FailureReport` for a malformed line, or without any height.
  public init(path: String) throws {
    let bytes = try TextFile.utf8(path)
    var stops: [Stop] = []
    var noData: SIMD4<UInt8>?
    var interpolation = Interpolation.linear
    var isPalette = false
    for (index, line) in TextFile.lines(bytes).enumerated() {
      let text = line.trimmingBlanks()
      func fault(_ expected: String) -> FailureReport {
        FailureReport(
          .badInput, "a line of the colours of heights cannot be read",
          at: "\(path), line \(index + 1)", found: text.excerpt, expected: expected,
          nextStep: "correct the line")
      }
      if text.isEmpty || text.hasPrefix("#") || text.hasPrefix("/") {
        if text.contains("COLOR_MODEL") {
          guard text.contains("RGB") else { throw fault("COLOR_MODEL = RGB") }
          isPalette = true
        }
        continue
      }
      let fields = text.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == ":" }
      let first = fields.first?.lowercased() ?? ""
      if first == "interpolation" {
        guard let kind = Self.interpolations[fields.last?.uppercased() ?? ""] else {
          throw fault("INTERPOLATION:INTERPOLATED, DISCRETE or EXACT")
        }
        interpolation = kind
        continue
      }
      // A slice of GMT has a height and a colour at either end; B and F are for what is beyond all of them.
      if isPalette, first == "b" || first == "f" { continue }
      let isSlice = isPalette && fields.count >= 8
      for part in isSlice ? [fields[..<4], fields[4..<8]] : [fields[...]] {
        guard let name = part.first?.lowercased(), let color = Self.color(part.dropFirst()) else {
          throw fault("a height and a colour, such as 100 0 128 0 or 100 green")
        }
        if name == "nv" || isPalette && name == "n" {
          noData = color
        } else if let height = Double(name),
          height.isFinite || height == .infinity && interpolation == .discrete
        {
          stops.append(Stop(height: height, color: color))
        } else {
          throw fault(
            name.hasSuffix("%")
              ? "heights in metres, and no percentages" : "a height in metres, or nv")
        }
      }
    }
    guard let ramp = ColorRamp(stops, noData: noData, interpolation: interpolation) else {
      throw FailureReport(
        .badInput, "the file has no colours of heights", at: path, found: "no height",
        expected: "lines of a height and a colour, as gdaldem color-relief takes them",
        nextStep: "name another file")
    }
    self = ramp
  }

  private static let interpolations: [String: Interpolation] = [
    "INTERPOLATED": .linear, "DISCRETE": .discrete, "EXACT": .exact,
  ]

  /// Differ from those of CSS (GDAL, `GDALFindNamedColor`).
  private static let named: [String: SIMD3<UInt8>] = [
    "white": SIMD3(255, 255, 255), "black": SIMD3(0, 0, 0), "red": SIMD3(255, 0, 0),
    "green": SIMD3(0, 255, 0), "blue": SIMD3(0, 0, 255), "yellow": SIMD3(255, 255, 0),
    "magenta": SIMD3(255, 0, 255), "cyan": SIMD3(0, 255, 255), "aqua": SIMD3(0, 191, 191),
    "grey": SIMD3(191, 191, 191), "gray": SIMD3(191, 191, 191), "orange": SIMD3(255, 127, 0),
    "brown": SIMD3(191, 127, 63), "purple": SIMD3(127, 0, 255), "violet": SIMD3(127, 0, 255),
    "indigo": SIMD3(0, 127, 255),
  ]

  private static func color(_ fields: ArraySlice<Substring>) -> SIMD4<UInt8>? {
    guard let name = fields.first else { return nil }
    if let color = named[name.lowercased()] ?? OpaqueColor(text: String(name))?.vector {
      guard fields.count <= 2, let alpha = fields.count == 2 ? UInt8(fields.last ?? "") : 255
      else { return nil }
      return SIMD4(color, alpha)
    }
    let numbers = fields.prefix(4).compactMap { UInt8($0) }
    guard numbers.count == min(fields.count, 4), numbers.count >= 3 else { return nil }
    return SIMD4(numbers[0], numbers[1], numbers[2], numbers.count == 4 ? numbers[3] : 255)
  }
}

extension OpaqueColor {
  fileprivate var vector: SIMD3<UInt8> { SIMD3(red, green, blue) }
}
