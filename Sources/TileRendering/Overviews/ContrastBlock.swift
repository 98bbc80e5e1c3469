/// A square block of samples whose colours are moved from the mean towards one child's, so that
/// thin dark and light lines stay.
///
/// Thinness and darkness of a child is its difference to the closing: the least of the greatest
/// luminances of its neighbours. For light lines it is the difference to the opening (Serra, Image
/// Analysis and Mathematical Morphology, chapter 2). Both use squares of three children within the
/// block.
struct ContrastBlock {
  /// Maximum darkening as a fraction of mean luminance, and lightening as a fraction of the rest to
  /// white.
  private static let allowance = DarkenedBlock.allowance
  /// Least difference of a line, in 256ths of a level.
  private static let leastDifference: Int32 = 8 << 8
  /// Greatest move from the mean to a line's colour, in 256ths.
  ///
  /// With three quarters, a line of one sample keeps two fifths of its contrast four zooms up.
  private static let share = 192
  private static let white = 255.0 * 256
  private static let side = DarkenedBlock.side
  private static let childSide = 2 * side

  /// The exact means, replaced by the result.
  let means: UnsafeMutablePointer<UInt32>
  /// Samples from one row of ``means`` to the next.
  let stride: Int
  let children: (first: UnsafePointer<UInt32>, stride: Int)

