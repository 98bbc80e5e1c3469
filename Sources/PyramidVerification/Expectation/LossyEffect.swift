import TileImaging
import TileModel

/// What a lossy codec leaves of a tile: the bound on how far a tile may be from what was encoded.
///
/// What is expected of a tile is encoded as its layer states, and decoded again. How far that is from
/// what was encoded, square by square, is how far a sound tile may be; belongs to one thread.
final class LossyEffect {
  /// The least and the greatest that samples may be.
  typealias Bounds = (
    low: UnsafeMutablePointer<SIMD4<Float>>, high: UnsafeMutablePointer<SIMD4<Float>>
  )

  /// What is expected of a tile, in premultiplied samples.
  struct Wanted {
    let values: UnsafeMutablePointer<SIMD4<Float>>
    /// What samples of each square may be as well, where a method takes one of two ways there: the codec
    /// may leave more of one than of the other.
    var others: UnsafeMutablePointer<SIMD4<Float>>?
    /// What samples may be, where that is not one value each.
    var range: Bounds?
    /// By how many levels each may be off besides.
    var doubt: UnsafeMutablePointer<Float>?
    /// How far positions may be off, in samples of the tile.
    var slack: Float = 0
  }

  private let side: Int
  private let effort: EncodingEffort
  private let straight: UnsafeMutablePointer<UInt8>
  private var encoders: [TileEncoding: any TileEncoder] = [:]

  /// The side of the squares: that of the blocks in which JPEG, WebP and AVIF keep chroma.
  static let square = 16

  init(side: Int, effort: EncodingEffort) {
    (self.side, self.effort) = (side, effort)
    straight = .allocate(capacity: 4 * side * side)
  }

  deinit { straight.deallocate() }

  /// Finds what compression does not explain.
  func fault(
    of image: DecodedTile, _ wanted: Wanted, encoding: TileEncoding, background: SIMD4<Float>?,
    quadrants known: UInt8 = 15, limits: LossyLimits, note: (SIMD4<Float>) -> Void = { _ in }
  ) throws -> LossyFault? {
    let across = side / Self.square
    var squares = [LossySums](repeating: LossySums(), count: across * across)
    for y in 0..<side {
      for x in 0..<side where known & 1 &<< UInt8(2 * (2 * y / side) + 2 * x / side) != 0 {
        let index = y &* side &+ x
        let value = wanted.values[index]
        func laid(_ value: SIMD4<Float>, _ isOver: Bool) -> SIMD4<Float> {
          guard isOver, let background else { return value }
          return value + background * (1 - value.w / 255)
        }
        let shown = laid(value, !image.holdsAlpha)
        let own = image.premultiplied(index)
        var first = own - shown
        note(first)
        if let range = wanted.range {
          let low = laid(range.low[index], !image.holdsAlpha)
          let high = laid(range.high[index], !image.holdsAlpha)
          first =
            own
            - own.clamped(lowerBound: pointwiseMin(low, high), upperBound: pointwiseMax(low, high))
        }
        first.w = 0
        var doubt = wanted.doubt?[index] ?? 0
        if wanted.slack > 0 { doubt += wanted.slack * gradient(wanted.values, x, y) }
        squares[y / Self.square * across + x / Self.square].add(first, doubt)
      }
    }
    for values in [wanted.values, wanted.others].compactMap(\.self) {
      let losses = try losses(of: values, encoding, over: background, known)
      for (number, loss) in losses.enumerated() { squares[number].allow(loss) }
    }
    return LossyVerdict(squares, across: across, limits).fault
  }

  /// What the codec takes from samples: for each square the sum of the squares of levels.
  private func losses(
    of values: UnsafeMutablePointer<SIMD4<Float>>, _ encoding: TileEncoding,
    over background: SIMD4<Float>?, _ known: UInt8
  ) throws -> [Float] {
    let round = try decoded(encoding, values)
    let across = side / Self.square
    var losses = [Float](repeating: 0, count: across * across)
    for y in 0..<side {
      for x in 0..<side where known & 1 &<< UInt8(2 * (2 * y / side) + 2 * x / side) != 0 {
        let index = y &* side &+ x
        var loss = round.premultiplied(index) - values[index]
        if !encoding.holdsAlpha, let background { loss -= background * (1 - values[index].w / 255) }
        loss.w = 0
        losses[y / Self.square * across + x / Self.square] += (loss * loss).sum()
      }
    }
    return losses
  }

