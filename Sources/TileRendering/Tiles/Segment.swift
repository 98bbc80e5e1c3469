/// One tile's part of a row of straight RGBA8 samples, in its simplest form.
package enum Segment {
  /// Every sample is transparent, all of its bytes zero.
  case empty
  /// One opaque value, red in the low byte.
  case flat(UInt32)
  case opaque(UnsafePointer<UInt32>)
  case mixed(UnsafePointer<UInt32>)

  package init(scanning samples: UnsafePointer<UInt32>, count: Int, clears: Bool = false) {
    let raw = UnsafeRawPointer(samples)
    let first = samples[0]
    let pattern = UInt64(first) | UInt64(first) &<< 32
    var offset = 0
    var difference: UInt64 = 0
    // Sixteen samples before looking, so that the loop vectorises.
    while offset < 4 &* count, difference == 0 {
      let end = offset &+ 64
      while offset < end {
        difference |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ pattern
        offset &+= 8
      }
    }
    if difference == 0 {
      switch first >> 24 {
      case 255: self = .flat(first)
      case 0 where clears: self = .empty
      default: self = first == 0 ? .empty : .mixed(samples)
      }
      return
    }
    offset &-= 64
    var all = pattern
    while offset < 4 &* count, all & 0xFF00_0000_FF00_0000 == 0xFF00_0000_FF00_0000 {
      let end = offset &+ 64
      while offset < end {
        all &= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        offset &+= 8
      }
    }
    let isOpaque = all & 0xFF00_0000_FF00_0000 == 0xFF00_0000_FF00_0000
    self = isOpaque ? .opaque(samples) : .mixed(samples)
  }
}
