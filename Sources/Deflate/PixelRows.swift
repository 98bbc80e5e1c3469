/// Rows of pixels, each behind a filter byte.
struct PixelRows {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let pixelBytes: Int
  let stride: Int
  let reachesAbove: Bool
  /// Bytes of two pixels, or of four where a pixel is one byte.
  let pairBytes: Int
  let pairMask: UInt64

  init(_ bytes: UnsafePointer<UInt8>, count: Int, pixelBytes: Int, stride: Int) {
    self.bytes = bytes
    self.count = count
    self.pixelBytes = pixelBytes
    self.stride = stride
    reachesAbove = stride <= DeflateSymbols.windowSize
    pairBytes = max(4, 2 * pixelBytes)
    pairMask = .max >> UInt64(64 - 8 * pairBytes)
  }

  /// Eight bytes in little-endian order.
  @inline(__always)
  func word(_ position: Int) -> UInt64 {
    UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
  }

  /// Four bytes in little-endian order.
  @inline(__always)
  func halfWord(_ position: Int) -> UInt32 {
    UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt32.self).littleEndian
  }

  @inline(__always)
  func wholePixels(_ bytes: Int) -> Int {
    pixelBytes == 3 ? bytes / 3 &* 3 : bytes & ~(pixelBytes &- 1)
  }

  @inline(__always)
  func common(_ other: Int, _ position: Int, _ limit: Int) -> Int {
    var length = 0
    while length &+ 8 <= limit {
      let difference = word(other &+ length) ^ word(position &+ length)
      if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
      length &+= 8
    }
    while length < limit, bytes[other &+ length] == bytes[position &+ length] { length &+= 1 }
    return length
  }
}
