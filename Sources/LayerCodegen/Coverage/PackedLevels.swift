/// The levels of a coverage table as text, since compilers take a long string at once but minutes
/// for as many numbers.
///
/// Numbers are written in digits of five bits, the least significant first, each as a character of
/// ``alphabet``. 32 is added to every digit but the last of a number.
///
/// A level is its zoom, its first column and the number of bands. A band is the rows skipped since
/// the band before, the number of rows, and the number of runs. A run is the columns skipped since
/// the run before (or since the level's first column), and the number of columns.
struct PackedLevels {
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

  func lines(width: Int) -> [String] {
    stride(from: 0, to: characters.count, by: width).map { start in
      String(decoding: characters[start..<min(start + width, characters.count)], as: UTF8.self)
    }
  }
}

extension PackedLevels {
  /// Groups of at most `count` lines, for languages with limited literals.
  func chunks(width: Int, lines count: Int) -> [[String]] {
    let lines = lines(width: width)
    return stride(from: 0, to: lines.count, by: count).map { start in
      Array(lines[start..<min(start + count, lines.count)])
    }
  }
}
