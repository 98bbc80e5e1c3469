/// The generated Kotlin that looks up tiles in packed levels.
enum KotlinCoverage {
  /// Its source, members of an object.
  static func source(_ layer: ClientLayer) -> String {
    let formats = layer.otherFormats.map { other in
      "\n\n"
        + lookup(
          other.table, named: "is\(other.word)", comment: other.comment,
          coverage: "\(other.title.uppercased())_COVERAGE")
    }
    let tiles = lookup(
      layer.coverage, named: "hasTile", comment: "Whether there is a tile.", coverage: "COVERAGE")
    return "\(tiles)\(formats.joined())\n\n\(type)"
  }

  private static func lookup(
    _ table: CoverageTable, named name: String, comment: String, coverage: String
  ) -> String {
    """
    /** \(comment) */
    @JvmStatic
    fun \(name)(x: Int, y: Int, zoom: Int): Boolean = \(coverage).hasTile(x, y, zoom)

    private val \(coverage) by lazy {
      Coverage(
        arrayOf(
    \(chunks(table))
        )
      )
    }
    """
  }

  /// The type that looks up tiles in packed levels.
  private static var type: String {
    """
    /** Which tiles exist: per zoom, bands of rows that hold the same columns. */
    private class Coverage(packed: Array<String>) {
      // Ranges are pairs: the first number and the one after the last.
      private val rows = arrayOfNulls<IntArray>(31)
      private val columns = arrayOfNulls<Array<IntArray>>(31)

      /** Unpacks numbers of five bits a character, the least significant first. */
      init {
        val text = packed.joinToString("")
        var index = 0
        fun next(): Int {
          var number = 0
          var shift = 0
          while (true) {
            val digit = ALPHABET.indexOf(text[index++])
            number = number or ((digit and 31) shl shift)
            if (digit < 32) return number
            shift += 5
          }
        }
        while (index < text.length) {
          val zoom = next()
          val west = next()
          val bands = next()
          val levelRows = IntArray(2 * bands)
          var row = 0
          columns[zoom] = Array(bands) { band ->
            row += next()
            levelRows[2 * band] = row
            row += next()
            levelRows[2 * band + 1] = row
            var column = west
            IntArray(2 * next()) {
              column += next()
              column
            }
          }
          rows[zoom] = levelRows
        }
      }

      fun hasTile(x: Int, y: Int, zoom: Int): Boolean {
        val levelRows = rows.getOrNull(zoom) ?: return false
        val levelColumns = columns[zoom] ?: return false
        val band = find(levelRows, y)
        return band >= 0 && find(levelColumns[band], x) >= 0
      }

      /** The index of the range that holds a number among ascending ones, or -1. */
      private fun find(ranges: IntArray, number: Int): Int {
        var low = 0
        var high = ranges.size / 2
        while (low < high) {
          val middle = (low + high) / 2
          if (ranges[2 * middle + 1] > number) high = middle else low = middle + 1
        }
        return if (low < ranges.size / 2 && ranges[2 * low] <= number) low else -1
      }

      private companion object {
        const val ALPHABET = "\(String(decoding: PackedLevels.alphabet, as: UTF8.self))"
      }
    }
    """
  }

  /// The elements of the array, each short enough for a constant (65,535 bytes).
  private static func chunks(_ table: CoverageTable) -> String {
    PackedLevels(table.levels).chunks(width: 88, lines: 400).map { lines in
      "      " + lines.map { "\"\($0)\"" }.joined(separator: " +\n        ")
    }.joined(separator: ",\n")
  }
}
