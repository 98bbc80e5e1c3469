import TileModel

extension Georeference {
  /// Checks that an image can be built from this georeference.
  ///
  /// Mirrored images pass, as do images across the antimeridian with their middle within ±180 degrees.
  /// Parts beyond ±85.0511 degrees of latitude are cut off. Up to half a pixel beyond the edges of the
  /// world counts as rounding. Corners may be off the globe.
  ///
  /// - Parameters:
  ///   - size: The size of the image.
  ///   - path: The image, sidecar or option, for messages.
  /// - Returns: The georeference itself.
  /// - Throws: ``GeoreferenceError`` that names the likely mistake.
  @discardableResult
  public func validated(
    size: PixelSize, path: String
  ) throws(GeoreferenceError) -> Georeference {
    try checkShape(size: size, location: path)
    let corners = size.corners.map { pixelToCRS.apply($0) }
    guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
      throw .notFinite(location: path)
    }
    switch crs {
    case .geographic: try checkDegrees(corners, of: size, location: path)
    case .webMercator: try checkMetres(corners, of: size, location: path)
    case .other(let system):
      let isWhole = corners.allSatisfy { system.geographic(of: $0) != nil }
      guard isWhole || footprint(of: size) != nil else {
        throw .outsideSystem(corners[0], crs: system.title, location: path)
      }
    }
    // At a pole the projected step grows without bound, the step on the ground does not.
    let resolution =
      if case .other = crs { groundResolution(at: size.center) } else {
        projectedResolution(at: size.center)
      }
    for metres in [resolution.perColumn, resolution.perRow]
    where metres.isFinite && !(1e-7...1e6).contains(metres) {
      throw .absurdScale(metresPerPixel: metres, isAngular: crs.isAngular, location: path)
    }
    return self
  }

  private func checkShape(size: PixelSize, location: String) throws(GeoreferenceError) {
    switch pixelToCRS {
    case .affine(let transform):
      guard transform.isFinite else { throw .notFinite(location: location) }
      guard transform.isWellConditioned else { throw .notInvertible(location: location) }
    case .projective(let transform):
      guard transform.isFinite else { throw .notFinite(location: location) }
      let weights = size.corners.map { transform.weight(at: $0) }
      // The weight is linear, so the corners bound it; a millionth of its range is as good as none.
      guard let least = weights.min(), let most = weights.max(), least > most * 1e-6 else {
        throw .horizonInImage(location: location)
      }
      for corner in size.corners where !pixelToCRS.jacobian(at: corner).isWellConditioned {
        throw .notInvertible(location: location)
      }
      guard pixelToCRS.inverse != nil else { throw .notInvertible(location: location) }
    case .polynomial, .thinPlateSpline: try checkFolds(size: size, location: location)
    }
  }

  /// Checks on a lattice that a nonlinear transform has no folds.
  private func checkFolds(size: PixelSize, location: String) throws(GeoreferenceError) {
    let steps = 48
    var isMirrored: Bool?
    for row in 0...steps {
      for column in 0...steps {
        let step = pixelToCRS.jacobian(
          at: PixelPoint(
            x: Double(size.width * column) / Double(steps),
            y: Double(size.height * row) / Double(steps)))
        guard step.isFinite else { throw .notFinite(location: location) }
        let turnsOver = step.determinant > 0
        guard turnsOver == isMirrored ?? turnsOver, step.isWellConditioned else {
          throw .foldedImage(location: location)
        }
        isMirrored = turnsOver
      }
    }
  }

  /// In units of the system.
  private func step(at point: PixelPoint) -> (x: Double, y: Double) {
    let step = pixelToCRS.jacobian(at: point)
    return (
      max(step.columnX.magnitude, step.rowX.magnitude),
      max(step.columnY.magnitude, step.rowY.magnitude)
    )
  }

  private func checkDegrees(
    _ corners: [CRSPoint], of size: PixelSize, location: String
  ) throws(GeoreferenceError) {
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    guard let west = xs.min(), let east = xs.max(), let south = ys.min(), let north = ys.max()
    else {
      return
    }
    let slack = step(at: size.center)
    let (half, limit) = (180 + slack.x / 2, 90 + slack.y / 2)
    let middle = pixelToCRS.apply(size.center).x
    // Half of an absurd step must not excuse an absurd position.
    for latitude in [south, north] where latitude.magnitude > min(limit, 91) {
      throw .latitudeBeyondPole(latitude, location: location)
    }
    if middle.magnitude > 180 {
      throw .longitudeBeyondAntimeridian(middle > 0 ? east : west, location: location)
    }
    guard east - west <= 2 * half else { throw .widerThanWorld(location: location) }
    if south >= WebMercator.maximumLatitude || north <= -WebMercator.maximumLatitude {
      throw .latitudeBeyondMercator(south > 0 ? south : north, location: location)
    }
  }

  private func checkMetres(
    _ corners: [CRSPoint], of size: PixelSize, location: String
  ) throws(GeoreferenceError) {
    let slack = step(at: size.center)
    let half = WebMercator.halfExtent
    let points = corners.map { MercatorPoint(x: $0.x, y: $0.y) }
    guard let bounds = MercatorBounds(enclosing: points) else { return }
    let world = MercatorBounds(minX: -half, minY: -half, maxX: half, maxY: half)
    let worst = points.max {
      max($0.x.magnitude, $0.y.magnitude) < max($1.x.magnitude, $1.y.magnitude)
    }
    let corner = worst ?? bounds.center
    guard pixelToCRS.apply(size.center).x.magnitude <= half, bounds.intersection(world) != nil
    else {
      throw .outsideWorld(location: location, corner: corner, wholly: true)
    }
    guard bounds.minY >= -half - slack.y / 2, bounds.maxY <= half + slack.y / 2 else {
      throw .outsideWorld(location: location, corner: corner, wholly: false)
    }
    guard bounds.width <= WebMercator.extent + slack.x else {
      throw .widerThanWorld(location: location)
    }
  }
}

extension AffineTransform {
  /// True for axes at least a thousandth of a radian apart.
  ///
  /// A stronger shear comes from points on a line, and would stretch a few pixels over millions.
  var isWellConditioned: Bool {
    let product = columnX.length(with: columnY) * rowX.length(with: rowY)
    return product.isNormal && determinant.magnitude > 1e-3 * product
  }
}
