/// The C tables and the function with which generated Objective-C looks up tiles.
package enum ObjectiveCCoverage {
  /// The source, which needs `BOOL`, `NSUInteger` and the types of `<stdint.h>` and `<stddef.h>`.
  package static func source(_ table: CoverageTable) -> String {
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
    return """
      #include <stddef.h>
      #include <stdint.h>

      // Per zoom: the zoom, its first band, and the band after its last.
      static const uint32_t kLevels[][3] = {
      \(rows(levels))
      };

      // Per band of rows that hold the same columns: the first row and the row after the last, then the
      // first run and the run after the last.
      static const uint32_t kBands[][4] = {
      \(rows(bands))
      };

      // Per run: its first column and the column after its last.
      static const uint32_t kRuns[][2] = {
      \(rows(runs))
      };

      static BOOL TileExists(NSUInteger x, NSUInteger y, NSUInteger zoom) {
        for (size_t level = 0; level < sizeof kLevels / sizeof kLevels[0]; level++) {
          if (kLevels[level][0] != zoom) {
            continue;
          }
          size_t low = kLevels[level][1];
          size_t high = kLevels[level][2];
          while (low < high) {
            size_t middle = (low + high) / 2;
            if (kBands[middle][1] > y) {
              high = middle;
            } else {
              low = middle + 1;
            }
          }
          if (low == kLevels[level][2] || kBands[low][0] > y) {
            return 0;
          }
          size_t end = kBands[low][3];
          high = end;
          low = kBands[low][2];
          while (low < high) {
            size_t middle = (low + high) / 2;
            if (kRuns[middle][1] > x) {
              high = middle;
            } else {
              low = middle + 1;
            }
          }
          return low < end && kRuns[low][0] <= x;
        }
        return 0;
      }

      """
  }

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
