import TileModel

/// The polygon of an image that is used, such as a plan without its legend and title block.
public struct ImageOutline: Hashable, Sendable {
  /// The corners, in pixels of the picture from its top left corner, y down.
  ///
  /// The last corner joins the first.
  public var corners: [PixelPoint]

  /// Takes corners.
  ///
  /// - Parameters:
  ///   - corners: Three or more.
  ///   - location: Name in errors.
  /// - Throws: ``GeoreferenceError`` where there are fewer, or they are on one line.
  public init(_ corners: [PixelPoint], location: String = "`outline`") throws(GeoreferenceError) {
    let area = zip(corners, corners.dropFirst() + corners.prefix(1))
      .reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
    guard corners.count >= 3, area.magnitude >= 2 else {
      throw .malformedOption(
        location, found: corners.count < 3 ? "\(corners.count) corners" : "corners on one line",
        expected: "three or more px,py around an area of the image")
    }
    self.corners = corners
  }

  /// Reads `px,py px,py px,py ...`.
  ///
  /// - Throws: ``GeoreferenceError`` when it is not three pixels or more.
  public init(optionText text: String, option: String = "`outline`") throws(GeoreferenceError) {
    var corners: [PixelPoint] = []
    for pair in text.split(whereSeparator: { [" ", "\t", "\n", ";"].contains($0) }) {
      corners.append(try PixelPoint(optionText: String(pair), option: option))
    }
    try self.init(corners, location: option)
  }

  package var text: String { corners.map(\.text).joined(separator: " ") }

  func area(on georeference: Georeference) throws(GeoreferenceError) -> ClipArea {
    var isStraight = false
    if case .affine = georeference.pixelToCRS { isStraight = georeference.crs == .webMercator }
    let ring = MapLine.ring(
      corners.map { SIMD2($0.x, $0.y) }, limit: Self.limit, isStraight: isStraight
    ) { georeference.mercator(of: PixelPoint(x: $0.x, y: $0.y)) }
    guard let ring, ring.allSatisfy(\.isFinite) else { throw .notFinite(location: "`outline`") }
    return ClipArea(polygons: [ClipArea.Polygon(rings: [ring])])
  }

  private static let limit = 1_000_000
}
