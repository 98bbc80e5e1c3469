import CLibDeflate
import CZlib

/// Streams in zlib's format by other compressors than the package's.
enum DeflateStreams {
  /// Compresses with zlib: level 0 stores blocks, and with `memoryLevel` 4 a block has 1024 symbols.
  static func zlib(
    _ bytes: [UInt8], level: Int32, strategy: Int32 = Z_DEFAULT_STRATEGY, memoryLevel: Int32 = 8,
    flushEvery: Int = .max, flush: Int32 = Z_FULL_FLUSH
  ) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, level, Z_DEFLATED, 15, memoryLevel, strategy, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = bytes
    return [UInt8](unsafeUninitializedCapacity: 3 * bytes.count + 4096) { out, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.next_out = out.baseAddress
        stream.avail_out = UInt32(out.count)
        var left = input.count
        repeat {
          let step = min(left, flushEvery)
          stream.avail_in = UInt32(step)
          left -= step
          _ = deflate(&stream, left == 0 ? Z_FINISH : flush)
        } while left > 0
      }
      count = Int(stream.total_out)
    }
  }

  /// Compresses with libdeflate.
  static func libdeflate(_ bytes: [UInt8], level: Int32) -> [UInt8] {
    let compressor = libdeflate_alloc_compressor(level)
    defer { libdeflate_free_compressor(compressor) }
    return [UInt8](unsafeUninitializedCapacity: 2 * bytes.count + 100) { out, count in
      count = libdeflate_zlib_compress(compressor, bytes, bytes.count, out.baseAddress, out.count)
    }
  }
}