  func sharpen() {
    let count = Self.childSide * Self.childSide
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4 * count) { memory in
      guard let base = memory.baseAddress else { return }
      let lines = Lines(luminances: base, others: base + count)
      guard let ground = lines.find(in: children, under: (means, stride)) else { return }
      sharpen(lines, on: ground)
    }
  }

  /// The majority of a block.
  private enum Ground {
    case light
    case dark
    /// Neither by far, as in hatching with lines as wide as their gaps.
    case neither
  }

  private func sharpen(_ lines: Lines, on ground: Ground) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.side * Self.side) { targets in
      var (exact, shift, all) = (0.0, 0.0, 0.0)
      forEachSample { index, mean, family in
        let target = family.thinnest(lines, on: ground) ?? mean
        targets[index] = target
        let weight = Double(mean >> 24)
        exact += weight * Self.luminance(mean)
        shift += weight * (Self.luminance(target) - Self.luminance(mean))
        all += weight * Self.white
        return mean
      }
      let room = Self.allowance * (shift < 0 ? exact : all - exact)
      let share = UInt32(Double(Self.share) * min(1, room / max(abs(shift), 1)))
      forEachSample { index, mean, _ in Self.mix(mean, targets[index], share: share) }
    }
  }

  /// Mixes by a share in 256ths; keeps the alpha of the first.
  private static func mix(_ color: UInt32, _ target: UInt32, share: UInt32) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 {
      let sum = (color >> shift & 255) * (256 - share) + (target >> shift & 255) * share
      return ((sum + 128) >> 8) << shift
    }
    return color & 0xFF00_0000 | channel(0) | channel(8) | channel(16)
  }

  private func forEachSample(_ replace: (_ index: Int, _ mean: UInt32, _ family: Family) -> UInt32)
  {
    for row in 0..<Self.side {
      for column in 0..<Self.side {
        let place = row * stride + column
        guard means[place] >> 24 != 0 else { continue }
        means[place] = replace(
          row * Self.side + column, means[place],
          Family(
            colors: children.first + 2 * row * children.stride + 2 * column,
            stride: children.stride, place: 2 * row * Self.childSide + 2 * column))
      }
    }
  }

  private static func luminance(_ sample: UInt32) -> Double {
    Double(DarkenedBlock.luminance(sample))
  }

  /// The four children of a sample.
  private struct Family {
    let colors: UnsafePointer<UInt32>
    let stride: Int
    let place: Int

    /// The strongest dark or light line; `nil` without one, with lines of both kinds, and for
    /// transparent children.
    func thinnest(_ lines: Lines, on ground: Ground) -> UInt32? {
      var dark = (difference: ContrastBlock.leastDifference, color: UInt32?.none)
      var light = dark
      forEach { color, place in
        let differences = lines.differences(place)
        if differences.dark > dark.difference { dark = (differences.dark, color) }
        if differences.light > light.difference { light = (differences.light, color) }
      }
      guard light.color != nil else { return dark.color }
      guard dark.color != nil else { return light.color }
      if dark.difference >= 2 * light.difference { return dark.color }
      if light.difference >= 2 * dark.difference { return light.color }
      return switch ground {
      case .light: dark.color
      case .dark: light.color
      case .neither: nil
      }
    }

    private func forEach(_ body: (_ color: UInt32, _ place: Int) -> Void) {
      for row in 0...1 {
        for column in 0...1 {
          let color = colors[row * stride + column]
          if color >> 24 != 0 { body(color, place + row * childSide + column) }
        }
      }
    }
  }

  /// The luminances of a block's children with their closing and opening; transparent children are
  /// no neighbours.
  private struct Lines {
    /// Row by row; -1 where transparent.
    let luminances: UnsafeMutablePointer<Int32>
    let others: UnsafeMutablePointer<Int32>

    private var closing: UnsafeMutablePointer<Int32> { others }
    private var opening: UnsafeMutablePointer<Int32> { others + childSide * childSide }
    private var between: UnsafeMutablePointer<Int32> { others + 2 * childSide * childSide }

    func differences(_ place: Int) -> (dark: Int32, light: Int32) {
      (closing[place] - luminances[place], luminances[place] - opening[place])
    }

    func find(
      in children: (first: UnsafePointer<UInt32>, stride: Int),
      under means: (first: UnsafeMutablePointer<UInt32>, stride: Int)
    ) -> Ground? {
      var (least, greatest) = (Int32.max, Int32.min)
      for row in 0..<childSide {
        let colors = children.first + row * children.stride
        let means = means.first + row / 2 * means.stride
        let target = luminances + row * childSide
        for column in 0..<childSide {
          let color = colors[column]
          // Rows that end a level were never written where the mean is transparent.
          guard means[column / 2] >> 24 != 0, color >> 24 != 0 else {
            target[column] = -1
            continue
          }
          let luminance = Int32(DarkenedBlock.luminance(color))
          target[column] = luminance
          least = min(least, luminance)
          greatest = max(greatest, luminance)
        }
      }
      guard least < greatest else { return nil }
      filter(luminances, into: between, takesGreatest: true)
      filter(between, into: closing, takesGreatest: false)
      filter(luminances, into: between, takesGreatest: false)
      filter(between, into: opening, takesGreatest: true)
      var (light, dark) = (0, 0)
      for place in 0..<childSide * childSide where luminances[place] >= 0 {
        if 2 * luminances[place] > least + greatest { light += 1 } else { dark += 1 }
      }
      // Three in five.
      if 2 * light >= 3 * dark { return .light }
      return 2 * dark >= 3 * light ? .dark : .neither
    }

    /// Maximum or minimum filter of 3 × 3 around every child that is not transparent.
    private func filter(
      _ source: UnsafeMutablePointer<Int32>, into target: UnsafeMutablePointer<Int32>,
      takesGreatest: Bool
    ) {
      for row in 0..<childSide {
        let rows = max(0, row - 1)...min(childSide - 1, row + 1)
        for column in 0..<childSide {
          let place = row * childSide + column
          guard luminances[place] >= 0 else { continue }
          let columns = max(0, column - 1)...min(childSide - 1, column + 1)
          var best = source[place]
          for y in rows {
            for x in columns where luminances[y * childSide + x] >= 0 {
              let other = source[y * childSide + x]
              best = takesGreatest ? max(best, other) : min(best, other)
            }
          }
          target[place] = best
        }
      }
    }
  }
}
