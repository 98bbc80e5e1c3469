/// The five filters of a row (W3C PNG, section 9 "Filtering"); the raw values are the standard's.
enum RowFilter: UInt8, CaseIterable {
  case none = 0
  case sub = 1
  case up = 2
  case average = 3
  case paeth = 4

  /// Filters a row of at least `distance` bytes; `above` is zeros for the first.
  ///
  /// `distance` is that to the sample on the left.
  func apply(
    _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, into out: UnsafeMutablePointer<UInt8>,
    count: Int, distance: Int
  ) {
    switch self {
    case .none: out.update(from: row, count: count)
    case .sub:
      out.update(from: row, count: distance)
      for x in distance..<count { out[x] = row[x] &- row[x &- distance] }
    case .up:
      for x in 0..<count { out[x] = row[x] &- above[x] }
    case .average:
      for x in 0..<distance { out[x] = row[x] &- above[x] &>> 1 }
      for x in distance..<count {
        let mean = (UInt16(row[x &- distance]) &+ UInt16(above[x])) &>> 1
        out[x] = row[x] &- UInt8(truncatingIfNeeded: mean)
      }
    case .paeth:
      // Left of the row all is 0: the predictor is the sample above.
      for x in 0..<distance { out[x] = row[x] &- above[x] }
      for x in distance..<count {
        let left = Int16(row[x &- distance])
        let up = Int16(above[x])
        let corner = Int16(above[x &- distance])
        // The nearest of the three to `left + up - corner`, without distances.
        let threshold = 3 &* corner &- left &- up
        let low = min(left, up)
        let high = max(left, up)
        let inner = high > threshold ? corner : low
        let predictor = threshold > low ? inner : high
        out[x] = row[x] &- UInt8(truncatingIfNeeded: predictor)
      }
    }
  }

  static func magnitude(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    var total = 0
    for start in stride(from: 0, to: count, by: 256) {
      // Sums of so many fit 16 bits, and vectors hold twice as many of those.
      var sum: UInt16 = 0
      for x in start..<min(start &+ 256, count) { sum &+= UInt16(min(bytes[x], 0 &- bytes[x])) }
      total &+= Int(sum)
    }
    return total
  }
}
