import CLibDeflate

/// A zlib-format compressor of one level; belongs to one task.
final class Deflater {
  private let handle: OpaquePointer

  /// Creates a compressor.
  ///
  /// - Parameter level: libdeflate's level, 1 to 12.
  /// - Throws: ``ImageCodecError/compressorFailed`` when memory is short.
  init(level: Int32) throws(ImageCodecError) {
    guard let handle = libdeflate_alloc_compressor(level) else { throw .compressorFailed }
    self.handle = handle
  }

  deinit { libdeflate_free_compressor(handle) }

  /// The most bytes that `count` bytes can need when compressed.
  func bound(_ count: Int) -> Int { libdeflate_zlib_compress_bound(handle, count) }

  /// Compresses, and returns the number of bytes written, or 0 when they do not fit in `capacity`.
  func compress(
    _ bytes: UnsafePointer<UInt8>, count: Int, into out: UnsafeMutablePointer<UInt8>, capacity: Int
  ) -> Int {
    libdeflate_zlib_compress(handle, bytes, count, out, capacity)
  }
}
