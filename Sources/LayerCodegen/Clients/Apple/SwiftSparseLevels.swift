/// The generated type that looks up tiles in packed levels.
enum SwiftSparseLevels {
  /// Its source, the counterpart of `PackedLevels`; `integer` is the type of addresses.
  static func source(integer: String) -> String {
    """
    /// The tiles of some zooms, as bands of rows that hold the same columns.
    private nonisolated struct SparseLevels: Sendable {
      private nonisolated struct Band: Sendable {
        var rows: Range<\(integer)>
        var runs: Range<Int>
      }

      private var bands: [\(integer): [Band]] = [:]
      private var runs: [Range<\(integer)>] = []

      /// Unpacks numbers of five bits a character, the least significant first.
      init(packed text: String) {
        var characters = text.utf8.makeIterator()
        func next() -> \(integer)? {
          var number: \(integer) = 0
          var shift: \(integer) = 0
          while let character = characters.next() {
            let digit: \(integer)
            switch character {
            case 65...90: digit = \(integer)(character) - 65  // A-Z
            case 97...122: digit = \(integer)(character) - 71  // a-z
            case 48...57: digit = \(integer)(character) + 4  // 0-9
            case 45: digit = 62  // -
            case 95: digit = 63  // _
            default: continue  // a line break
            }
            number |= (digit & 31) << shift
            if digit < 32 { return number }
            shift += 5
          }
          return nil
        }
        while let zoom = next(), let west = next(), let bandCount = next() {
          var levelBands: [Band] = []
          var row: \(integer) = 0
          for _ in 0..<bandCount {
            guard let gap = next(), let rowCount = next(), let runCount = next() else { return }
            let firstRun = runs.count
            var column = west
            for _ in 0..<runCount {
              guard let gap = next(), let count = next() else { return }
              runs.append((column + gap)..<(column + gap + count))
              column += gap + count
            }
            levelBands.append(
              Band(rows: (row + gap)..<(row + gap + rowCount), runs: firstRun..<runs.count))
            row += gap + rowCount
          }
          bands[zoom] = levelBands
        }
      }

      func hasTile(x: \(integer), y: \(integer), zoom: \(integer)) -> Bool {
        guard let bands = bands[zoom] else { return false }
        let band = Self.first(in: bands.indices) { bands[$0].rows.upperBound > y }
        guard band < bands.endIndex, bands[band].rows.contains(y) else { return false }
        let range = bands[band].runs
        let run = Self.first(in: range) { runs[$0].upperBound > x }
        return run < range.upperBound && runs[run].contains(x)
      }

      /// The first index for which `isReached` holds, given that it holds for all after it.
      private static func first(in range: Range<Int>, where isReached: (Int) -> Bool) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
          let middle = (low + high) / 2
          if isReached(middle) { high = middle } else { low = middle + 1 }
        }
        return low
      }
    }
    """
  }
}
