package import Georeferencing
/// Runs of pixels near the nodata value that are connected with the edge of a raster, by row.
///
/// Connectivity is 4, as in the flood fill of GDAL's `nearblack`: a diagonal line of one pixel keeps areas
/// apart.
package struct NoDataBorder: Sendable {
  /// For each run the distance from the previous one, its length and 0.
  private let runs: PackedNumbers
  private let offsets: [Int]

  fileprivate init(runs: PackedNumbers, offsets: [Int]) {
    self.runs = runs
    self.offsets = offsets
  }

  package func clear(row y: Int, _ row: UnsafeMutablePointer<UInt8>) {
    forEachRun(row: y) { (row + 4 * $0.lowerBound).update(repeating: 0, count: 4 * $0.count) }
  }

  func forEachRun(row y: Int, _ body: (Range<Int>) -> Void) {
    var position = offsets[y]
    let end = y + 1 < offsets.count ? offsets[y + 1] : runs.count
    var x = 0
    while position < end {
      x += runs.next(at: &position)
      let length = runs.next(at: &position)
      _ = runs.next(at: &position)
      body(x..<x + length)
      x += length
    }
  }
}

/// Colours by ranges of red, green and blue.
package struct NearColors: Sendable {
  fileprivate let red: ClosedRange<UInt8>
  fileprivate let green: ClosedRange<UInt8>
  fileprivate let blue: ClosedRange<UInt8>

  package init(_ red: ClosedRange<UInt8>, _ green: ClosedRange<UInt8>, _ blue: ClosedRange<UInt8>) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }
}

/// Finds the nodata border in one pass over the rows, from the top.
///
/// Runs are labelled, labels that meet are joined (union-find), and enclosed runs are dropped as early as
/// possible. Memory grows with the outline of the border and of open areas, never with the raster's area.
package struct NoDataBorderFinder {
  private struct Run {
    var x: Range<Int>
    var label: Int
  }

  /// Memory of runs, in bytes.
  package static let standardByteLimit = 64 << 20
  private static let border = 0

  private let path: String
  private let size: PixelSize
  private let near: NearColors
  private let byteLimit: Int
  /// For each run the distance from the previous one in its row, its length and its label.
  private var runs = PackedNumbers()
  private var offsets: [Int] = []
  /// Union-find parents, never larger than their label.
  private var parents: [UInt32] = [0]
  private var latest: [Run] = []
  private var above: [Run] = []
  /// Size in bytes at which enclosed runs are dropped.
  private var sweepSize: Int
  private let firstSweepSize: Int

  package init(
    path: String, size: PixelSize, near: NearColors,
    byteLimit: Int = Self.standardByteLimit, sweepSize: Int = 1 << 20
  ) {
    self.path = path
    self.size = size
    self.near = near
    self.byteLimit = byteLimit
    self.sweepSize = min(byteLimit, sweepSize)
    firstSweepSize = self.sweepSize
  }

  /// In bytes.
  static func byteCount(for size: PixelSize) -> Int {
    let runs = (size.width + 1) / 2
    // A run of a row has up to 12 bytes and a label of 4; what grows is copied once.
    return 8 * size.height + min(3 * standardByteLimit, 32 * runs * size.height)
  }

  package mutating func add(_ row: UnsafePointer<UInt8>) throws(RasterError) {
    swap(&above, &latest)
    latest.removeAll(keepingCapacity: true)
    let isEdgeRow = offsets.isEmpty || offsets.count == size.height - 1
    offsets.append(runs.count)
    var x = 0
    var first = 0
    var end = 0
    while x < size.width {
      guard isNear(row + 4 * x) else {
        x += 1
        continue
      }
      let start = x
      while x < size.width, isNear(row + 4 * x) { x += 1 }
      while first < above.count, above[first].x.upperBound <= start { first += 1 }
      var label = isEdgeRow || start == 0 || x == size.width ? Self.border : nil
      var index = first
      while index < above.count, above[index].x.lowerBound < x {
        let other = root(of: above[index].label)
        label = label.map { join($0, other) } ?? other
        index += 1
      }
      let own = label ?? parents.count
      if label == nil { parents.append(UInt32(truncatingIfNeeded: own)) }
      latest.append(Run(x: start..<x, label: own))
      runs.append(start - end)
      runs.append(x - start)
      runs.append(own)
      end = x
    }
    if runs.count >= sweepSize {
      dropEnclosed(keeping: latest)
      guard runs.count <= byteLimit / 4 * 3 else {
        throw .raggedNoData(path: path, row: offsets.count, byteLimit: byteLimit)
      }
      sweepSize = min(byteLimit, max(firstSweepSize, 2 * runs.count))
    }
  }

  package consuming func border() -> NoDataBorder {
    dropEnclosed(keeping: [])
    return NoDataBorder(runs: runs, offsets: offsets)
  }

  @inline(__always)
  private func isNear(_ pixel: UnsafePointer<UInt8>) -> Bool {
    pixel[3] == 0
      || (near.red.contains(pixel[0]) && near.green.contains(pixel[1])
        && near.blue.contains(pixel[2]))
  }

  private mutating func root(of label: Int) -> Int {
    var label = label
    while Int(parents[label]) != label {
      parents[label] = parents[Int(parents[label])]
      label = Int(parents[label])
    }
    return label
  }

  /// Takes roots, or a root and the border, and returns the common root.
  private mutating func join(_ one: Int, _ other: Int) -> Int {
    let (one, other) = (root(of: one), root(of: other))
    parents[max(one, other)] = UInt32(truncatingIfNeeded: min(one, other))
    return min(one, other)
  }

  /// Drops runs connected with neither the edge nor `kept`, and renumbers the labels.
  private mutating func dropEnclosed(keeping kept: [Run]) {
    var isKept = [Bool](repeating: false, count: parents.count)
    isKept[Self.border] = true
    for run in kept { isKept[root(of: run.label)] = true }
    var labels = parents
    var labelCount = 0
    for label in parents.indices where isKept[label] {
      labels[label] = UInt32(truncatingIfNeeded: labelCount)
      labelCount += 1
    }
    var read = 0
    var written = 0
    for row in offsets.indices {
      let end = row + 1 < offsets.count ? offsets[row + 1] : runs.count
      offsets[row] = written
      var (x, keptEnd) = (0, 0)
      while read < end {
        let start = x + runs.next(at: &read)
        let length = runs.next(at: &read)
        let label = root(of: runs.next(at: &read))
        x = start + length
        guard isKept[label] else { continue }
        // No number is larger than those that it replaces, so that nothing unread is overwritten.
        runs.overwrite(start - keptEnd, at: &written)
        runs.overwrite(length, at: &written)
        runs.overwrite(Int(labels[label]), at: &written)
        keptEnd = x
      }
    }
    runs.removeAll(from: written)
    for index in latest.indices {
      latest[index].label = Int(labels[root(of: latest[index].label)])
    }
    parents = (0..<labelCount).map { UInt32(truncatingIfNeeded: $0) }
  }
}
