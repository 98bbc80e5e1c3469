import Foundation
import Platform
public import TileModel

/// The position that a `GroundOverlay` of a KML file gives its image (OGC KML 2.3, 12-007r2).
public struct GroundOverlayFile: Hashable, Sendable {
  /// Form in which the overlay states its position.
  public enum Shape: Hashable, Sendable {
    /// A box in degrees, rotated anticlockwise about its middle by so many degrees.
    case box(GeographicBounds, rotation: Double)
    /// The four corners (`gx:LatLonQuad`).
    case quadrilateral(CornerCoordinates)
  }

  /// The position.
  public var shape: Shape

  /// Reads the overlay for an image: the one that names it as `Icon`, or else the only one.
  ///
  /// - Parameters:
  ///   - bytes: The contents of a KML file.
  ///   - path: The file, for messages.
  ///   - imagePath: The image. Of several overlays with its file name, the one that
  ///     names most of its folders counts.
  /// - Throws: ``GeoreferenceError`` when there is no such overlay, or its position cannot be read.
  public init(bytes: [UInt8], path: String, imagePath: String) throws(GeoreferenceError) {
    try TextFile.checkMarks(bytes, path: path)
    var count = 0
    var best: (rank: Int, overlays: [MarkupElement]) = (0, [])
    do throws(MarkupFault) {
      let reader = MarkupReader(bytes)
      while let event = try reader.next() {
        guard case .start(let tag) = event, tag.name == "GroundOverlay" else { continue }
        let overlay = try reader.element(tag)
        let rank = overlay.rank(asOverlayOf: imagePath)
        count += 1
        if rank > best.rank || count == 1 {
          best = (rank, [overlay])
        } else if rank > 0, rank == best.rank {
          best.overlays.append(overlay)
        }
      }
    } catch { throw GeoreferenceError(error, path: path) }
    var shapes: Set<Shape> = []
    if count == 1 || best.rank > 0 {
      for overlay in best.overlays {
        shapes.insert(try OverlayReader(overlay: overlay, path: path).shape)
      }
    }
    guard let shape = shapes.first, shapes.count == 1 else {
      throw .malformedFile(
        path: path, line: best.overlays.first?.line ?? 1, column: nil,
        found: shapes.isEmpty
          ? "\(count) GroundOverlay elements"
          : "\(shapes.count) GroundOverlay elements that name it, at different places",
        expected: "one whose Icon names \(imagePath.fileName), or only one")
    }
    self.shape = shape
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

extension MarkupElement {
  /// Counts matching names from the end, since an `Icon` may hold a foreign or escaped path.
  fileprivate func rank(asOverlayOf imagePath: String) -> Int {
    guard let stated = child("Icon")?.child("href")?.text else { return 0 }
    func names(_ path: String) -> [String] {
      path.lowercased().split { $0 == "/" || $0 == "\\" }.reversed().map(String.init)
    }
    let own = names(imagePath)
    return [stated, stated.removingPercentEncoding ?? stated].map {
      zip(own, names($0)).prefix { $0 == $1 }.count
    }.max() ?? 0
  }
}

/// Reads the position of an overlay.
private struct OverlayReader {
  let overlay: MarkupElement
  let path: String

  var shape: GroundOverlayFile.Shape {
    get throws(GeoreferenceError) {
      if let quad = overlay.child("LatLonQuad") {
        return .quadrilateral(try corners(quad.child("coordinates") ?? quad))
      }
      let box = overlay.child("LatLonBox")
      let bounds = GeographicBounds(
        west: try number("west", box), south: try number("south", box),
        east: try number("east", box), north: try number("north", box))
      let isRotated = box?.child("rotation") != nil
      return .box(bounds, rotation: isRotated ? try number("rotation", box) : 0)
    }
  }

  private func number(_ name: String, _ box: MarkupElement?) throws(GeoreferenceError) -> Double {
    let element = box?.child(name)
    guard let element, let value = NumberText.double(element.text) else {
      throw .malformedFile(
        path: path, line: (element ?? box ?? overlay).line, column: nil,
        found: element?.text.excerpt ?? "no \(name)",
        expected: "\(name) of the GroundOverlay's LatLonBox, in degrees")
    }
    return value
  }

  /// Order: lower left, lower right, upper right, upper left.
  private func corners(_ element: MarkupElement) throws(GeoreferenceError) -> CornerCoordinates {
    let tuples = element.text.split(whereSeparator: \.isWhitespace)
    let locations = tuples.compactMap { tuple -> GeographicCoordinate? in
      let numbers = tuple.split(separator: ",").map { NumberText.double($0) }
      guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else {
        return nil
      }
      return GeographicCoordinate(latitude: latitude, longitude: longitude)
    }
    guard tuples.count == 4, locations.count == 4 else {
      throw .malformedFile(
        path: path, line: element.line, column: nil, found: element.text.excerpt,
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
      affine.originX = middle.x - affine.columnX * size.center.x - affine.rowX * size.center.y
      affine.originY = middle.y - affine.columnY * size.center.x - affine.rowY * size.center.y
      self.init(crs: .geographic, pixelToCRS: .affine(affine))
    }
  }
}
