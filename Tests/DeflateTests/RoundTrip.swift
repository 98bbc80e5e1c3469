import CZlib
import Deflate

/// Inflates a stream with zlib; `nil` when it finds a fault.
func inflate(_ stream: [UInt8], count: Int) -> [UInt8]? {
  var result: Int32 = Z_OK
  let bytes = [UInt8](unsafeUninitializedCapacity: count + 1) { out, written in
    var length = UInt(count + 1)
    result = uncompress(out.baseAddress, &length, stream, UInt(stream.count))
    written = result == Z_OK ? Int(length) : 0
  }
  return result == Z_OK ? bytes : nil
}

extension PixelDeflater {
  /// The stream of rows; empty where there is no room for it.
  func compress(_ bytes: [UInt8], width: Int, pixelBytes: Int, capacity: Int? = nil) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: capacity ?? 2 * bytes.count + 2000) { out, count in
      guard let base = out.baseAddress else { return }
      count = compress(
        bytes, count: bytes.count, rowBytes: width * pixelBytes, pixelBytes: pixelBytes,
        into: base, capacity: out.count)
    }
  }
}
