import TileImaging

extension TileScaling {
  /// Enlarges bilinearly with clamped edges, and reduces by area means, in premultiplied alpha.
  static func fit(_ image: RGBAImage, side: Int) -> RGBAImage? {
    let count = image.width
    guard image.height == count, count > 0 else { return nil }
    if count == side { return image }
    let step = Double(count) / Double(side)
    var axis = AxisWeights(count: count, resampling: step > 1 ? .average : .bilinear)
    for index in 0..<side {
      axis.append(from: Double(index) * step, to: Double(index + 1) * step)
    }
    let narrow = [SIMD4<Float>](unsafeUninitializedCapacity: side * count) { target, total in
      total = side * count
      image.samples.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        for (column, sample) in axis.samples.enumerated() {
          axis.weights[sample.weights].withUnsafeBufferPointer { weights in
            for row in 0..<count {
              var sum = SIMD4<Float>.zero
              var pixel = from + 4 &* (row &* count &+ sample.sources.lowerBound)
              for weight in weights {
                let fraction = weight * Float(pixel[3])
                sum += SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 1) * fraction
                pixel += 4
              }
              (to + (row &* side &+ column)).initialize(to: sum)
            }
          }
        }
      }
    }
    let samples = [UInt8](unsafeUninitializedCapacity: 4 * side * side) { target, total in
      total = 4 * side * side
      narrow.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, var to = target.baseAddress else { return }
        for sample in axis.samples {
          axis.weights[sample.weights].withUnsafeBufferPointer { weights in
            for column in 0..<side {
              var sum = SIMD4<Float>.zero
              var position = from + (sample.sources.lowerBound &* side &+ column)
              for weight in weights {
                sum += position.pointee * weight
                position += side
              }
              store(sum, at: to)
              to += 4
            }
          }
        }
      }
    }
    return RGBAImage(width: side, height: side, samples: samples)
  }

  /// `sum` is premultiplied.
  @inline(__always)
  private static func store(_ sum: SIMD4<Float>, at pixel: UnsafeMutablePointer<UInt8>) {
    guard sum.w >= 0.5 else {
      pixel.update(repeating: 0, count: 4)
      return
    }
    // The weights may add up to a little more than 1.
    let straight = (sum / sum.w).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    pixel[0] = UInt8(straight.x + 0.5)
    pixel[1] = UInt8(straight.y + 0.5)
    pixel[2] = UInt8(straight.z + 0.5)
    pixel[3] = UInt8(min(sum.w, 255) + 0.5)
  }
}
