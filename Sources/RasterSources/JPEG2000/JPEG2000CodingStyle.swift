/// The parameters of a coding style that decide the memory of its decoding (ISO/IEC 15444-1, A.6.1 and
/// A.6.2).
struct JPEG2000CodingStyle: Sendable {
  let levels: Int
  let isReversible: Bool
  /// Base-2 logarithms of the largest code-block's columns and rows within precincts, by resolution from
  /// the smallest.
  private let blocks: [(width: Int, height: Int)]
  private let precincts: [(width: Int, height: Int)]

  /// Memory of the library for a code-block, and for a precinct.
  private static let blockBytes = 896

  init?(_ bytes: ArraySlice<UInt8>, statesPrecincts: Bool) {
    let bytes = Array(bytes)
    guard bytes.count >= 5, bytes[0] <= 32 else { return nil }
    levels = Int(bytes[0])
    let block = (width: Int(bytes[1] & 15) + 2, height: Int(bytes[2] & 15) + 2)
    guard block.width <= 10, block.height <= 10, block.width + block.height <= 12,
      !statesPrecincts || bytes.count >= 6 + levels
    else { return nil }
    isReversible = bytes[4] == 1
    precincts = (0...levels).map { level in
      guard statesPrecincts else { return (15, 15) }
      return (Int(bytes[5 + level] & 15), Int(bytes[5 + level] >> 4))
    }
    blocks = precincts.enumerated().map { level, precinct in
      // A precinct of a resolution with three bands is cut into them.
      let halves = level == 0 ? 0 : 1
      return (
        min(block.width, max(0, precinct.width - halves)),
        min(block.height, max(0, precinct.height - halves))
      )
    }
  }

  /// An estimate in bytes for one component of a tile; `Int.max` beyond 1e15.
  func structureBytes(width: Int, height: Int, layers: Int) -> Int {
    var total = 0.0
    for level in 0...levels {
      let shift = Double(sign: .plus, exponent: level - levels, significand: 1)
      func count(_ size: (width: Int, height: Int)) -> Double {
        let across = (Double(width) * shift / Double(1 << size.width)).rounded(.up) + 1
        let down = (Double(height) * shift / Double(1 << size.height)).rounded(.up) + 1
        return across * down
      }
      let precinctCount = count(precincts[level])
      // The bands of a resolution hold three quarters of its samples, in blocks of half its distances.
      let doublings = level == 0 ? 0 : 1
      let block = (blocks[level].width + doublings, blocks[level].height + doublings)
      total += (3 * count(block) + 3 * precinctCount) * Double(Self.blockBytes)
      total += precinctCount * 2 * Double(layers + 1)
    }
    return total < 1e15 ? Int(total) : .max
  }
}
