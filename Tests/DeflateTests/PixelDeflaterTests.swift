import CLibDeflate
import Deflate
import Testing
import TilePyramidTesting

@Suite("Rows of plans compressed by their pixels")
struct PixelDeflaterTests {
  /// Rows of a drawing of rectangles and lines in a few colours, with some noise, each behind a zero.
  private func rows(width: Int, height: Int, pixelBytes: Int, noise: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var pixels = [UInt32](repeating: 0xFFFF_FFFF, count: width * height)
    for _ in 0..<width * height / 400 {
      let color = UInt32(truncatingIfNeeded: generator.next() & 0x0F3F_3F3F)
      let (x, y) = (
        Int.random(in: 0..<width, using: &generator), Int.random(in: 0..<height, using: &generator)
      )
      let isWall = Bool.random(using: &generator)
      let right = min(width, x + Int.random(in: 1...90, using: &generator))
      let bottom = min(height, y + (isWall ? 2 : Int.random(in: 1...40, using: &generator)))
      for row in y..<bottom {
        for column in x..<right { pixels[row * width + column] = color }
      }
    }
    for _ in 0..<noise {
      pixels[Int.random(in: 0..<pixels.count, using: &generator)] =
        UInt32(truncatingIfNeeded: generator.next())
    }
    var bytes: [UInt8] = []
    for y in 0..<height {
      bytes.append(0)
      for pixel in pixels[y * width..<(y + 1) * width] {
        for channel in 0..<pixelBytes {
          bytes.append(UInt8(truncatingIfNeeded: pixel >> UInt32(8 * channel)))
        }
      }
    }
    return bytes
  }

  @Test(
    "come back from zlib, and are about as small as libdeflate's level 6 makes them",
    arguments: [1, 3, 4])
  func size(pixelBytes: Int) throws {
    let compressor = try #require(libdeflate_alloc_compressor(6))
    defer { libdeflate_free_compressor(compressor) }
    let deflater = PixelDeflater(.first)
    var (ours, theirs) = (0, 0)
    for seed in 0..<8 as Range<UInt64> {
      let bytes = rows(
        width: 256, height: 256, pixelBytes: pixelBytes, noise: 40 * Int(seed), seed: seed)
      let stream = deflater.compress(bytes, width: 256, pixelBytes: pixelBytes)
      #expect(inflate(stream, count: bytes.count) == bytes, "seed \(seed)")
      ours += stream.count
      var out = [UInt8](repeating: 0, count: bytes.count + 1000)
      theirs += libdeflate_zlib_compress(compressor, bytes, bytes.count, &out, out.count)
    }
    // In noise, of which these drawings have much, a search at every byte finds a little more.
    #expect(Double(ours) < 1.05 * Double(theirs))
  }

  @Test(
    "of a few lines on one colour refer to the left, whose distance is the shortest",
    arguments: 1...4)
  func flatRows(pixelBytes: Int) {
    let rowBytes = 256 * pixelBytes
    let flat = [UInt8](repeating: 0, count: 256 * (rowBytes + 1))
    var lined = flat
    for y in [30, 31, 200] { lined[y * (rowBytes + 1) + 40] = 90 }
    for bytes in [flat, lined] {
      for choice in PixelDeflater.Choice.allCases {
        let stream = PixelDeflater(choice).compress(bytes, width: 256, pixelBytes: pixelBytes)
        #expect(inflate(stream, count: bytes.count) == bytes)
        // Two bits a match of 258 bytes, and 120 bytes for codes and lines: the row above would take
        // seven bits more each.
        #expect(stream.count < bytes.count / 258 * 2 / 8 + 120)
      }
    }
  }

  @Test(
    "of soft slanted lines are smaller where matches are chosen by their bits", arguments: 1...4)
  func choosing(pixelBytes: Int) {
    var sizes: [PixelDeflater.Choice: Int] = [:]
    for slant in 1...4 {
      let bytes = softLines(side: 256, pixelBytes: pixelBytes, slant: Double(slant) / 7)
      for choice in PixelDeflater.Choice.allCases {
        let stream = PixelDeflater(choice).compress(bytes, width: 256, pixelBytes: pixelBytes)
        #expect(inflate(stream, count: bytes.count) == bytes)
        sizes[choice, default: 0] += stream.count
      }
    }
    let (first, cheap) = (sizes[.first, default: 0], sizes[.cheap, default: 0])
    #expect(Double(cheap) < 0.97 * Double(first))
    #expect(Double(sizes[.cheapest, default: 0]) < 0.99 * Double(cheap))
  }

