import Foundation
import GoogleMapsCompatibility
import Testing
import TilePyramidTesting

@Suite("Geometry")
struct GeometryTests {
  private let vancouver = CLLocationCoordinate2D(latitude: 49.26, longitude: -123.11)
  private let calgary = CLLocationCoordinate2D(latitude: 51.05, longitude: -114.05)

  @Test("Bounds span the smaller way and may cross the antimeridian")
  func bounds() {
    let bounds = GMSCoordinateBounds(
      coordinate: CLLocationCoordinate2D(latitude: 10, longitude: 170),
      coordinate: CLLocationCoordinate2D(latitude: -10, longitude: -170))
    #expect(bounds.southWest.longitude == 170)
    #expect(bounds.southWest.latitude == -10)
    #expect(bounds.northEast.longitude == -170)
    #expect(bounds.contains(CLLocationCoordinate2D(latitude: 10, longitude: 180)))
    #expect(!bounds.contains(CLLocationCoordinate2D(latitude: 0, longitude: 0)))
    let touching = GMSCoordinateBounds(
      coordinate: CLLocationCoordinate2D(latitude: 10, longitude: -170),
      coordinate: CLLocationCoordinate2D(latitude: 20, longitude: -160))
    #expect(bounds.intersects(touching))
    #expect(bounds.includingBounds(touching).northEast.longitude == -160)
  }

  @Test("Bounds without a position are not valid, and grow from the first one")
  func empty() {
    let none = GMSCoordinateBounds()
    #expect(!none.isValid)
    #expect(!CLLocationCoordinate2DIsValid(none.northEast))
    #expect(!none.contains(vancouver))
    #expect(!none.intersects(none))
    let one = none.includingCoordinate(vancouver)
    #expect(one.isValid)
    #expect(one.southWest.latitude == vancouver.latitude)
    #expect(one == GMSCoordinateBounds(coordinate: vancouver, coordinate: vancouver))
    #expect(none.includingBounds(one) == one)
    let odd = CLLocationCoordinate2D(latitude: .nan, longitude: 0)
    #expect(!GMSCoordinateBounds(coordinate: odd, coordinate: vancouver).isValid)
    #expect(one.includingCoordinate(odd) == one)
    #expect(!one.contains(odd))
  }

