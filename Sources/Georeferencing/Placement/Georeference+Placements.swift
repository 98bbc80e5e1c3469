import Platform
public import TileModel

extension Georeference {
  /// Lays an image into the north-western corner of the Web Mercator grid.
  ///
  /// At the least zoom that holds all of it every pixel of a tile is a pixel of the image.
  ///
  /// - Parameters:
  ///   - size: The size of the image.
  ///   - tileSize: The size of the tiles.
  public init(imageGridOf size: PixelSize, tileSize: TileSize) {
    let image = LayerDefinition.ImageGrid(width: size.width, height: size.height)
    let resolution = TileGrid(tileSize: tileSize).resolution(atZoom: image.zoom(ofPixels: tileSize))
    self.init(
      crs: .webMercator,
      pixelToCRS: .affine(
        AffineTransform(
          originX: -WebMercator.halfExtent, originY: WebMercator.halfExtent,
          columnX: resolution, columnY: 0, rowX: 0, rowY: -resolution)))
  }

  /// Georeferences an image by its edges, linearly in a system.
  ///
  /// `west > east` crosses the antimeridian, as does an edge beyond 180 degrees.
  ///
  /// - Parameters:
  ///   - bounds: The edges.
  ///   - size: The size of the image.
  ///   - crs: EPSG:3857 or EPSG:4326: in other systems meridians and parallels are no edges.
  ///   - location: For messages.
  /// - Throws: ``GeoreferenceError`` for bounds without area, wider or further off than the globe, or off
  ///   Web Mercator when `crs` is EPSG:3857.
  public init(
    bounds: GeographicBounds, size: PixelSize, crs: CoordinateReferenceSystem = .webMercator,
    location: String = "`bounds`"
  ) throws(GeoreferenceError) {
    let bounds = try bounds.oneWorld(location: location)
    // Two values, not an array of two: Swift 6.3.1 fails to compile the array with optimisation.
    let lowest = GeographicCoordinate(latitude: bounds.south, longitude: bounds.west)
    let highest = GeographicCoordinate(latitude: bounds.north, longitude: bounds.east)
    switch crs {
    case .webMercator:
      try lowest.checkedForMercator(location: location)
      try highest.checkedForMercator(location: location)
    case .geographic, .other:
      try lowest.checkedForDegrees(location: location)
      try highest.checkedForDegrees(location: location)
    }
    let southWest = crs.point(of: lowest)
    var northEast = crs.point(of: highest)
    if bounds.west >= bounds.east {
      // Across the antimeridian the eastern edge is the one a revolution further on.
      northEast = crs.point(
        of: GeographicCoordinate(latitude: bounds.north, longitude: bounds.east + 360))
    }
    try self.init(
      edges: (southWest.x, southWest.y, northEast.x, northEast.y), size: size, crs: crs,
      location: location)
  }

  init(
    edges: (west: Double, south: Double, east: Double, north: Double), size: PixelSize,
    crs: CoordinateReferenceSystem, location: String
  ) throws(GeoreferenceError) {
    guard edges.west < edges.east, edges.south < edges.north else {
      throw .emptyBounds(
        GeographicBounds(
          west: edges.west, south: edges.south, east: edges.east, north: edges.north),
        location: location)
    }
    self.init(
      crs: crs,
      pixelToCRS: .affine(
        AffineTransform(
          originX: edges.west, originY: edges.north,
          columnX: (edges.east - edges.west) / Double(size.width), columnY: 0, rowX: 0,
          rowY: (edges.south - edges.north) / Double(size.height))))
  }

  /// Georeferences an image by its outer corners.
  ///
  /// The transform is affine if that is within half a pixel at every corner. Otherwise it is the homography
  /// that meets them exactly.
  ///
  /// - Parameters:
  ///   - corners: The corners.
  ///   - size: The size of the image.
  ///   - crs: The system in whose plane straight lines of the image are straight.
  ///   - location: For messages.
  /// - Throws: ``GeoreferenceError`` for corners off Web Mercator, or that bound no image.
  public init(
    corners: CornerCoordinates, size: PixelSize, crs: CoordinateReferenceSystem = .webMercator,
    location: String = "`corners`"
  ) throws(GeoreferenceError) {
    var positions = corners.inOrder
    let limit = ControlPointSet(
      crs: .geographic,
      points: positions.map { ControlPoint(pixel: PixelPoint(x: 0, y: 0), coordinate: $0) }
    ).longitudeLimit
    for corner in positions {
      if crs == .webMercator {
        try corner.checkedForMercator(location: location, longitudeLimit: limit)
      } else {
        try corner.checkedForDegrees(location: location, longitudeLimit: limit)
      }
    }
    let longitudes = positions.map(\.longitude)
    if let west = longitudes.min(), let east = longitudes.max(), east - west > 180,
      Self.seemsMirrored(positions)
    {
      // Seen across the antimeridian, west and east are exchanged and the image seems mirrored.
      for index in positions.indices where positions[index].longitude < 0 {
        positions[index].longitude += 360
      }
    }
    let targets = positions.map { crs.point(of: $0) }
    try Self.checkOutline(of: targets, location: location)
    let pairs = zip(size.corners, targets).map { PlanePair(source: $0, target: $1) }
    guard let affine = PlaneFit.affine(pairs) else {
      throw .noFit(kind: .affine, location: location)
    }
    let inverse = PixelTransform.affine(affine).inverse
    let isClose = pairs.allSatisfy { pair in
      guard let pixel = inverse?.apply(pair.target) else { return false }
      return (pixel.x - pair.source.x).length(with: pixel.y - pair.source.y) <= 0.5
    }
    if isClose {
      self.init(crs: crs, pixelToCRS: .affine(affine))
      return
    }
    guard let projective = PlaneFit.projective(pairs) else {
      throw .noFit(kind: .projective, location: location)
    }
    self.init(crs: crs, pixelToCRS: .projective(projective))
  }

