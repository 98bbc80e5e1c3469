import CLibDeflate

/// Compresses and decompresses whole files of the gzip format (RFC 1952).
package enum Gzip {
  /// A reason that bytes cannot be decompressed.
  package enum Failure: Error, Hashable {
    case damaged
    case excessive
    case noMemory
  }

  package static let libraryVersion = LIBDEFLATE_VERSION_STRING

  /// A gzip file without name or time; `nil` when memory is short.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard let handle = libdeflate_alloc_compressor(9) else { return nil }
    defer { libdeflate_free_compressor(handle) }
    let capacity = libdeflate_gzip_compress_bound(handle, bytes.count)
    let result = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
      count = bytes.withUnsafeBytes {
        libdeflate_gzip_compress(handle, $0.baseAddress, $0.count, target.baseAddress, capacity)
      }
    }
    return result.isEmpty ? nil : result
  }

  /// Decompresses the first member, to at most `limit` bytes; following bytes are ignored.
  package static func decompress(
    _ bytes: ArraySlice<UInt8>, limit: Int
  ) throws(Failure) -> [UInt8] {
    guard let handle = libdeflate_alloc_decompressor() else { throw .noMemory }
    defer { libdeflate_free_decompressor(handle) }
    // The last four bytes say how many there are, unless something follows or lies.
    let stated = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    var capacity = min(limit, max(stated, 1))
    while true {
      var status = LIBDEFLATE_SUCCESS
      let result = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
        var written = 0
        status = bytes.withUnsafeBytes {
          libdeflate_gzip_decompress(
            handle, $0.baseAddress, $0.count, target.baseAddress, capacity, &written)
        }
        count = status == LIBDEFLATE_SUCCESS ? written : 0
      }
      switch status {
      case LIBDEFLATE_SUCCESS: return result
      case LIBDEFLATE_INSUFFICIENT_SPACE:
        guard capacity < limit else { throw .excessive }
        capacity = min(limit, 4 * capacity + 4096)
      default: throw .damaged
      }
    }
  }
}