  @Test("Bounds of a path hold each of its positions")
  func paths() {
    let path = GMSMutablePath()
    #expect(!GMSCoordinateBounds(path: path).isValid)
    path.add(vancouver)
    path.add(calgary)
    path.addLatitude(.nan, longitude: 0)
    let copy = GMSPath(path: path)
    path.removeAllCoordinates()
    path.removeLastCoordinate()
    #expect(path.count() == 0)
    #expect(copy.count() == 3)
    #expect(copy.coordinate(at: 1).latitude == calgary.latitude)
    #expect(!CLLocationCoordinate2DIsValid(copy.coordinate(at: .max)))
    let both = GMSCoordinateBounds(coordinate: vancouver, coordinate: calgary)
    #expect(GMSCoordinateBounds(path: copy) == both)
    #expect(
      GMSCoordinateBounds(coordinate: calgary, coordinate: calgary).includingPath(copy) == both)
  }

  @Test("Map points grow east and north, and the world is two wide")
  func mapPoints() {
    let middle = GMSProject(CLLocationCoordinate2D(latitude: 0, longitude: 0))
    #expect(middle == GMSMapPoint())
    let corner = GMSProject(
      CLLocationCoordinate2D(latitude: 85.051_128_779_806_59, longitude: -180))
    #expect(corner.x == -1)
    // Mercator's edge is stated to 14 decimals.
    #expect(abs(corner.y - 1) < 1e-12)
    let (west, east) = (GMSMapPoint(x: 0.9, y: 0), GMSMapPoint(x: -0.9, y: 0))
    #expect(abs(GMSMapPointDistance(west, east) - 0.2) < 1e-12)
    let half = GMSMapPointInterpolate(west, east, 0.5)
    #expect(abs(abs(half.x) - 1) < 1e-12)
  }

  @Test("Projecting and unprojecting give the position back")
  func roundTrip() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let position = CLLocationCoordinate2D(
        latitude: .random(in: -85...85, using: &generator),
        longitude: .random(in: -180..<180, using: &generator))
      let back = GMSUnproject(GMSProject(position))
      // A few roundings of numbers up to 180.
      #expect(abs(back.latitude - position.latitude) < 1e-12)
      #expect(abs(back.longitude - position.longitude) < 1e-12)
    }
  }

  @Test("Distances, headings and offsets agree on the SDK's sphere")
  func greatCircles() {
    let distance = GMSGeometryDistance(vancouver, calgary)
    let reached = GMSGeometryOffset(vancouver, distance, GMSGeometryHeading(vancouver, calgary))
    // A nanodegree is a tenth of a millimetre.
    #expect(abs(reached.latitude - calgary.latitude) < 1e-9)
    #expect(abs(reached.longitude - calgary.longitude) < 1e-9)
    let half = GMSGeometryInterpolate(vancouver, calgary, 0.5)
    #expect(abs(GMSGeometryDistance(vancouver, half) - distance / 2) < 1e-3)
    let quarter = GMSGeometryDistance(
      CLLocationCoordinate2D(), CLLocationCoordinate2D(latitude: 90, longitude: 0))
    #expect(abs(quarter - kGMSEarthRadius * .pi / 2) < 1e-6)
    #expect(GMSGeometryHeading(vancouver, vancouver) == 0)
  }

  @Test("A path is encoded and decoded as Google's own example, and damaged text is none")
  func encodedPaths() throws {
    let text = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
    let path = try #require(GMSPath(fromEncodedPath: text))
    let expected = [(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)]
    #expect(path.count() == 3)
    for (index, position) in expected.enumerated() {
      let decoded = path.coordinate(at: UInt(index))
      #expect(
        abs(decoded.latitude - position.0) < 1e-9 && abs(decoded.longitude - position.1) < 1e-9)
    }
    #expect(path.encodedPath() == text)
    #expect(GMSPath(fromEncodedPath: "")?.count() == 0)
    for damaged in [String(text.dropLast()), String(text.dropLast(4)), "_p~iF é", "~~~~~~~~~~~A?"] {
      #expect(GMSPath(fromEncodedPath: damaged) == nil, "\(damaged)")
    }
  }

  @Test("Lengths and areas are those of the sphere")
  func areas() {
    let octant = GMSMutablePath()
    octant.addLatitude(0, longitude: 0)
    octant.addLatitude(0, longitude: 90)
    #expect(GMSGeometryArea(octant) == 0)
    octant.addLatitude(90, longitude: 0)
    let sphere = 4 * Double.pi * kGMSEarthRadius * kGMSEarthRadius
    #expect(abs(GMSGeometryArea(octant) / (sphere / 8) - 1) < 1e-12)
    #expect(abs(GMSGeometryLength(octant) / (Double.pi * kGMSEarthRadius) - 1) < 1e-12)
    #expect(GMSGeometryLength(GMSPath()) == 0)

    // A square of about 100 metres near Zurich, across which the ground is flat; in either direction.
    let square = [(0.0, 0.0), (0, 1), (1, 1), (1, 0)].map { corner in
      CLLocationCoordinate2D(
        latitude: 47 + corner.0 * 0.0009, longitude: 8 + corner.1 * 0.0013)
    }
    let degree = kGMSEarthRadius * .pi / 180
    let flat = 0.0009 * degree * 0.0013 * degree * cos(47.00045 * .pi / 180)
    for positions in [square, square.reversed()] {
      let path = GMSMutablePath()
      for position in positions { path.add(position) }
      #expect(abs(GMSGeometryArea(path) / flat - 1) < 1e-6)
    }
  }

  @Test("A path contains what its lines surround, by great circles or straight on the map")
  func containment() {
    func path(_ positions: [(Double, Double)]) -> GMSPath {
      let path = GMSMutablePath()
      for position in positions { path.addLatitude(position.0, longitude: position.1) }
      return path
    }
    func contains(_ path: GMSPath, _ latitude: Double, _ longitude: Double, _ geodesic: Bool)
      -> Bool
    {
      GMSGeometryContainsLocation(
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude), path, geodesic)
    }
    let square = path([(0, 0), (0, 40), (40, 40), (40, 0)])
    for geodesic in [false, true] {
      #expect(contains(square, 20, 20, geodesic) && contains(square, 40, 40, geodesic))
      #expect(!contains(square, -1, 20, geodesic) && !contains(square, 20, 41, geodesic))
      #expect(!contains(square, 20, -140, geodesic) && !contains(square, -90, 20, geodesic))
      #expect(!contains(path([]), 0, 0, geodesic))
      // The meridian through two positions.
      #expect(contains(path([(0, 0), (10, 10), (0, 20), (-10, 10)]), 0, 10, geodesic))
      #expect(!contains(path([(0, 0), (10, 10), (0, 20), (-10, 10)]), 11, 10, geodesic))
      let dateLine = path([(-10, 170), (-10, -170), (10, -170), (10, 170)])
      #expect(contains(dateLine, 0, 180, geodesic) && contains(dateLine, 0, -175, geodesic))
      #expect(!contains(dateLine, 0, 0, geodesic))
      // Around the pole, north of 80 degrees.
      let cap = path([(80, 0), (80, 90), (80, 180), (80, -90)])
      #expect(contains(cap, 89, 45, geodesic) && !contains(cap, 70, 45, geodesic))
    }
    // In the middle of the northern side the great circle is at atan(tan 40° / cos 20°) = 41.76°.
    #expect(contains(square, 41.7, 20, true) && !contains(square, 41.8, 20, true))
    #expect(!contains(square, 40.1, 20, false))
  }
}
