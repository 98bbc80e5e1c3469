import CZlib
import Deflate
import Testing
import TilePyramidTesting

@Suite("Parts of a stream that are inflated on their own")
struct SpeculativePartTests {
  private static let size = 1 << 15

  /// A part with these bytes, repeated as often as it needs.
  private func part(_ bytes: [UInt8]) -> SpeculativePart {
    let part = SpeculativePart(size: Self.size)
    for index in 0..<Self.size + SpeculativePart.overlap(size: Self.size) {
      part.input[index] = bytes[index % bytes.count]
    }
    return part
  }

  /// Delivers a stream at once.
  private final class Whole: InflaterInput {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var isDelivered = false

    init(_ bytes: [UInt8]) {
      self.bytes = .allocate(capacity: bytes.count)
      _ = self.bytes.initialize(from: bytes)
    }

    deinit { bytes.deallocate() }

    func next() throws(InflaterError) -> UnsafeBufferPointer<UInt8> {
      defer { isDelivered = true }
      return UnsafeBufferPointer(rebasing: bytes[..<(isDelivered ? 0 : bytes.count)])
    }
  }

  /// The samples of a stream, and how many of them are before each bit at which a block begins.
  private func blocks(_ data: [UInt8], count: Int) throws -> (samples: [UInt8], begins: [Int: Int])
  {
    let inflater = Inflater(Whole(data))
    var samples = [UInt8](repeating: 0, count: count + Inflater.slack)
    var begins: [Int: Int] = [:]
    try samples.withUnsafeMutableBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      var done = 0
      while !inflater.isAtEnd {
        done += try inflater.inflate(into: base + done, count: max(1, count - done))
        if inflater.isBetweenBlocks { begins[8 * data.count - inflater.unreadBits] = done }
      }
    }
    return (Array(samples[..<count]), begins)
  }

  @Test("A part of a stream becomes what the stream has there, given what is before")
  func middle() throws {
    var generator = SeededGenerator(seed: 4)
    // Far repetitions and some noise; runs, with which markers soon end, in the second half.
    var samples: [UInt8] = []
    while samples.count < 700_000 {
      let isRepeated = Int.random(in: 0..<12, using: &generator) == 0
      if isRepeated, (40_000..<350_000).contains(samples.count) {
        let back = Int.random(in: 1...32_000, using: &generator)
        for _ in 0..<Int.random(in: 3...40, using: &generator) {
          samples.append(samples[samples.count - back])
        }
      } else {
        let value = UInt8(truncatingIfNeeded: generator.next() & 63)
        samples += [UInt8](repeating: value, count: isRepeated ? 20 : 1)
      }
    }
    var stream = z_stream()
    deflateInit2_(
      &stream, 6, Z_DEFLATED, 15, 4, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    let data = [UInt8](unsafeUninitializedCapacity: 2 * samples.count) { out, count in
      samples.withUnsafeMutableBufferPointer { input in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (out.baseAddress, UInt32(out.count))
        _ = deflate(&stream, Z_FINISH)
      }
      count = Int(stream.total_out)
    }
    let (inflated, begins) = try blocks(data, count: samples.count)
    #expect(inflated == samples)
    for start in stride(from: 40_000, to: data.count - 2 * Self.size, by: 9_973) {
      let part = part(Array(data[start...]))
      #expect(part.inflate(from: 0))
      let begin = try #require(begins[8 * start + part.begin])
      #expect(begins[8 * start + part.end] == begin + part.count)
      #expect(part.end >= 8 * Self.size)
      part.resolve(with: Array(samples[(begin - Inflater.windowSize)..<begin]))
      for range in [0..<part.count, 0..<1000, 777..<part.count - 5] {
        var piece = [UInt8](repeating: 0, count: range.count)
        part.copy(range, to: &piece)
        #expect(piece.elementsEqual(samples[begin + range.lowerBound..<begin + range.upperBound]))
      }
    }
  }

  @Test("Bytes of any kind are inflated or given up")
  func anyBytes() {
    var generator = SeededGenerator(seed: 9)
    for round in 0..<200 {
      let length = round % 2 == 0 ? 1 << 16 : Int.random(in: 1...4000, using: &generator)
      var bytes = generator.bytes(length)
      // Blocks begin with these bits.
      for index in stride(from: 0, to: length, by: 1 + round) where round % 3 == 0 {
        bytes[index] = 0b0000_0100
      }
      let part = part(bytes)
      if part.inflate(from: 0) { #expect(part.count <= 5 * Self.size) }
    }
  }
}
