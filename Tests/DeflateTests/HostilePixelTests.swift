import Deflate
import Testing
import TilePyramidTesting

@Suite("Rows of any pixels, compressed by their pixels")
struct HostilePixelTests {
  /// The content of the rows.
  enum Pattern: CaseIterable {
    case noise
    case twoValues
    case oneColour
    case oneColourButForAByte
    /// Runs of random pixels, which end anywhere.
    case runs
    /// Each row that of before but for a few bytes.
    case likeTheRowAbove
    /// Bytes that count up, so that hardly anything repeats within a row.
    case ramp
    /// A pixel, the same but for its last byte, and so on.
    case almostRuns
  }

  private func row(
    _ pattern: Pattern, _ count: Int, pixelBytes: Int, above: [UInt8],
    _ generator: inout SeededGenerator
  ) -> [UInt8] {
    switch pattern {
    case .noise: return (0..<count).map { _ in .random(in: 0...255, using: &generator) }
    case .twoValues: return (0..<count).map { _ in Bool.random(using: &generator) ? 200 : 3 }
    case .oneColour: return [UInt8](repeating: 77, count: count)
    case .oneColourButForAByte:
      var row = [UInt8](repeating: 77, count: count)
      row[Int.random(in: 0..<count, using: &generator)] = 78
      return row
    case .runs:
      var row: [UInt8] = []
      while row.count < count {
        let pixel = (0..<pixelBytes).map { _ in UInt8.random(in: 0...3, using: &generator) }
        for _ in 0..<Int.random(in: 1...70, using: &generator) { row += pixel }
      }
      return Array(row.prefix(count))
    case .likeTheRowAbove:
      var row = above
      for _ in 0..<3 {
        row[Int.random(in: 0..<count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      return row
    case .ramp: return (0..<count).map { UInt8(truncatingIfNeeded: $0 + Int(above[0]) + 1) }
    case .almostRuns:
      return (0..<count).map { $0 % pixelBytes == pixelBytes - 1 ? UInt8($0 / pixelBytes & 1) : 9 }
    }
  }

  private func rows(
    _ pattern: Pattern, width: Int, height: Int, pixelBytes: Int, seed: UInt64
  ) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let count = width * pixelBytes
    var above = [UInt8](repeating: 255, count: count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(height * (count + 1))
    for _ in 0..<height {
      // Rows of some tiles are filtered, each by any of the five filters.
      bytes.append(seed % 2 == 0 ? 0 : .random(in: 0...4, using: &generator))
      above = row(pattern, count, pixelBytes: pixelBytes, above: above, &generator)
      bytes += above
    }
    return bytes
  }

  private func expectBack(
    _ deflater: PixelDeflater, _ pattern: Pattern, width: Int, height: Int, pixelBytes: Int,
    seed: UInt64
  ) {
    let bytes = rows(pattern, width: width, height: height, pixelBytes: pixelBytes, seed: seed)
    let stream = deflater.compress(bytes, width: width, pixelBytes: pixelBytes)
    #expect(
      inflate(stream, count: bytes.count) == bytes, "\(width) × \(height) of \(pixelBytes) bytes")
  }

  @Test(
    "come back from zlib as they were", arguments: Pattern.allCases, PixelDeflater.Choice.allCases)
  func comesBack(_ pattern: Pattern, choice: PixelDeflater.Choice) {
    // One compressor for all, so that what an earlier tile left behind would show.
    let deflater = PixelDeflater(choice)
    var seed: UInt64 = 0
    for (width, height) in [(1, 1), (1, 300), (2, 9), (3, 3), (64, 64), (257, 5), (256, 40)] {
      for pixelBytes in 1...4 {
        seed += 1
        expectBack(
          deflater, pattern, width: width, height: height, pixelBytes: pixelBytes, seed: seed)
      }
    }
  }

  @Test("come back from tiles of 256 and of 512 pixels", arguments: Pattern.allCases)
  func wholeTiles(_ pattern: Pattern) {
    let deflater = PixelDeflater(.cheapest)
    for (side, pixelBytes) in [(256, 3), (256, 2), (512, 1), (512, 4)] {
      expectBack(
        deflater, pattern, width: side, height: side, pixelBytes: pixelBytes,
        seed: UInt64(side + pixelBytes))
    }
  }

  @Test(
    "come back where the row above is farther than any match reaches",
    arguments: PixelDeflater.Choice.allCases, [8191, 8192, 9000])
  func wideRows(choice: PixelDeflater.Choice, width: Int) {
    // With four bytes a pixel and one before them 8191 is the most whose row above is in reach.
    for pattern in Pattern.allCases {
      expectBack(
        PixelDeflater(choice), pattern, width: width, height: 3, pixelBytes: 4, seed: UInt64(width))
    }
  }
}
