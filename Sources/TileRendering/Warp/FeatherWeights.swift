/// Feathering weights of a layer's samples by their distance from its edge; belongs to one thread.
///
/// The weight grows evenly from nearly 0 at the last covered sample to 1 over a width.
package final class FeatherWeights {
  /// Least alpha of a covered sample.
  private static let covered: UInt8 = 128
  /// Distance, in samples, of a partly covered sample.
  private static let least: Float = 0.25

  private let width: Int
  private let tileSize: Int
  private let side: Int
  /// Distance of each sample to the nearest uncovered one in its column, at most ``far``.
  private let down: UnsafeMutablePointer<Int32>
  private let far: Int32
  /// Squared distances of a row, and its lower envelope: columns with the lowest parabolas, and
  /// their starts.
  private let columns: UnsafeMutablePointer<Int32>
  private let starts: UnsafeMutablePointer<Int32>

  package init(width: Int, tileSize: Int) {
    self.width = width
    self.tileSize = tileSize
    side = tileSize + 2 * width
    far = Int32(width + 1)
    down = .allocate(capacity: side * side)
    columns = .allocate(capacity: side)
    starts = .allocate(capacity: side)
  }

  deinit {
    down.deallocate()
    columns.deallocate()
    starts.deallocate()
  }

  /// Bytes of a thread for the weights of a tile size.
  static func byteCount(width: Int, tileSize: Int) -> Int {
    4 * (tileSize + 2 * width) * (tileSize + 2 * width)
  }

  package func compute(
    _ neighbors: [UnsafePointer<UInt8>?], into weights: UnsafeMutablePointer<Float>
  ) {
    guard measureColumns(neighbors) else {
      return weights.update(repeating: 1, count: tileSize * tileSize)
    }
    for row in 0..<tileSize {
      measure(row: row + width, into: weights + row * tileSize)
    }
  }

  private func measureColumns(_ neighbors: [UnsafePointer<UInt8>?]) -> Bool {
    var isAnyOpen = false
    var above = [Int32](repeating: far, count: side)
    for y in 0..<side {
      let row = y - width + tileSize
      let line = down + y * side
      for part in 0..<3 {
        let first = max(0, part * tileSize - (tileSize - width))
        let end = min(side, (part + 1) * tileSize - (tileSize - width))
        let tile = neighbors[3 * (row / tileSize) + part]
        let source = tile.map { $0 + 4 * (row % tileSize * tileSize) + 3 }
        for x in first..<end {
          let column = x + tileSize - width - part * tileSize
          let isCovered = (source?[4 &* column] ?? 0) >= Self.covered
          if !isCovered { isAnyOpen = true }
          let distance = isCovered ? min(far, above[x] &+ 1) : 0
          above[x] = distance
          line[x] = distance
        }
      }
    }
    guard isAnyOpen else { return false }
    for y in stride(from: side - 2, through: 0, by: -1) {
      let (line, below) = (down + y * side, down + (y + 1) * side)
      for x in 0..<side { line[x] = min(line[x], below[x] &+ 1) }
    }
    return true
  }

  /// Distance of each sample of a row to the nearest uncovered one: the lower envelope of
  /// parabolas.
  ///
  /// Source: A. Meijster, J. Roerdink, W. Hesselink, "A general algorithm for computing distance
  /// transforms in linear time", 2000.
  private func measure(row: Int, into weights: UnsafeMutablePointer<Float>) {
    let line = down + row * side
    func square(_ x: Int32, _ column: Int32) -> Int32 {
      let (across, along) = (x &- column, line[Int(column)])
      return across &* across &+ along &* along
    }
    var last = 0
    (columns[0], starts[0]) = (0, 0)
    for x in 1..<Int32(side) {
      while last >= 0, square(starts[last], columns[last]) > square(starts[last], x) { last -= 1 }
      if last < 0 {
        last = 0
        columns[0] = x
        continue
      }
      let other = columns[last]
      let (own, its) = (line[Int(x)], line[Int(other)])
      let sum = x &* x &- other &* other &+ own &* own &- its &* its
      let start = sum / (2 &* (x &- other)) &+ 1
      if start < Int32(side) {
        last += 1
        (columns[last], starts[last]) = (x, start)
      }
    }
    for x in stride(from: Int32(side - 1), through: 0, by: -1) {
      let column = Int(x) - width
      if (0..<tileSize).contains(column) {
        let distance = Float(square(x, columns[last])).squareRoot()
        weights[column] = min(1, max(Self.least, distance - 0.5) / Float(width))
      }
      if x == starts[last] { last -= 1 }
    }
  }
}
