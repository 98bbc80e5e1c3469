/// A square block of samples whose colours are moved from the mean towards one of their children's, so that
/// thin lines stay, whether they are darker or lighter than what is beside them.
///
/// How thin and dark a child is says the difference to its closing, the least of the greatest luminances
/// of its neighbours; how thin and light, that to its opening (Serra, Image Analysis and Mathematical
/// Morphology, chapter 2), both by squares of three children within the block.
struct ContrastBlock {
  /// By how much of its exact mean luminance a block may be darkened, and by how much of what it lacks to
  /// white lightened.
  private static let allowance = DarkenedBlock.allowance
  /// The difference, in 256ths of a level, from which on a child is a line.
  private static let leastDifference: Int32 = 8 << 8
  /// How far a sample is moved from the mean to the colour of a line at most, in 256ths: with three
  /// quarters a line of one sample keeps two fifths of its contrast four zooms up.
  private static let share = 192
  private static let white = 255.0 * 256
  private static let side = DarkenedBlock.side
  private static let childSide = 2 * side

  /// The exact means, replaced by the result.
  let means: UnsafeMutablePointer<UInt32>
  /// From one row of ``means`` to the next, in samples.
  let stride: Int
  /// The children, twice as many in each row and twice as many rows.
  let children: (first: UnsafePointer<UInt32>, stride: Int)

  /// Moves the means towards the children that are lines.
  func sharpen() {
    let count = Self.childSide * Self.childSide
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4 * count) { memory in
      guard let base = memory.baseAddress else { return }
      let lines = Lines(luminances: base, others: base + count)
      guard let ground = lines.find(in: children, under: (means, stride)) else { return }
      sharpen(lines, on: ground)
    }
  }

  /// What most of a block is.
  private enum Ground {
    case light
    case dark
    /// Neither by far, as with hatching of lines that are as wide as their gaps.
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

  /// The colour of one sample moved to that of another by a share in 256ths; with the first one's alpha.
  private static func mix(_ color: UInt32, _ target: UInt32, share: UInt32) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 {
      let sum = (color >> shift & 255) * (256 - share) + (target >> shift & 255) * share
      return ((sum + 128) >> 8) << shift
    }
    return color & 0xFF00_0000 | channel(0) | channel(8) | channel(16)
  }

  /// Visits the samples that are not transparent.
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
    /// Where the first is in ``Lines``.
    let place: Int

    /// The child that is most of a line, dark or light; `nil` where none is, where there are lines of both
    /// kinds, and where all are transparent.
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

    /// Visits the children that are not transparent.
    private func forEach(_ body: (_ color: UInt32, _ place: Int) -> Void) {
      for row in 0...1 {
        for column in 0...1 {
          let color = colors[row * stride + column]
          if color >> 24 != 0 { body(color, place + row * childSide + column) }
        }
      }
    }
  }

  /// The luminances of a block's children, and how they are closed and opened; a child that is transparent
  /// is none of its neighbours' neighbours.
  private struct Lines {
    /// Row by row; -1 where transparent.
    let luminances: UnsafeMutablePointer<Int32>
    /// Three planes more: of the closing, of the opening, and one between.
    let others: UnsafeMutablePointer<Int32>

    private var closing: UnsafeMutablePointer<Int32> { others }
    private var opening: UnsafeMutablePointer<Int32> { others + childSide * childSide }
    private var between: UnsafeMutablePointer<Int32> { others + 2 * childSide * childSide }

    /// By how much a child is darker than its closing, and lighter than its opening.
    func differences(_ place: Int) -> (dark: Int32, light: Int32) {
      (closing[place] - luminances[place], luminances[place] - opening[place])
    }

    /// Fills all planes.
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

    /// The greatest or the least of the squares of three around every child that is not transparent.
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
