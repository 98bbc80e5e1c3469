import Testing
import TilePyramid

@Suite("Segments of rows")
struct SegmentClassTests {
  /// Samples among others that would change their class.
  private func scan(_ samples: [UInt32], beside stranger: UInt32) throws -> SegmentClass {
    let all = [stranger, stranger] + samples + [stranger, stranger]
    return try all.withUnsafeBytes { bytes in
      let first = try #require(bytes.bindMemory(to: UInt8.self).baseAddress) + 8
      return SegmentClass(scanning: first, count: samples.count)
    }
  }

  @Test(
    "A segment of a row has the class of all its samples and of nothing behind them",
    arguments: 1...70)
  func counts(count: Int) throws {
    let (nothing, solid, faint): (UInt32, UInt32, UInt32) = (0, 0xFF01_0203, 0x7F01_0203)
    for stranger in [nothing, solid, faint] {
      let samples = { (value: UInt32) in [UInt32](repeating: value, count: count) }
      #expect(try scan(samples(nothing), beside: stranger) == .empty)
      #expect(try scan(samples(solid), beside: stranger) == .opaque)
      #expect(try scan(samples(faint), beside: stranger) == .mixed)
      for index in 0..<count {
        var one = samples(nothing)
        one[index] = faint
        #expect(try scan(one, beside: stranger) == .mixed)
        one = samples(solid)
        one[index] = faint
        #expect(try scan(one, beside: stranger) == .mixed)
      }
    }
  }
}
