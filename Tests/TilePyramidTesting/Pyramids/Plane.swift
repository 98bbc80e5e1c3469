import TileImaging
package import TileModel

/// A straight RGBA sample, red in the first lane.
package typealias Sample = SIMD4<UInt8>

/// The samples of all tiles of one level, stitched; world pixels outside are transparent.
package struct Plane: Equatable, Sendable {
  package let columns: Range<Int>
  package let rows: Range<Int>
  package private(set) var samples: [Sample]

  /// A transparent plane.
  package init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
    samples = [Sample](repeating: Sample(repeating: 0), count: columns.count * rows.count)
  }

  /// Decodes and stitches the tiles of a range; missing ones are transparent.
  package init(_ range: TileRange, tileSize: Int, tiles: [TileCoordinate: [UInt8]]) throws {
    self.init(
      columns: range.x.lowerBound * tileSize..<range.x.upperBound * tileSize,
      rows: range.y.lowerBound * tileSize..<range.y.upperBound * tileSize)
    for tile in range {
      guard let bytes = tiles[tile] else { continue }
      let image = try TileDecoder.decode(bytes)
      let left = (tile.x - range.x.lowerBound) * tileSize
      let top = (tile.y - range.y.lowerBound) * tileSize
      for y in 0..<tileSize {
        for x in 0..<tileSize {
          let offset = 4 * (y * tileSize + x)
          samples[(top + y) * columns.count + left + x] = Sample(
            image.samples[offset], image.samples[offset + 1], image.samples[offset + 2],
            image.samples[offset + 3])
        }
      }
    }
  }

  package subscript(x: Int, y: Int) -> Sample {
    get {
      guard columns.contains(x), rows.contains(y) else { return Sample(repeating: 0) }
      return samples[(y - rows.lowerBound) * columns.count + x - columns.lowerBound]
    }
    set { samples[(y - rows.lowerBound) * columns.count + x - columns.lowerBound] = newValue }
  }

  /// Calls `body` with every world pixel and its sample.
  package func forEach(_ body: (_ x: Int, _ y: Int, _ sample: Sample) throws -> Void) rethrows {
    var index = 0
    for y in rows {
      for x in columns {
        try body(x, y, samples[index])
        index += 1
      }
    }
  }

  /// The frequency of each sample, in the largest part with long runs.
  package var counts: [Sample: Int] {
    var counts: [Sample: Int] = [:]
    var (run, length) = (Sample(repeating: 0), 0)
    for sample in samples {
      if sample != run {
        if length > 0 { counts[run, default: 0] += length }
        (run, length) = (sample, 0)
      }
      length += 1
    }
    counts[run, default: 0] += length
    return counts
  }

  /// The number of samples of which something holds.
  package func count(where holds: (Sample) -> Bool) -> Int {
    counts.reduce(0) { $0 + (holds($1.key) ? $1.value : 0) }
  }

  /// Whether all samples are opaque that are no farther away along either axis.
  package func isOpaque(around place: (x: Int, y: Int), reach: Int) -> Bool {
    (-reach...reach).allSatisfy { dy in
      (-reach...reach).allSatisfy { self[place.x + $0, place.y + dy].w == 255 }
    }
  }

  /// The largest difference of alpha from the part of a sample that a rectangle of opaque colour covers, in levels,
  /// and of whole samples from being opaque, of which any is 255.
  package func coverageError(
    left: Double, top: Double, right: Double, bottom: Double
  ) -> Double {
    var worst = 0.0
    forEach { x, y, sample in
      let across = max(0, min(right, Double(x + 1)) - max(left, Double(x)))
      let down = max(0, min(bottom, Double(y + 1)) - max(top, Double(y)))
      worst = max(worst, abs(Double(sample.w) - 255 * across * down))
      // The inside stays opaque to the edge.
      if across > 0.999_99, down > 0.999_99, sample.w != 255 { worst = 255 }
    }
    return worst
  }

  /// The sum of alpha, in opaque samples.
  package var area: Double { samples.reduce(0) { $0 + Double($1.w) } / 255 }

  /// The largest difference of any channel, and where it is first found; planes of one extent.
  package func largestDifference(from other: Plane) -> (levels: Int, x: Int, y: Int) {
    precondition(columns == other.columns && rows == other.rows, "planes of one extent")
    var worst = (levels: 0, x: 0, y: 0)
    var index = 0
    for y in rows {
      for x in columns {
        let (a, b) = (samples[index], other.samples[index])
        index += 1
        if a == b { continue }
        for channel in 0..<4 {
          let difference = abs(Int(a[channel]) - Int(b[channel]))
          if difference > worst.levels { worst = (difference, x, y) }
        }
      }
    }
    return worst
  }

  /// The largest visible differences of planes of one extent: colour counts by the greater alpha of
  /// both.
  ///
  /// Samples of an opaque image that are not wholly opaque are at its edges.
  package func differences(
    from other: Plane, partlyTransparentAreEdges: Bool
  ) -> (inside: Int, atEdges: Int, differing: Int) {
    precondition(columns == other.columns && rows == other.rows, "planes of one extent")
    var (inside, atEdges, differing) = (0, 0, 0)
    for (sample, twin) in zip(samples, other.samples) {
      let difference = SIMD4<Int>(truncatingIfNeeded: sample) &- SIMD4(truncatingIfNeeded: twin)
      let alpha = max(Int(sample.w), Int(twin.w))
      var levels = abs(difference.w)
      for channel in 0..<3 {
        levels = max(levels, (abs(difference[channel]) * alpha + 127) / 255)
      }
      if levels > 1 { differing += 1 }
      if partlyTransparentAreEdges && alpha < 255 {
        atEdges = max(atEdges, levels)
      } else {
        inside = max(inside, levels)
      }
    }
    return (inside, atEdges, differing)
  }
}
