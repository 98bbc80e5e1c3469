import Foundation
import GoogleMapsCompatibility
import Testing
import TilePyramidTesting

@Suite("Paths and positions on them")
struct PathTests {
  private func path(_ positions: [(Double, Double)]) -> GMSMutablePath {
    let path = GMSMutablePath()
    for position in positions { path.addLatitude(position.0, longitude: position.1) }
    return path
  }

  private func positions(_ path: GMSPath) -> [[Double]] {
    (0..<path.count()).map {
      [path.coordinate(at: $0).latitude, path.coordinate(at: $0).longitude]
    }
  }

  private func isOn(
    _ path: GMSPath, _ latitude: Double, _ longitude: Double, _ geodesic: Bool,
    within tolerance: Double = 0.1
  ) -> Bool {
    let point = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    let isOn = GMSGeometryIsLocationOnPathTolerance(point, path, geodesic, tolerance)
    if tolerance == 0.1 {
      #expect(GMSGeometryIsLocationOnPath(point, path, geodesic) == isOn)
    }
    return isOn
  }

  @Test("A path takes, replaces and gives up positions at indices")
  func editing() {
    let path = path([(0, 0), (1, 1), (2, 2)])
    path.insert(CLLocationCoordinate2D(latitude: 9, longitude: 9), at: 1)
    #expect(positions(path) == [[0, 0], [9, 9], [1, 1], [2, 2]])
    path.replaceCoordinate(at: 2, with: CLLocationCoordinate2D(latitude: 8, longitude: 8))
    path.removeCoordinate(at: 0)
    path.removeCoordinate(at: 3)
    path.removeCoordinate(at: .max)
    #expect(positions(path) == [[9, 9], [8, 8], [2, 2]])
    // After the end there are positions that are not valid between.
    path.insert(CLLocationCoordinate2D(latitude: 7, longitude: 7), at: 4)
    #expect(path.count() == 5)
    #expect(!CLLocationCoordinate2DIsValid(path.coordinate(at: 3)))
    #expect(path.coordinate(at: 4).latitude == 7)
    path.replaceCoordinate(at: .max, with: CLLocationCoordinate2D())
    #expect(path.count() == 5)
  }

  @Test("Copies keep their positions, and one that is mutable can grow")
  func copies() throws {
    let original = path([(0, 0), (1, 1)])
    let copy = try #require(original.copy() as? GMSPath)
    let mutable = try #require(original.mutableCopy() as? GMSMutablePath)
    #expect(!(copy is GMSMutablePath))
    mutable.addLatitude(2, longitude: 2)
    original.removeAllCoordinates()
    #expect(positions(copy) == [[0, 0], [1, 1]])
    #expect(positions(mutable) == [[0, 0], [1, 1], [2, 2]])
    #expect((copy.mutableCopy() as? GMSMutablePath)?.count() == 2)
  }

  @Test("An offset path is moved and the path itself is not")
  func pathOffset() {
    let original = path([(10, 170), (20, -180), (85, 0)])
    let moved: GMSMutablePath = original.pathOffset(byLatitude: 10, longitude: 20)
    #expect(positions(moved).dropLast() == [[20, -170], [30, -160]])
    #expect(!CLLocationCoordinate2DIsValid(moved.coordinate(at: 2)))
    #expect(positions(original) == [[10, 170], [20, -180], [85, 0]])
    let plain = GMSPath(path: original).pathOffset(byLatitude: 0, longitude: 10)
    #expect(!(plain is GMSMutablePath) && positions(plain)[0] == [10, -180])
    let odd = original.pathOffset(byLatitude: .nan, longitude: .infinity)
    #expect(odd.count() == 3 && !CLLocationCoordinate2DIsValid(odd.coordinate(at: 0)))
  }

  @Test("A signed area tells the direction in which a path goes round")
  func signedAreas() {
    let sphere = 4 * Double.pi * kGMSEarthRadius * kGMSEarthRadius
    let octant = [(0.0, 0.0), (0.0, 90.0), (90.0, 0.0)]
    #expect(abs(GMSGeometrySignedArea(path(octant)) / (sphere / 8) - 1) < 1e-12)
    #expect(abs(GMSGeometrySignedArea(path(octant.reversed())) / (sphere / -8) - 1) < 1e-12)
    // A corner may be at the south pole, which is outside of a ring around it.
    let southern = [(0.0, 0.0), (-90.0, 0.0), (0.0, 90.0)]
    #expect(abs(GMSGeometrySignedArea(path(southern)) / (sphere / 8) - 1) < 1e-9)
    let ring = (0..<360).map { (-60.0, Double($0)) }
    let north = sphere * (1 + sin(Double.pi / 3)) / 2
    #expect(abs(GMSGeometrySignedArea(path(ring)) / north - 1) < 1e-4)
    #expect(GMSGeometrySignedArea(path([(0, 0), (0, 1)])) == 0)
    #expect(GMSGeometryArea(path(octant.reversed())) > 0)
  }

