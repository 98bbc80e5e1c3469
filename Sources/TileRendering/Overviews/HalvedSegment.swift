/// One tile's part of a row, which is halved for the row above.
protocol HalvedSegment {
  var kind: HalvedKind { get }
  static func halveOpaque(
    _ upper: Self, _ lower: Self, _ results: HalvedSamples<UInt64>, scratch: HalvingScratch)
  static func halveMixed(
    _ upper: Self, _ lower: Self, _ results: HalvedSamples<Int32>, scratch: HalvingScratch)
  static func halveHeights(
    _ upper: Self, _ lower: Self, _ results: HalvedSamples<HeightSum>, scratch: HalvingScratch)
}

/// The arithmetic of halving, by the samples of a segment.
enum HalvedKind: Equatable {
  case empty
  case flat(UInt32)
  case opaque
  case mixed

  var isOpaque: Bool {
    switch self {
    case .flat, .opaque: true
    case .empty, .mixed: false
    }
  }
}

/// The destination of a halved segment.
struct HalvedSamples<Fine> {
  let count: Int
  /// World column of the first sample.
  let column: Int
  let row: Int
  /// Results at more than 8 bits: one value a sample in ``Halving``'s opaque form, four in the
  /// premultiplied.
  let fine: UnsafeMutablePointer<Fine>
  let samples: UnsafeMutablePointer<UInt32>
}

/// Memory for converted segments; belongs to one reducer.
package final class HalvingScratch {
  private let bytes: UnsafeMutableRawPointer
  private let tileSize: Int
  let light: OverviewLight
  private let blank: UnsafeMutableRawPointer

  package static func byteCount(tileSize: Int) -> Int { 4 * 16 * tileSize }

  init(tileSize: Int, light: OverviewLight) {
    self.tileSize = tileSize
    self.light = light
    bytes = .allocate(byteCount: 3 * 16 * tileSize, alignment: 64)
    blank = .allocate(byteCount: 16 * tileSize, alignment: 64)
    blank.initializeMemory(as: UInt8.self, repeating: 0, count: 16 * tileSize)
  }

  deinit {
    bytes.deallocate()
    blank.deallocate()
  }

  /// `slot` is 0 or 1.
  func samples(_ segment: Segment, slot: Int) -> UnsafeRawPointer {
    switch segment {
    case .empty: return UnsafeRawPointer(blank)
    case .opaque(let samples), .mixed(let samples): return UnsafeRawPointer(samples)
    case .flat(let value):
      let target = bytes + 16 * slot * tileSize
      target.initializeMemory(as: UInt32.self, repeating: value, count: tileSize)
      return UnsafeRawPointer(target)
    }
  }

  func carried(_ segment: Segment, isOpaque: Bool, slot: Int) -> CarriedSegment {
    let target = bytes + 16 * slot * tileSize
    switch segment {
    case .empty: return .empty
    case .flat(let value): return .flat(value)
    case .opaque(let samples) where isOpaque, .mixed(let samples) where isOpaque:
      let fine = target.assumingMemoryBound(to: UInt64.self)
      for index in 0..<tileSize { fine[index] = Halving.opaque(samples[index], light: light) }
      return .opaque(target)
    case .opaque(let samples), .mixed(let samples):
      let fine = target.assumingMemoryBound(to: Int32.self)
      for index in 0..<tileSize {
        Halving.premultiply(samples[index], light: light, into: fine + 4 * index)
      }
      return .mixed(target)
    }
  }

  func opaque(_ segment: CarriedSegment, slot: Int) -> UnsafePointer<UInt64> {
    switch segment {
    case .opaque(let samples), .mixed(let samples):
      return UnsafePointer(samples.assumingMemoryBound(to: UInt64.self))
    case .empty: return UnsafePointer(blank.assumingMemoryBound(to: UInt64.self))
    case .flat(let value):
      let target = (bytes + 16 * slot * tileSize).assumingMemoryBound(to: UInt64.self)
      target.update(repeating: Halving.opaque(value, light: light), count: tileSize)
      return UnsafePointer(target)
    }
  }

  func premultiplied(_ segment: CarriedSegment, slot: Int) -> UnsafePointer<Int32> {
    let target = (bytes + 16 * slot * tileSize).assumingMemoryBound(to: Int32.self)
    switch segment {
    case .empty: return UnsafePointer(blank.assumingMemoryBound(to: Int32.self))
    case .mixed(let samples): return UnsafePointer(samples.assumingMemoryBound(to: Int32.self))
    case .opaque, .flat:
      Halving.premultiply(opaque: opaque(segment, slot: 2), count: tileSize, into: target)
      return UnsafePointer(target)
    }
  }

  func heights(_ segment: CarriedSegment, slot: Int) -> UnsafePointer<HeightSum> {
    switch segment {
    case .opaque(let samples), .mixed(let samples):
      return UnsafePointer(samples.assumingMemoryBound(to: HeightSum.self))
    case .empty: return UnsafePointer(blank.assumingMemoryBound(to: HeightSum.self))
    case .flat(let value):
      let target = (bytes + 16 * slot * tileSize).assumingMemoryBound(to: HeightSum.self)
      target.update(repeating: HeightSum(value), count: tileSize)
      return UnsafePointer(target)
    }
  }
}

