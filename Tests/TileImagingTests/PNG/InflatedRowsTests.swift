import CLibDeflate
import CZlib
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Rows of a PNG from any compressor")
struct InflatedRowsTests {
  /// The compression of the samples.
  enum Compressor: CaseIterable, CustomTestStringConvertible {
    case stored
    case fixedCodes
    case runs
    case fast
    case best
    case flushed
    case nearOptimal

    var testDescription: String { "\(self)" }

    func compress(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .stored: DeflateStreams.zlib(bytes, level: 0)
      case .fixedCodes: DeflateStreams.zlib(bytes, level: 6, strategy: Z_FIXED)
      case .runs: DeflateStreams.zlib(bytes, level: 6, strategy: Z_RLE)
      case .fast: DeflateStreams.zlib(bytes, level: 1)
      case .best: DeflateStreams.zlib(bytes, level: 9, strategy: Z_FILTERED)
      case .flushed: DeflateStreams.zlib(bytes, level: 6, flushEvery: 777)
      case .nearOptimal: DeflateStreams.libdeflate(bytes, level: 12)
      }
    }
  }

  private static let width = 400
  private static let height = 900

  /// Stored grey rows, unfiltered, of noise, runs, near and far repetitions, so that every kind of
  /// symbol occurs.
  private static let stored: [UInt8] = {
    var generator = SeededGenerator(seed: 31)
    var bytes: [UInt8] = []
    while bytes.count < width * height {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes += generator.bytes(90)
      case 1:
        let value = UInt8(truncatingIfNeeded: generator.next())
        bytes += [UInt8](repeating: value, count: Int.random(in: 1...900, using: &generator))
      default:
        guard bytes.count > 400 else { continue }
        let farthest = min(bytes.count, 40_000)
        let distance = Int.random(in: 1...farthest, using: &generator)
        for _ in 0..<Int.random(in: 3...300, using: &generator) {
          bytes.append(bytes[bytes.count - distance])
        }
      }
    }
    return (0..<height).flatMap { (row: Int) -> [UInt8] in
      [0] + bytes[row * width..<(row + 1) * width]
    }
  }()

  /// A grey PNG around compressed rows, in chunks of random sizes.
  private func file(
    _ compressed: [UInt8], seed: UInt64, chunkSizes: ClosedRange<Int> = 0...9000
  ) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(name.utf8) + data
      return big(data.count) + body + big(Int(libdeflate_crc32(0, body, body.count)))
    }
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", big(Self.width) + big(Self.height) + [8, 0, 0, 0, 0])
    var left = compressed[...]
    while !left.isEmpty {
      let step = min(left.count, Int.random(in: chunkSizes, using: &generator))
      bytes += chunk("IDAT", Array(left.prefix(step)))
      left = left.dropFirst(step)
    }
    return bytes + chunk("IEND", [])
  }

  private func rows(_ bytes: [UInt8]) throws -> [UInt8] {
    let header = PNGHeader(
      width: Self.width, height: Self.height, colorType: .grey, bitDepth: 8, isInterlaced: false,
      hasTransparencyChunk: false)
    let stream = try PNGRowStream(header: header) { offset, target, count in
      let end = min(bytes.count, offset + count)
      guard offset < end else { return 0 }
      for index in offset..<end { target[index - offset] = bytes[index] }
      return end - offset
    }
    var grey: [UInt8] = []
    var row = [UInt8](repeating: 0, count: 4 * Self.width)
    for _ in 0..<Self.height {
      try row.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { try stream.readRow(into: base) }
      }
      grey += [0] + stride(from: 0, to: row.count, by: 4).map { row[$0] }
    }
    try stream.finish()
    return grey
  }

  @Test("Inflated rows of a PNG are what any compressor deflated", arguments: Compressor.allCases)
  func sameRows(compressor: Compressor) throws {
    let compressed = compressor.compress(Self.stored)
    for seed in 0..<4 as Range<UInt64> {
      #expect(try rows(file(compressed, seed: seed)) == Self.stored)
    }
  }

  @Test(
    "Inflated rows of a PNG are what was deflated, however small the chunks",
    arguments: [0...1, 1...1, 0...40])
  func smallChunks(sizes: ClosedRange<Int>) throws {
    let compressed = Compressor.best.compress(Self.stored)
    #expect(try rows(file(compressed, seed: 9, chunkSizes: sizes)) == Self.stored)
  }

  @Test(
    "Inflating a damaged stream is a fault, or the damage changed nothing",
    arguments: Compressor.allCases)
  func damaged(compressor: Compressor) throws {
    let compressed = compressor.compress(Self.stored)
    var generator = SeededGenerator(seed: 77)
    var faults = 0
    for seed in 0..<60 as Range<UInt64> {
      var broken = compressed
      let index = Int.random(in: 0..<broken.count, using: &generator)
      broken[index] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
      do {
        // The checksum of the rows tells what no other rule does.
        #expect(try rows(file(broken, seed: seed)) == Self.stored)
      } catch {
        #expect(error is PNGRowStream.Fault)
        faults += 1
      }
    }
    #expect(faults > 40)
  }

  @Test("Inflating a stream that ends too early is a fault at every length")
  func truncated() {
    let compressed = Compressor.best.compress(Self.stored)
    for count in stride(from: 0, to: compressed.count - 1, by: 997) {
      #expect(throws: PNGRowStream.Fault.self) {
        _ = try rows(file(Array(compressed[..<count]), seed: 3))
      }
    }
  }
}
