package import TileModel

extension Georeference {
  /// The smallest projected rectangle that holds the raster, continuous across the antimeridian and
  /// not clipped to the map; `nil` when no part of the raster has a position.
  ///
  /// Where the outline is curved, its extremes are searched for between samples. Where parts of the
  /// raster have no position, the rectangle is up to a thirty-second larger than need be. A raster
  /// that holds a pole spans all longitudes.
  package func footprint(of size: PixelSize) -> MercatorBounds? {
    switch (crs, pixelToCRS) {
    case (.webMercator, .affine), (.webMercator, .projective), (.geographic, .affine),
      (.geographic, .projective):
      // Along a straight edge both coordinates only grow or only fall.
      let corners = mercatorCorners(of: size)
      return corners.allSatisfy(\.isNumber) ? MercatorBounds(enclosing: corners) : nil
    default: return nonlinearFootprint(of: size)
    }
  }

  private func nonlinearFootprint(of size: PixelSize) -> MercatorBounds? {
    let outline = Outline(size: size)
    let edge = (0..<Outline.count).map { mercator(of: outline.point(at: Double($0))) }
    var inner: [MercatorPoint] = []
    let isWhole = edge.allSatisfy(\.isNumber)
    let steps = isWhole ? 32 : 128
    for row in 0...steps {
      for column in 0...steps {
        inner.append(
          mercator(
            of: PixelPoint(
              x: Double(size.width * column) / Double(steps),
              y: Double(size.height * row) / Double(steps))))
      }
    }
    guard var bounds = MercatorBounds(enclosing: (edge + inner).filter(\.isNumber)) else {
      return nil
    }
    if isWhole {
      bounds = bounds.union(extremes(of: outline, samples: edge))
    } else {
      let (across, down) = (bounds.width / 64, bounds.height / 64)
      bounds.minX -= across
      bounds.maxX += across
      bounds.minY -= down
      bounds.maxY += down
    }
    for (latitude, end) in [(90.0, Double.infinity), (-90, -.infinity)]
    where holdsPole(latitude: latitude, size: size) {
      bounds.minX = min(bounds.minX, -WebMercator.halfExtent)
      bounds.maxX = max(bounds.maxX, WebMercator.halfExtent)
      bounds.minY = min(bounds.minY, end)
      bounds.maxY = max(bounds.maxY, end)
    }
    if bounds.width >= WebMercator.extent {
      (bounds.minX, bounds.maxX) = (-WebMercator.halfExtent, WebMercator.halfExtent)
    }
    return bounds
  }

  private func holdsPole(latitude: Double, size: PixelSize) -> Bool {
    guard case .other = crs else { return false }
    let pole = crs.point(of: GeographicCoordinate(latitude: latitude, longitude: 0))
    guard pole.x.isFinite, pole.y.isFinite, let pixel = pixel(of: pole) else { return false }
    return (0...Double(size.width)).contains(pixel.x) && (0...Double(size.height)).contains(pixel.y)
  }

  /// The extremes of the outline, each searched for around the most extreme sample.
  private func extremes(of outline: Outline, samples: [MercatorPoint]) -> MercatorBounds {
    func extreme(_ value: (MercatorPoint) -> Double) -> Double {
      let best = samples.indices.max { value(samples[$0]) < value(samples[$1]) } ?? 0
      var (low, high) = (Double(best) - 1, Double(best) + 1)
      var found = value(samples[best])
      // Thirds leave (2/3)^60 of two steps, far less than a sample.
      for _ in 0..<60 {
        let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
        let (valueA, valueB) = (
          value(mercator(of: outline.point(at: a))), value(mercator(of: outline.point(at: b)))
        )
        guard valueA.isFinite, valueB.isFinite else { break }
        found = max(found, valueA, valueB)
        if valueA < valueB { low = a } else { high = b }
      }
      return found
    }
    return MercatorBounds(
      minX: -extreme { -$0.x }, minY: -extreme { -$0.y }, maxX: extreme { $0.x },
      maxY: extreme { $0.y })
  }
}

/// The outline of a raster as a closed line, walked clockwise from the top left corner.
private struct Outline {
  /// Steps around the whole outline.
  static let count = 256

  let size: PixelSize

  /// The position after so many steps, which may be negative or go round again.
  func point(at step: Double) -> PixelPoint {
    let side = Double(Self.count / 4)
    var step = step.truncatingRemainder(dividingBy: 4 * side)
    if step < 0 { step += 4 * side }
    let (width, height) = (Double(size.width), Double(size.height))
    let along = step.truncatingRemainder(dividingBy: side) / side
    switch Int(step / side) {
    case 0: return PixelPoint(x: width * along, y: 0)
    case 1: return PixelPoint(x: width, y: height * along)
    case 2: return PixelPoint(x: width * (1 - along), y: height)
    default: return PixelPoint(x: 0, y: height * (1 - along))
    }
  }
}

extension MercatorPoint {
  /// Whether the point is on the map or, like a pole, straight above or below it.
  fileprivate var isNumber: Bool { x.isFinite && !y.isNaN }
}
