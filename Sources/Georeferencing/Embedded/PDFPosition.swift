/// The georeference of a PDF page, from a viewport's measure or an LGIDict.
///
/// The measure is that of Adobe's extension level 3 of ISO 32000-1, 8.6.2, and ISO 32000-2, 12.10. The
/// LGIDict is that of OGC 08-139r3.
public struct PDFPosition: Hashable, Sendable {
  /// A tie point, in fractions of the shown page from its top left corner.
  package struct Tie: Hashable, Sendable {
    let place: SIMD2<Double>
    let position: CRSPoint

    package init(place: SIMD2<Double>, position: CRSPoint) {
      (self.place, self.position) = (place, position)
    }
  }

  let ties: [Tie]
  let system: String
  /// True for degrees of the geographic system under `system`.
  let isGeographic: Bool
  /// Neatline in fractions of the page, empty for the whole page.
  let neatline: [SIMD2<Double>]
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

  /// A fraction of the page.
  package var neatlineArea: Double {
    guard let last = neatline.last else { return 1 }
    let pairs = zip(neatline, [last] + neatline.dropLast())
    return pairs.reduce(0) { $0 + ($1.0.x * $1.1.y - $1.0.y * $1.1.x) / 2 }.magnitude
  }
}

extension PDFPosition {
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

  func outline(of size: PixelSize) throws(GeoreferenceError) -> ImageOutline? {
    if neatline.isEmpty { return nil }
    return try ImageOutline(neatline.map { pixel(at: $0, of: size) }, location: "the neatline")
  }

  private func pixel(at place: SIMD2<Double>, of size: PixelSize) -> PixelPoint {
    PixelPoint(x: place.x * Double(size.width), y: place.y * Double(size.height))
  }
}
