import Georeferencing
import Platform
import TileModel

/// The covered fraction of each sample of the deepest level by the clip areas.
///
/// A sample's alpha is multiplied by that fraction, exact across and in sixteenths down: edges are
/// smooth. It depends on world positions alone.
package struct ClipMask: Sendable {
  /// Lines per sample row.
  static let lines = 16

  let layers: [ClipEdges]

  static func line(_ line: Int, ofRow row: Int) -> Double {
    Double(row) + (Double(line) + 0.5) / Double(lines)
  }

  /// A sample must be inside all `areas`; `bounds` are projected metres, continuous across the
  /// antimeridian.
  ///
  /// `check` is called for every edge and throws to stop.
  init?(
    _ areas: [ClipArea], bounds: MercatorBounds, gridShift: GridShift, grid: TileGrid, zoom: Int,
    check: () throws -> Void
  ) rethrows {
    guard !areas.isEmpty else { return nil }
    let height = Double(grid.worldSize(atZoom: zoom))
    layers = try areas.map { area in
      var layer = ClipEdges()
      for (number, polygon) in zip(Int32(0)..., area.nearest(to: bounds).polygons) {
        for ring in polygon.rings {
          let points = ring.map { point in
            grid.worldPixel(
              of: MercatorPoint(x: point.x - gridShift.metres, y: point.y), atZoom: zoom)
          }
          for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) where a.y != b.y {
            try check()
            let slope = (b.x - a.x) / (b.y - a.y)
            layer.add(
              ClipEdges.Edge(
                top: min(a.y, b.y), bottom: max(a.y, b.y), origin: a.x - a.y * slope,
                slope: slope, polygon: number), worldHeight: height)
          }
        }
      }
      return layer
    }
  }
}

extension ClipArea {
  /// Moves each polygon by whole revolutions to the place nearest to an image.
  func nearest(to bounds: MercatorBounds) -> ClipArea {
    ClipArea(
      polygons: polygons.map { polygon in
        guard let own = polygon.bounds else { return polygon }
        let revolutions = ((bounds.center.x - own.center.x) / WebMercator.extent).rounded()
        guard revolutions != 0 else { return polygon }
        return Polygon(
          rings: polygon.rings.map { ring in
            ring.map { MercatorPoint(x: $0.x + revolutions * WebMercator.extent, y: $0.y) }
          })
      })
  }

  var bounds: MercatorBounds? { MercatorBounds(enclosing: polygons.flatMap(\.rings).joined()) }
}
