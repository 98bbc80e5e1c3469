import Georeferencing
import Platform
import RasterSources
import TileModel

/// The area of a source on the map, found apart from the code that plans tiles.
///
/// Found from positions along the outline and on a lattice, each of which must lead back to its place in
/// the image.
struct SourceFootprint {
  private(set) var bounds: MercatorBounds
  let uncertainty: Double

  /// Steps along one edge, and across the lattice, which is finer where it alone tells the outline.
  private static let steps = (edge: 64, lattice: 16, fineLattice: 128)

  /// `nil` where no position is on the globe.
  init?(_ source: VerificationSource) {
    let (georeference, size) = (source.georeference, source.raster.size)
    let (width, height) = (Double(size.width), Double(size.height))
    let inverse = georeference.pixelToCRS.inverse
    func position(_ x: Double, _ y: Double) -> MercatorPoint? {
      // On the outline of a map of the world either of its sides may be found.
      let inner = PixelPoint(x: x + (width / 2 - x) * 1e-7, y: y + (height / 2 - y) * 1e-7)
      let found = georeference.crs.geographic(of: georeference.pixelToCRS.apply(inner))
      guard found.longitude.isFinite, found.latitude.isFinite,
        let back = inverse?.apply(georeference.crs.point(of: found)),
        abs(back.x - inner.x) + abs(back.y - inner.y) < 1e-3 * max(width, height)
      else { return nil }
      return Self.project(
        georeference.crs.geographic(of: georeference.pixelToCRS.apply(PixelPoint(x: x, y: y))))
    }
    func outline(_ step: Double) -> MercatorPoint? {
      let along = step - step.rounded(.down)
      return switch (Int(step.rounded(.down)) % 4 + 4) % 4 {
      case 0: position(along * width, 0)
      case 1: position(width, along * height)
      case 2: position((1 - along) * width, height)
      default: position(0, (1 - along) * height)
      }
    }
    let edge = (0..<4 * Self.steps.edge).map { outline(Double($0) / Double(Self.steps.edge)) }
    var points = edge.compactMap(\.self)
    let isWhole = points.count == edge.count
    uncertainty = isWhole ? 0 : 1.0 / 8
    let steps = isWhole ? Self.steps.lattice : Self.steps.fineLattice
    for row in 0...steps {
      for column in 0...steps {
        let (x, y) = (Double(column) / Double(steps), Double(row) / Double(steps))
        if let found = position(x * width, y * height) { points.append(found) }
      }
    }
    guard let all = MercatorBounds(enclosing: points) else { return nil }
    bounds = all
    for extreme: (MercatorPoint) -> Double in [{ $0.x }, { -$0.x }, { $0.y }, { -$0.y }] {
      // A curved edge reaches a little further between two steps.
      let values = edge.map { $0.map(extreme) ?? -.infinity }
      guard let best = values.indices.max(by: { values[$0] < values[$1] }) else { continue }
      let finer = (-Self.steps.edge...Self.steps.edge).compactMap {
        outline((Double(best) + Double($0) / Double(Self.steps.edge)) / Double(Self.steps.edge))
      }
      if let found = MercatorBounds(enclosing: finer) { bounds = bounds.union(found) }
    }
    for latitude in [90.0, -90] {
      let pole = georeference.crs.point(of: GeographicCoordinate(latitude: latitude, longitude: 0))
      guard case .other = georeference.crs, pole.x.isFinite, pole.y.isFinite,
        let pixel = inverse?.apply(pole), (0...width).contains(pixel.x),
        (0...height).contains(pixel.y)
      else { continue }
      bounds = bounds.union(
        MercatorBounds(
          minX: -WebMercator.halfExtent, minY: bounds.minY, maxX: WebMercator.halfExtent,
          maxY: bounds.maxY))
      if latitude > 0 { bounds.maxY = .infinity } else { bounds.minY = -.infinity }
    }
    if bounds.width >= WebMercator.extent * (1 - uncertainty) {
      (bounds.minX, bounds.maxX) = (-WebMercator.halfExtent, WebMercator.halfExtent)
    }
  }

  var parts: [MercatorBounds] {
    let half = WebMercator.halfExtent
    let world = MercatorBounds(minX: -half, minY: -half, maxX: half, maxY: half)
    return [-1.0, 0, 1].compactMap { turn in
      var part = bounds
      part.minX += turn * WebMercator.extent
      part.maxX += turn * WebMercator.extent
      return part.intersection(world)
    }
  }

  func meets(_ area: MercatorBounds) -> Bool {
    parts.contains {
      area.minX <= $0.maxX && $0.minX <= area.maxX && area.minY <= $0.maxY && $0.minY <= area.maxY
    }
  }

  private static func project(_ position: GeographicCoordinate) -> MercatorPoint {
    let y =
      abs(position.latitude) < 90
      ? WebMercator.earthRadius * log(tan(.pi / 4 + position.latitude * .pi / 360))
      : position.latitude > 0 ? .infinity : -.infinity
    return MercatorPoint(x: position.longitude / 180 * WebMercator.halfExtent, y: y)
  }
}
