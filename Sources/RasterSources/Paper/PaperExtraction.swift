package import TileImaging

/// Removes paper from colours that are mixtures of it and ink.
///
/// A pixel's alpha is the least with which it can be ink on the paper, and its colour is that ink.
/// Compositing over the paper with a tolerance of 0 restores an opaque pixel.
package struct PaperExtraction: Sendable {
  /// Overshoot of lossy formats beside a line, in per cent of its contrast to the paper.
  ///
  /// Near the end of the range it would otherwise be a full ink, such as white beside black on grey.
  private static let overshoot = 15

  let color: OpaqueColor
  let tolerance: Int
  private let paper: SIMD4<Int32>
  private let alphas: [UInt8]

  package init(_ color: OpaqueColor, tolerance: Int) {
    self.color = color
    self.tolerance = tolerance
    paper = SIMD4(Int32(color.red), Int32(color.green), Int32(color.blue), 0)
    alphas = [color.red, color.green, color.blue].map(Int.init).flatMap { paper in
      (0...255).map { level -> UInt8 in
        let distance = abs(level - paper)
        let room = level < paper ? paper : 255 - paper
        let alpha = distance == 0 ? 0 : (255 * distance + room - 1) / room
        guard tolerance > 0 else { return UInt8(alpha) }
        let noise = max(tolerance, Self.overshoot * (255 - room) / 100)
        return UInt8((alpha * min(max(distance - noise, 0), noise) + noise / 2) / noise)
      }
    }
  }

  func apply(to samples: UnsafeMutablePointer<UInt8>, count: Int) {
    let words = UnsafeMutableRawPointer(samples)
    alphas.withUnsafeBufferPointer { alphas in
      var (last, result): (UInt32, UInt32) = (0, 0)
      for index in 0..<count {
        let word = words.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
        if word != last {
          last = word
          result = UInt32(littleEndian: ink(UInt32(littleEndian: word), alphas))
        }
        words.storeBytes(of: result, toByteOffset: 4 &* index, as: UInt32.self)
      }
    }
  }

  /// Red in the lowest byte; 0 for paper.
  @inline(__always)
  private func ink(_ pixel: UInt32, _ alphas: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let mixed = SIMD4(Int32(pixel & 255), Int32(pixel &>> 8 & 255), Int32(pixel &>> 16 & 255), 0)
    let alpha = Int32(
      max(alphas[Int(mixed.x)], alphas[256 &+ Int(mixed.y)], alphas[512 &+ Int(mixed.z)]))
    let opacity = (alpha &* Int32(pixel &>> 24) &+ 127) / 255
    guard opacity > 0 else { return 0 }
    let offset = (mixed &- paper) &* 255
    // Rounded to the nearest, as the division rounds towards 0.
    let half = SIMD4<Int32>(repeating: alpha / 2).replacing(with: -(alpha / 2), where: offset .< 0)
    let ink = (paper &+ (offset &+ half) / alpha)
      .clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 255))
    return UInt32(bitPattern: ink.x | ink.y &<< 8 | ink.z &<< 16 | opacity &<< 24)
  }
}
