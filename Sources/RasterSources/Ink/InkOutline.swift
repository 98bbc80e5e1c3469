package import Georeferencing
package import TileImaging

/// The edges on a plan that may be that of the building.
///
/// A sheet has more than its building: a frame, a title block, dimension lines. Each way to tell
/// these apart gives an edge; a fit to an outline decides which it was.
package struct InkOutline: Hashable, Sendable {
  /// Positions on each edge, in pixels of the plan.
  package let edges: [[PixelPoint]]

  /// Largest side in pixels of the picture that is searched for ink.
  private static let pictureSide = 1600
  /// Least side of a building, as a share of the picture's.
  private static let leastSide = 0.12
  /// Readings of a picture: the ink that counts, the radius in samples of the lines that are left out, and
  /// that of the gaps that are closed, as a share of the picture's side.
  ///
  /// Walls are thicker than dimension lines, and have gaps for windows.
  private static let readings: [(isDark: Bool, line: Double, gap: Double)] = [
    (false, 0, 0), (false, 0, 0.003), (false, 1.4, 0.003), (false, 2.4, 0.003),
    (true, 1, 0.02), (true, 1.4, 0.02), (true, 2.4, 0.025),
  ]
  /// Radius of what sticks out of a building without being of it, as a share of the picture's side.
  private static let spur = 0.006

  /// Half the distance of a dimension line from a wall, as a share of the picture's side.
  private static let slabs = 0.004...0.03

  package init(of source: any RasterSource) throws {
    let picture = try ReducedPlan(source, longestSide: Self.pictureSide, scratch: .system).image
    self.init(
      of: picture,
      scale: (
        Double(source.size.width) / Double(picture.width),
        Double(source.size.height) / Double(picture.height)
      ))
  }

  /// Finds edges of the ink of an image.
  ///
  /// Ink is opaque and unlike the ground, the most frequent colour of the image's border, or that inside it.
  package init(of image: RGBAImage, scale: (x: Double, y: Double)) {
    let side = Double(max(image.width, image.height))
    var seen: [InkMask] = []
    var edges: [[PixelPoint]] = []
    for ground in Ground.grounds(of: image) {
      let picture = InkPicture(image, ground, margin: Int(0.03 * side) + 4)
      let inks = (all: picture.ink(isDark: false), dark: picture.ink(isDark: true))
      for reading in Self.readings {
        let ink = (reading.isDark ? inks.dark : inks.all).shrunk(by: reading.line)
          .grown(by: reading.line + reading.gap * side).shrunk(by: reading.gap * side)
        let parts = ink.parts(
          atLeast: Int(Self.leastSide * side), limit: 3, margin: Int(Self.spur * side) + 2)
        for part in parts {
          let (filled, spur) = (part.filled, Self.spur * side)
          var shapes = [filled, filled.shrunk(by: spur).grown(by: spur)]
          if reading.line == 0 {
            let slabs = (Self.slabs.lowerBound * side)...(Self.slabs.upperBound * side)
            let peeled = part.filled(without: slabs, behind: 6)
            shapes.append(peeled.shrunk(by: spur).grown(by: spur))
          }
          for shape in shapes where !seen.contains(where: { $0.resembles(shape) }) {
            seen.append(shape)
            edges += picture.edges(of: shape, scale: scale)
          }
        }
      }
    }
    self.edges = edges.filter { $0.count >= 8 }
  }
}

extension InkMask {
  /// Whether a 500th of the samples at most differ.
  fileprivate func resembles(_ other: InkMask) -> Bool {
    guard (width, height, left, top) == (other.width, other.height, other.left, other.top) else {
      return false
    }
    let (mine, others) = (samples.count { $0 }, other.samples.count { $0 })
    guard 100 * (mine - others).magnitude <= mine else { return false }
    return 500 * zip(samples, other.samples).count { $0 != $1 } <= mine
  }
}

/// The paper or background of a plan.
private struct Ground: Hashable {
  /// `nil` where it is transparent.
  var color: SIMD3<Int32>?
  /// Greatest difference of a channel, of 255.
  var tolerance: Int32

  private static let leastTolerance: Int32 = 24
  private static let visibleAlpha = 128

  /// That of the border, and the one inside it where much of the image is another.
  static func grounds(of image: RGBAImage) -> [Ground] {
    let (width, height) = (image.width, image.height)
    var border: [Int] = []
    for x in 0..<width { border += [x, (height - 1) * width + x] }
    for y in 0..<height { border += [y * width, y * width + width - 1] }
    let first = Ground(of: border, in: image)
    let others = stride(from: 0, to: width * height, by: 7).filter {
      first.distance(image, at: $0) > max(first.tolerance, leastTolerance)
    }
    // The lid of a scanner around a sheet, whose paper is more than its ink.
    guard 7 * 4 * others.count > width * height else { return [first] }
    return [first, Ground(of: others, in: image)]
  }

  /// The most frequent of coarse colours.
  private init(of indices: [Int], in image: RGBAImage) {
    var bins: [SIMD3<Int32>: (count: Int, sum: SIMD3<Int>)] = [:]
    var transparent = 0
    for index in indices {
      guard let color = Self.color(of: image, at: index) else {
        transparent += 1
        continue
      }
      let bin = (color &+ 8) / 16
      var known = bins[bin] ?? (0, .zero)
      known.count += 1
      known.sum &+= SIMD3<Int>(truncatingIfNeeded: color)
      bins[bin] = known
    }
    let most = bins.max {
      ($0.value.count, $0.key.x, $0.key.y, $0.key.z) < (
        $1.value.count, $1.key.x, $1.key.y, $1.key.z
      )
    }
    guard let most, most.value.count > transparent else {
      (color, tolerance) = (nil, 0)
      return
    }
    let mean = SIMD3<Int32>(truncatingIfNeeded: most.value.sum / most.value.count)
    color = mean
    // Noise of the paper: half of its samples differ by less than the median.
    let near = indices.compactMap { Self.color(of: image, at: $0).map { Self.distance($0, mean) } }
      .filter { $0 < 64 }.sorted()
    tolerance = max(Self.leastTolerance, near.isEmpty ? 0 : 5 * near[near.count / 2])
  }

