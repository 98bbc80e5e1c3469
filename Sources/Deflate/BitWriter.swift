import CLibDeflate

/// Writes bits, the lowest first, into memory that is large enough and has eight bytes to spare.
struct BitWriter {
  private var out: UnsafeMutableRawPointer
  private var bits: UInt64 = 0
  /// Pending bits; fewer than 8 between calls.
  private var count: UInt64 = 0

  init(_ out: UnsafeMutablePointer<UInt8>) { self.out = UnsafeMutableRawPointer(out) }

  func byteCount(since start: UnsafeMutablePointer<UInt8>) -> Int {
    UnsafeRawPointer(out) - UnsafeRawPointer(start)
  }

  /// Writes at most 56 bits; those of `value` above them are 0.
  @inline(__always)
  mutating func put(_ value: UInt64, bits number: UInt64) {
    bits |= value &<< count
    count &+= number
    flush()
  }

  /// Writes the codes of `number` bytes, as `length << 16 | code`; a code has at most 14 bits.
  @inline(__always)
  mutating func put(
    _ bytes: UnsafePointer<UInt8>, count number: Int, _ codes: UnsafePointer<UInt32>
  ) {
    var index = 0
    while index &+ 4 <= number {
      add(codes[Int(bytes[index])])
      add(codes[Int(bytes[index &+ 1])])
      add(codes[Int(bytes[index &+ 2])])
      add(codes[Int(bytes[index &+ 3])])
      flush()
      index &+= 4
    }
    while index < number {
      add(codes[Int(bytes[index])])
      flush()
      index &+= 1
    }
  }

  /// Pads the last byte with zeros and adds the Adler-32 checksum (RFC 1950); returns the end of
  /// the stream.
  mutating func finish(
    checksumOf bytes: UnsafePointer<UInt8>, count byteCount: Int
  ) -> UnsafeMutablePointer<UInt8> {
    count = (count &+ 7) & ~7
    flush()
    put(UInt64(libdeflate_adler32(1, bytes, byteCount).byteSwapped), bits: 32)
    return out.assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always)
  private mutating func add(_ code: UInt32) {
    bits |= UInt64(code & 0xFFFF) &<< count
    count &+= UInt64(code &>> 16)
  }

  @inline(__always)
  private mutating func flush() {
    out.storeBytes(of: bits.littleEndian, as: UInt64.self)
    out += Int(count &>> 3)
    bits &>>= count & ~7
    count &= 7
  }
}
