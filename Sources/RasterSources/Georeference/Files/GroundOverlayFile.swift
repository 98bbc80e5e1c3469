import Platform
public import TileModel

/// Where a `GroundOverlay` of a KML file puts its image (OGC KML 2.3, 12-007r2).
public struct GroundOverlayFile: Hashable, Sendable {
  /// How the overlay states its position.
  public enum Shape: Hashable, Sendable {
    /// A box in degrees, rotated anticlockwise about its middle by so many degrees.
    case box(GeographicBounds, rotation: Double)
    /// The four corners (`gx:LatLonQuad`).
    case quadrilateral(CornerCoordinates)
  }

  /// The position.
  public var shape: Shape

  /// Reads the overlay for an image: the one whose `Icon` names it, else the only one.
  ///
  /// - Parameters:
  ///   - bytes: The contents of a KML file.
  ///   - path: The file, for messages.
  ///   - imagePath: The image, whose file name is looked for.
  /// - Throws: ``GeoreferenceError`` when there is no such overlay, or its position cannot be read.
  public init(bytes: [UInt8], path: String, imagePath: String) throws(GeoreferenceError) {
    try TextFile.checkMarks(bytes, path: path)
    let overlays = MarkupText(bytes).elements("GroundOverlay")
    let name = imagePath.fileName.lowercased()
    let named = overlays.first { overlay in
      overlay.content.element("href")?.text.trimmingBlanks().fileName.lowercased() == name
    }
    guard let overlay = named ?? (overlays.count == 1 ? overlays[0] : nil) else {
      throw .malformedFile(
        path: path, line: overlays.first?.line ?? 1, column: nil,
        found: "\(overlays.count) GroundOverlay elements",
        expected: "one whose Icon names \(imagePath.fileName), or only one")
    }
    let markup = overlay.content
    let reader = OverlayReader(markup: markup, path: path, line: overlay.line)
    if let quad = markup.element("coordinates") {
      shape = .quadrilateral(try reader.corners(quad.text))
    } else {
      let bounds = GeographicBounds(
        west: try reader.number("west"), south: try reader.number("south"),
        east: try reader.number("east"), north: try reader.number("north"))
      let rotation = markup.element("rotation") == nil ? 0 : try reader.number("rotation")
      shape = .box(bounds, rotation: rotation)
    }
  }

  /// Reads the file at a path, KML or KMZ.
  ///
  /// - Throws: ``GeoreferenceError`` as for bytes, or when the file cannot be read.
  public init(path: String, imagePath: String) throws(GeoreferenceError) {
    let isArchive = try TextFile.start(path, count: KMZFile.signature.count) == KMZFile.signature
    let bytes = isArchive ? try KMZFile.document(path: path) : try TextFile.read(path)
    try self.init(bytes: bytes, path: path, imagePath: imagePath)
  }
}

/// Reads the numbers of an overlay.
private struct OverlayReader {
  let markup: MarkupText
  let path: String
  let line: Int

  func number(_ name: String) throws(GeoreferenceError) -> Double {
    let text = markup.element(name)?.text.trimmingBlanks()
    guard let text, let value = NumberText.double(text) else {
      throw .malformedFile(
        path: path, line: line, column: nil, found: text?.excerpt ?? "no \(name)",
        expected: "\(name) of the GroundOverlay's LatLonBox, in degrees")
    }
    return value
  }

  /// The corners of a quadrilateral: lower left, lower right, upper right, upper left.
  func corners(_ text: String) throws(GeoreferenceError) -> CornerCoordinates {
    let tuples = text.split(whereSeparator: \.isWhitespace)
    let locations = tuples.compactMap { tuple -> GeographicCoordinate? in
      let numbers = tuple.split(separator: ",").map { NumberText.double($0) }
      guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else {
        return nil
      }
      return GeographicCoordinate(latitude: latitude, longitude: longitude)
    }
    guard tuples.count == 4, locations.count == 4 else {
      throw .malformedFile(
        path: path, line: line, column: nil, found: text.trimmingBlanks().excerpt,
        expected: "four corners lng,lat of the LatLonQuad, from the lower left anticlockwise")
    }
    return CornerCoordinates(
      topLeft: locations[3], topRight: locations[2], bottomRight: locations[1],
      bottomLeft: locations[0])
  }
}

extension Georeference {
  /// Georeferences an image by a KML overlay, linearly in degrees.
  ///
  /// A rotation is about the box's middle, in a frame in which a degree of longitude is shortened by
  /// the cosine of the middle's latitude.
  ///
  /// - Throws: ``GeoreferenceError`` for a box without area, off the globe, or more than two
  ///   revolutions away.
  public init(
    overlay file: GroundOverlayFile, size: PixelSize, location: String
  ) throws(GeoreferenceError) {
    switch file.shape {
    case .quadrilateral(let corners):
      try self.init(corners: corners, size: size, crs: .geographic, location: location)
    case .box(let bounds, let rotation):
      try self.init(bounds: bounds, size: size, crs: .geographic, location: location)
      guard rotation != 0, case .affine(var affine) = pixelToCRS else { return }
      guard rotation.isFinite else { throw .notFinite(location: location) }
      let middle = affine.apply(size.center)
      let shortening = cos(middle.y * .pi / 180)
      let (sine, cosine) = Self.sineAndCosine(degrees: rotation)
      func rotated(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (x * cosine - y * sine / shortening, x * shortening * sine + y * cosine)
      }
      (affine.columnX, affine.columnY) = rotated(affine.columnX, affine.columnY)
      (affine.rowX, affine.rowY) = rotated(affine.rowX, affine.rowY)
      affine.originX =
        middle.x - affine.columnX * size.center.x - affine.rowX * size.center.y
      affine.originY =
        middle.y - affine.columnY * size.center.x - affine.rowY * size.center.y
      self.init(crs: .geographic, pixelToCRS: .affine(affine))
    }
  }
}