  /// The differences from one sample to the next, along both axes.
  private func gradient(_ values: UnsafeMutablePointer<SIMD4<Float>>, _ x: Int, _ y: Int) -> Float {
    let middle = values[y &* side &+ x]
    func most(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
      let (a, b) = (a - middle, b - middle)
      return max(max(a.max(), -a.min()), max(b.max(), -b.min()))
    }
    return most(values[y &* side &+ min(side - 1, x + 1)], values[y &* side &+ max(0, x - 1)])
      + most(values[min(side - 1, y + 1) &* side &+ x], values[max(0, y - 1) &* side &+ x])
  }

  /// Encodes samples, and decodes them again.
  private func decoded(
    _ encoding: TileEncoding, _ values: UnsafeMutablePointer<SIMD4<Float>>
  ) throws -> DecodedTile {
    for index in 0..<side * side {
      let value = values[index]
      let alpha = value.w.rounded()
      var color = SIMD4<Float>()
      if alpha > 0 {
        color = (value * (255 / value.w)).rounded(.toNearestOrEven)
        color.clamp(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 255))
        color.w = min(255, alpha)
      }
      UnsafeMutableRawPointer(straight).storeBytes(
        of: SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(color)), toByteOffset: 4 &* index,
        as: SIMD4<UInt8>.self)
    }
    let bytes = try encoder(encoding).encode(straight, width: side, height: side)
    return DecodedTile(
      try TileDecoder.decode(bytes), isLossy: true, format: encoding.format)
  }

  private func encoder(_ encoding: TileEncoding) throws -> any TileEncoder {
    if let known = encoders[encoding] { return known }
    let made = try encoding.makeEncoder(effort: effort)
    encoders[encoding] = made
    return made
  }
}

/// How much further off than what the codec does a sound lossy tile may be: so many times, and so many
/// levels besides, in a square with what the codec does there and around it, and in the tile.
struct LossyLimits {
  let squareFactor: Float
  let squareLevels: Float
  let tileFactor: Float
  let tileLevels: Float

  /// Of a tile whose samples before compression are known but for rounding.
  static let known = LossyLimits(
    squareFactor: 1.5, squareLevels: 3, tileFactor: 1.15, tileLevels: 1)
}

/// The differences of red, green and blue in a square or a tile: sums of squares of levels.
struct LossySums {
  /// Of the tile from what is expected.
  private(set) var own: Float = 0
  /// Of what the codec gives from what is expected.
  private(set) var codec: Float = 0
  /// Of what may be off besides.
  private(set) var doubt: Float = 0
  private var count: Float = 0

  mutating func add(_ own: SIMD4<Float>, _ doubt: Float) {
    self.own += (own * own).sum()
    self.doubt += 3 * doubt * doubt
    count += 3
  }

  /// Allows for what the codec takes from one of the ways in which the tile may have been made.
  mutating func allow(_ loss: Float) { codec = max(codec, loss) }

  mutating func add(_ other: LossySums) {
    own += other.own
    codec += other.codec
    doubt += other.doubt
    count += other.count
  }

  func root(_ sum: Float) -> Float { (sum / max(1, count)).squareRoot() }
}

/// Judges the squares of a lossy tile.
struct LossyVerdict {
  private let squares: [LossySums]
  private let across: Int
  private let limits: LossyLimits

  init(_ squares: [LossySums], across: Int, _ limits: LossyLimits) {
    (self.squares, self.across, self.limits) = (squares, across, limits)
  }

  /// The tile as a whole, or else the square that is furthest beyond its limit.
  var fault: LossyFault? {
    var all = LossySums()
    for square in squares { all.add(square) }
    let found = all.root(all.own)
    let limit = limits.tileFactor * all.root(all.codec + all.doubt) + limits.tileLevels
    if found > limit { return LossyFault(found: found, limit: limit, position: nil) }
    var worst: LossyFault?
    for y in 0..<across {
      for x in 0..<across {
        let square = squares[y * across + x]
        let limit =
          limits.squareFactor * square.root(codecAround(x, y) + square.doubt) + limits.squareLevels
        let found = square.root(square.own)
        if found - limit > (worst.map { $0.found - $0.limit } ?? 0) {
          worst = LossyFault(
            found: found, limit: limit, position: (x * LossyEffect.square, y * LossyEffect.square))
        }
      }
    }
    return worst
  }

  /// The most that the codec does in a square and those around it.
  private func codecAround(_ x: Int, _ y: Int) -> Float {
    var most: Float = 0
    for row in max(0, y - 1)...min(across - 1, y + 1) {
      for column in max(0, x - 1)...min(across - 1, x + 1) {
        most = max(most, squares[row * across + column].codec)
      }
    }
    return most
  }
}
