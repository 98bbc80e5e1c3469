/// The generated Java that looks up tiles in packed levels.
enum JavaCoverage {
  /// Its source, a method and a nested class, and such a pair for the formats where they differ.
  static func source(_ layer: ClientLayer) -> String {
    let tiles = lookup(
      layer.coverage, named: "hasTile", comment: "Whether there is a tile.",
      nested: ("Coverage", "Which tiles exist"))
    let formats = layer.otherFormats.map { other in
      lookup(
        other.table, named: "is\(other.word)", comment: other.comment,
        nested: ("\(other.word)Coverage", "Which tiles are \(other.title)"))
    }
    return ([tiles] + formats).joined(separator: "\n\n")
  }

  private static func lookup(
    _ table: CoverageTable, named name: String, comment: String,
    nested: (name: String, comment: String)
  ) -> String {
    """
    /** \(comment) */
    public static boolean \(name)(int x, int y, int zoom) {
      return \(nested.name).hasTile(x, y, zoom);
    }

    /** \(nested.comment): per zoom, bands of rows that hold the same columns. */
    private static final class \(nested.name) {
      /** Numbers of five bits a character, the least significant first. */
      private static final String[] PACKED = {
    \(chunks(table))
      };

      private static final String ALPHABET =
          "\(String(decoding: PackedLevels.alphabet, as: UTF8.self))";

      // Ranges are pairs: the first number and the one after the last.
      private static final int[][] ROWS = new int[31][];
      private static final int[][][] COLUMNS = new int[31][][];

      static {
        StringBuilder text = new StringBuilder();
        for (String part : PACKED) {
          text.append(part);
        }
        int[] numbers = new int[text.length()];
        int count = 0;
        int shift = 0;
        for (int i = 0; i < text.length(); i++) {
          int digit = ALPHABET.indexOf(text.charAt(i));
          numbers[count] |= (digit & 31) << shift;
          shift += 5;
          if (digit < 32) {
            count++;
            shift = 0;
          }
        }
        for (int next = 0; next < count; ) {
          int zoom = numbers[next++];
          int west = numbers[next++];
          int bands = numbers[next++];
          ROWS[zoom] = new int[2 * bands];
          COLUMNS[zoom] = new int[bands][];
          int row = 0;
          for (int band = 0; band < bands; band++) {
            row += numbers[next++];
            ROWS[zoom][2 * band] = row;
            row += numbers[next++];
            ROWS[zoom][2 * band + 1] = row;
            int[] columns = new int[2 * numbers[next++]];
            int column = west;
            for (int i = 0; i < columns.length; i++) {
              column += numbers[next++];
              columns[i] = column;
            }
            COLUMNS[zoom][band] = columns;
          }
        }
      }

      static boolean hasTile(int x, int y, int zoom) {
        if (zoom < 0 || zoom >= ROWS.length || ROWS[zoom] == null) {
          return false;
        }
        int band = find(ROWS[zoom], y);
        return band >= 0 && find(COLUMNS[zoom][band], x) >= 0;
      }

      /** The index of the range that holds a number among ascending ones, or -1. */
      private static int find(int[] ranges, int number) {
        int low = 0;
        int high = ranges.length / 2;
        while (low < high) {
          int middle = (low + high) / 2;
          if (ranges[2 * middle + 1] > number) {
            high = middle;
          } else {
            low = middle + 1;
          }
        }
        return low < ranges.length / 2 && ranges[2 * low] <= number ? low : -1;
      }
    }
    """
  }

  /// The elements of the array, each short enough for a constant (65,535 bytes).
  private static func chunks(_ table: CoverageTable) -> String {
    PackedLevels(table.levels).chunks(width: 88, lines: 400).map { lines in
      "    " + lines.map { "\"\($0)\"" }.joined(separator: "\n        + ") + ","
    }.joined(separator: "\n")
  }
}
