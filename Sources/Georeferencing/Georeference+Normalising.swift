import TileModel

extension Georeference {
  /// Restates the georeference for an image of a size.
  ///
  /// Longitudes from 0 to 360 move by 360 degrees, so that the image's middle is within ±180. An image
  /// across the antimeridian then continues beyond it. A system of PROJ gets its best operation for the
  /// area.
  ///
  /// `halfTurn` is the half revolution in x, `nil` for the system's own.
  package func normalised(
    size: PixelSize, halfTurn: Double? = nil, location: String
  ) throws(GeoreferenceError) -> Georeference {
    guard case .other(var system) = crs else { return onNearestRevolution(size: size) }
    let middle = pixelToCRS.apply(size.center)
    guard middle.x.isFinite, middle.y.isFinite else { return self }
    let points = pixelToCRS.points(of: size)
    var positions = points.compactMap(system.geographic)
    if positions.count < points.count {
      system = try system.used(
        in: nil, covering: points, middle: system.middle, location: location)
      positions = points.compactMap(system.geographic)
    }
    guard let area = system.area(of: positions, middle: middle) else { return self }
    let position = system.geographic(of: middle)
    let normalised = try system.used(
      in: area, covering: points,
      middle: ReferenceSystem.Middle(
        longitude: position?.longitude.wrapped(around: 0, halfTurn: 180) ?? system.middle.longitude,
        x: middle.x, halfTurn: halfTurn ?? system.middle.halfTurn), location: location)
    return Georeference(crs: .other(normalised), pixelToCRS: pixelToCRS)
  }

  package func onNearestRevolution(size: PixelSize) -> Georeference {
    let halfTurn: Double
    switch crs {
    case .webMercator: halfTurn = WebMercator.halfExtent
    case .geographic: halfTurn = 180
    case .other: return self
    }
    let x = pixelToCRS.apply(size.center).x
    // More than a revolution off is a wrong number rather than another way to count.
    guard x.magnitude > halfTurn, x.magnitude <= 3 * halfTurn else { return self }
    return Georeference(
      crs: crs, pixelToCRS: pixelToCRS.moved(by: x > 0 ? -2 * halfTurn : 2 * halfTurn))
  }
}

extension PixelTransform {
  /// Points from edge to edge, by rows of five.
  func points(of size: PixelSize) -> [CRSPoint] {
    (0..<25).map { index in
      apply(
        PixelPoint(
          x: Double(size.width * (index % 5)) / 4, y: Double(size.height * (index / 5)) / 4))
    }
  }
}

extension ReferenceSystem {
  /// In degrees; `nil` when there is no position.
  fileprivate func area(
    of positions: [GeographicCoordinate], middle: CRSPoint
  ) -> GeographicArea? {
    guard let first = geographic(of: middle) ?? positions.first else { return nil }
    let offsets = positions.map {
      ($0.longitude - first.longitude).wrapped(around: 0, halfTurn: 180)
    }
    guard offsets.allSatisfy(\.isFinite), let west = offsets.min(), let east = offsets.max(),
      let south = positions.map(\.latitude).min(), let north = positions.map(\.latitude).max()
    else { return nil }
    func longitude(_ offset: Double) -> Double {
      // The remainder of a number too large to be wrapped exactly must stay in range.
      min(max((first.longitude + offset).wrapped(around: 0, halfTurn: 180), -180), 180)
    }
    return GeographicArea(
      west: longitude(west), south: south, east: longitude(east), north: north, name: nil)
  }
}
