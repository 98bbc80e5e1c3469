import TileModel

extension ControlPointSet {
  /// The points on one side of the antimeridian, where they fix a transform.
  func checkedForFit(
    kind: TransformKind, location: String
  ) throws(GeoreferenceError) -> ControlPointSet {
    try checkPositions(location: location)
    let set = unwrapped
    try set.checkSpread(kind: kind, location: location)
    return set
  }

  /// Moved by a revolution in the west, where points are on both sides of the antimeridian and none is near
  /// Greenwich.
  private var unwrapped: ControlPointSet {
    let revolution: Double
    switch crs {
    case .geographic: revolution = 360
    case .webMercator: revolution = WebMercator.extent
    case .other: return self
    }
    let enabled = points.filter(\.isEnabled).map(\.position.x)
    guard let west = enabled.min(), let east = enabled.max(), west > -revolution / 2,
      east < revolution / 2, east - west > revolution / 2,
      enabled.allSatisfy({ $0.magnitude > revolution / 4 })
    else { return self }
    var set = self
    for index in set.points.indices where set.points[index].position.x < 0 {
      set.points[index].position.x += revolution
    }
    return set
  }

  private func checkSpread(kind: TransformKind, location: String) throws(GeoreferenceError) {
    let enabled = points.indices.filter { points[$0].isEnabled }
    guard enabled.count >= kind.minimumPointCount else {
      throw .tooFewPoints(
        found: enabled.count, needed: kind.minimumPointCount, kind: kind, location: location)
    }
    guard kind != .tps || enabled.count <= ThinPlateSpline.pointLimit else {
      throw .tooManyPoints(
        found: enabled.count, limit: ThinPlateSpline.pointLimit, location: location)
    }
    try checkDistinct(enabled, location: location)
    guard kind != .similarity else { return }
    let names = enabled.map { label($0) }
    for (plane, spots) in [
      (GeoreferenceError.ControlPointPlane.image, enabled.map { points[$0].pixel.spot }),
      (.map, enabled.map { points[$0].position.spot }),
    ] {
      if PointSpread(spots).isLine {
        throw .collinearPoints(names, plane: plane, location: location)
      }
      guard kind == .projective, enabled.count == 4 else { continue }
      // Four points fix a homography only when no three of them are on a line.
      for left in 0..<4 {
        let three = (0..<4).filter { $0 != left }
        if PointSpread(three.map { spots[$0] }).isLine {
          throw .collinearPoints(three.map { names[$0] }, plane: plane, location: location)
        }
      }
    }
  }

  /// Longitudes may run from 0 to 360 within ten degrees, which a local grid of metres is not.
  var longitudeLimit: Double {
    let enabled = points.filter(\.isEnabled).map(\.position.x)
    return (enabled.max() ?? 0) - (enabled.min() ?? 0) <= 10 ? 360 : 180
  }

  private func checkPositions(location: String) throws(GeoreferenceError) {
    for (index, point) in points.enumerated() where point.isEnabled {
      let pointLocation = "\(location), \(label(index))"
      guard point.pixel.x.isFinite, point.pixel.y.isFinite, point.position.x.isFinite,
        point.position.y.isFinite
      else { throw .notFinite(location: pointLocation) }
      switch crs {
      case .geographic:
        try GeographicCoordinate(latitude: point.position.y, longitude: point.position.x)
          .checkedForMercator(location: pointLocation, longitudeLimit: longitudeLimit)
      case .other(let system):
        guard system.geographic(of: point.position) != nil else {
          throw .outsideSystem(point.position, crs: system.name, location: pointLocation)
        }
      case .webMercator:
        let limit = WebMercator.halfExtent * 1.000_001
        // Beyond the antimeridian, easting may be counted on.
        guard max(point.position.x.magnitude / 2, point.position.y.magnitude) <= limit else {
          let corner = MercatorPoint(x: point.position.x, y: point.position.y)
          throw .outsideWorld(location: pointLocation, corner: corner, wholly: true)
        }
      }
    }
  }

  private func checkDistinct(_ enabled: [Int], location: String) throws(GeoreferenceError) {
    var pixels: [PixelPoint: Int] = [:]
    var positions: [CRSPoint: Int] = [:]
    for index in enabled {
      if let other = pixels.updateValue(index, forKey: points[index].pixel) {
        throw .repeatedPoints(label(other), label(index), plane: .image, location: location)
      }
      if let other = positions.updateValue(index, forKey: points[index].position) {
        throw .repeatedPoints(label(other), label(index), plane: .map, location: location)
      }
    }
  }
}

extension GeographicCoordinate {
  func checkedForMercator(
    location: String, longitudeLimit: Double = 180
  ) throws(GeoreferenceError) {
    try checkedForDegrees(location: location, longitudeLimit: longitudeLimit)
    // Written with ten digits, the edge itself is still inside.
    guard latitude.magnitude <= WebMercator.maximumLatitude + 1e-9 else {
      throw .latitudeBeyondMercator(latitude, location: location)
    }
  }

  func checkedForDegrees(
    location: String, longitudeLimit: Double = 180
  ) throws(GeoreferenceError) {
    guard latitude.isFinite, longitude.isFinite else { throw .notFinite(location: location) }
    guard latitude.magnitude <= 90 else { throw .latitudeBeyondPole(latitude, location: location) }
    guard longitude.magnitude <= longitudeLimit else {
      throw .longitudeBeyondAntimeridian(longitude, location: location)
    }
  }
}

/// A position in any plane.
struct Spot {
  var x: Double
  var y: Double
}

extension PixelPoint {
  fileprivate var spot: Spot { Spot(x: x, y: y) }
}

extension CRSPoint {
  fileprivate var spot: Spot { Spot(x: x, y: y) }
}

/// Spread of points along the line that fits them best and across it.
struct PointSpread {
  /// Root mean square distance from the centroid, along the line.
  let along: Double
  /// Root mean square distance from the line.
  let across: Double

  init(_ spots: [Spot]) {
    let count = Double(max(1, spots.count))
    let centerX = spots.reduce(0) { $0 + $1.x } / count
    let centerY = spots.reduce(0) { $0 + $1.y } / count
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for spot in spots {
      let (dx, dy) = (spot.x - centerX, spot.y - centerY)
      xx += dx * dx
      xy += dx * dy
      yy += dy * dy
    }
    let middle = (xx + yy) / 2
    let root = ((xx - yy) / 2).length(with: xy)
    along = ((middle + root) / count).squareRoot()
    across = (max(0, middle - root) / count).squareRoot()
  }

  /// The limit is one pixel in 1000, the precision of points picked by hand.
  var isLine: Bool { across <= 1e-3 * along }

  /// True where small errors across the line grow large.
  var isNearlyLine: Bool { across <= 0.03 * along }
}
