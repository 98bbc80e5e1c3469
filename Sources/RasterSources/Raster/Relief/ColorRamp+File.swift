import TileImaging
public import TileModel

extension ColorRamp {
  /// Reads a text as `gdaldem color-relief` takes it: on each line a height and red, green, blue and perhaps
  /// alpha, or the name of a colour, separated by blanks, commas, colons or tabs; `nv` for where there is no
  /// height; lines that begin with `#` are remarks.
  ///
  /// - Throws: ``ColorRampError``.
  public init(path: String) throws {
    let bytes = try TextFile.read(path)
    var stops: [Stop] = []
    var noData: SIMD4<UInt8>?
    for (index, line) in TextFile.lines(bytes).enumerated() {
      let text = line.trimmingBlanks()
      if text.isEmpty || text.hasPrefix("#") { continue }
      let fields = text.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == ":" }
      func fault(_ expected: String) -> ColorRampError {
        .malformed(path: path, line: index + 1, found: text.excerpt, expected: expected)
      }
      guard let first = fields.first, let color = Self.color(fields.dropFirst()) else {
        throw fault("a height and a colour, such as 100 0 128 0 or 100 green")
      }
      if first.lowercased() == "nv" {
        noData = color
      } else if let height = Double(first), height.isFinite {
        stops.append(Stop(height: height, color: color))
      } else {
        throw fault(
          first.hasSuffix("%")
            ? "heights in metres, and no percentages" : "a height in metres, or nv")
      }
    }
    guard let ramp = ColorRamp(stops, noData: noData) else {
      throw ColorRampError.empty(path: path)
    }
    self = ramp
  }

  private static func color(_ fields: ArraySlice<Substring>) -> SIMD4<UInt8>? {
    if fields.count == 1, let name = fields.first, let named = OpaqueColor(text: String(name)) {
      return SIMD4(named.red, named.green, named.blue, 255)
    }
    let numbers = fields.compactMap { UInt8($0) }
    guard numbers.count == fields.count, (3...4).contains(numbers.count) else { return nil }
    return SIMD4(numbers[0], numbers[1], numbers[2], numbers.count == 4 ? numbers[3] : 255)
  }
}

/// Why a file of colours cannot be used.
public enum ColorRampError: ReportableError, Hashable {
  /// A line is not what it should be.
  case malformed(path: String, line: Int, found: String, expected: String)
  /// The file names no height.
  case empty(path: String)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .malformed(let path, let line, let found, let expected):
      FailureReport(
        .badInput, "a line of the colours of heights cannot be read", at: "\(path), line \(line)",
        found: found, expected: expected, nextStep: "correct the line")
    case .empty(let path):
      FailureReport(
        .badInput, "the file has no colours of heights", at: path, found: "no height",
        expected: "lines of a height and a colour, as gdaldem color-relief takes them",
        nextStep: "name another file")
    }
  }
}
