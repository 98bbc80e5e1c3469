import CLibDeflate
import CZlib
import Deflate
import Testing
import TilePyramidTesting

@Suite("Rows compressed by their runs")
struct RunDeflaterTests {
  /// Bytes with runs of any length between noise, by a distribution as steep as filtered rows have.
  private func bytes(_ count: Int, runs: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    while bytes.count < count {
      let kind = Int.random(in: 0..<100, using: &generator)
      if kind < runs {
        let value = UInt8(truncatingIfNeeded: generator.next() & 3)
        bytes += [UInt8](repeating: value, count: Int.random(in: 1...700, using: &generator))
      } else {
        let spread = Int.random(in: 0..<8, using: &generator)
        for _ in 0..<spread * 4 {
          bytes.append(UInt8(truncatingIfNeeded: generator.next()) & (1 << UInt8(spread) &- 1))
        }
      }
    }
    return Array(bytes[..<count])
  }

  private func compress(_ bytes: [UInt8], _ deflater: RunDeflater = RunDeflater()) -> [UInt8] {
    let size = deflater.measure(bytes, count: bytes.count)
    return [UInt8](unsafeUninitializedCapacity: size + 8) { out, count in
      if let base = out.baseAddress {
        count = deflater.write(bytes, count: bytes.count, into: base)
      }
    }
  }

  @Test("come back from zlib and libdeflate as they were", arguments: [0, 5, 60, 100])
  func comesBack(runs: Int) throws {
    let deflater = RunDeflater()
    for (index, count) in [1, 2, 3, 9, 10, 11, 258, 259, 1000, 32_767, 32_768, 32_769, 200_000]
      .enumerated()
    {
      let bytes = bytes(count, runs: runs, seed: UInt64(runs * 100 + index))
      let stream = compress(bytes, deflater)
      #expect(inflate(stream, count: count) == bytes, "\(count) bytes, zlib")
      let decompressor = try #require(libdeflate_alloc_decompressor())
      defer { libdeflate_free_decompressor(decompressor) }
      var back = [UInt8](repeating: 0, count: count)
      let result = libdeflate_zlib_decompress(decompressor, stream, stream.count, &back, count, nil)
      #expect(result == LIBDEFLATE_SUCCESS && back == bytes, "\(count) bytes, libdeflate")
    }
  }

  @Test("take the bytes that were measured")
  func measuredSize() {
    for seed in 0..<40 as Range<UInt64> {
      let bytes = bytes(Int(seed) * 3000 + 1, runs: Int(seed) * 2, seed: seed)
      let deflater = RunDeflater()
      let size = deflater.measure(bytes, count: bytes.count)
      #expect(compress(bytes, deflater).count == size)
    }
  }

  @Test("of one value are next to nothing")
  func oneValue() {
    let bytes = [UInt8](repeating: 7, count: 258 * 500 + 1)
    let stream = compress(bytes)
    #expect(inflate(stream, count: bytes.count) == bytes)
    // A run of 258 bytes takes two bits; a stretch has a header of some 20 bytes.
    #expect(stream.count < 500 * 2 / 8 + 4 * 30)
  }

  @Test("of noise are smaller than zlib's runs in blocks of any size")
  func againstZlib() throws {
    let bytes = bytes(200_000, runs: 2, seed: 5)
    var stream = z_stream()
    deflateInit2_(
      &stream, 9, Z_DEFLATED, 15, 8, Z_RLE, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = bytes
    var out = [UInt8](repeating: 0, count: 400_000)
    try input.withUnsafeMutableBufferPointer { input in
      try out.withUnsafeMutableBufferPointer { out in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = out.baseAddress
        stream.avail_out = UInt32(out.count)
        try #require(deflate(&stream, Z_FINISH) == Z_STREAM_END)
      }
    }
    // zlib's blocks hold other stretches of the input: a percent either way.
    #expect(Double(compress(bytes).count) < 1.01 * Double(stream.total_out))
  }

  @Test("depend on nothing that was compressed before")
  func repeatable() {
    let deflater = RunDeflater()
    let first = bytes(70_000, runs: 10, seed: 1)
    let once = compress(first, deflater)
    _ = compress(bytes(150_000, runs: 40, seed: 2), deflater)
    #expect(compress(first, deflater) == once)
  }
}
