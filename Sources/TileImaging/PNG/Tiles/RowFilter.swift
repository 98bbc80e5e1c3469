/// The five filters of a row (W3C PNG, section 9 "Filtering"); the raw values are the standard's.
enum RowFilter: UInt8, CaseIterable {
  case none = 0
  case sub = 1
  case up = 2
  case average = 3
  case paeth = 4

  /// Filters one row.
  ///
  /// - Parameters:
  ///   - row: The samples of the row.
  ///   - above: Those of the row above, zeros for the first.
  ///   - out: Receives the filtered bytes.
  ///   - count: The bytes of the row, at least `distance`.
  ///   - distance: The distance to the sample on the left.
  /// - Returns: The sum of the results' magnitudes as signed bytes.
  @inline(__always)
  func apply(
    _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, into out: UnsafeMutablePointer<UInt8>,
    count: Int, distance: Int
  ) -> UInt32 {
    switch self {
    case .none: Self.filterNone(row, into: out, count)
    case .sub: Self.filterSub(row, into: out, count, distance)
    case .up: Self.filterUp(row, above, into: out, count)
    case .average: Self.filterAverage(row, above, into: out, count, distance)
    case .paeth: Self.filterPaeth(row, above, into: out, count, distance)
    }
  }

  @inline(__always)
  private static func magnitude(_ byte: UInt8) -> UInt32 {
    UInt32(min(byte, 0 &- byte))
  }

  private static func filterNone(
    _ row: UnsafePointer<UInt8>, into out: UnsafeMutablePointer<UInt8>, _ count: Int
  ) -> UInt32 {
    var sum: UInt32 = 0
    for x in 0..<count {
      out[x] = row[x]
      sum &+= magnitude(row[x])
    }
    return sum
  }

  private static func filterSub(
    _ row: UnsafePointer<UInt8>, into out: UnsafeMutablePointer<UInt8>, _ count: Int,
    _ distance: Int
  ) -> UInt32 {
    var sum = filterNone(row, into: out, distance)
    for x in distance..<count {
      let byte = row[x] &- row[x &- distance]
      out[x] = byte
      sum &+= magnitude(byte)
    }
    return sum
  }

  private static func filterUp(
    _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>,
    into out: UnsafeMutablePointer<UInt8>, _ count: Int
  ) -> UInt32 {
    var sum: UInt32 = 0
    for x in 0..<count {
      let byte = row[x] &- above[x]
      out[x] = byte
      sum &+= magnitude(byte)
    }
    return sum
  }

  private static func filterAverage(
    _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>,
    into out: UnsafeMutablePointer<UInt8>, _ count: Int, _ distance: Int
  ) -> UInt32 {
    var sum: UInt32 = 0
    for x in 0..<distance {
      let byte = row[x] &- above[x] &>> 1
      out[x] = byte
      sum &+= magnitude(byte)
    }
    for x in distance..<count {
      let mean = (UInt16(row[x &- distance]) &+ UInt16(above[x])) &>> 1
      let byte = row[x] &- UInt8(truncatingIfNeeded: mean)
      out[x] = byte
      sum &+= magnitude(byte)
    }
    return sum
  }

  private static func filterPaeth(
    _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>,
    into out: UnsafeMutablePointer<UInt8>, _ count: Int, _ distance: Int
  ) -> UInt32 {
    // Left of the row all is 0, and there the predictor is the sample above.
    var sum = filterUp(row, above, into: out, distance)
    for x in distance..<count {
      let left = Int16(row[x &- distance])
      let up = Int16(above[x])
      let corner = Int16(above[x &- distance])
      let fromLeft = up &- corner
      let fromUp = left &- corner
      let fromCorner = fromLeft &+ fromUp
      let a = max(fromLeft, 0 &- fromLeft)
      let b = max(fromUp, 0 &- fromUp)
      let c = max(fromCorner, 0 &- fromCorner)
      let least = min(a, min(b, c))
      let other: Int16 = b == least ? up : corner
      let predictor: Int16 = a == least ? left : other
      let byte = row[x] &- UInt8(truncatingIfNeeded: predictor)
      out[x] = byte
      sum &+= magnitude(byte)
    }
    return sum
  }
}
