import TileImaging
import TileModel

/// A straight RGBA sample, red in the first lane.
typealias Sample = SIMD4<UInt8>

/// The samples of all tiles of one level, stitched; world pixels outside are transparent.
struct Plane: Equatable {
  let columns: Range<Int>
  let rows: Range<Int>
  private(set) var samples: [Sample]

  /// A transparent plane.
  init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
    samples = [Sample](repeating: Sample(repeating: 0), count: columns.count * rows.count)
  }

  /// Decodes and stitches the tiles of a range; missing ones are transparent.
  init(_ range: TileRange, tileSize: Int, tiles: [TileCoordinate: [UInt8]]) throws {
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

  subscript(x: Int, y: Int) -> Sample {
    get {
      guard columns.contains(x), rows.contains(y) else { return Sample(repeating: 0) }
      return samples[(y - rows.lowerBound) * columns.count + x - columns.lowerBound]
    }
    set { samples[(y - rows.lowerBound) * columns.count + x - columns.lowerBound] = newValue }
  }

  /// Calls `body` with every world pixel and its sample.
  func forEach(_ body: (_ x: Int, _ y: Int, _ sample: Sample) throws -> Void) rethrows {
    var index = 0
    for y in rows {
      for x in columns {
        try body(x, y, samples[index])
        index += 1
      }
    }
  }

  /// The largest difference of any channel, and where it is first found; planes of one extent.
  func largestDifference(from other: Plane) -> (levels: Int, x: Int, y: Int) {
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
}
