/// Rows of pixels, a byte that is no pixel before each.
struct PixelRows {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let pixelBytes: Int
  /// The bytes from one row to the next.
  let stride: Int
  /// Whether matches reach the row above.
  let reachesAbove: Bool
  /// The bytes of two pixels, or of four where a pixel is one.
  let pairBytes: Int
  /// The bits of a pixel, and of ``pairBytes``, in a 64-bit word.
  let pixelMask: UInt64
  let pairMask: UInt64

  init(_ bytes: UnsafePointer<UInt8>, count: Int, pixelBytes: Int, stride: Int) {
    self.bytes = bytes
    self.count = count
    self.pixelBytes = pixelBytes
    self.stride = stride
    reachesAbove = stride <= DeflateSymbols.windowSize
    pairBytes = max(4, 2 * pixelBytes)
    pixelMask = .max >> UInt64(64 - 8 * pixelBytes)
    pairMask = .max >> UInt64(64 - 8 * pairBytes)
  }

  /// The pixel at a position and those behind it by which positions are looked up.
  @inline(__always)
  func pair(_ position: Int) -> UInt64 {
    UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      & pairMask
  }

  /// How many bytes from `position` on are those from `other` on, at most `limit`.
  @inline(__always)
  func common(_ other: Int, _ position: Int, _ limit: Int) -> Int {
    let raw = UnsafeRawPointer(bytes)
    var length = 0
    while length &+ 8 <= limit {
      let difference =
        raw.loadUnaligned(fromByteOffset: other &+ length, as: UInt64.self).littleEndian
        ^ raw.loadUnaligned(fromByteOffset: position &+ length, as: UInt64.self).littleEndian
      if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
      length &+= 8
    }
    while length < limit, bytes[other &+ length] == bytes[position &+ length] { length &+= 1 }
    return length
  }
}
