import TileModel

/// The columns of a raster that run evenly in longitude and repeat after a revolution.
package struct PeriodicColumns {
  package let count: Int
  /// Longitude of the raster's left edge, in degrees.
  let west: Double
  /// Degrees of longitude per column.
  private var step: Double { 360 / Double(count) }

  /// Largest deviation of a revolution from whole columns, in columns.
  private static let tolerance = 0.05
  /// Distance at which an edge counts as on a meridian, in columns.
  private static let slack = 1e-3

  package init?(of georeference: Georeference, size: PixelSize) {
    guard case .affine(let affine) = georeference.pixelToCRS, affine.columnX > 0,
      affine.columnY.magnitude <= 1e-9 * affine.rowY.magnitude,
      affine.rowX.magnitude <= 1e-9 * affine.columnX
    else { return nil }
    let (width, height) = (Double(size.width), Double(size.height))
    func position(_ column: Double, _ row: Double) -> GeographicCoordinate? {
      let found = georeference.crs.geographic(of: affine.apply(PixelPoint(x: column, y: row)))
      return found.longitude.isFinite && found.latitude.isFinite ? found : nil
    }
    guard let middle = position(width / 2, height / 2),
      let next = position(width * 5 / 8, height / 2)
    else { return nil }
    let known: Double? =
      switch georeference.crs {
      case .webMercator: WebMercator.halfExtent
      case .geographic: 180
      case .other(let system): system.middle.halfTurn.isFinite ? system.middle.halfTurn : nil
      }
    let eighth = (next.longitude - middle.longitude).wrapped(around: 0, halfTurn: 180)
    let revolution = known.map { 2 * $0 / affine.columnX } ?? (360 * width / 8 / eighth)
    guard revolution.isFinite, (2...1e9).contains(revolution),
      (revolution - revolution.rounded()).magnitude <= Self.tolerance
    else { return nil }
    let step = 360 / revolution
    // Nearly linear projections, such as transverse ones, are not linear far from the middle.
    for row in [1.0, 4, 7] {
      guard let first = position(0.5, height * row / 8) else { return nil }
      for column in stride(from: 0.0, through: 8, by: 1) {
        let place = 0.5 + (width - 1) * column / 8
        guard let found = position(place, height * row / 8) else { return nil }
        let expected = middle.longitude + step * (place - width / 2)
        let error = (found.longitude - expected).wrapped(around: 0, halfTurn: 180)
        guard error.magnitude <= 0.01 * step,
          (found.latitude - first.latitude).magnitude <= 0.01 * step
        else { return nil }
      }
    }
    count = Int(revolution.rounded())
    west = middle.longitude - step * width / 2
  }

  /// The columns between the longitudes -180 and 180, `nil` for a raster that shows them in one piece.
  ///
  /// A column that a meridian divides is at both ends.
  package func columnsOfWorld(width: Int, margin: Int) -> Range<Int>? {
    func column(_ longitude: Double) -> Double { (longitude - west) / step }
    var first = Int((column(-180) + Self.slack).rounded(.down))
    var last = Int((column(180) - Self.slack).rounded(.up))
    if width >= count { (first, last) = (first - margin, last + margin) }
    guard first < 0 || last > width else { return nil }
    let crossesGreenwich = (Self.slack..<Double(width) - Self.slack).contains(column(0))
    guard width >= count || crossesGreenwich && (first > 0 || last < width) else { return nil }
    return first..<last
  }
}