extension Segment: HalvedSegment {
  var kind: HalvedKind {
    switch self {
    case .empty: .empty
    case .flat(let value): .flat(value)
    case .opaque: .opaque
    case .mixed: .mixed
    }
  }

  static func halveOpaque(
    _ upper: Segment, _ lower: Segment, _ results: HalvedSamples<UInt64>, scratch: HalvingScratch
  ) {
    guard scratch.light == .srgb else {
      return CarriedSegment.halveOpaque(
        scratch.carried(upper, isOpaque: true, slot: 0),
        scratch.carried(lower, isOpaque: true, slot: 1), results, scratch: scratch)
    }
    Halving.opaqueSamples(
      scratch.samples(upper, slot: 0), scratch.samples(lower, slot: 1), count: results.count,
      column: results.column, row: results.row, fine: results.fine, samples: results.samples)
  }

  static func halveHeights(
    _ upper: Segment, _ lower: Segment, _ results: HalvedSamples<HeightSum>, scratch: HalvingScratch
  ) {
    HeightHalving.samples(
      scratch.samples(upper, slot: 0), scratch.samples(lower, slot: 1), count: results.count,
      fine: results.fine, samples: results.samples)
  }

  static func halveMixed(
    _ upper: Segment, _ lower: Segment, _ results: HalvedSamples<Int32>, scratch: HalvingScratch
  ) {
    guard scratch.light == .srgb else {
      return CarriedSegment.halveMixed(
        scratch.carried(upper, isOpaque: false, slot: 0),
        scratch.carried(lower, isOpaque: false, slot: 1), results, scratch: scratch)
    }
    Halving.mixedSamples(
      scratch.samples(upper, slot: 0), scratch.samples(lower, slot: 1), count: results.count,
      column: results.column, row: results.row, fine: results.fine, samples: results.samples)
  }
}

extension CarriedSegment: HalvedSegment {
  var kind: HalvedKind {
    switch self {
    case .empty: .empty
    case .flat(let value): .flat(value)
    case .opaque: .opaque
    case .mixed: .mixed
    }
  }

  static func halveOpaque(
    _ upper: CarriedSegment, _ lower: CarriedSegment, _ results: HalvedSamples<UInt64>,
    scratch: HalvingScratch
  ) {
    Halving.opaque(
      scratch.opaque(upper, slot: 0), scratch.opaque(lower, slot: 1), count: results.count,
      column: results.column, row: results.row, light: scratch.light, fine: results.fine,
      samples: results.samples)
  }

  static func halveHeights(
    _ upper: CarriedSegment, _ lower: CarriedSegment, _ results: HalvedSamples<HeightSum>,
    scratch: HalvingScratch
  ) {
    HeightHalving.sums(
      scratch.heights(upper, slot: 0), scratch.heights(lower, slot: 1), count: results.count,
      fine: results.fine, samples: results.samples)
  }

  static func halveMixed(
    _ upper: CarriedSegment, _ lower: CarriedSegment, _ results: HalvedSamples<Int32>,
    scratch: HalvingScratch
  ) {
    Halving.mixed(
      scratch.premultiplied(upper, slot: 0), scratch.premultiplied(lower, slot: 1),
      count: results.count, column: results.column, row: results.row, light: scratch.light,
      fine: results.fine, samples: results.samples)
  }
}

/// The arithmetic of halving rows of heights: means of the known ones.
enum HeightHalving {
  static func samples(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, count: Int,
    fine: UnsafeMutablePointer<HeightSum>, samples: UnsafeMutablePointer<UInt32>
  ) {
    @inline(__always)
    func sum(_ row: UnsafeRawPointer, _ index: Int) -> HeightSum {
      HeightSum(row.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
    }
    for index in 0..<count {
      let (west, east) = (2 &* index, 2 &* index &+ 1)
      let mean = HeightSum(sum(upper, west), sum(upper, east), sum(lower, west), sum(lower, east))
      fine[index] = mean
      samples[index] = mean.sample
    }
  }

  static func sums(
    _ upper: UnsafePointer<HeightSum>, _ lower: UnsafePointer<HeightSum>, count: Int,
    fine: UnsafeMutablePointer<HeightSum>, samples: UnsafeMutablePointer<UInt32>
  ) {
    for index in 0..<count {
      let (west, east) = (2 &* index, 2 &* index &+ 1)
      let mean = HeightSum(upper[west], upper[east], lower[west], lower[east])
      fine[index] = mean
      samples[index] = mean.sample
    }
  }
}
