/// How the filters of a tile's rows are chosen.
enum FilterStrategy: Equatable {
  /// No row is filtered.
  case unfiltered
  /// Every row has the same filter.
  case fixed(RowFilter)
  /// Each row has the filter with the least sum of magnitudes.
  case adaptive

  /// Filters the rows of a packed image.
  ///
  /// - Parameters:
  ///   - packed: Rows, each behind a byte that is not looked at.
  ///   - out: Receives the rows, each behind its filter's number.
  ///   - first: The row above the first, `rowBytes` bytes.
  ///   - trials: `5 × rowBytes` bytes of working memory.
  ///   - rows: The number of rows.
  ///   - rowBytes: The bytes of a row without the leading byte.
  ///   - distance: The distance to the sample on the left.
  func apply(
    _ packed: UnsafePointer<UInt8>, into out: UnsafeMutablePointer<UInt8>,
    above first: UnsafePointer<UInt8>, trials: UnsafeMutablePointer<UInt8>, rows: Int,
    rowBytes: Int,
    distance: Int
  ) {
    var above = first
    for y in 0..<rows {
      let row = packed + y &* (rowBytes &+ 1) + 1
      let target = out + y &* (rowBytes &+ 1)
      switch self {
      case .unfiltered:
        target[0] = 0
        (target + 1).update(from: row, count: rowBytes)
      case .fixed(let filter):
        target[0] = filter.rawValue
        filter.apply(
          row, above: above, into: target + 1, count: rowBytes, distance: distance)
      case .adaptive:
        var best = RowFilter.none
        var least = Int.max
        for filter in RowFilter.allCases {
          let trial = trials + Int(filter.rawValue) &* rowBytes
          filter.apply(row, above: above, into: trial, count: rowBytes, distance: distance)
          let sum = RowFilter.magnitude(trial, count: rowBytes)
          if sum < least {
            least = sum
            best = filter
          }
        }
        target[0] = best.rawValue
        (target + 1).update(from: trials + Int(best.rawValue) &* rowBytes, count: rowBytes)
      }
      above = row
    }
  }
}
