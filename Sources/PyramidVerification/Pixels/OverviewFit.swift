/// How many samples of an overview each usual kernel fails to explain by the tiles under it.
struct OverviewFit: BitwiseCopyable, Sendable {
  /// What may have made an overview, from the strictest.
  enum Kernel: CaseIterable {
    /// The mean of two by two samples.
    case average
    /// One of two by two samples, as nearest and darken take.
    case pick
    /// Something within the range of four by four samples, as Gaussian and cubic kernels make.
    case range
  }

  /// One quarter of an overview: what is over one tile.
  struct Quadrant: BitwiseCopyable, Sendable {
    fileprivate(set) var samples: Int32 = 0
    private var (average, pick, range): (Int32, Int32, Int32) = (0, 0, 0)

    /// The samples that a kernel fails to explain.
    func misfits(_ kernel: Kernel) -> Int {
      switch kernel {
      case .average: Int(average)
      case .pick: Int(pick)
      case .range: Int(range)
      }
    }

    fileprivate mutating func addMisfit(_ kernel: Kernel) {
      switch kernel {
      case .average: average &+= 1
      case .pick: pick &+= 1
      case .range: range &+= 1
      }
    }

    /// The fraction of samples that a kernel fails to explain.
    func fraction(_ kernel: Kernel) -> Double {
      samples > 0 ? Double(misfits(kernel)) / Double(samples) : 0
    }
  }

  /// The levels by which a channel may be off: rounding.
  private static let rounding = 2
  /// The fraction of the range, in 256ths, and the levels by which a kernel may overshoot.
  private static let overshoot = (fraction: 77, levels: 3)

  /// The quadrants; `nil` where the tile below is not known.
  let quadrants: Quadrants<Quadrant?>

  /// Compares a tile with those under it, all of one side; `nil` where one is lossy, since what
  /// compression leaves hides which kernel it was.
  init?(_ image: DecodedTile, _ children: [DecodedTile?]) {
    guard !image.isLossy, !children.contains(where: { $0?.isLossy ?? false }) else { return nil }
    let own = ColorPlane(image, over: .middle)
    let isOpaque = image.isOpaque && children.allSatisfy { $0?.isOpaque ?? true }
    quadrants = Quadrants { number in
      guard let child = children[number], child.side == image.side else { return nil }
      return Self.compareSamples(
        own, ColorPlane(child, over: .middle), number, pixels: (image.pixels, child.pixels),
        straight: isOpaque ? nil : (image.samples, child.samples))
    }
  }

  /// Whether kernels differ in it; what is of one colour fits all of them.
  var isTelling: Bool { Kernel.allCases.contains { fraction($0) > 0 } }

  /// The fraction of all known samples that a kernel fails to explain.
  func fraction(_ kernel: Kernel) -> Double {
    let known = quadrants.compactMap(\.self)
    let samples = known.reduce(0) { $0 + Int($1.samples) }
    return Double(known.reduce(0) { $0 + $1.misfits(kernel) }) / Double(max(1, samples))
  }

  /// Compares what samples show over mid-grey, and straight samples where some are not opaque: GDAL
  /// takes the mean of each channel by itself.
  private static func compareSamples(
    _ own: ColorPlane, _ below: ColorPlane, _ quadrant: Int,
    pixels: (own: UnsafePointer<UInt32>, below: UnsafePointer<UInt32>),
    straight: (own: UnsafeMutablePointer<UInt8>, below: UnsafeMutablePointer<UInt8>)?
  ) -> Quadrant {
    var result = Quadrant()
    let (side, half) = (own.side, own.side / 2)
    let start = (quadrant & 1) * half + (quadrant >> 1) * half * side
    own.values.withUnsafeBufferPointer { own in
      below.values.withUnsafeBufferPointer { below in
        for y in 0..<half {
          for x in 0..<half {
            result.samples &+= 1
            let position = start &+ y &* side &+ x
            let corner = pixels.below + (2 &* y &* side &+ 2 &* x)
            let color = pixels.own[position]
            // Flat areas, of which plans are made, fit every kernel.
            if corner[0] == color, corner[1] == color, corner[side] == color,
              corner[side &+ 1] == color
            {
              continue
            }
            let pixel = 4 &* position
            let first = 4 &* (2 &* y &* side &+ 2 &* x)
            let under = [first, first &+ 4, first &+ 4 &* side, first &+ 4 &* side &+ 4]
            var (isMean, isInRange) = (true, true)
            var picked: UInt8 = 15
            for channel in 0..<4 {
              let value = Int(own[pixel &+ channel])
              var sum = 0
              for (number, position) in under.enumerated() {
                let sample = Int(below[position &+ channel])
                sum &+= sample
                if abs(sample &- value) > 1 { picked &= ~(1 << UInt8(number)) }
              }
              if abs(4 &* value &- sum) > 4 &* rounding { isMean = false }
            }
            if let straight, !isMean {
              isMean = (0..<4).allSatisfy { channel in
                let sum = under.reduce(0) { $0 &+ Int(straight.below[$1 &+ channel]) }
                return abs(4 &* Int(straight.own[pixel &+ channel]) &- sum) <= 4 &* rounding
              }
            }
            if isMean, picked != 0 { continue }
            if !isMean { result.addMisfit(.average) }
            if picked == 0 { result.addMisfit(.pick) }
            for channel in 0..<4 where !isMean {
              let value = Int(own[pixel &+ channel])
              var (low, high) = (255, 0)
              for row in max(0, 2 * y - 1)...min(side - 1, 2 * y + 2) {
                for column in max(0, 2 * x - 1)...min(side - 1, 2 * x + 2) {
                  let sample = Int(below[4 &* (row &* side &+ column) &+ channel])
                  low = min(low, sample)
                  high = max(high, sample)
                }
              }
              let room = (high &- low) &* overshoot.fraction / 256 &+ overshoot.levels
              // Beside an edge of the tile the kernel saw samples of its neighbour.
              let isBeside = x == 0 || y == 0 || x == half - 1 || y == half - 1
              if !isBeside, value < low &- room || value > high &+ room { isInRange = false }
            }
            if !isInRange { result.addMisfit(.range) }
          }
        }
      }
    }
    return result
  }
}
