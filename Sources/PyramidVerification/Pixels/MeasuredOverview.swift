import TileModel
import TileStorage

/// The differences of a tile from the tiles under it, kept until all have been compared.
struct MeasuredOverview: BitwiseCopyable, Sendable {
  /// The correlations of the quarters of a tile with the tiles below, in the orders that programs confuse.
  struct Orders: BitwiseCopyable, Sendable {
    var straight: Float = 0
    var flipped: Float = 0
    var transposed: Float = 0
  }

  private let cell: UInt64
  private let (measuredChildren, edges): (UInt8, UInt8)
  /// `nil` for a quarter that is not known, or that has the same one colour as the tile below.
  let quarters: Quadrants<PlaneResidual?>
  /// `nil` where a quarter is not known or there is too little to see.
  let orders: Orders?

  init(
    _ tile: TileCoordinate, measuredChildren: [Bool], edges: UInt8 = 0,
    quarters: Quadrants<PlaneResidual?> = Quadrants { _ in nil }, orders: Orders? = nil
  ) {
    cell = TileIndex.cell(of: tile)
    self.measuredChildren = measuredChildren.enumerated().reduce(0) {
      $1.element ? $0 | 1 << UInt8($1.offset) : $0
    }
    (self.edges, self.quarters, self.orders) = (edges, quarters, orders)
  }

  var tile: TileCoordinate { TileIndex.coordinate(ofCell: cell) }

  func hasMeasuredChild(_ quadrant: Int) -> Bool { measuredChildren & 1 << UInt8(quadrant) != 0 }

  func sample(of quarter: Int) -> ResidualLimits.Sample? {
    quarters[quarter].map {
      ResidualLimits.Sample(
        zoom: tile.zoom, isAtEdge: edges & 1 << UInt8(quarter) != 0, residual: $0)
    }
  }

  /// A number that depends on the address alone, uniformly distributed.
  var lot: UInt64 {
    // The last step of SplitMix64 (Steele, Lea and Flood 2014).
    var bits = cell
    bits = (bits ^ bits &>> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits &>> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits &>> 31
  }
}

/// A value for each quarter of a tile, row by row from the north-west, kept in place.
struct Quadrants<Value>: RandomAccessCollection {
  private var northWest, northEast, southWest, southEast: Value

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
