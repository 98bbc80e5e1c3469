/// Compares the samples of a quarter of an overview with those of the tile under it.
struct QuadrantComparison {
  /// The levels by which a channel may be off: rounding.
  private static let rounding = 2
  /// The fraction of the range, in 256ths, and the levels by which a kernel may overshoot.
  private static let overshoot = (fraction: 77, levels: 3)
  /// The part of the quarter up to which what no kernel makes is left out of what tells of the kernel.
  private static let leastPart = 4

  private let image: DecodedTile
  private let child: DecodedTile
  private let number: Int
  /// What both show over mid-grey.
  private let (own, below): ([UInt8], [UInt8])
  /// Whether straight samples are compared as well, since some are not opaque: GDAL takes the mean of
  /// each channel by itself.
  private let isStraight: Bool

  private var side: Int { image.side }
  private var half: Int { side / 2 }

  /// Takes a tile, what it shows over mid-grey, and the tile under one of its quarters.
  init(
    _ image: DecodedTile, _ own: ColorPlane, _ child: DecodedTile, _ number: Int, isOpaque: Bool
  ) {
    (self.image, self.child, self.number) = (image, child, number)
    self.own = own.values
    below = ColorPlane(child, over: .middle).values
    isStraight = !isOpaque
  }

  /// What was found.
  var quadrant: OverviewFit.Quadrant {
    var result = OverviewFit.Quadrant()
    var kernels = [OverviewFit.Kernels?](repeating: nil, count: half * half)
    var foreign = [Bool](repeating: false, count: half * half)
    let reach = KernelReach(child)
    own.withUnsafeBufferPointer { own in
      below.withUnsafeBufferPointer { below in
        for y in 0..<half {
          for x in 0..<half {
            let misfits = misfits(own, below, x, y)
            kernels[y &* half &+ x] = misfits
            result.all.add(misfits ?? [])
            guard let misfits, misfits.isSuperset(of: Self.stricter) else { continue }
            let color = UInt32(littleEndian: image.pixels[position(x, y)])
            let judgement = reach.judge(color, x, y)
            foreign[y &* half &+ x] = judgement != .possible
            if judgement == .overNothing { result.isOverNothing = true }
          }
        }
      }
    }
    let corner = position(0, 0)
    result.foreign = ForeignSquare(in: foreign, width: half).map {
      $0.moved(x: corner % side, y: corner / side)
    }
    if result.foreign == nil { result.isOverNothing = false }
    result.besides = besides(kernels, foreign, leavesOut: result.foreign != nil)
    return result
  }

  /// The kernels whose samples are within the reach of all.
  private static let stricter: OverviewFit.Kernels = [.init(.average), .init(.pick)]

  /// The position of a sample of the quarter in the tile.
  private func position(_ x: Int, _ y: Int) -> Int {
    (number & 1 &* half) &+ x &+ ((number &>> 1) &* half &+ y) &* side
  }

  /// The samples in which kernels may differ, outside the part that is foreign.
  private func besides(
    _ kernels: [OverviewFit.Kernels?], _ foreign: [Bool], leavesOut: Bool
  ) -> OverviewFit.Misfits {
    var (left, right, top, bottom) = (half, -1, half, -1)
    if leavesOut {
      for index in foreign.indices where foreign[index] {
        let (x, y) = (index % half, index / half)
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
      if Self.leastPart * (right - left + 1) * (bottom - top + 1) > half * half {
        (left, right, top, bottom) = (half, -1, half, -1)
      }
    }
    var result = OverviewFit.Misfits()
    for index in kernels.indices {
      guard let misfits = kernels[index] else { continue }
      let (x, y) = (index % half, index / half)
      // What is foreign near the edge of the quarter is not known to be so.
      let margin = KernelReach.reach / 2
      let isInside =
        (left - margin...max(left, right) + margin).contains(x)
        && (top - margin...max(top, bottom) + margin).contains(y)
      if right < 0 || !isInside { result.add(misfits) }
    }
    return result
  }

  /// The kernels that fail to explain a sample; `nil` in flat areas, of which plans are made and which fit
  /// every kernel.
  @inline(__always)
  private func misfits(
    _ own: UnsafeBufferPointer<UInt8>, _ below: UnsafeBufferPointer<UInt8>, _ x: Int, _ y: Int
  ) -> OverviewFit.Kernels? {
    let position = position(x, y)
    let corner = child.pixels + (2 &* y &* side &+ 2 &* x)
    let color = image.pixels[position]
    if corner[0] == color, corner[1] == color, corner[side] == color, corner[side &+ 1] == color {
      return nil
    }
    let pixel = 4 &* position
    let first = 4 &* (2 &* y &* side &+ 2 &* x)
    let under = SIMD4(first, first &+ 4, first &+ 4 &* side, first &+ 4 &* side &+ 4)
    var isMean = true
    var picked: UInt8 = 15
    for channel in 0..<4 {
      let value = Int(own[pixel &+ channel])
      var sum = 0
      for number in 0..<4 {
        let sample = Int(below[under[number] &+ channel])
        sum &+= sample
        if abs(sample &- value) > 1 { picked &= ~(1 << UInt8(number)) }
      }
      if abs(4 &* value &- sum) > 4 &* Self.rounding { isMean = false }
    }
    if isStraight, !isMean {
      isMean = (0..<4).allSatisfy { channel in
        let sum = (0..<4).reduce(0) { $0 &+ Int(child.samples[under[$1] &+ channel]) }
        return abs(4 &* Int(image.samples[pixel &+ channel]) &- sum) <= 4 &* Self.rounding
      }
    }
    var result: OverviewFit.Kernels = []
    if !isMean { result.insert(.init(.average)) }
    if picked == 0 { result.insert(.init(.pick)) }
    if !isMean, !isInRange(own, below, x, y, pixel) { result.insert(.init(.range)) }
    return result
  }

  private func isInRange(
    _ own: UnsafeBufferPointer<UInt8>, _ below: UnsafeBufferPointer<UInt8>, _ x: Int, _ y: Int,
    _ pixel: Int
  ) -> Bool {
    // Beside an edge of the tile the kernel saw samples of its neighbour.
    if x == 0 || y == 0 || x == half - 1 || y == half - 1 { return true }
    for channel in 0..<4 {
      let value = Int(own[pixel &+ channel])
      var (low, high) = (255, 0)
      for row in (2 &* y &- 1)...(2 &* y &+ 2) {
        for column in (2 &* x &- 1)...(2 &* x &+ 2) {
          let sample = Int(below[4 &* (row &* side &+ column) &+ channel])
          low = min(low, sample)
          high = max(high, sample)
        }
      }
      let room = (high &- low) &* Self.overshoot.fraction / 256 &+ Self.overshoot.levels
      if value < low &- room || value > high &+ room { return false }
    }
    return true
  }
}

extension OverviewFit {
  /// Compares a tile with those under it, all of one side; `nil` where one is lossy, since what
  /// compression leaves hides which kernel it was.
  init?(_ image: DecodedTile, _ children: [DecodedTile?]) {
    guard !image.isLossy, !children.contains(where: { $0?.isLossy ?? false }) else { return nil }
    let own = ColorPlane(image, over: .middle)
    let isOpaque = image.isOpaque && children.allSatisfy { $0?.isOpaque ?? true }
    quadrants = Quadrants { number in
      guard let child = children[number], child.side == image.side else { return nil }
      return QuadrantComparison(image, own, child, number, isOpaque: isOpaque).quadrant
    }
  }
}
