package import TileModel

/// The shift of a plan's columns around the globe.
///
/// For an image across the antimeridian it is half the globe, which puts the image into the middle
/// of the grid. Half the world is a whole number of tiles at every zoom but 0: shifted tiles are
/// those of the grid under other addresses. At zoom 0 the halves of the tile are exchanged.
package struct GridShift: Hashable, Sendable {
  /// Projected x of the middle of the shifted grid: 0, or half the world east or west.
  package let metres: Double

  /// `nil` for an image across both ±180° and 0° that does not show everything between.
  ///
  /// `footprint` is continuous across the antimeridian; `slack` is the rounding beyond ±180° in
  /// metres.
  init?(for footprint: MercatorBounds, slack: Double) {
    let half = WebMercator.halfExtent
    let (isEastOfCut, isWestOfCut) = (
      footprint.minX >= -half - slack, footprint.maxX <= half + slack
    )
    let isWorld = footprint.minX <= -half + slack && footprint.maxX >= half - slack
    if isWorld || isEastOfCut && isWestOfCut {
      metres = 0
    } else if footprint.minX >= -slack, footprint.maxX <= 2 * half + slack {
      metres = half
    } else if footprint.minX >= -2 * half - slack, footprint.maxX <= slack {
      metres = -half
    } else {
      return nil
    }
  }

  func shifted(_ bounds: MercatorBounds) -> MercatorBounds {
    MercatorBounds(
      minX: bounds.minX - metres, minY: bounds.minY, maxX: bounds.maxX - metres, maxY: bounds.maxY)
  }

  func clipped(_ footprint: MercatorBounds) -> MercatorBounds? {
    let half = WebMercator.halfExtent
    return footprint.intersection(
      MercatorBounds(minX: metres - half, minY: -half, maxX: metres + half, maxY: half))
  }

  /// Maps columns between the grid and the shifted grid, both ways.
  func column(_ column: Int, atZoom zoom: Int) -> Int {
    guard metres != 0, zoom > 0 else { return column }
    return (column + (1 << (zoom - 1))) & ((1 << zoom) - 1)
  }

  package func address(zoom: Int, column: Int, row: Int) -> TileCoordinate? {
    TileCoordinate(zoom: zoom, x: self.column(column, atZoom: zoom), y: row)
  }

  func exchangesHalves(atZoom zoom: Int) -> Bool { metres != 0 && zoom == 0 }

  /// Degrees within ±180; `west > east` across the antimeridian.
  func bounds(of bounds: MercatorBounds) -> GeographicBounds {
    var result = GeographicBounds(bounds)
    guard metres != 0 else { return result }
    guard bounds.width < WebMercator.extent * (1 - 1e-12) else {
      (result.west, result.east) = (-180, 180)
      return result
    }
    if result.west < -180 { result.west += 360 }
    if result.west >= 180 { result.west -= 360 }
    if result.east > 180 { result.east -= 360 }
    if result.east <= -180 { result.east += 360 }
    return result
  }
}
