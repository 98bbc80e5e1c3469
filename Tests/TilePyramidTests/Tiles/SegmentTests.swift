import Testing
import TilePyramid

/// The kind of a segment, without its samples.
private enum Kind: Hashable {
  case empty, opaque, mixed
  case flat(UInt32)

  init(_ segment: Segment) {
    self =
      switch segment {
      case .empty: .empty
      case .flat(let value): .flat(value)
      case .opaque: .opaque
      case .mixed: .mixed
      }
  }
}

@Suite("Segments of rows")
struct SegmentTests {
  private static let (nothing, solid, faint): (UInt32, UInt32, UInt32) = (
    0, 0xFF01_0203, 0x7F01_0203
  )
  /// A transparent sample that has a colour.
  private static let tinted: UInt32 = 0x0001_0203

  /// Runs `body` on samples among others that would change what is found.
  private func scan<Result>(
    _ samples: [UInt32], beside stranger: UInt32, _ body: (UnsafePointer<UInt32>) -> Result
  ) throws -> Result {
    let all = [stranger, stranger] + samples + [stranger, stranger]
    return try all.withUnsafeBufferPointer { body(try #require($0.baseAddress) + 2) }
  }

  @Test(
    "A segment is known by all its samples and by nothing beside it", arguments: [16, 32, 64, 256])
  func kinds(count: Int) throws {
    for stranger in [Self.nothing, Self.solid, Self.faint] {
      func kind(_ samples: [UInt32], clears: Bool = false) throws -> Kind {
        try scan(samples, beside: stranger) {
          Kind(Segment(scanning: $0, count: count, clears: clears))
        }
      }
      let samples = { (value: UInt32) in [UInt32](repeating: value, count: count) }
      #expect(try kind(samples(Self.nothing)) == .empty)
      #expect(try kind(samples(Self.solid)) == .flat(Self.solid))
      #expect(try kind(samples(Self.faint)) == .mixed)
      #expect(try kind(samples(Self.tinted)) == .mixed)
      #expect(try kind(samples(Self.tinted), clears: true) == .empty)
      for index in 0..<count {
        func other(_ value: UInt32, among most: UInt32) throws -> Kind {
          var one = samples(most)
          one[index] = value
          return try kind(one, clears: true)
        }
        #expect(try other(Self.faint, among: Self.nothing) == .mixed)
        #expect(try other(Self.faint, among: Self.solid) == .mixed)
        #expect(try other(Self.nothing, among: Self.solid) == .mixed)
        #expect(try other(Self.solid, among: Self.nothing) == .mixed)
        #expect(try other(0xFF04_0506, among: Self.solid) == .opaque)
      }
    }
  }

  @Test("Samples are uniform when all of them are equal, whatever their number", arguments: 1...70)
  func uniform(count: Int) throws {
    for stranger in [Self.nothing, Self.solid] {
      for value in [Self.nothing, Self.solid, Self.faint] {
        func found(_ samples: [UInt32]) throws -> UInt32? {
          try scan(samples, beside: stranger) { samples in
            samples.withMemoryRebound(to: UInt8.self, capacity: 4 * count) {
              UniformSamples.value(of: $0, count: count)
            }
          }
        }
        let samples = [UInt32](repeating: value, count: count)
        #expect(try found(samples) == value)
        for index in 0..<count where count > 1 {
          var other = samples
          other[index] ^= 1 << 16
          #expect(try found(other) == nil)
        }
      }
    }
  }
}