  /// Georeferences an image by an anchor, a scale and a bearing.
  ///
  /// It is affine in EPSG:3857 while the edges are within 1e-5 of their lengths on the ellipsoid. Otherwise
  /// it is affine in a transverse Mercator projection through the anchor.
  ///
  /// - Parameters:
  ///   - overlay: The stated values.
  ///   - size: The size of the image; `nil` forces the affine transform.
  ///   - location: For messages.
  /// - Throws: ``GeoreferenceError`` for an anchor off Web Mercator, or a scale that is not positive.
  public init(
    overlay: GroundOverlay, size: PixelSize? = nil, location: String = "`anchor`"
  ) throws(GeoreferenceError) {
    try overlay.anchor.checkedForMercator(location: location)
    guard overlay.metresPerPixel > 0, overlay.metresPerPixel.isFinite else {
      throw .malformedOption(
        "`metresPerPixel`", found: overlay.metresPerPixel.description,
        expected: "a positive number of metres")
    }
    guard overlay.bearing.isFinite else {
      throw .malformedOption(
        "`bearing`", found: overlay.bearing.description, expected: "degrees clockwise from north")
    }
    guard overlay.anchorPixel.x.isFinite, overlay.anchorPixel.y.isFinite else {
      throw .notFinite(location: "`anchorPixel`")
    }
    let anchor = WebMercator.project(overlay.anchor)
    let (sine, cosine) = Self.sineAndCosine(degrees: overlay.bearing)
    let column = overlay.metresPerPixel
    let row = column * overlay.pixelRatio
    // In metres to the east and to the north of the anchor.
    let plan = AffineTransform(
      originX: 0, originY: 0, columnX: column * cosine, columnY: -column * sine,
      rowX: -row * sine, rowY: -row * cosine
    ).moved(overlay.anchorPixel, to: CRSPoint(x: 0, y: 0))
    let middle = size.map { plan.apply($0.center) } ?? CRSPoint(x: 0, y: 0)
    let reach = max(
      middle.x.length(with: middle.y), column * Double(size?.width ?? 0) / 2,
      row * Double(size?.height ?? 0) / 2)
    let local = GroundScale(atY: anchor.y)
    let turn = reach / WebMercator.earthRadius
    let slope = sinh(anchor.y / WebMercator.earthRadius).magnitude
    // The change of scale from the middle to an edge; no plane keeps the lengths of whole countries.
    guard turn * (slope + turn) > 1e-5, reach < 100_000 else {
      let scale = GroundScale(atY: anchor.y + middle.y * local.north)
      let onMap = AffineTransform(
        originX: 0, originY: 0, columnX: plan.columnX * scale.east,
        columnY: plan.columnY * scale.north, rowX: plan.rowX * scale.east,
        rowY: plan.rowY * scale.north
      ).moved(overlay.anchorPixel, to: CRSPoint(x: anchor.x, y: anchor.y))
      self.init(crs: .webMercator, pixelToCRS: .affine(onMap))
      return
    }
    let plane =
      "+proj=tmerc +lat_0=\(overlay.anchor.latitude) +lon_0=\(overlay.anchor.longitude) +k=1 +x_0=0 +y_0=0"
      + " +datum=WGS84 +units=m +no_defs +type=crs"
      + " +title=metres_around_\(overlay.anchor.latitude)_\(overlay.anchor.longitude)"
    self.init(
      crs: try CoordinateReferenceSystem(parsing: plane, location: location),
      pixelToCRS: .affine(plan))
  }

  private static func seemsMirrored(_ corners: [GeographicCoordinate]) -> Bool {
    var doubledArea = 0.0
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      doubledArea += a.longitude * b.latitude - b.longitude * a.latitude
    }
    return doubledArea > 0
  }

  static func checkOutline(of corners: [CRSPoint], location: String) throws(GeoreferenceError) {
    var turns: [Double] = []
    for index in 0..<4 {
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      let (ux, uy) = (b.x - a.x, b.y - a.y)
      let (vx, vy) = (c.x - b.x, c.y - b.y)
      let turn = ux * vy - uy * vx
      // The sine of the angle: less than a thousandth is a line.
      guard turn.magnitude > 1e-3 * ux.length(with: uy) * vx.length(with: vy) else {
        throw .badCorners(.degenerate, location: location)
      }
      turns.append(turn)
    }
    switch turns.count(where: { $0 < 0 }) {
    case 4, 0: return
    case 2: throw .badCorners(.selfCrossing, location: location)
    default: throw .badCorners(.concave, location: location)
    }
  }

  /// Exact for multiples of 90°, so that a rotated plan keeps its rows on the grid.
  static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    switch turn < 0 ? turn + 360 : turn {
    case 0, 360: return (0, 1)
    case 90: return (1, 0)
    case 180: return (0, -1)
    case 270: return (-1, 0)
    case let angle: return (sin(angle * .pi / 180), cos(angle * .pi / 180))
    }
  }
}
