/// A reduced image of others: each pixel is their mean, weighted by alpha and by area.
package final class MeanImage {
  package let width: Int
  package let height: Int
  /// Premultiplied colour and alpha, times the area.
  private let sums: UnsafeMutablePointer<SIMD4<Float>>

  package init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "an image has samples")
    self.width = width
    self.height = height
    sums = .allocate(capacity: width * height)
    sums.initialize(repeating: .zero, count: width * height)
  }

  deinit { sums.deallocate() }

  /// Position of a source pixel on an axis of the result, with its split over two pixels.
  private struct Fall {
    let index: Int
    let length: Float
    let rest: Float
  }

  /// For `count` pixels that begin at `origin` and are `scale` long in the result.
  private static func falls(count: Int, origin: Double, scale: Double, limit: Int) -> [Fall] {
    (0..<count).map { sample in
      let start = origin + Double(sample) * scale
      let index = Int(start.rounded(.down))
      let rest = max(0, start + scale - Double(index + 1))
      let isInside = index >= 0 && index < limit
      let hasNext = index + 1 >= 0 && index + 1 < limit
      return Fall(
        index: index, length: isInside ? Float(scale - rest) : 0, rest: hasNext ? Float(rest) : 0)
    }
  }

  package func add(
    _ samples: UnsafePointer<UInt8>, columns: Int, rows: Int, x: Double, y: Double, across: Double,
    down: Double
  ) {
    precondition(across > 0 && across <= 1 && down > 0 && down <= 1, "samples are reduced")
    let columnFalls = Self.falls(count: columns, origin: x, scale: across, limit: width)
    let rowFalls = Self.falls(count: rows, origin: y, scale: down, limit: height)
    columnFalls.withUnsafeBufferPointer { falls in
      guard let fallsBase = falls.baseAddress else { return }
      for (row, fall) in rowFalls.enumerated() {
        let line = samples + 4 &* columns &* row
        for (target, weight) in [(fall.index, fall.length), (fall.index + 1, fall.rest)]
        where weight > 0 {
          add(line, columns: columns, falls: fallsBase, to: sums + width &* target, weight: weight)
        }
      }
    }
  }

  private func add(
    _ line: UnsafePointer<UInt8>, columns: Int, falls: UnsafePointer<Fall>,
    to sums: UnsafeMutablePointer<SIMD4<Float>>, weight: Float
  ) {
    for column in 0..<columns {
      let pixel = line + 4 &* column
      let alpha = Float(pixel[3])
      if alpha == 0 { continue }
      let sample = SIMD4(
        Float(pixel[0]) * alpha, Float(pixel[1]) * alpha, Float(pixel[2]) * alpha, alpha)
      let fall = falls[column]
      if fall.length > 0 { sums[fall.index] += sample * (fall.length * weight) }
      if fall.rest > 0 { sums[fall.index &+ 1] += sample * (fall.rest * weight) }
    }
  }

  package func add(_ image: RGBAImage, x: Double, y: Double, across: Double, down: Double) {
    image.samples.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      add(base, columns: image.width, rows: image.height, x: x, y: y, across: across, down: down)
    }
  }

  /// Straight; uncovered parts count as transparent.
  package var image: RGBAImage {
    var samples = [UInt8](repeating: 0, count: 4 * width * height)
    samples.withUnsafeMutableBufferPointer { target in
      guard let base = target.baseAddress else { return }
      for index in 0..<(width * height) {
        let sum = sums[index]
        guard sum.w >= 0.5 else { continue }
        let pixel = base + 4 &* index
        for channel in 0..<3 { pixel[channel] = UInt8(min(255, sum[channel] / sum.w + 0.5)) }
        pixel[3] = UInt8(min(255, sum.w + 0.5))
      }
    }
    return RGBAImage(width: width, height: height, samples: samples)
  }
}
