/// A set of samples of a picture, or of a part of it, none of them near its border.
struct InkMask: Hashable {
  let width: Int
  let height: Int
  /// Position of its first sample.
  var left = 0
  var top = 0
  var samples: [Bool]

  /// The samples within a distance.
  func grown(by radius: Double) -> InkMask {
    let limit = Self.thirds(radius)
    return radius > 0 ? with(distances(to: true).map { $0 <= limit }) : self
  }

  /// The samples that are farther than a distance from others.
  func shrunk(by radius: Double) -> InkMask {
    let limit = Self.thirds(radius)
    return radius > 0 ? with(distances(to: false).map { $0 > limit }) : self
  }

  /// Connected parts, those of the largest extent first.
  ///
  /// A frame around a sheet is one of them, and the building inside it another.
  func parts(atLeast side: Int, limit: Int, margin: Int) -> [InkMask] {
    var number = [Int32](repeating: 0, count: samples.count)
    var found: [(number: Int32, x: ClosedRange<Int>, y: ClosedRange<Int>)] = []
    var (last, front) = (Int32(0), [Int]())
    for start in samples.indices where samples[start] && number[start] == 0 {
      last += 1
      number[start] = last
      front.append(start)
      var (left, right, top, bottom) = (width, 0, height, 0)
      while let index = front.popLast() {
        let (y, x) = index.quotientAndRemainder(dividingBy: width)
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
        for row in stride(from: index - width, through: index + width, by: width) {
          for next in (row - 1)...(row + 1) where samples[next] && number[next] == 0 {
            number[next] = last
            front.append(next)
          }
        }
      }
      if max(right - left, bottom - top) >= side {
        found.append((last, left...right, top...bottom))
      }
    }
    found.sort { ($0.x.count * $0.y.count, $1.number) > ($1.x.count * $1.y.count, $0.number) }
    return found.prefix(limit).map { part in
      let (x, y) = (
        max(0, part.x.lowerBound - margin)...min(width - 1, part.x.upperBound + margin),
        max(0, part.y.lowerBound - margin)...min(height - 1, part.y.upperBound + margin)
      )
      return InkMask(
        width: x.count, height: y.count, left: left + x.lowerBound, top: top + y.lowerBound,
        samples: y.flatMap { row in x.map { number[row * width + $0] == part.number } })
    }
  }

  /// With all that it encloses but slabs along its edge, of which half the width is in a range.
  ///
  /// A dimension line encloses one with the wall that it touches.
  func filled(without slabs: ClosedRange<Double>, behind line: Double) -> InkMask {
    var filled = filled
    let ground = with(zip(filled.samples, samples).map { $0 && !$1 })
    let (depth, reach) = (ground.distances(to: false), filled.distances(to: false))
    let (least, most) = (Self.thirds(slabs.lowerBound), Self.thirds(slabs.upperBound))
    var seen = ground.samples.map { !$0 }
    for start in seen.indices where !seen[start] {
      var (region, next) = ([start], 0)
      var (deepest, nearest) = (depth[start], reach[start])
      seen[start] = true
      while next < region.count {
        let index = region[next]
        next += 1
        (deepest, nearest) = (max(deepest, depth[index]), min(nearest, reach[index]))
        for other in [index - 1, index + 1, index - width, index + width] where !seen[other] {
          seen[other] = true
          region.append(other)
        }
      }
      if nearest <= Self.thirds(line), (least...most).contains(deepest) {
        for index in region { filled.samples[index] = false }
      }
    }
    return filled
  }

  /// With all that it encloses.
  var filled: InkMask {
    var outside = [Bool](repeating: false, count: samples.count)
    var front = [0]
    while let index = front.popLast() {
      if outside[index] || samples[index] { continue }
      outside[index] = true
      let x = index % width
      if x > 0 { front.append(index - 1) }
      if x + 1 < width { front.append(index + 1) }
      if index >= width { front.append(index - width) }
      if index + width < samples.count { front.append(index + width) }
    }
    return with(outside.map { !$0 })
  }

  private func with(_ samples: [Bool]) -> InkMask {
    InkMask(width: width, height: height, left: left, top: top, samples: samples)
  }

  /// Thirds of a sample to the nearest one of a value, by steps to eight neighbours (Borgefors 1986).
  private func distances(to value: Bool) -> [Int16] {
    var distances = samples.map { $0 == value ? Int16(0) : 10_000 }
    distances.withUnsafeMutableBufferPointer { line in
      for y in 1..<(height - 1) {
        for index in (y * width + 1)..<((y + 1) * width - 1) {
          let straight = min(line[index - 1], line[index - width])
          let slanting = min(line[index - width - 1], line[index - width + 1])
          line[index] = min(line[index], straight &+ 3, slanting &+ 4)
        }
      }
      for y in (1..<(height - 1)).reversed() {
        for index in ((y * width + 1)..<((y + 1) * width - 1)).reversed() {
          let straight = min(line[index + 1], line[index + width])
          let slanting = min(line[index + width - 1], line[index + width + 1])
          line[index] = min(line[index], straight &+ 3, slanting &+ 4)
        }
      }
    }
    return distances
  }

  private static func thirds(_ radius: Double) -> Int16 { Int16(min(3 * radius, 3000)) }
}
