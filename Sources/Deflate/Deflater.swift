import CLibDeflate

/// A zlib-format compressor of one level; belongs to one task.
package final class Deflater {
  private let handle: OpaquePointer

  /// Creates a compressor; `nil` when memory is short.
  ///
  /// - Parameter level: libdeflate's level, 1 to 12.
  package init?(level: Int32) {
    guard let handle = libdeflate_alloc_compressor(level) else { return nil }
    self.handle = handle
  }

  deinit { libdeflate_free_compressor(handle) }

  /// The most bytes that `count` bytes can need when compressed.
  package func bound(_ count: Int) -> Int { libdeflate_zlib_compress_bound(handle, count) }

  /// Compresses, and returns the number of bytes written, or 0 when they do not fit in `capacity`.
  package func compress(
    _ bytes: UnsafePointer<UInt8>, count: Int, into out: UnsafeMutablePointer<UInt8>, capacity: Int
  ) -> Int {
    libdeflate_zlib_compress(handle, bytes, count, out, capacity)
  }
}

extension Deflater {
  /// Reads what a compressor made.
  ///
  /// - Parameters:
  ///   - bytes: A zlib stream.
  ///   - count: How many bytes it holds.
  /// - Returns: The bytes; `nil` for a damaged stream, or one that holds more or fewer.
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
