import Georeferencing
import TileModel

/// The samples of a tile inside the outlines that limit a source, found without the code that makes tiles.
struct SourceClip: Sendable {

  /// A stretch of an outline in projected metres.
  private struct Segment {
    let start: MercatorPoint
    let end: MercatorPoint
    let polygon: Int
  }

  private let areas: [[Segment]]

  init?(_ areas: [ClipArea]) {
    guard !areas.isEmpty else { return nil }
    self.areas = areas.map { area in
      area.polygons.enumerated().flatMap { number, polygon in
        polygon.rings.flatMap { ring in
          zip(ring, ring.dropFirst() + ring.prefix(1)).map {
            Segment(start: $0, end: $1, polygon: number)
          }
        }
      }
    }
  }

  private static let lines = 16

  /// The fraction of each sample inside all areas, row by row; `nil` where all are inside.
  ///
  /// Exact along sixteen lines of each row.
  func coverage(of tile: TileCoordinate, grid: TileGrid) -> [Float]? {
    let side = grid.tileSize.rawValue
    var result: [Float]?
    for area in areas {
      let lines = spans(of: area, tile, grid)
      var fractions = [Float](repeating: 0, count: side * side)
      for (line, spans) in lines.enumerated() {
        let first = line / Self.lines * side
        for span in spans {
          let start = min(max(span.lowerBound, 0), Double(side))
          let end = min(max(span.upperBound, 0), Double(side))
          for column in Int(start)..<min(side, Int(end) + 1) {
            let length = min(end, Double(column + 1)) - max(start, Double(column))
            fractions[first + column] += Float(max(0, length) / Double(Self.lines))
          }
        }
      }
      if fractions.allSatisfy({ $0 > 0.9999 }) { continue }
      result = result.map { zip($0, fractions).map { $0 * $1 } } ?? fractions
    }
    return result
  }

  private func spans(
    of segments: [Segment], _ tile: TileCoordinate, _ grid: TileGrid
  ) -> [[Range<Double>]] {
    crossings(of: segments, tile, grid).map { places in
      let sorted = places.sorted { ($0.polygon, $0.x) < ($1.polygon, $1.x) }
      return stride(from: 0, to: sorted.count - 1, by: 2)
        .map { sorted[$0].x..<sorted[$0 + 1].x }.union()
    }
  }

  private func crossings(
    of segments: [Segment], _ tile: TileCoordinate, _ grid: TileGrid
  ) -> [[(polygon: Int, x: Double)]] {
    let side = grid.tileSize.rawValue
    let world = Double(grid.worldSize(atZoom: tile.zoom))
    let (left, top) = (Double(tile.x * side), Double(tile.y * side))
    let lines = Double(Self.lines)
    var rows = [[(polygon: Int, x: Double)]](repeating: [], count: side * Self.lines)
    for segment in segments {
      let start = grid.worldPixel(of: segment.start, atZoom: tile.zoom)
      let end = grid.worldPixel(of: segment.end, atZoom: tile.zoom)
      let first = ((min(start.y, end.y) - top) * lines - 0.5).rounded(.up)
      let last = ((max(start.y, end.y) - top) * lines - 0.5).rounded(.up)
      let (from, to) = (max(0, first), min(Double(rows.count), last))
      guard from < to else { continue }
      let slope = (end.x - start.x) / (end.y - start.y)
      for row in Int(from)..<Int(to) {
        let x = start.x + slope * ((Double(row) + 0.5) / lines + top - start.y) - left
        // An outline may be told a revolution further east or west than the tile.
        for revolution in -1...1 {
          rows[row].append((segment.polygon, x + Double(revolution) * world))
        }
      }
    }
    return rows
  }
}
