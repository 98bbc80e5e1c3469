/// The C code in generated Objective-C that finds and reads tiles; it needs `BOOL` and
/// `NSUInteger`.
package enum ObjectiveCCoverage {
  /// The lookup of the tile that shows an address; it follows the source of a coverage.
  package static let tilePart = Template(PackageResources.ObjectiveCTilePart_c)
  /// The reader of an MBTiles file; it needs `<sqlite3.h>` and `<string.h>`.
  package static let tileFile = Template(PackageResources.ObjectiveCTileFile_c)
  private static let template = Template(PackageResources.ObjectiveCCoverage_c)

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
