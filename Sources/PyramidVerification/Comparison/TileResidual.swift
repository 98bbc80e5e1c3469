import TileModel

/// By how much one tile differs from what the source says of it, channel by channel.
struct TileResidual: Sendable {
  struct Channel: Sendable {
    /// Sums over samples at which a level can still be added to, or taken from, what is expected.
    struct Side: Sendable {
      var count = 0
      var difference = 0.0
      var range = 0.0

      /// The mean difference, tile minus source, in levels.
      var mean: Double { count > 0 ? difference / Double(count) : 0 }
      /// The mean range of the source around the samples, in levels.
      var meanRange: Double { count > 0 ? range / Double(count) : 0 }

      mutating func add(_ difference: Double, _ range: Double) {
        count += 1
        self.difference += difference
        self.range += range
      }
    }

    var absolute = 0.0
    var squares = 0.0
    var range = 0.0
    /// Samples at which a lighter value would show.
    var darker = Side()
    /// Samples at which a darker value would show.
    var lighter = Side()
    /// The largest mean difference of a square of ``TileResidual/square`` samples, less what is
    /// tolerated there, in levels; negative when every square is within.
    var squareExcess = -Double.infinity
    var squareDifference = 0.0
    /// Where that square begins, in samples of the tile.
    var squarePosition = (x: 0, y: 0)
    /// The largest mean difference of a row or column, less what is tolerated there, in levels;
    /// negative when every line is within.
    var lineExcess = -Double.infinity
    var lineDifference = 0.0
    /// That line, as `row 7` or `column 7`.
    var line = ""
  }

  /// Samples along a side of the squares whose means are compared: those of the blocks in which lossy
  /// compression keeps chroma.
  static let square = 16
  /// The fraction of the range around a sample by which it may differ from the estimate: the usual
  /// kernels differ from the bilinear one by a third of it at most.
  static let differenceFraction: Float = 0.6
  /// By how much of the range around it a sample may overshoot: cubic kernels do so by 7 % at a step
  /// and 15 % at a line, Lanczos' by as much again in two dimensions.
  static let overshoot: Float = 0.3
  /// The levels by which a sample may be off besides: rounding, and what lossy compression makes of
  /// flat areas beside edges.
  static let slack: (lossless: Float, lossy: Float) = (3, 24)
  /// The levels by which the mean of a square may be off, and the fraction of its mean range besides.
  static let squareTolerance = (lossless: 3.0, lossy: 8.0, fraction: 0.08)
  /// The levels by which the mean of a row or column may be off, and the fraction of its mean range
  /// besides, which is what kernels differ by along an edge.
  static let lineTolerance = (levels: 8.0, fraction: 0.4)

  /// How many lines are alike where they are lines of a drawing.
  private static let linesAlike = 6

  let tile: TileCoordinate
  let isLossy: Bool
  /// Samples along one side.
  let side: Int
  private(set) var samples = 0
  /// Red, green, blue and, where the format has it, alpha.
  private(set) var channels: [Channel] = []
  /// Samples that no usual kernel explains.
  private(set) var outside = 0
  /// The most of them in one row or column, less those in lines that are alike: lines of a drawing,
  /// to which compression does the same, come in numbers.
  private(set) var outsideInLine = 0
  /// Where the first of them is, in samples of the tile.
  private(set) var outsidePosition: (x: Int, y: Int)?
  /// Samples beyond the source.
  private(set) var beyond = 0
  /// Those of them that show something.
  private(set) var shownBeyond = 0
  /// Where the first of these is, in samples of the tile.
  private(set) var shownBeyondPosition: (x: Int, y: Int)?
  /// How the lightness moves.
  private(set) var shift = ShiftSums()
  /// The product of fine detail of tile and source, and the square of the source's.
  private(set) var detail = (product: 0.0, square: 0.0)