  /// Rows of a lattice of lines with smooth edges: a shade in the last byte, one colour in the others.
  private func softLines(side: Int, pixelBytes: Int, slant: Double) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<side {
      bytes.append(0)
      for x in 0..<side {
        let along = (Double(x) + slant * Double(y)).remainder(dividingBy: 37).magnitude
        let across = (Double(y) - slant * Double(x)).remainder(dividingBy: 61).magnitude
        let shade = UInt8(255 * max(0, min(1, 1.7 - min(along, across))))
        bytes += [UInt8](repeating: shade == 0 ? 0 : 60, count: pixelBytes - 1)
        bytes.append(shade)
      }
    }
    return bytes
  }

  @Test("come back where runs go on over rows and are longer than any match", arguments: 1...4)
  func longRuns(pixelBytes: Int) {
    let deflater = PixelDeflater(pixelBytes % 2 == 0 ? .first : .cheapest)
    for (width, height) in [(600, 3), (86, 40), (65, 20), (1, 400)] {
      for period in [1, 2, 7, 90, 259] {
        let row = [0] + (0..<width * pixelBytes).map { UInt8(($0 / pixelBytes / period) & 1) * 255 }
        let bytes = [[UInt8]](repeating: row, count: height).flatMap { $0 }
        let stream = deflater.compress(bytes, width: width, pixelBytes: pixelBytes)
        #expect(
          inflate(stream, count: bytes.count) == bytes,
          "\(width) × \(height), a change every \(period)")
        // A period of the rows is one match, and at worst every match is one of 258 bytes.
        #expect(stream.count < 200 + 2 * bytes.count / 100 + 2 * width * pixelBytes / period)
      }
    }
  }

  @Test("find a run by its end, whatever its length was before")
  func runsOfAnyLength() {
    // A pattern behind white of a length that never recurs.
    let pattern: [UInt8] = [9, 200, 31, 77, 5, 120, 64, 250, 17, 88]
    let rows = (0..<60).flatMap { y -> [UInt8] in
      let white = 20 + 7 * y % 90
      return [0] + [UInt8](repeating: 255, count: white) + pattern
        + [UInt8](repeating: 128, count: 190 - white)
    }
    let stream = PixelDeflater(.first).compress(rows, width: 200, pixelBytes: 1)
    #expect(inflate(stream, count: rows.count) == rows)
    // The pattern itself once, then at most three matches a row of four bytes each.
    #expect(stream.count < 120 + 60 * 12)
  }

  @Test("of two kinds of content have codes for each", arguments: PixelDeflater.Choice.allCases)
  func blocks(choice: PixelDeflater.Choice) {
    // Noise of eight values above, noise of eight others below: in common codes each byte takes four bits.
    var random = SeededGenerator(seed: 5)
    let bytes = (0..<200).flatMap { y -> [UInt8] in
      [0] + (0..<256).map { _ in UInt8(random.next() % 8) + (y < 100 ? 0 : 100) }
    }
    let stream = PixelDeflater(choice).compress(bytes, width: 256, pixelBytes: 1)
    #expect(inflate(stream, count: bytes.count) == bytes)
    #expect(stream.count < bytes.count * 9 / 20)
  }

  @Test("are refused where there is no room")
  func noRoom() {
    let bytes = rows(width: 256, height: 256, pixelBytes: 3, noise: 200_000, seed: 1)
    let deflater = PixelDeflater(.cheap)
    #expect(deflater.compress(bytes, width: 256, pixelBytes: 3, capacity: 4000).isEmpty)
    // A refused call leaves no trace.
    let small = rows(width: 64, height: 64, pixelBytes: 3, noise: 0, seed: 2)
    let fresh = PixelDeflater(.cheap).compress(small, width: 64, pixelBytes: 3)
    #expect(deflater.compress(small, width: 64, pixelBytes: 3) == fresh)
  }
}