  @Test("Positions are on great circles or on lines straight on the map")
  func onPath() {
    let parallel = path([(60, 0), (60, 90)])
    let crown: Double = atan(tan(Double.pi / 3) / cos(Double.pi / 4)) * 180 / Double.pi
    #expect(isOn(parallel, 60, 45, false) && !isOn(parallel, 60, 45, true))
    #expect(isOn(parallel, crown, 45, true) && !isOn(parallel, crown, 45, false))
    let metre = 180 / (Double.pi * kGMSEarthRadius)
    for geodesic in [false, true] {
      let equator = path([(0, 170), (0, -170)])
      for (metres, expected) in [(0.05, true), (0.099, true), (0.101, false), (1, false)] {
        #expect(isOn(equator, metres * metre, -179, geodesic) == expected, "\(metres)")
        #expect(isOn(equator, 0, 170 - metres * metre, geodesic) == expected, "\(metres)")
        // A line as short as a finger is wide, and one of a position.
        let short = path([(50, 8), (50 + 0.02 * metre, 8)])
        #expect(isOn(short, 50 - metres * metre, 8, geodesic) == expected, "\(metres)")
        #expect(isOn(path([(50, 8)]), 50 + metres * metre, 8, geodesic) == expected)
      }
      #expect(!isOn(equator, 0, 0, geodesic) && !isOn(path([]), 0, 0, geodesic))
      #expect(isOn(path([(0, 0), (0, 10), (10, 10)]), 5, 10, geodesic))
      // Not closed.
      #expect(!isOn(path([(0, 0), (0, 10), (10, 10), (10, 0)]), 5, 0, geodesic))
      #expect(isOn(path([(80, 0), (90, 50)]), 85, 0, geodesic))
      #expect(isOn(path([(90, 50), (80, 0)]), 85, 0, geodesic))
      #expect(isOn(equator, 0, 175, geodesic, within: 0))
      for tolerance in [-1, Double.nan] {
        #expect(!isOn(equator, 0, 170, geodesic, within: tolerance))
      }
      #expect(!isOn(equator, .nan, 170, geodesic) && isOn(equator, 80, 0, geodesic, within: 1e8))
      #expect(isOn(path([(0, 0), (.nan, 0), (0, 10)]), 0, 5, geodesic))
    }
  }

  @Test("The tolerance is the distance of the closest position", arguments: [false, true])
  func tolerance(geodesic: Bool) {
    var generator = SeededGenerator(seed: 33)
    func random() -> CLLocationCoordinate2D {
      CLLocationCoordinate2D(
        latitude: .random(in: -80...80, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
    }
    for _ in 0..<40 {
      let (start, end, point) = (random(), random(), random())
      let line = GMSMutablePath()
      line.add(start)
      line.add(end)
      let steps = 2000
      let places = (0...steps).map { step in
        let fraction = Double(step) / Double(steps)
        return geodesic
          ? GMSGeometryInterpolate(start, end, fraction)
          : GMSUnproject(GMSMapPointInterpolate(GMSProject(start), GMSProject(end), fraction))
      }
      for place in [places[1], places[700], places[1999]] {
        #expect(GMSGeometryIsLocationOnPathTolerance(place, line, geodesic, 0.001))
      }
      let closest = places.map { GMSGeometryDistance(point, $0) }.min() ?? 0
      // A place between two steps is at most half a step closer.
      let gaps = zip(places, places.dropFirst()).map { GMSGeometryDistance($0, $1) }
      let gap = (gaps.max() ?? 0) / 2
      #expect(GMSGeometryIsLocationOnPathTolerance(point, line, geodesic, closest + 0.001))
      #expect(!GMSGeometryIsLocationOnPathTolerance(point, line, geodesic, closest - gap - 1))
      // Beside the line, square to it.
      let ahead = GMSGeometryHeading(places[1000], places[1001])
      let beside = GMSGeometryOffset(places[1000], 1000, ahead + 90)
      #expect(!GMSGeometryIsLocationOnPathTolerance(beside, line, geodesic, 990))
      #expect(GMSGeometryIsLocationOnPathTolerance(beside, line, geodesic, 1000.001))
    }
  }
}