  /// Compares a tile with what is expected of it; where samples are the nearest ones of the source,
  /// rounding of positions may take those beside them.
  init(
    _ tile: TileCoordinate, isLossy: Bool, _ own: ColorPlane,
    _ expected: SourceWindow.Expectation, hasAlpha: Bool, background: ColorPlane.Background,
    isNearest: Bool
  ) {
    self.tile = tile
    self.isLossy = isLossy
    side = own.side
    for channel in 0..<(hasAlpha ? 4 : 3) {
      channels.append(
        Self.compare(channel, own, expected, isLossy: isLossy, isNearest: isNearest))
    }
    findOutside(own, expected, fraction: isNearest ? 1 : Self.differenceFraction)
    measureDetail(own, expected)
    findBeyond(own, expected, background: hasAlpha ? nil : background)
  }

  /// The mean absolute difference of all channels, in levels.
  var meanAbsolute: Double { mean(\.absolute) }
  /// The mean range of the source around the samples, in levels.
  var meanRange: Double { mean(\.range) }
  /// The levels by which the worst square of any channel exceeds its tolerance; negative when none.
  var squareExcess: Double { channels.map(\.squareExcess).max() ?? 0 }
  var outsideShare: Double { Double(outside) / Double(max(1, samples)) }
  /// The fraction of the worst row or column outside.
  var outsideInLineFraction: Double { Double(outsideInLine) / Double(side) }
  /// The fraction of the samples beyond the source that show something; `nil` where there are few.
  var shownBeyondFraction: Double? {
    beyond >= side ? Double(shownBeyond) / Double(beyond) : nil
  }
  /// The contrast of the tile's fine detail in that of the source; `nil` where there is none to speak of.
  var sharpness: Double? {
    detail.square > Double(max(1, samples)) ? detail.product / detail.square : nil
  }

  private func mean(_ value: KeyPath<Channel, Double>) -> Double {
    let sum = channels.reduce(0) { $0 + $1[keyPath: value] }
    return sum / Double(max(1, samples * channels.count))
  }

  private static func compare(
    _ channel: Int, _ own: ColorPlane, _ expected: SourceWindow.Expectation, isLossy: Bool,
    isNearest: Bool
  ) -> Channel {
    var result = Channel()
    let side = own.side
    var rows = [Channel.Side](repeating: Channel.Side(), count: side)
    var columns = rows
    let tolerance = isLossy ? squareTolerance.lossy : squareTolerance.lossless
    for top in stride(from: 0, to: side, by: square) {
      for left in stride(from: 0, to: side, by: square) {
        var (count, sum, ranges) = (0, 0.0, 0.0)
        for y in top..<(top + square) {
          for x in left..<(left + square) {
            let index = 4 &* (y &* side &+ x) &+ channel
            let value = expected.values[index]
            if value.isNaN { continue }
            let range = Double(Self.range(of: channel, in: expected, at: index, isLossy: isLossy))
            let difference = Double(Float(own.values[index]) - value)
            count += 1
            sum += difference
            ranges += range
            result.absolute += abs(difference)
            result.squares += difference * difference
            rows[y].add(difference, range)
            columns[x].add(difference, range)
            if value <= 235 { result.darker.add(difference, range) }
            if value >= 20 { result.lighter.add(difference, range) }
          }
        }
        result.range += ranges
        guard 2 * count >= square * square else { continue }
        let mean = sum / Double(count)
        let excess = abs(mean) - tolerance - squareTolerance.fraction * ranges / Double(count)
        if excess > result.squareExcess {
          (result.squareExcess, result.squareDifference) = (excess, mean)
          result.squarePosition = (left, top)
        }
      }
    }
    let fraction = isNearest ? 1 : lineTolerance.fraction
    for (name, lines) in [("row", rows), ("column", columns)] {
      for (number, line) in lines.enumerated() where 2 * line.count >= side {
        let excess = abs(line.mean) - lineTolerance.levels - fraction * line.meanRange
        if excess > result.lineExcess {
          (result.lineExcess, result.lineDifference) = (excess, line.mean)
          result.line = "\(name) \(number)"
        }
      }
    }
    return result
  }

