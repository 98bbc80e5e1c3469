package import Georeferencing
import Platform
import TileModel

/// A selection of a store's tiles: the zooms and the areas that a tile must show a part of.
///
/// A tile is selected when its inside meets the inside of every area; one that only touches an area
/// is not.
package struct TileSelection: Sendable {
  package var zooms: ClosedRange<Int>?
  package var areas: [ClipArea]

  package init(zooms: ClosedRange<Int>? = nil, areas: [ClipArea] = []) {
    self.zooms = zooms
    self.areas = areas
  }

  package var isAll: Bool { zooms == nil && areas.isEmpty }

  package func tiles(among tiles: some Sequence<TileCoordinate>) -> [TileCoordinate] {
    if isAll { return Array(tiles) }
    var selector = TileSelector(self)
    return tiles.filter { selector.contains($0) }
  }

  /// The bounding box of the selected part; the layer's bounds without areas.
  func bounds(of layer: GeographicBounds) -> GeographicBounds {
    var bounds = layer
    // Bounds across the antimeridian are no rectangle on the map; they stay whole.
    guard layer.west <= layer.east else { return layer }
    for area in areas {
      guard let box = MercatorBounds(enclosing: area.polygons.joined()),
        box.minX >= -WebMercator.halfExtent, box.maxX <= WebMercator.halfExtent
      else { continue }
      let (southWest, northEast) = (
        WebMercator.unproject(MercatorPoint(x: box.minX, y: box.minY)),
        WebMercator.unproject(MercatorPoint(x: box.maxX, y: box.maxY))
      )
      let common = GeographicBounds(
        west: max(bounds.west, southWest.longitude), south: max(bounds.south, southWest.latitude),
        east: min(bounds.east, northEast.longitude), north: min(bounds.north, northEast.latitude))
      guard common.west < common.east, common.south < common.north else { continue }
      bounds = common
    }
    return bounds
  }
}

extension [ClipArea.Polygon] {
  fileprivate func joined() -> [MercatorPoint] { flatMap { $0.rings.flatMap(\.self) } }
}

/// Finds the selected tiles row by row; belongs to one thread.
struct TileSelector {
  private let zooms: ClosedRange<Int>?
  private var areas: [AreaRows]

  init(_ selection: TileSelection) {
    zooms = selection.zooms
    areas = selection.areas.map(AreaRows.init)
  }

  /// Fast for tiles in row order.
  mutating func contains(_ tile: TileCoordinate) -> Bool {
    if let zooms, !zooms.contains(tile.zoom) { return false }
    for index in areas.indices {
      if !areas[index].columns(zoom: tile.zoom, row: tile.y).contains(where: { $0.contains(tile.x) }
      ) {
        return false
      }
    }
    return true
  }
}

/// The columns of tiles that show a part of an area, by row.
private struct AreaRows {
  private struct Edge {
    let from: MercatorPoint
    let to: MercatorPoint
    let polygon: Int32
  }

  /// Depth of an edge inside a tile, in tiles, below which it does not count.
  private static let slack = 1e-6

  private let edges: [Edge]
  private var zoom = -1
  private var row = -1
  private var found: [Range<Int>] = []

  init(_ area: ClipArea) {
    edges = zip(Int32(0)..., area.polygons).flatMap { number, polygon in
      polygon.rings.flatMap { ring in
        zip(ring, ring.dropFirst() + ring.prefix(1)).map {
          Edge(from: $0, to: $1, polygon: number)
        }
      }
    }
  }

  mutating func columns(zoom: Int, row: Int) -> [Range<Int>] {
    if zoom != self.zoom || row != self.row {
      (self.zoom, self.row) = (zoom, row)
      found = search(zoom, row)
    }
    return found
  }

  /// The columns that an edge crosses, and those inside at the middle of the row.
  ///
  /// Columns of the repeated world are mapped back.
  private func search(_ zoom: Int, _ row: Int) -> [Range<Int>] {
    let side = Double(1 << zoom)
    let (top, bottom) = (Double(row) + Self.slack, Double(row + 1) - Self.slack)
    let middle = Double(row) + 0.5
    var columns: [Range<Int>] = []
    var line = AreaLine()
    for edge in edges {
      let (x0, y0) = Self.position(edge.from, side)
      let (x1, y1) = Self.position(edge.to, side)
      guard max(y0, y1) > top, min(y0, y1) < bottom else { continue }
      func x(_ y: Double) -> Double {
        y0 == y1 ? x0 : x0 + (x1 - x0) * min(max((y - y0) / (y1 - y0), 0), 1)
      }
      let ends = y0 == y1 ? (x0, x1) : (x(top), x(bottom))
      let first = Int((min(ends.0, ends.1) + Self.slack).rounded(.down))
      let last = Int((max(ends.0, ends.1) - Self.slack).rounded(.up)) - 1
      if first <= last { columns.append(first..<(last + 1)) }
      if (y0 <= middle) != (y1 <= middle) { line.add(x(middle), of: edge.polygon) }
    }
    line.takeSpans { start, end in
      let first = Int((start + Self.slack).rounded(.down))
      let last = Int((end - Self.slack).rounded(.up)) - 1
      if first <= last { columns.append(first..<(last + 1)) }
    }
    return columns.flatMap { Self.wrapped($0, count: 1 << zoom) }
  }

  private static func position(_ point: MercatorPoint, _ side: Double) -> (Double, Double) {
    ((point.x / WebMercator.extent + 0.5) * side, (0.5 - point.y / WebMercator.extent) * side)
  }

  private static func wrapped(_ columns: Range<Int>, count: Int) -> [Range<Int>] {
    if columns.count >= count { return [0..<count] }
    let first = ((columns.lowerBound % count) + count) % count
    let last = first + columns.count
    return last <= count ? [first..<last] : [first..<count, 0..<(last - count)]
  }
}
