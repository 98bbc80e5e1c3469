/// How much each sample of a layer counts where several overlap, by its distance from where the layer ends;
/// belongs to one thread.
///
/// From next to nothing at the last sample that the layer covers, the weight grows evenly to 1 over a width.
package final class FeatherWeights {
  /// The alpha from which a sample counts as covered.
  private static let covered: UInt8 = 128
  /// The distance, in samples, that one counts with that is covered in part.
  private static let least: Float = 0.25

  private let width: Int
  private let tileSize: Int
  /// Samples along one side of a tile with those around it that tell its weights.
  private let side: Int
  /// For each sample, how far the nearest one is in its column that is not covered, at most ``far``.
  private let down: UnsafeMutablePointer<Int32>
  private let far: Int32
  /// A row of squared distances, and what finds them: the columns whose parabolas are lowest, and from where.
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

  /// What a thread takes for the weights of tiles of a size.
  static func byteCount(width: Int, tileSize: Int) -> Int {
    4 * (tileSize + 2 * width) * (tileSize + 2 * width)
  }

  /// Computes the weights of a tile.
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

  /// Finds the distances along columns; returns whether any sample is not covered.
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

  /// Finds the least distance of each sample of a row over all columns: the lower envelope of parabolas.
  ///
  /// Source: A. Meijster, J. Roerdink, W. Hesselink, "A general algorithm for computing distance transforms
  /// in linear time", 2000.
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