  /// The range of the source around a sample of a channel; where compression is lossy that of the colour
  /// with the largest, as it mixes colours: blue that is 0 throughout gets lighter beside edges of red.
  private static func range(
    of channel: Int, in expected: SourceWindow.Expectation, at index: Int, isLossy: Bool
  ) -> Float {
    guard isLossy, channel < 3 else { return expected.high[index] - expected.low[index] }
    let red = index - channel
    return (red..<(red + 3)).reduce(0) { max($0, expected.high[$1] - expected.low[$1]) }
  }

  private mutating func findOutside(
    _ own: ColorPlane, _ expected: SourceWindow.Expectation, fraction: Float
  ) {
    let slack = isLossy ? Self.slack.lossy : Self.slack.lossless
    var rows = [Int](repeating: 0, count: side)
    var columns = rows
    for y in 0..<side {
      for x in 0..<side {
        let index = 4 &* (y &* side &+ x)
        if expected.values[index].isNaN { continue }
        samples += 1
        for channel in index..<(index + channels.count) {
          let (low, high) = (expected.low[channel], expected.high[channel])
          let value = Float(own.values[channel])
          let room = Self.overshoot * (high - low) + slack
          if value < low - room || value > high + room
            || abs(value - expected.values[channel]) > fraction * (high - low) + slack
          {
            outside += 1
            rows[y] += 1
            columns[x] += 1
            outsidePosition = outsidePosition ?? (x, y)
            break
          }
        }
      }
    }
    for lines in [rows.sorted(by: >), columns.sorted(by: >)] {
      outsideInLine = max(outsideInLine, lines[0] - lines[Self.linesAlike])
    }
  }

  /// Looks beyond the source, where a tile is transparent or, without alpha, of the background.
  private mutating func findBeyond(
    _ own: ColorPlane, _ expected: SourceWindow.Expectation, background: ColorPlane.Background?
  ) {
    let slack = Int(isLossy ? Self.slack.lossy : Self.slack.lossless)
    for index in expected.isBeyond.indices where expected.isBeyond[index] {
      beyond += 1
      let pixel = own.values[(4 * index)..<(4 * index + 4)].map(Int.init)
      let difference =
        background.map {
          max(abs(pixel[0] - $0.red), abs(pixel[1] - $0.green), abs(pixel[2] - $0.blue))
        } ?? pixel[3]
      guard difference > slack else { continue }
      shownBeyond += 1
      shownBeyondPosition = shownBeyondPosition ?? (index % side, index / side)
    }
  }

  /// Compares lightness: where it moved, and how much of the fine detail is left.
  private mutating func measureDetail(_ own: ColorPlane, _ expected: SourceWindow.Expectation) {
    let ownGrey = ColorPlane.grey(own.values.map(Float.init))
    let wanted = ColorPlane.grey(expected.values)
    // Where the source ends, the tile itself stands in, which says nothing of a shift.
    var filled = wanted
    for index in filled.indices where filled[index].isNaN { filled[index] = ownGrey[index] }
    let first = GreyPlane(side: side, values: ownGrey).smoothed.values
    let second = GreyPlane(side: side, values: filled).smoothed.values
    guard side > 8 else { return }
    for y in 4..<(side - 4) {
      for x in 4..<(side - 4) {
        let index = y * side + x
        guard !wanted[index - 4].isNaN, !wanted[index + 4].isNaN,
          !wanted[index - 4 * side].isNaN, !wanted[index + 4 * side].isNaN
        else { continue }
        shift.add(first, second, at: index, side: side)
        let fine = Double(filled[index] - second[index])
        detail.product += Double(ownGrey[index] - first[index]) * fine
        detail.square += fine * fine
      }
    }
  }
}
