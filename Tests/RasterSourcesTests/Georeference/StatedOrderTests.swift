import Drawings
import Georeferencing
import RasterSources
import Testing
import TileModel

@Suite("The order of latitudes, longitudes and corners")
struct StatedOrderTests {
  private static let size = PixelSize(width: 1200, height: 800)
  /// Square samples of 0.1 m around 47.37 N, 8.54 E, rotated by a bearing.
  private static func corners(bearing: Double) throws -> [GeographicCoordinate] {
    let overlay = GroundOverlay(
      anchor: GeographicCoordinate(latitude: 47.37, longitude: 8.54),
      anchorPixel: PixelPoint(x: 600, y: 400), metresPerPixel: 0.1, bearing: bearing)
    let georeferenced = try GeoreferenceResolver.resolve(
      .groundOverlay(overlay), imagePath: "plan.png", size: size)
    return [(0, 0), (1200, 0), (1200, 800), (0, 800)].map { x, y in
      georeferenced.georeference.crs.geographic(
        of: georeferenced.georeference.pixelToCRS.apply(PixelPoint(x: x, y: y)))
    }
  }

  private static func exchanged(_ corners: [GeographicCoordinate]) -> [GeographicCoordinate] {
    corners.map { GeographicCoordinate(latitude: $0.longitude, longitude: $0.latitude) }
  }

  private static func placements(_ corners: [GeographicCoordinate]) -> [Placement] {
    let pixels = [(0.0, 0.0), (1200, 0), (1200, 800), (0, 800)]
    let points = ControlPointSet(
      .geographic, zip(pixels, corners).map { ($0.0, $0.1, $1.longitude, $1.latitude) })
    return [
      .corners(
        CornerCoordinates(
          topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3]
        )), .controlPoints(points, kind: .affine), .controlPoints(points, kind: .similarity),
    ]
  }

  private static func warnings(
    _ placement: Placement, size: PixelSize = size
  ) throws(GeoreferenceError) -> [String] {
    try GeoreferenceResolver.resolve(placement, imagePath: "plan.png", size: size).warnings
  }

  private static func asks(_ placement: Placement, size: PixelSize = size) throws -> Bool {
    try warnings(placement, size: size).contains { $0.contains("swapped?") }
  }

  @Test(
    "Corners and control points that only exchanged make an upright image of square samples are refused",
    arguments: [0.0, 23, 90, 200])
  func mirrored(bearing: Double) throws {
    let corners = try Self.corners(bearing: bearing)
    for (index, placement) in Self.placements(Self.exchanged(corners)).enumerated() {
      let error = georeferenceError { _ = try Self.warnings(placement) }
      #expect(caseName(error) == "exchangedAxes", "placement \(index)")
      guard case .exchangedAxes(_, let right, _) = error else { continue }
      let texts = corners.map { "\($0.latitude),\($0.longitude)" }.joined(separator: " ")
      #expect(right == (index == 0 ? texts : nil))
    }
    for placement in Self.placements(corners) { #expect(try !Self.asks(placement)) }
  }

  @Test("Exchanged axes are asked about for an image that does not quite fit its corners")
  func stretched() throws {
    let corners = try Self.corners(bearing: 23)
    let size = PixelSize(width: 1200, height: 1000)
    #expect(try Self.asks(Self.placements(Self.exchanged(corners))[0], size: size))
    #expect(try !Self.asks(Self.placements(corners)[0], size: size))
  }

  @Test(
    "Bounds of a plan are refused where they are exchanged, and asked about where a map may be right"
  )
  func bounds() throws {
    let corners = try Self.corners(bearing: 0)
    let (north, west) = (corners[0].latitude, corners[0].longitude)
    let (south, east) = (corners[2].latitude, corners[2].longitude)
    let right = GeographicBounds(west: west, south: south, east: east, north: north)
    let wrong = GeographicBounds(west: south, south: west, east: north, north: east)
    #expect(try !Self.asks(.bounds(right)))
    let error = georeferenceError { _ = try Self.warnings(.bounds(wrong)) }
    #expect(error?.description.contains("swapped") == true, "\(error?.description ?? "taken")")
    // Samples that are as many degrees wide as high, far from the equator and near Greenwich.
    let degrees = GeographicBounds(west: 0.1, south: 60, east: 0.2, north: 60.1)
    #expect(try Self.asks(.bounds(degrees), size: PixelSize(width: 900, height: 900)))
  }

  @Test("Corners begun at another one, or named counter-clockwise, are told in their order")
  func otherOrders() throws {
    let corners = try Self.corners(bearing: 23)
    let texts = corners.map { "\($0.latitude),\($0.longitude)" }.joined(separator: " ")
    for (order, isNamed) in [
      ([0, 1, 2, 3], false), ([1, 2, 3, 0], true), ([3, 0, 1, 2], true), ([0, 3, 2, 1], true),
      ([1, 0, 3, 2], true), ([2, 3, 0, 1], false),
    ] {
      let warnings = try Self.warnings(Self.placements(order.map { corners[$0] })[0])
      #expect(warnings.contains { $0.hasSuffix(texts) } == isNamed, "\(order): \(warnings)")
    }
  }

  @Test("Exchanged axes are not the reason of a mirrored image or of samples that are not square")
  func otherFaults() throws {
    let corners = try Self.corners(bearing: 0)
    for placement in Self.placements([corners[1], corners[0], corners[3], corners[2]]) {
      #expect(try !Self.asks(placement))
    }
    let wide = GeographicBounds(west: 8.5, south: 47.3, east: 8.7, north: 47.4)
    #expect(try !Self.asks(.bounds(wide)))
  }
}
