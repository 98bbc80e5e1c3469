import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Placements by bounds, corners and anchor")
struct PlacementGeometryTests {
  let size = PixelSize(width: 800, height: 600)

  func corners(_ georeference: Georeference, _ size: PixelSize) -> CornerCoordinates {
    let positions = georeference.mercatorCorners(of: size).map { WebMercator.unproject($0) }
    return CornerCoordinates(
      topLeft: positions[0], topRight: positions[1], bottomRight: positions[2],
      bottomLeft: positions[3])
  }

  // MARK: Bounds

  @Test("Bounds are linear in EPSG:3857, or in degrees when asked")
  func bounds() throws {
    let bounds = GeographicBounds(west: -122.5, south: 37.7, east: -122.4, north: 37.8)
    let metres = try Georeference(bounds: bounds, size: size)
    #expect(metres.crs == .webMercator)
    let northWest = WebMercator.project(GeographicCoordinate(latitude: 37.8, longitude: -122.5))
    #expect(metres.mercator(of: PixelPoint(x: 0, y: 0)) == northWest)
    let corner = metres.mercatorCorners(of: size)[2]
    let southEast = WebMercator.project(GeographicCoordinate(latitude: 37.7, longitude: -122.4))
    #expect(hypot(corner.x - southEast.x, corner.y - southEast.y) < 1e-8)

    let degrees = try Georeference(bounds: bounds, size: size, crs: .geographic)
    let middle = degrees.pixelToCRS.apply(PixelPoint(x: 400, y: 300))
    #expect(distance(middle, CRSPoint(x: -122.45, y: 37.75)) < 1e-12)
  }

