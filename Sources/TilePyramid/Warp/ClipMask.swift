import Georeferencing
import Platform
import RasterSources
import TileModel

/// How much of each sample of the deepest level is inside the areas that are used of an image.
///
/// A sample's alpha is multiplied by its covered fraction, exact across and in sixteenths down, so that
/// edges are smooth; it depends on world positions alone.
package struct ClipMask: Sendable {
  /// Lines per sample row.
  static let lines = 16

  let layers: [ClipEdges]

  /// The world y of a line of a row of samples.
  static func line(_ line: Int, ofRow row: Int) -> Double {
    Double(row) + (Double(line) + 0.5) / Double(lines)
  }

  /// Prepares the areas for a level.
  ///
  /// - Parameters:
  ///   - areas: What is used is inside all of them.
  ///   - bounds: The image's bounds in projected metres, continuous across the antimeridian.
  ///   - gridShift: How the plan's columns are shifted.
  ///   - grid: The grid.
  ///   - zoom: The deepest level.
  ///   - check: Called for every edge; throws to stop.
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
  /// The area with each polygon moved by whole revolutions to where it is nearest to an image.
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

  /// The smallest rectangle that holds the area.
  var bounds: MercatorBounds? { MercatorBounds(enclosing: polygons.flatMap(\.rings).joined()) }
}
