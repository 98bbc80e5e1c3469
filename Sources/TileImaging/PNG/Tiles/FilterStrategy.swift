/// The choice of filters for a tile's rows.
enum FilterStrategy: Equatable {
  case unfiltered
  case fixed(RowFilter)
  case adaptive

  /// Filters `rows` rows of a packed image, each behind an ignored byte.
  ///
  /// `first` is the row above the first. `trials` is working memory of `5 × rowBytes` bytes, where
  /// `rowBytes` leaves out the leading byte. `distance` is that to the sample on the left.
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