  @Test("The whole square and the whole globe are bounds")
  func world() throws {
    let one = PixelSize(width: 256, height: 256)
    let square = GeographicBounds(
      west: -180, south: -85.0511287798, east: 180, north: 85.0511287798)
    try Georeference(bounds: square, size: one).validated(size: one, path: "`bounds`")
    let globe = GeographicBounds(west: -180, south: -90, east: 180, north: 90)
    try Georeference(bounds: globe, size: one, crs: .geographic).validated(
      size: one, path: "`bounds`")
    #expect(
      georeferenceError { _ = try Georeference(bounds: globe, size: one) }
        == .latitudeBeyondMercator(-90, location: "`bounds`"))
  }

  @Test("Longitudes of bounds may be counted beyond 180 degrees")
  func revolutions() throws {
    for crs in [CoordinateReferenceSystem.webMercator, .geographic] {
      func corners(_ west: Double, _ east: Double) throws -> [MercatorPoint] {
        try Georeference(
          bounds: GeographicBounds(west: west, south: -10, east: east, north: 10), size: size,
          crs: crs
        ).normalised(size: size, location: "`bounds`").mercatorCorners(of: size)
      }
      for (west, east, sameWest, sameEast) in [
        (170.0, 190.0, 170.0, -170.0), (-190, -170, 170, -170), (190, 200, -170, -160),
        (-200, -190, 160, 170), (0, 180, 0, 180),
      ] {
        let same = try corners(sameWest, sameEast)
        for (found, expected) in zip(try corners(west, east), same) {
          let dx = (found.x - expected.x).remainder(dividingBy: WebMercator.extent)
          #expect(abs(dx) < 1e-6 && found.y == expected.y, "\(west), \(east)")
        }
      }
      // A whole world that begins at Greenwich.
      let world = try corners(0, 360)
      #expect(abs(world[1].x - world[0].x - WebMercator.extent) < 1e-6)
    }
    for (west, east) in [(-180.0, 180.5), (10, 371)] {
      let error = georeferenceError {
        _ = try Georeference(
          bounds: GeographicBounds(west: west, south: 0, east: east, north: 1), size: size)
      }
      #expect(error == .widerThanWorld(location: "`bounds`"))
    }
  }

  @Test("Bounds without area or off the globe are refused")
  func badBounds() {
    func fault(_ w: Double, _ s: Double, _ e: Double, _ n: Double) -> GeoreferenceError? {
      georeferenceError {
        _ = try Georeference(
          bounds: GeographicBounds(west: w, south: s, east: e, north: n), size: size)
      }
    }
    for (w, s, e, n) in [(8.0, 47.2, 9.0, 47.1), (8, 47, 9, 47), (8, 47, 8, 48)] {
      let bounds = GeographicBounds(west: w, south: s, east: e, north: n)
      #expect(fault(w, s, e, n) == .emptyBounds(bounds, location: "`bounds`"))
    }
    #expect(fault(179, -1, -179, 1) == nil)
    #expect(fault(37.7, -122.5, 37.8, -122.4) == .latitudeBeyondPole(-122.5, location: "`bounds`"))
    #expect(fault(721, 0, 722, 1) == .longitudeBeyondAntimeridian(721, location: "`bounds`"))
    let meridian = GeographicBounds(west: 190, south: 0, east: -170, north: 1)
    #expect(fault(190, 0, -170, 1) == .emptyBounds(meridian, location: "`bounds`"))
    #expect(fault(.nan, 0, 1, 1) == .notFinite(location: "`bounds`"))
  }

  // MARK: Corners

  @Test("Corners of an affine georeference give it back, anywhere and at any bearing")
  func affineCorners() throws {
    var drawn = DrawnTransforms(seed: 80)
    let size = PixelSize(width: 4000, height: 3000)
    for _ in 0..<200 {
      let truth = Georeference(crs: .webMercator, pixelToCRS: .affine(drawn.affine()))
      let found = try Georeference(corners: corners(truth, size), size: size)
      #expect(found.affine != nil)
      let pixel = drawn.pixel()
      let back = try #require(found.pixel(ofMercator: truth.mercator(of: pixel)))
      // Degrees hold 3e-9 m, and near 80 degrees ten times less: 1e-6 sample of 1 cm, and margin.
      #expect(distance(back, pixel) < 1e-4)
    }
  }

  @Test("Corners of a homography give the homography back")
  func projectiveCorners() throws {
    var drawn = DrawnTransforms(seed: 81)
    let size = PixelSize(width: 4000, height: 3000)
    for _ in 0..<200 {
      let truth = Georeference(crs: .webMercator, pixelToCRS: .projective(drawn.projective()))
      let found = try Georeference(corners: corners(truth, size), size: size)
      let pixel = drawn.pixel()
      let back = try #require(found.pixel(ofMercator: truth.mercator(of: pixel)))
      // A homography within half a sample of affine becomes affine.
      #expect(distance(back, pixel) < (found.affine != nil ? 0.5 : 1e-4))
    }
  }

  @Test("A corner off by 1 sample is still affine, by 3 samples projective and met exactly")
  func threshold() throws {
    let affine = AffineTransform.upright(1e6, 6e6, 0.1, -0.1)
    for (offset, isAffine) in [(1.0, true), (3, false)] {
      var positions = corners(Georeference(crs: .webMercator, pixelToCRS: .affine(affine)), size)
      let moved = WebMercator.unproject(
        MercatorPoint(x: 1e6 + 0.1 * (800 + offset), y: 6e6 - 0.1 * 600))
      positions.bottomRight = moved
      let found = try Georeference(corners: positions, size: size)
      #expect((found.affine != nil) == isAffine)
      let corner = try #require(found.pixel(ofMercator: WebMercator.project(moved)))
      // An affine fit shares the error among the corners: a quarter of 1 sample.
      #expect(distance(corner, PixelPoint(x: 800, y: 600)) < (isAffine ? 0.26 : 1e-6))
    }
  }

  @Test("Corners that cross, point inwards, coincide or are on a line are refused")
  func badCorners() {
    func fault(_ positions: (Double, Double)...) -> GeoreferenceError? {
      let c = positions.map { GeographicCoordinate(latitude: $0.0, longitude: $0.1) }
      return georeferenceError {
        _ = try Georeference(
          corners: CornerCoordinates(
            topLeft: c[0], topRight: c[1], bottomRight: c[2], bottomLeft: c[3]), size: size)
      }
    }
    #expect(fault((47.2, 8), (47.2, 9), (47, 9), (47, 8)) == nil)
    for (third, fourth, kind) in [
      ((47.0, 8.0), (47.0, 9.0), .selfCrossing), ((47.15, 8.2), (47, 8), .concave),
      ((47.2, 9), (47, 8), .degenerate), ((47.2, 10), (47, 8), .degenerate),
    ] as [((Double, Double), (Double, Double), GeoreferenceError.CornerFault)] {
      #expect(
        fault((47.2, 8), (47.2, 9), third, fourth) == .badCorners(kind, location: "`corners`"))
    }
    #expect(fault((1, 179), (1, -179), (-1, -179), (-1, 179)) == nil)
    #expect(
      fault((8, 147.2), (9, 147.2), (97, 147), (8, 147))
        == .latitudeBeyondPole(97, location: "`corners`"))
  }

  // MARK: Anchor

  @Test("The anchor is where it is stated, and the top points along the bearing")
  func overlay() throws {
    var drawn = DrawnTransforms(seed: 82)
    for _ in 0..<200 {
      let anchor = WebMercator.unproject(drawn.center())
      let bearing = Double.random(in: -720...720, using: &drawn.generator)
      let pixel = drawn.pixel()
      let georeference = try Georeference(
        overlay: GroundOverlay(
          anchor: anchor, anchorPixel: pixel, metresPerPixel: 0.05, bearing: bearing))
      let position = georeference.mercator(of: pixel)
      let expected = WebMercator.project(anchor)
      #expect(hypot(position.x - expected.x, position.y - expected.y) < 1e-7)
      let up = georeference.mercator(of: PixelPoint(x: pixel.x, y: pixel.y - 100))
      // The radii of curvature of WGS 84 in the meridian and across it.
      let sine = sin(anchor.latitude * .pi / 180)
      let aspect = (1 - 0.00669437999014 * sine * sine) / (1 - 0.00669437999014)
      let direction = atan2(up.x - position.x, (up.y - position.y) / aspect) * 180 / .pi
      // 1e-8 m over 5 m is 1e-7 degrees.
      #expect(abs(remainder(direction - bearing, 360)) < 1e-5)
      let ground = georeference.groundResolution(at: pixel)
      #expect(abs(ground.perColumn - 0.05) < 1e-9 && abs(ground.perRow - 0.05) < 1e-9)
      #expect(georeference.pixelToCRS.jacobian(at: pixel).determinant < 0)
    }
  }

  @Test(
    "Rotations by multiples of 90 degrees are exact",
    arguments: [0.0, 90, 180, 270, 360, -90, -450, 720])
  func quarterTurns(bearing: Double) throws {
    let georeference = try Georeference(
      overlay: GroundOverlay(
        anchor: GeographicCoordinate(latitude: 0, longitude: 0),
        anchorPixel: PixelPoint(x: 0, y: 0), metresPerPixel: 2, bearing: bearing))
    let step = georeference.pixelToCRS.jacobian(at: PixelPoint(x: 0, y: 0))
    // To the north 2 / (1 - e²) at the equator.
    let north = 2.013478993484553
    let directions = [
      (2.0, 0.0, 0.0, -north), (0, -north, -2, 0), (-2, 0, 0, north), (0, north, 2, 0),
    ]
    let quarter = ((Int(bearing) / 90) % 4 + 4) % 4
    let (columnX, columnY, rowX, rowY) = directions[quarter]
    #expect(step.columnX == columnX && abs(step.columnY - columnY) < 1e-12)
    #expect(step.rowX == rowX && abs(step.rowY - rowY) < 1e-12)
    #expect([step.columnX, step.columnY, step.rowX, step.rowY].count { $0 == 0 } == 2)
  }

  /// Corners of 100 m by 100 m by latitude and bearing.
  ///
  /// Computed by pyproj 3.7.2, Geod(ellps="WGS84").fwd from the anchor in the middle.
  static let groundCorners: [(latitude: Double, bearing: Double, corners: [[Double]])] = [
    (
      0, 30,
      [
        [0.0006176958, 8.4998355969], [0.0001655111, 8.5006135607], [-0.0006176958, 8.5001644031],
        [-0.0001655111, 8.4993864393],
      ]
    ),
    (
      47.3, 17,
      [
        [47.3005615721, 8.4995610559], [47.3002985907, 8.5008255296],
        [47.2994384262, 8.5004389348], [47.2997014034, 8.4991744797],
      ]
    ),
    (
      60, 123,
      [
        [60.0001319507, 8.5012395296], [59.9993791931, 8.5002634642],
        [59.9998680377, 8.4987604802], [60.0006208063, 8.4997365260],
      ]
    ),
    (
      75, 200,
      [
        [74.9994258482, 8.5010339250], [74.9997322590, 8.4977826964],
        [75.0005741471, 8.4989659977], [75.0002677196, 8.5022173809],
      ]
    ),
    (
      -33, 300,
      [
        [-33.0001650162, 8.4992691381], [-32.9993841430, 8.4998041679],
        [-32.9998349795, 8.5007308592], [-33.0006158567, 8.5001958349],
      ]
    ),
  ]

  @Test(
    "The corners of 100 m by 100 m are where the ellipsoid has them, at any latitude and bearing",
    arguments: groundCorners)
  func ground(latitude: Double, bearing: Double, corners: [[Double]]) throws {
    let size = PixelSize(width: 200, height: 200)
    let georeference = try Georeference(
      overlay: GroundOverlay(
        anchor: GeographicCoordinate(latitude: latitude, longitude: 8.5),
        anchorPixel: PixelPoint(x: 100, y: 100), metresPerPixel: 0.5, bearing: bearing), size: size)
    for (found, expected) in zip(georeference.mercatorCorners(of: size), corners) {
      let position = WebMercator.project(
        GeographicCoordinate(latitude: expected[0], longitude: expected[1]))
      let stretch = WebMercator.scaleFactor(atY: position.y)
      #expect(hypot(found.x - position.x, found.y - position.y) / stretch < 0.75e-3)
    }
    let resolution = georeference.groundResolution(at: PixelPoint(x: 100, y: 100))
    #expect(abs(resolution.perColumn - 0.5) < 1e-8 && abs(resolution.perRow - 0.5) < 1e-8)
  }

  @Test("Scales that are not positive, and anchors off the map, are refused")
  func badOverlays() {
    func fault(
      _ latitude: Double, _ metres: Double, bearing: Double = 0, x: Double = 0
    ) -> GeoreferenceError? {
      georeferenceError {
        _ = try Georeference(
          overlay: GroundOverlay(
            anchor: GeographicCoordinate(latitude: latitude, longitude: 8),
            anchorPixel: PixelPoint(x: x, y: 0), metresPerPixel: metres, bearing: bearing))
      }
    }
    for (metres, bearing, option) in [
      (0, 0, "`metresPerPixel`"), (-1, 0, "`metresPerPixel`"), (.nan, 0, "`metresPerPixel`"),
      (.infinity, 0, "`metresPerPixel`"), (1, .nan, "`bearing`"),
    ] as [(Double, Double, String)] {
      let error = fault(47, metres, bearing: bearing)
      #expect(caseName(error) == "malformedOption" && error?.report.location == option)
    }
    #expect(fault(47, 1, x: .infinity) == .notFinite(location: "`anchorPixel`"))
    #expect(fault(91, 1) == .latitudeBeyondPole(91, location: "`anchor`"))
    #expect(fault(86, 1) == .latitudeBeyondMercator(86, location: "`anchor`"))
  }
}
