package import Georeferencing
import RasterSources

/// The position errors of an image of coded positions, by its placement.
package struct PositionErrors: Sendable {
  /// The largest distance along an axis beyond what the levels of the code tell, in samples of the result.
  package private(set) var worst = 0.0
  /// The mean distance along the axis on which that is larger, in samples of the result.
  package private(set) var mean = 0.0
  /// The number of samples that these are of.
  package private(set) var count = 0

  /// Decodes the positions of all samples of a plane that are away from edges and from turns of the code.
  package init(
    of plane: Plane, zoom: Int, _ placement: PlacementCase, _ code: PositionCode, size: PixelSize
  ) {
    var sum = (x: 0.0, y: 0.0)
    let position = placement.pixel(size)
    // Longitudes are those of columns and latitudes those of rows; each sample needs its neighbours' too.
    let (west, north) = (plane.columns.lowerBound, plane.rows.lowerBound)
    let longitudes = (west...plane.columns.upperBound).map {
      PlainMercator.degrees(x: $0, y: north, zoom: zoom, tileSize: 256).longitude
    }
    let latitudes = (north...plane.rows.upperBound).map {
      PlainMercator.degrees(x: west, y: $0, zoom: zoom, tileSize: 256).latitude
    }
    plane.forEach { x, y, sample in
      func pixel(_ dx: Int, _ dy: Int) -> PixelPoint {
        position(latitudes[y + dy - north], longitudes[x + dx - west])
      }
      guard sample.w == 255 else { return }
      let expected = pixel(0, 0)
      let (right, down) = (pixel(1, 0), pixel(0, 1))
      let span = SIMD2(
        max(abs(right.x - expected.x), abs(down.x - expected.x)),
        max(abs(right.y - expected.y), abs(down.y - expected.y))
      ).max()
      // Away from the edges and from the turns of the code by what the widened kernel reaches.
      let reach = 2.2 * max(1, span * 1.5)
      guard expected.x > reach, expected.y > reach, expected.x < Double(size.width) - reach,
        expected.y < Double(size.height) - reach, code.distanceFromTurn(expected) > reach
      else { return }
      let found = code.position(red: Double(sample.x), green: Double(sample.y), near: expected)
      // The precision of the code, in source samples: half a level of the source's rounding and
      // half a level of the result's.
      let resolution = code.period / 510
      let error = SIMD2(found.x - expected.x, found.y - expected.y)
      let excess = max(0, max(abs(error.x), abs(error.y)) - resolution) / span
      worst = max(worst, excess)
      sum.x += error.x / span
      sum.y += error.y / span
      count += 1
    }
    mean = max(abs(sum.x), abs(sum.y)) / Double(max(count, 1))
  }
}
