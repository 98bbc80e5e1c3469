/// The number of samples along one side of a tile.
///
/// Both sizes use the same z/x/y grid. A 512-sample tile shows the area of a 256-sample tile at
/// twice the resolution, as the Google Maps SDK's `tileSize` does.
public enum TileSize: Int, Hashable, Sendable, Codable, CaseIterable {
  /// 256 samples.
  case standard = 256
  /// 512 samples.
  case large = 512
}

/// A position in samples of one zoom: x east, y south, from the north-west corner of tile 0/0.
///
/// Sample (i, j) covers `i..<i+1` × `j..<j+1`.
public struct WorldPixelPoint: Hashable, Sendable {
  /// Samples east of the western edge of the grid.
  public var x: Double
  /// Samples south of the northern edge of the grid.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The square tile grid of Web Mercator (OGC WebMercatorQuad) for one tile size.
public struct TileGrid: Hashable, Sendable {
  /// The size of every tile.
  public let tileSize: TileSize

  /// Creates a grid.
  public init(tileSize: TileSize = .standard) { self.tileSize = tileSize }

  /// The side of the whole grid at `zoom`, in samples.
  public func worldSize(atZoom zoom: Int) -> Int { tileSize.rawValue << zoom }

  /// The size of one sample in projected metres (ground metres at the equator).
  public func resolution(atZoom zoom: Int) -> Double {
    WebMercator.extent / Double(worldSize(atZoom: zoom))
  }

  /// The position of a projected point in the samples of `zoom`.
  public func worldPixel(of point: MercatorPoint, atZoom zoom: Int) -> WorldPixelPoint {
    let samplesPerMetre = Double(worldSize(atZoom: zoom)) / WebMercator.extent
    return WorldPixelPoint(
      x: (point.x + WebMercator.halfExtent) * samplesPerMetre,
      y: (WebMercator.halfExtent - point.y) * samplesPerMetre)
  }

  /// The projected position of a point in the samples of `zoom`.
  public func mercator(of point: WorldPixelPoint, atZoom zoom: Int) -> MercatorPoint {
    let resolution = resolution(atZoom: zoom)
    return MercatorPoint(
      x: point.x * resolution - WebMercator.halfExtent,
      y: WebMercator.halfExtent - point.y * resolution)
  }

  /// The projected rectangle of a tile.
  public func bounds(of tile: TileCoordinate) -> MercatorBounds {
    let side = WebMercator.extent / Double(1 << tile.zoom)
    return MercatorBounds(
      minX: Double(tile.x) * side - WebMercator.halfExtent,
      minY: WebMercator.halfExtent - Double(tile.y + 1) * side,
      maxX: Double(tile.x + 1) * side - WebMercator.halfExtent,
      maxY: WebMercator.halfExtent - Double(tile.y) * side)
  }

  /// The tile that holds a projected point; points beyond the grid fall into its outermost tiles.
  ///
  /// Edges belong to the tile east and south of them. Neither coordinate may be NaN.
  public func tile(containing point: MercatorPoint, atZoom zoom: Int) -> TileCoordinate {
    precondition((0...TileCoordinate.maximumZoom).contains(zoom), "there is no zoom \(zoom)")
    precondition(!point.x.isNaN && !point.y.isNaN, "a position is made of numbers")
    let side = Double(1 << zoom)
    func index(_ fraction: Double) -> Int {
      if fraction <= 0 { return 0 }
      if fraction >= 1 { return (1 << zoom) - 1 }
      // The margin lets a tile's own corner, computed in floating point, name that tile (mercantile
      // 1.2.1 uses the same one).
      return min((1 << zoom) - 1, Int((fraction + 1e-14) * side))
    }
    return TileCoordinate(
      unchecked: zoom, x: index(point.x / WebMercator.extent + 0.5),
      y: index(0.5 - point.y / WebMercator.extent))
  }

  /// The tiles whose interior meets `bounds`.
  ///
  /// Edges are half-open: a bound that is on a tile edge, or within `tolerance` samples of it,
  /// selects one side only. Bounds outside the grid are clipped. The result is empty for bounds
  /// that are outside, inside out, hold a NaN, or are narrower than twice the tolerance on an edge.
  ///
  /// The default tolerance exceeds the rounding of projected metres at any zoom (1e-4 samples at
  /// zoom 30), and is far too small to see.
  ///
  /// - Parameters:
  ///   - bounds: An area in projected metres.
  ///   - zoom: A level, `0...TileCoordinate.maximumZoom`.
  ///   - tolerance: The distance to a tile edge that counts as on it, in samples of `zoom`.
  /// - Returns: A rectangle of tiles.
  public func tiles(
    covering bounds: MercatorBounds, atZoom zoom: Int, tolerance: Double = 0.001
  ) -> TileRange {
    guard bounds.minX <= bounds.maxX, bounds.minY <= bounds.maxY else {
      return TileRange(zoom: zoom, x: 0..<0, y: 0..<0)
    }
    let northWest = worldPixel(of: MercatorPoint(x: bounds.minX, y: bounds.maxY), atZoom: zoom)
    let southEast = worldPixel(of: MercatorPoint(x: bounds.maxX, y: bounds.minY), atZoom: zoom)
    let size = Double(tileSize.rawValue)
    let limit = Double(1 << zoom)
    func range(_ low: Double, _ high: Double) -> Range<Int> {
      let first = min(max(((low + tolerance) / size).rounded(.down), 0), limit)
      let end = min(max(((high - tolerance) / size).rounded(.up), 0), limit)
      return Int(first)..<Int(max(first, end))
    }
    return TileRange(
      zoom: zoom, x: range(northWest.x, southEast.x), y: range(northWest.y, southEast.y))
  }
}
