import TileModel

/// Where a page of a PDF says that it is: by the measure of a viewport (Adobe's extension level 3 of ISO
/// 32000-1, 8.6.2; ISO 32000-2, 12.10), or by an LGIDict (OGC 08-139r3).
public struct PDFPosition: Hashable, Sendable {
  /// A place on the page as shown, in parts of its width and height from the top left corner, and where it is.
  package struct Tie: Hashable, Sendable {
    let place: SIMD2<Double>
    let position: CRSPoint

    package init(place: SIMD2<Double>, position: CRSPoint) {
      (self.place, self.position) = (place, position)
    }
  }

  /// Three or more, not on one line.
  let ties: [Tie]
  /// The system, as a code or a text.
  let system: String
  /// Whether positions are longitudes and latitudes in degrees of the geographic system under the system.
  let isGeographic: Bool
  /// The line around the map, in the parts of the page; empty where it is all of the page.
  let neatline: [SIMD2<Double>]
  /// What messages call it.
  let name: String
  /// Second statement of the page's place, which is not used.
  package var others: [PDFPosition] = []

  package init?(
    ties: [Tie], system: String?, isGeographic: Bool, neatline: [SIMD2<Double>], name: String
  ) {
    guard let system, ties.count >= 3,
      ties.allSatisfy({ $0.position.x.isFinite && $0.position.y.isFinite })
    else { return nil }
    (self.ties, self.system, self.isGeographic, self.name) = (ties, system, isGeographic, name)
    let isPage = neatline.allSatisfy { place in
      [0, 1].contains { abs(place.x - $0) < 0.002 }
        && [0, 1].contains { abs(place.y - $0) < 0.002 }
    }
    self.neatline = isPage || neatline.count < 3 ? [] : neatline
  }
}

extension PDFPosition {
  /// The control points of a picture of the page, and their system.
  func controlPoints(
    of size: PixelSize, named: CoordinateReferenceSystem?, location: String
  ) throws(GeoreferenceError) -> (points: [ControlPoint], crs: CoordinateReferenceSystem) {
    let stated = try CoordinateReferenceSystem(parsing: system, location: location)
    var positions = ties.map(\.position)
    if isGeographic {
      positions = try stated.points(ofOwnDegrees: positions, location: location)
      if let named { positions = positions.map { named.point(of: stated.geographic(of: $0)) } }
    }
    let points = zip(ties, positions).map { tie, position in
      ControlPoint(pixel: pixel(at: tie.place, of: size), position: position)
    }
    return (points, named ?? stated)
  }

  /// The part of the picture inside the neatline; `nil` for all of it.
  func outline(of size: PixelSize) throws(GeoreferenceError) -> ImageOutline? {
    if neatline.isEmpty { return nil }
    return try ImageOutline(neatline.map { pixel(at: $0, of: size) }, location: "the neatline")
  }

  private func pixel(at place: SIMD2<Double>, of size: PixelSize) -> PixelPoint {
    PixelPoint(x: place.x * Double(size.width), y: place.y * Double(size.height))
  }
}
