package import TileModel

extension Georeference {
  /// Smallest projected rectangle of the raster, continuous across the antimeridian and not clipped to the
  /// map.
  ///
  /// `nil` when no part of the raster has a position. Extremes of a curved outline are searched for between
  /// samples. A lattice finds the outline where parts have no position, about a five-hundredth too large. A
  /// raster that holds a pole spans all longitudes.
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
    let edge = (0..<Outline.count).map {
      mercatorOnGlobe(of: outline.point(at: Double($0)), size: size)
    }
    let isWhole = edge.allSatisfy(\.isNumber)
    let lattice = GlobeLattice(steps: isWhole ? 32 : 128, size: size) {
      let found = mercatorOnGlobe(of: $0, size: size)
      return found.isNumber ? found : nil
    }
    guard
      var bounds = MercatorBounds(
        enclosing: edge.filter(\.isNumber) + lattice.positions + (isWhole ? [] : lattice.rim()))
    else { return nil }
    if isWhole {
      bounds = bounds.union(extremes(of: outline, samples: edge))
    } else {
      bounds = bounds.widenedOnMap(by: 1.0 / 1024)
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

  /// NaN where the system shows nothing of the globe: formulas continue beyond the outline of a world map.
  private func mercatorOnGlobe(of pixel: PixelPoint, size: PixelSize) -> MercatorPoint {
    let found = mercator(of: pixel)
    guard case .other(let system) = crs, !system.isAngular, found.isNumber else { return found }
    // On the outline itself either side may be found: what is looked for is a little within.
    let (middle, inset) = (size.center, 1e-7)
    let inner = PixelPoint(
      x: pixel.x + (middle.x - pixel.x) * inset, y: pixel.y + (middle.y - pixel.y) * inset)
    guard let back = self.pixel(ofMercator: mercator(of: inner)),
      (back.x - inner.x).length(with: back.y - inner.y)
        <= 1e-3 * Double(max(size.width, size.height))
    else { return MercatorPoint(x: .nan, y: .nan) }
    return found
  }

  private func holdsPole(latitude: Double, size: PixelSize) -> Bool {
    guard case .other = crs else { return false }
    let pole = crs.point(of: GeographicCoordinate(latitude: latitude, longitude: 0))
    guard pole.x.isFinite, pole.y.isFinite, let pixel = pixel(of: pole) else { return false }
    return (0...Double(size.width)).contains(pixel.x) && (0...Double(size.height)).contains(pixel.y)
  }

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

/// Evenly spaced raster positions that are on the globe.
private struct GlobeLattice {
  private let steps: Int
  private let size: PixelSize
  private let position: (PixelPoint) -> MercatorPoint?
  private var found: [MercatorPoint?] = []

  init(steps: Int, size: PixelSize, _ position: @escaping (PixelPoint) -> MercatorPoint?) {
    (self.steps, self.size, self.position) = (steps, size, position)
    for row in 0...steps {
      for column in 0...steps { found.append(position(pixel(column, row))) }
    }
  }

  var positions: [MercatorPoint] { found.compactMap(\.self) }

  private func pixel(_ column: Int, _ row: Int) -> PixelPoint {
    PixelPoint(
      x: Double(size.width * column) / Double(steps), y: Double(size.height * row) / Double(steps))
  }

  func rim() -> [MercatorPoint] {
    var points: [MercatorPoint] = []
    func add(_ a: (column: Int, row: Int), _ b: (column: Int, row: Int)) {
      let isFirst = found[a.row * (steps + 1) + a.column] != nil
      guard isFirst != (found[b.row * (steps + 1) + b.column] != nil) else { return }
      var (on, off) = (pixel(a.column, a.row), pixel(b.column, b.row))
      if !isFirst { (on, off) = (off, on) }
      var last: MercatorPoint?
      // A step is halved down to a millionth.
      for _ in 0..<20 {
        let middle = PixelPoint(x: (on.x + off.x) / 2, y: (on.y + off.y) / 2)
        if let position = position(middle) { (on, last) = (middle, position) } else { off = middle }
      }
      if let last { points.append(last) }
    }
    for row in 0...steps {
      for column in 0...steps {
        if column < steps { add((column, row), (column + 1, row)) }
        if row < steps { add((column, row), (column, row + 1)) }
      }
    }
    return points
  }
}

extension MercatorBounds {
  fileprivate func widenedOnMap(by fraction: Double) -> MercatorBounds {
    let (across, down) = (width * fraction, height * fraction)
    var bounds = MercatorBounds(
      minX: minX - across, minY: minY - down, maxX: maxX + across, maxY: maxY + down)
    for end in [-WebMercator.halfExtent, WebMercator.halfExtent] {
      if minX >= end { bounds.minX = max(bounds.minX, end) }
      if maxX <= end { bounds.maxX = min(bounds.maxX, end) }
    }
    return bounds
  }
}

/// The outline of a raster as a closed line, walked clockwise from the top left corner.
private struct Outline {
  static let count = 256

  let size: PixelSize

  /// Accepts negative steps and further revolutions.
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
  /// True for a pole, which is straight above or below the map.
  fileprivate var isNumber: Bool { x.isFinite && !y.isNaN }
}
