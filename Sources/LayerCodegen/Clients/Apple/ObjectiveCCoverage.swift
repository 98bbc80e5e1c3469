/// The C tables and the function with which generated Objective-C looks up tiles.
package enum ObjectiveCCoverage {
  /// The source, which needs `BOOL`, `NSUInteger` and the types of `<stdint.h>` and `<stddef.h>`.
  package static func source(_ table: CoverageTable, named name: String = "") -> String {
    var levels: [[Int]] = []
    var bands: [[Int]] = []
    var runs: [[Int]] = []
    for level in table.levels {
      let firstBand = bands.count
      for band in level.bands {
        let firstRun = runs.count
        runs += band.runs.map { [$0.lowerBound, $0.upperBound] }
        bands.append([band.rows.lowerBound, band.rows.upperBound, firstRun, runs.count])
      }
      levels.append([level.zoom, firstBand, bands.count])
    }
    return template.filled([
      "name": name, "levels": rows(levels), "bands": rows(bands), "runs": rows(runs),
    ])
  }

  private static let template = Template(PackageResources.ObjectiveCCoverage_c)

  /// Entries of an array, as many on a line as fit.
  private static func rows(_ entries: [[Int]]) -> String {
    var lines: [String] = []
    var line = " "
    for entry in entries {
      let text = " {\(entry.map(String.init).joined(separator: ", "))},"
      if line.utf8.count + text.utf8.count > 100 {
        lines.append(line)
        line = " "
      }
      line += text
    }
    return (lines + [line]).joined(separator: "\n")
  }
}

/// The C with which generated Objective-C finds the tile that shows an address.
package enum ObjectiveCTilePart {
  /// The source, which follows that of a coverage.
  package static var source: String { template.filled([:]) }

  static let template = Template(PackageResources.ObjectiveCTilePart_c)
}

/// The C with which generated Objective-C reads tiles from an MBTiles file.
package enum ObjectiveCTileFile {
  /// The source, which needs `NSUInteger` and what `<sqlite3.h>`, `<stdint.h>`, `<stddef.h>` and
  /// `<string.h>` declare.
  package static var source: String { template.filled([:]) }

  static let template = Template(PackageResources.ObjectiveCTileFile_c)
}
