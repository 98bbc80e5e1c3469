package import TileModel

/// A coverage as generated code looks it up: per zoom, bands of rows that hold the same columns.
package struct CoverageTable {
  /// Consecutive rows with the same columns.
  package struct Band {
    /// Rows counted from the north.
    package var rows: Range<Int>
    /// Columns, ascending and apart.
    package let runs: [Range<Int>]
  }

  /// The tiles of one zoom.
  package struct Level {
    package let zoom: Int
    /// From the north.
    package let bands: [Band]

    /// The rectangle that the tiles form; `nil` for any other shape.
    package var rectangle: Band? {
      guard let band = bands.first, bands.count == 1, band.runs.count == 1 else { return nil }
      return band
    }
  }

  package let levels: [Level]

  var sparseLevels: [Level] { levels.filter { $0.rectangle == nil } }

  package init(_ coverage: TileCoverage) {
    levels = coverage.levels.map { level in
      var bands: [Band] = []
      for row in level.rows {
        if let last = bands.last, last.rows.upperBound == row.y, last.runs == row.runs {
          bands[bands.count - 1].rows = last.rows.lowerBound..<(row.y + 1)
        } else {
          bands.append(Band(rows: row.y..<(row.y + 1), runs: row.runs))
        }
      }
      return Level(zoom: level.zoom, bands: bands)
    }
  }
}
