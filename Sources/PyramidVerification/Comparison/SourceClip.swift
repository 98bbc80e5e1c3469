import Georeferencing
import RasterSources
import TileModel

/// On which side of the outlines that limit a source the samples of a tile are.
///
/// Found from the middles of samples alone, so that it shares nothing with what makes tiles.
struct SourceClip: Sendable {
  /// Where a sample and those around it are.
  enum Side {
    case outside
    /// Some inside and some not.
    case edge
    case inside
  }

  /// A stretch of an outline in projected metres.
  private struct Segment {
    let start: MercatorPoint
    let end: MercatorPoint
    let polygon: Int
  }

  /// The outlines of each area; what is used is inside a polygon of every area.
  private let areas: [[Segment]]

  /// Takes the areas; `nil` when there are none.
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

  /// The lines of a row of samples along which what is inside is found.
  private static let lines = 16

  /// The fraction of each sample of a tile that is inside all areas, row by row: exact along sixteen
  /// lines of each row; `nil` where all are inside.
  func coverage(of tile: TileCoordinate, grid: TileGrid) -> [Float]? {
    let side = grid.tileSize.rawValue
    var result: [Float]?
    for area in areas {
      let lines = spans(of: area, tile, grid, margin: 0, linesPerRow: Self.lines)
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

  /// The sides of a tile's samples, row by row from the north-west; `margin` samples around each must
  /// are on its side.
  func sides(of tile: TileCoordinate, grid: TileGrid, margin: Int) -> [Side] {
    let side = grid.tileSize.rawValue
    let width = side + 2 * margin
    // How many samples inside are above and to the left of each corner between samples.
    var sums = [Int32](repeating: 0, count: (width + 1) * (width + 1))
    let rows = areas.map { spans(of: $0, tile, grid, margin: margin) }
    for row in 0..<width {
      var isInside = [Bool](repeating: true, count: width)
      for area in rows.indices {
        let spans = rows[area][row]
        var passed = 0
        for column in 0..<width {
          let middle = Double(column) + 0.5
          while passed < spans.count, spans[passed].upperBound <= middle { passed += 1 }
          if passed == spans.count || spans[passed].lowerBound > middle { isInside[column] = false }
        }
      }
      var count: Int32 = 0
      for column in 0..<width {
        count += isInside[column] ? 1 : 0
        let corner = (row + 1) * (width + 1) + column + 1
        sums[corner] = sums[corner - width - 1] + count
      }
    }
    let box = 2 * margin + 1
    var sides: [Side] = []
    sides.reserveCapacity(side * side)
    for y in 0..<side {
      for x in 0..<side {
        let top = y * (width + 1) + x
        let bottom = top + box * (width + 1)
        let count = sums[bottom + box] - sums[bottom] - sums[top + box] + sums[top]
        sides.append(count == 0 ? .outside : count == box * box ? .inside : .edge)
      }
    }
    return sides
  }

  /// The parts of the lines of a tile's rows that are inside any polygon, in its columns.
  private func spans(
    of segments: [Segment], _ tile: TileCoordinate, _ grid: TileGrid, margin: Int,
    linesPerRow: Int = 1
  ) -> [[Range<Double>]] {
    crossings(of: segments, tile, grid, margin: margin, linesPerRow: linesPerRow).map { places in
      let sorted = places.sorted { ($0.polygon, $0.x) < ($1.polygon, $1.x) }
      let spans = stride(from: 0, to: sorted.count - 1, by: 2).map {
        sorted[$0].x..<sorted[$0 + 1].x
      }
      return spans.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { union, span in
        if let last = union.last, span.lowerBound <= last.upperBound {
          union[union.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
        } else {
          union.append(span)
        }
      }
    }
  }

  /// Where outlines cross the lines of a tile's rows, in its columns: the middles, or several a row.
  private func crossings(
    of segments: [Segment], _ tile: TileCoordinate, _ grid: TileGrid, margin: Int,
    linesPerRow: Int
  ) -> [[(polygon: Int, x: Double)]] {
    let side = grid.tileSize.rawValue
    let world = Double(grid.worldSize(atZoom: tile.zoom))
    let (left, top) = (Double(tile.x * side - margin), Double(tile.y * side - margin))
    let lines = Double(linesPerRow)
    var rows = [[(polygon: Int, x: Double)]](
      repeating: [], count: (side + 2 * margin) * linesPerRow)
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
