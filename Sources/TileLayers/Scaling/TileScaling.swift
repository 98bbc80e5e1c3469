import TileImaging
import TileModel

/// Tiles made from tiles of other levels.
enum TileScaling {
  static func magnify(
    _ image: RGBAImage, for tile: TileCoordinate, levels: Int, kernel: ScalingKernel
  ) -> RGBAImage {
    let mask = 1 << levels - 1
    let columns = Axis(count: image.width, part: tile.x & mask, levels: levels, kernel: kernel)
    let rows = Axis(count: image.height, part: tile.y & mask, levels: levels, kernel: kernel)
    let samples = image.samples.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: source.count) { target, count in
        count = source.count
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        columns.taps.withUnsafeBufferPointer { columns in
          rows.taps.withUnsafeBufferPointer { rows in
            mix(from, into: to, columns: columns, rows: rows)
          }
        }
      }
    }
    return RGBAImage(width: image.width, height: image.height, samples: samples)
  }

  /// Two neighbouring samples of an axis and the weight of the second in 65536ths.
  private struct Tap {
    let first: Int
    let second: Int
    let weight: UInt64
  }

  private struct Axis {
    let taps: [Tap]

    init(count: Int, part: Int, levels: Int, kernel: ScalingKernel) {
      taps = (0..<count).map { index in
        let position = part * count + index
        guard kernel == .bilinear else {
          return Tap(first: position >> levels, second: position >> levels, weight: 0)
        }
        // The centre in halves of a magnified sample, from the centre of the first source sample.
        let centre = 2 * position + 1 - 1 << levels
        let whole = centre >> (levels + 1)
        let rest = UInt64(centre - whole << (levels + 1))
        return Tap(
          first: min(max(whole, 0), count - 1), second: min(max(whole + 1, 0), count - 1),
          weight: (rest << 16) >> UInt64(levels + 1))
      }
    }
  }

  private static func mix(
    _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>,
    columns: UnsafeBufferPointer<Tap>, rows: UnsafeBufferPointer<Tap>
  ) {
    let width = columns.count
    var out = target
    for row in rows {
      let above = source + 4 &* width &* row.first
      let below = source + 4 &* width &* row.second
      for column in columns {
        if column.weight | row.weight == 0 {
          out.update(from: above + 4 &* column.first, count: 4)
          out += 4
          continue
        }
        var sum = WeightedSum()
        let top: UInt64 = 65536 &- row.weight
        let left: UInt64 = 65536 &- column.weight
        sum.add(above + 4 &* column.first, weight: top &* left)
        sum.add(above + 4 &* column.second, weight: top &* column.weight)
        sum.add(below + 4 &* column.first, weight: row.weight &* left)
        sum.add(below + 4 &* column.second, weight: row.weight &* column.weight)
        sum.store(out)
        out += 4
      }
    }
  }

  /// Exact means weighted by alpha of `2^levels` × `2^levels` samples, rounded half up; missing tiles are
  /// transparent.
  static func reduce(_ parts: [RGBAImage?], levels: Int, side: Int) -> RGBAImage {
    let across = 1 << levels
    let portion = side >> levels
    let weight = UInt64(1)
    var result = RGBAImage(
      width: side, height: side, samples: [UInt8](repeating: 0, count: 4 * side * side))
    result.samples.withUnsafeMutableBufferPointer { target in
      guard let base = target.baseAddress else { return }
      for (index, part) in parts.enumerated() {
        guard let part else { continue }
        let corner = base + 4 * (index / across * portion * side + index % across * portion)
        part.samples.withUnsafeBufferPointer { source in
          guard let from = source.baseAddress else { return }
          for y in 0..<portion {
            for x in 0..<portion {
              var sum = WeightedSum()
              for row in 0..<across {
                var pixel = from + 4 &* ((y &* across &+ row) &* side &+ x &* across)
                for _ in 0..<across {
                  sum.add(pixel, weight: weight)
                  pixel += 4
                }
              }
              sum.store(corner + 4 &* (y &* side &+ x))
            }
          }
        }
      }
    }
    return result
  }
}

/// A mean of straight RGBA pixels, weighted by alpha.
private struct WeightedSum {
  private var weight: UInt64 = 0
  private var alpha: UInt64 = 0
  private var red: UInt64 = 0
  private var green: UInt64 = 0
  private var blue: UInt64 = 0

  @inline(__always)
  mutating func add(_ pixel: UnsafePointer<UInt8>, weight: UInt64) {
    let portion = weight &* UInt64(pixel[3])
    self.weight &+= weight
    alpha &+= portion
    red &+= portion &* UInt64(pixel[0])
    green &+= portion &* UInt64(pixel[1])
    blue &+= portion &* UInt64(pixel[2])
  }

  /// Rounds half up; the colour of a transparent pixel is 0.
  @inline(__always)
  func store(_ pixel: UnsafeMutablePointer<UInt8>) {
    let mean = (alpha &+ weight / 2) / weight
    guard mean > 0 else {
      pixel.update(repeating: 0, count: 4)
      return
    }
    pixel[0] = UInt8(truncatingIfNeeded: (red &+ alpha / 2) / alpha)
    pixel[1] = UInt8(truncatingIfNeeded: (green &+ alpha / 2) / alpha)
    pixel[2] = UInt8(truncatingIfNeeded: (blue &+ alpha / 2) / alpha)
    pixel[3] = UInt8(truncatingIfNeeded: mean)
  }
}

/// Kernel that magnifies tiles beyond the deepest level.
public enum ScalingKernel: Hashable, Sendable, CaseIterable {
  /// Each sample is the parent's sample under its centre, so every parent sample becomes a square.
  case nearest
  /// Each sample is the weighted mean of the four parent samples around its centre, weighted by alpha
  /// too. At the parent's edge its outermost samples repeat, so that a seam of at most half a parent
  /// sample may show.
  case bilinear
}
