/// The C tables and the function with which generated Objective-C looks up tiles.
package enum ObjectiveCCoverage {
  /// The source, which needs `BOOL`, `NSUInteger` and the types of `<stdint.h>` and `<stddef.h>`.
  ///
  /// - Parameters:
  ///   - table: The tiles that there are.
  ///   - name: What distinguishes the tables and the function from others: the function is `TileExists`
  ///     with it in front.
  /// - Returns: C.
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
    return """
      #include <stddef.h>
      #include <stdint.h>

      // Per zoom: the zoom, its first band, and the band after its last.
      static const uint32_t k\(name)Levels[][3] = {
      \(rows(levels))
      };

      // Per band of rows that hold the same columns: the first row and the row after the last, then the
      // first run and the run after the last.
      static const uint32_t k\(name)Bands[][4] = {
      \(rows(bands))
      };

      // Per run: its first column and the column after its last.
      static const uint32_t k\(name)Runs[][2] = {
      \(rows(runs))
      };

      static BOOL \(name)TileExists(NSUInteger x, NSUInteger y, NSUInteger zoom) {
        for (size_t level = 0; level < sizeof k\(name)Levels / sizeof k\(name)Levels[0]; level++) {
          if (k\(name)Levels[level][0] != zoom) {
            continue;
          }
          size_t low = k\(name)Levels[level][1];
          size_t high = k\(name)Levels[level][2];
          while (low < high) {
            size_t middle = (low + high) / 2;
            if (k\(name)Bands[middle][1] > y) {
              high = middle;
            } else {
              low = middle + 1;
            }
          }
          if (low == k\(name)Levels[level][2] || k\(name)Bands[low][0] > y) {
            return 0;
          }
          size_t end = k\(name)Bands[low][3];
          high = end;
          low = k\(name)Bands[low][2];
          while (low < high) {
            size_t middle = (low + high) / 2;
            if (k\(name)Runs[middle][1] > x) {
              high = middle;
            } else {
              low = middle + 1;
            }
          }
          return low < end && k\(name)Runs[low][0] <= x;
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
