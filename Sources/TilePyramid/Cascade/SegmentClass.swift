/// What is known of one tile's segment of a row of straight RGBA8 samples.
package enum SegmentClass: UInt8, Sendable {
  /// Every sample is transparent, all of its bytes zero; the bytes themselves may not be written.
  case empty
  /// Nothing is known.
  case mixed
  /// Every alpha is 255.
  case opaque

  /// Looks at `count` samples; `mixed` when they are neither all transparent nor all opaque.
  package init(scanning samples: UnsafePointer<UInt8>, count: Int) {
    let raw = UnsafeRawPointer(samples)
    var all: UInt64 = .max
    var any: UInt64 = 0
    let pairedBytes = 8 &* (count / 2)
    if count & 1 == 1 {
      let last = UInt64(raw.loadUnaligned(fromByteOffset: pairedBytes, as: UInt32.self))
      any = last | last &<< 32
      all = any
    }
    var offset = 0
    // Two samples a step; a block of 32 before looking, so that the loop vectorises.
    repeat {
      let end = min(offset &+ 128, pairedBytes)
      while offset < end {
        let pair = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        all &= pair
        any |= pair
        offset &+= 8
      }
      let isOpaque = all & 0xFF00_0000_FF00_0000 == 0xFF00_0000_FF00_0000
      if !isOpaque && any != 0 {
        self = .mixed
        return
      }
    } while offset < pairedBytes
    self = any == 0 ? .empty : .opaque
  }
}

/// One row of samples of a level, with what is known of each tile's segment.
///
/// The row is `4 × tileSize × classes.count` bytes: straight RGBA8 from the level's westernmost tile.
/// The bytes of an `empty` segment must not be read.
package struct SampleRow {
  let samples: UnsafePointer<UInt8>
  let classes: [SegmentClass]
}
