import TileModel

/// How the columns of a plan are shifted around the globe: not at all, or by half of it for an image
/// across the antimeridian, which then is in the middle of the grid instead of at both its ends.
///
/// Half the world is a whole number of tiles at every zoom but 0, so that the shifted tiles are those
/// of the grid under other addresses; the two halves of the tile of zoom 0 are exchanged.
struct GridShift: Hashable, Sendable {
  /// The projected x of the middle of the shifted grid: 0, or half the world east or west.
  let metres: Double

  /// Chooses the shift for an image; `nil` when it crosses both ±180° and 0° without showing all between -180°
  /// and 180°.
  ///
  /// - Parameters:
  ///   - footprint: The image, continuous across the antimeridian.
  ///   - slack: By how many metres an edge may be beyond ±180° for its rounding.
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

  /// Bounds in the frame of the shifted grid.
  func shifted(_ bounds: MercatorBounds) -> MercatorBounds {
    MercatorBounds(
      minX: bounds.minX - metres, minY: bounds.minY, maxX: bounds.maxX - metres,
      maxY: bounds.maxY)
  }

  /// The part of an image that is on the map.
  func clipped(_ footprint: MercatorBounds) -> MercatorBounds? {
    let half = WebMercator.halfExtent
    return footprint.intersection(
      MercatorBounds(minX: metres - half, minY: -half, maxX: metres + half, maxY: half))
  }

  /// The column of the grid for one of the shifted grid, and the other way round.
  func column(_ column: Int, atZoom zoom: Int) -> Int {
    guard metres != 0, zoom > 0 else { return column }
    return (column + (1 << (zoom - 1))) & ((1 << zoom) - 1)
  }

  /// The address of the tile in one of the plan's columns and in a row.
  func address(zoom: Int, column: Int, row: Int) -> TileCoordinate? {
    TileCoordinate(zoom: zoom, x: self.column(column, atZoom: zoom), y: row)
  }

  /// Whether the halves of a tile of a zoom are exchanged.
  func exchangesHalves(atZoom zoom: Int) -> Bool { metres != 0 && zoom == 0 }

  /// Bounds in degrees within ±180; `west > east` across the antimeridian.
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
