/// An image of straight (not premultiplied) 8-bit samples, taken as sRGB.
///
/// ``samples`` has shape `height × width × 4`: row-major from the top left, red-green-blue-alpha, no
/// row padding, so `samples.count == 4 * width * height`.
public struct RGBAImage: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The samples, in the order the type describes.
  public var samples: [UInt8]

  /// Creates an image; `samples` must have `4 * width * height` elements.
  public init(width: Int, height: Int, samples: [UInt8]) {
    precondition(samples.count == 4 * width * height, "an RGBA image has four samples a pixel")
    self.width = width
    self.height = height
    self.samples = samples
  }
}

/// Tests for opaque and for grey pixels.
package enum SampleOpacity {
  package static func isOpaque(_ samples: UnsafePointer<UInt8>, count: Int) -> Bool {
    all(samples, count) { ~$0 & 0xFF00_0000 }
  }

  package static func isGrey(_ samples: UnsafePointer<UInt8>, count: Int) -> Bool {
    all(samples, count) { ($0 ^ ($0 &>> 8)) & 0xFFFF }
  }

  @inline(__always)
  private static func all(
    _ samples: UnsafePointer<UInt8>, _ count: Int, wrong: (UInt32) -> UInt32
  ) -> Bool {
    let raw = UnsafeRawPointer(samples)
    var index = 0
    while index < count {
      // In stretches, so that most images fail early.
      let end = min(index &+ 1024, count)
      var bits: UInt32 = 0
      while index < end {
        let pixel = raw.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
        bits |= wrong(UInt32(littleEndian: pixel))
        index &+= 1
      }
      if bits != 0 { return false }
    }
    return true
  }
}
