import CLibDeflate

/// A zlib-format compressor of one level; belongs to one task.
package final class Deflater {
  private let handle: OpaquePointer

  /// `level` is libdeflate's, 1 to 12; `nil` when memory is short.
  package init?(level: Int32) {
    guard let handle = libdeflate_alloc_compressor(level) else { return nil }
    self.handle = handle
  }

  deinit { libdeflate_free_compressor(handle) }

  package func bound(_ count: Int) -> Int { libdeflate_zlib_compress_bound(handle, count) }

  /// Returns the number of bytes written, or 0 when they do not fit in `capacity`.
  package func compress(
    _ bytes: UnsafePointer<UInt8>, count: Int, into out: UnsafeMutablePointer<UInt8>, capacity: Int
  ) -> Int {
    libdeflate_zlib_compress(handle, bytes, count, out, capacity)
  }
}

extension Deflater {
  /// Returns `nil` for a damaged stream, or one that does not inflate to `count` bytes.
  package static func decompress(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard let handle = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(handle) }
    var isWhole = false
    let result = [UInt8](unsafeUninitializedCapacity: count) { target, length in
      var written = 0
      let status = bytes.withUnsafeBytes {
        libdeflate_zlib_decompress(
          handle, $0.baseAddress, $0.count, target.baseAddress, count, &written)
      }
      isWhole = status == LIBDEFLATE_SUCCESS && written == count
      length = isWhole ? count : 0
    }
    return isWhole ? result : nil
  }
}