  /// Difference of a sample from the ground, of 255.
  func distance(_ image: RGBAImage, at index: Int) -> Int32 {
    guard let found = Self.color(of: image, at: index) else { return 0 }
    return color.map { Self.distance($0, found) } ?? 255
  }

  private static func distance(_ a: SIMD3<Int32>, _ b: SIMD3<Int32>) -> Int32 {
    let difference = a &- b
    return max(abs(difference.x), abs(difference.y), abs(difference.z))
  }

  private static func color(of image: RGBAImage, at index: Int) -> SIMD3<Int32>? {
    let start = 4 * index
    guard image.samples[start + 3] >= visibleAlpha else { return nil }
    return SIMD3(
      Int32(image.samples[start]), Int32(image.samples[start + 1]), Int32(image.samples[start + 2]))
  }
}

/// An image with its ink, which has a margin of ground on all sides.
private struct InkPicture {
  let image: RGBAImage
  let ground: Ground
  let margin: Int

  /// Greatest width of a border line, in samples.
  private static let lineWidth = 12
  /// Greatest width of a thin line, as a share of the shape's side.
  private static let thinLine = 0.004
  /// Greatest colour distance within a border line, of 255.
  private static let lineDistance = 64
  /// Least difference of dark ink from the ground, of 255: half of that of a line's middle.
  private static let darkDistance: Int32 = 90

  init(_ image: RGBAImage, _ ground: Ground, margin: Int) {
    (self.image, self.ground, self.margin) = (image, ground, margin)
  }

  func ink(isDark: Bool) -> InkMask {
    let least = isDark ? max(Self.darkDistance, ground.tolerance) : ground.tolerance
    let (width, height) = (image.width + 2 * margin, image.height + 2 * margin)
    var samples = [Bool](repeating: false, count: width * height)
    for y in 0..<image.height {
      for x in 0..<image.width where ground.distance(image, at: y * image.width + x) > least {
        samples[(y + margin) * width + x + margin] = true
      }
    }
    return InkMask(width: width, height: height, samples: samples)
  }

  /// The sides between a shape and what is around it, and the centres of lines along it where most of
  /// the edge has one.
  func edges(of shape: InkMask, scale: (x: Double, y: Double)) -> [[PixelPoint]] {
    var sides: [PixelPoint] = []
    var centers: [PixelPoint] = []
    var widths: [Int] = []
    let (left, top) = (shape.left - margin, shape.top - margin)
    for y in 1..<(shape.height - 1) {
      for x in 1..<(shape.width - 1) where shape.samples[y * shape.width + x] {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)]
        where !shape.samples[(y + dy) * shape.width + x + dx] {
          func position(_ depth: Double) -> PixelPoint {
            PixelPoint(
              x: (Double(left + x) + 0.5 + (0.5 - depth) * Double(dx)) * scale.x,
              y: (Double(top + y) + 0.5 + (0.5 - depth) * Double(dy)) * scale.y)
          }
          sides.append(position(depthOfEdge(atX: left + x, y: top + y, step: (-dx, -dy))))
          if let width = widthOfLine(atX: left + x, y: top + y, step: (-dx, -dy)) {
            centers.append(position(Double(width) / 2))
            widths.append(width)
          }
        }
      }
    }
    guard 2 * centers.count > sides.count else { return [sides] }
    // A thin line is drawn along an edge, a thick one may be a wall inside it.
    let width = Double(widths.sorted()[widths.count / 2])
    let extent = Double(max(shape.width, shape.height))
    return width <= Self.thinLine * extent ? [centers] : [sides, centers]
  }

  /// Depth inwards of the ink's edge from the border of a sample, by how far samples there are covered.
  private func depthOfEdge(atX x: Int, y: Int, step: (x: Int, y: Int)) -> Double {
    let differences = (-1...2).map { depth -> Double in
      let (column, row) = (x + depth * step.x, y + depth * step.y)
      guard (0..<image.width).contains(column), (0..<image.height).contains(row) else { return 0 }
      return Double(ground.distance(image, at: row * image.width + column))
    }
    // Ink that was grown or shrunk has its edge elsewhere, and a thin line none of its own colour.
    let full = max(differences[2], differences[3])
    guard full > 0, 2 * differences[0] < full, 2 * differences[2] > full else { return 0 }
    return 2 - differences.prefix(3).reduce(0) { $0 + min($1, full) } / full
  }

  /// Width inwards in samples of one colour; `nil` for more than a line has.
  private func widthOfLine(atX x: Int, y: Int, step: (x: Int, y: Int)) -> Int? {
    func sample(_ depth: Int) -> ArraySlice<UInt8>? {
      let (column, row) = (x + depth * step.x, y + depth * step.y)
      guard (0..<image.width).contains(column), (0..<image.height).contains(row) else { return nil }
      let start = 4 * (row * image.width + column)
      return image.samples[start..<(start + 4)]
    }
    // The first sample is mixed with the ground.
    guard let first = sample(1) ?? sample(0) else { return nil }
    return (1...Self.lineWidth).first { depth in
      guard let next = sample(depth) else { return true }
      return zip(first, next).contains {
        Int($0).distance(to: Int($1)).magnitude > Self.lineDistance
      }
    }
  }
}
