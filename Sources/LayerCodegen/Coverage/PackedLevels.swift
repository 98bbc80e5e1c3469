/// Levels of a coverage table as letters, because compilers take a long string at once where they take
/// minutes over as many numbers.
///
/// Numbers are written in digits of five bits, the least significant first, each as a character of
/// ``alphabet``; 32 is added to every digit but the last of a number. Per level: the zoom, its first
/// column, and the number of bands; per band: the rows skipped since the band before, the number of
/// rows, and the number of runs; per run: the columns skipped since the run before (or since the
/// level's first column), and the number of columns.
struct PackedLevels {
  /// The characters for 0 to 63.
  static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private(set) var characters: [UInt8] = []

  init(_ levels: [CoverageTable.Level]) {
    for level in levels {
      let west = level.bands.compactMap(\.runs.first?.lowerBound).min() ?? 0
      append(level.zoom)
      append(west)
      append(level.bands.count)
      var row = 0
      for band in level.bands {
        append(band.rows.lowerBound - row)
        append(band.rows.count)
        append(band.runs.count)
        row = band.rows.upperBound
        var column = west
        for run in band.runs {
          append(run.lowerBound - column)
          append(run.count)
          column = run.upperBound
        }
      }
    }
  }

  private mutating func append(_ number: Int) {
    var rest = number
    while rest >= 32 {
      characters.append(Self.alphabet[rest & 31 | 32])
      rest >>= 5
    }
    characters.append(Self.alphabet[rest])
  }

  /// The characters in lines of at most `width`.
  func lines(width: Int) -> [String] {
    stride(from: 0, to: characters.count, by: width).map { start in
      String(decoding: characters[start..<min(start + width, characters.count)], as: UTF8.self)
    }
  }
}

extension PackedLevels {
  /// The lines in groups of at most `count`, for languages whose literals are limited.
  func chunks(width: Int, lines count: Int) -> [[String]] {
    let lines = lines(width: width)
    return stride(from: 0, to: lines.count, by: count).map { start in
      Array(lines[start..<min(start + count, lines.count)])
    }
  }
}
