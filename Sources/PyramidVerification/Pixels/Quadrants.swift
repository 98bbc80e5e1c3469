/// A value for each quarter of a tile, row by row from the north-west, kept in place.
struct Quadrants<Value>: RandomAccessCollection {
  private var northWest, northEast, southWest, southEast: Value

  /// Makes the value of each quarter by its number.
  init(_ value: (Int) -> Value) {
    (northWest, northEast, southWest, southEast) = (value(0), value(1), value(2), value(3))
  }

  var startIndex: Int { 0 }
  var endIndex: Int { 4 }

  subscript(number: Int) -> Value {
    switch number {
    case 0: northWest
    case 1: northEast
    case 2: southWest
    default: southEast
    }
  }
}

extension Quadrants: Sendable where Value: Sendable {}
extension Quadrants: BitwiseCopyable where Value: BitwiseCopyable {}
