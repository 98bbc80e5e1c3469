/// Which way a value exactly half-way between two levels is rounded.
///
/// Always up would brighten every halving by an eighth of a level, and line art, whose means are
/// half-way along every line, by more. The choice alternates by the Thue-Morse parity of the row and
/// of the 16-sample stretch, so that it has no period that lines or hatching could have, while runs
/// of equal samples stay runs for the compressor.
enum TieBreak {
  /// The length of a stretch of columns that round alike; a power of two.
  static let stretch = 16

  /// 1 to round up, 0 to round down.
  @inline(__always)
  static func direction(column: Int, row: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: ((column >> 4) ^ row).nonzeroBitCount & 1)
  }
}
