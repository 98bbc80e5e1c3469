import TileImaging

/// Takes paper out of colours that are mixtures of it and ink.
///
/// The alpha of a pixel is the least with which it can be ink on the paper, and its colour is that ink:
/// composited over the paper again, with a tolerance of 0, an opaque pixel has its colour back.
struct PaperExtraction: Sendable {
  /// A channel in whose direction the range ends after fewer tolerances than these shows no ink: there the
  /// overshoot of a lossy format beside a line is as large as any ink.
  private static let leastRoom = 8

  let color: OpaqueColor
  let tolerance: Int
  private let paper: SIMD4<Int32>
  /// For each channel and level the alpha that it needs, and how far it is from the paper.
  private let alphas: [UInt8]
  private let distances: [UInt8]
  /// For the greatest distance of a pixel's channels, how much of its alpha is left, of 255.
  private let shares: [UInt8]

  /// - Parameters:
  ///   - color: The colour of the paper.
  ///   - tolerance: Up to what distance a pixel is paper, 0 to 255 levels; from twice that on it is ink.
  init(_ color: OpaqueColor, tolerance: Int) {
    self.color = color
    self.tolerance = tolerance
    paper = SIMD4(Int32(color.red), Int32(color.green), Int32(color.blue), 0)
    var (alphas, distances): ([UInt8], [UInt8]) = ([], [])
    for channel in [color.red, color.green, color.blue].map(Int.init) {
      for level in 0...255 {
        let distance = abs(level - channel)
        let room = level < channel ? channel : 255 - channel
        // Of the two directions one counts always.
        let counts = room >= min(Self.leastRoom * tolerance, 127)
        alphas.append(
          counts && distance > 0 ? UInt8((255 * distance + room - 1) / room) : 0)
        distances.append(counts ? UInt8(distance) : 0)
      }
    }
    (self.alphas, self.distances) = (alphas, distances)
    shares = (0...255).map { distance in
      guard tolerance > 0 else { return 255 }
      let over = min(max(distance - tolerance, 0), tolerance)
      return UInt8((255 * over + tolerance / 2) / tolerance)
    }
  }

  /// Changes straight RGBA8 samples in place.
  func apply(to samples: UnsafeMutablePointer<UInt8>, count: Int) {
    let words = UnsafeMutableRawPointer(samples)
    alphas.withUnsafeBufferPointer { alphas in
      distances.withUnsafeBufferPointer { distances in
        shares.withUnsafeBufferPointer { shares in
          var (last, result): (UInt32, UInt32) = (0, 0)
          for index in 0..<count {
            let word = words.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
            if word != last {
              last = word
              result = ink(samples + 4 &* index, alphas, distances, shares)
            }
            words.storeBytes(of: result, toByteOffset: 4 &* index, as: UInt32.self)
          }
        }
      }
    }
  }

  /// The ink of a pixel in the order of its bytes; 0 where it is paper.
  @inline(__always)
  private func ink(
    _ pixel: UnsafeMutablePointer<UInt8>, _ alphas: UnsafeBufferPointer<UInt8>,
    _ distances: UnsafeBufferPointer<UInt8>, _ shares: UnsafeBufferPointer<UInt8>
  ) -> UInt32 {
    let (red, green, blue) = (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
    let distance = max(distances[red], distances[256 &+ green], distances[512 &+ blue])
    let alpha = Int32(max(alphas[red], alphas[256 &+ green], alphas[512 &+ blue]))
    let left = Int32(pixel[3]) &* Int32(shares[Int(distance)])
    let opacity = (alpha &* left &+ 32_512) / 65_025
    guard opacity > 0 else { return 0 }
    let mixed = SIMD4(Int32(red), Int32(green), Int32(blue), 0)
    let offset = (mixed &- paper) &* 255
    // Rounded to the nearest, away from zero in the middle.
    let half =
      (alpha / 2)
      &* SIMD4<Int32>(repeating: 1).replacing(
        with: -1, where: offset .< 0)
    let ink = (paper &+ (offset &+ half) / alpha)
      .clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 255))
    return SIMD4<UInt8>(
      UInt8(truncatingIfNeeded: ink.x), UInt8(truncatingIfNeeded: ink.y),
      UInt8(truncatingIfNeeded: ink.z), UInt8(truncatingIfNeeded: opacity)
    ).word
  }
}

extension SIMD4<UInt8> {
  /// The four bytes in their order.
  fileprivate var word: UInt32 { unsafeBitCast(self, to: UInt32.self) }
}
