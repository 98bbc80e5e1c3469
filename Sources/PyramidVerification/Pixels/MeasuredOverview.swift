import TileModel
import TileStorage

/// How the samples of one tile agree with those of its children, where no kernel is stated.
struct OverviewMeasure: BitwiseCopyable, Hashable, Sendable {
  let correlation: Float
  /// The correlation with the northern and southern children exchanged; -1 when not all are known.
  let flippedCorrelation: Float
  /// The correlation with the north-eastern and the south-western child exchanged; -1 when not all are
  /// known.
  let transposedCorrelation: Float
  let contrast: Float
  let expectedContrast: Float
  let meanDifference: Float
  let shiftX: Float
  let shiftY: Float

  /// Whether there is enough to see for a correlation to mean something.
  var isTelling: Bool { min(contrast, expectedContrast) > 4 }

  /// What is measured of a tile of the one colour that all below it have.
  static let flat = OverviewMeasure(
    correlation: 1, flippedCorrelation: -1, transposedCorrelation: -1, contrast: 0,
    expectedContrast: 0, meanDifference: 0,
    shiftX: 0, shiftY: 0)
}

/// A tile that was compared with those under it, as it is kept until all have been.
struct MeasuredOverview: BitwiseCopyable, Sendable {
  /// What its samples, or squares of them, differ by from the tiles under it.
  enum Fit: BitwiseCopyable {
    case exact(OverviewFit)
    case lossy(LossyFit)
  }

  private let cell: UInt64
  /// The tiles under it that were compared with others under them, bit by bit.
  private let measuredChildren: UInt8
  let measure: OverviewMeasure
  /// `nil` where its kernel is known, or all is of one colour.
  let fit: Fit?

  init(_ tile: TileCoordinate, over areMeasured: [Bool], measure: OverviewMeasure, fit: Fit?) {
    cell = TileIndex.cell(of: tile)
    measuredChildren = areMeasured.enumerated().reduce(0) {
      $1.element ? $0 | 1 << UInt8($1.offset) : $0
    }
    (self.measure, self.fit) = (measure, fit)
  }

  var tile: TileCoordinate { TileIndex.coordinate(ofCell: cell) }

  /// Whether the tile under a quadrant was compared with others under it.
  func hasMeasuredChild(_ quadrant: Int) -> Bool { measuredChildren & 1 << UInt8(quadrant) != 0 }

  /// A number that depends on the address alone, any as likely as another.
  var lot: UInt64 {
    // The last step of SplitMix64 (Steele, Lea and Flood 2014).
    var bits = cell
    bits = (bits ^ bits &>> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits &>> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits &>> 31
  }
}
