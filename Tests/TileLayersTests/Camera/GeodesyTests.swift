import Foundation
import Testing
import TileLayers
import TileModel

private func at(_ latitude: Double, _ longitude: Double) -> GeographicCoordinate {
  GeographicCoordinate(latitude: latitude, longitude: longitude)
}

@Suite("MapPoint")
struct MapPointTests {
  @Test("The y of a map point is the textbook's logarithm")
  func textbook() {
    for latitude in stride(from: -84.5, through: 84.5, by: 6.5) {
      let expected = log(tan(.pi / 4 + latitude * .pi / 360)) / .pi
      #expect(abs(MapPoint(at(latitude, 0)).y - expected) < 1e-14)
    }
  }

  @Test("Distance and interpolation take the short way across the date line")
  func shortWay() {
    let (east, west) = (MapPoint(x: 0.9, y: 0), MapPoint(x: -0.9, y: 0))
    #expect(abs(east.distance(to: west) - 0.2) < 1e-12)
    #expect(abs(MapPoint(x: 0, y: 0).distance(to: MapPoint(x: 0.3, y: 0.4)) - 0.5) < 1e-12)
    #expect(abs(east.interpolated(to: west, fraction: 0.75).x + 0.95) < 1e-12)
    #expect(abs(west.interpolated(to: east, fraction: 0.75).x - 0.95) < 1e-12)
    #expect(
      MapPoint(x: 0.1, y: 0.7).interpolated(to: west, fraction: 0) == MapPoint(x: 0.1, y: 0.7))
    #expect(MapPoint(x: 0, y: 0).interpolated(to: MapPoint(x: 0.5, y: 1), fraction: 0.5).y == 0.5)
  }
}

@Suite("GreatCircle")
struct GreatCircleTests {
  private let quarter = 6_371_009 * Double.pi / 2

  @Test("Distances of quarters and halves of the sphere are exact")
  func quarters() {
    #expect(abs(GreatCircle.distance(from: at(0, 0), to: at(0, 90)) - quarter) < 1e-6)
    #expect(abs(GreatCircle.distance(from: at(0, 170), to: at(90, 0)) - quarter) < 1e-6)
    #expect(abs(GreatCircle.distance(from: at(10, 20), to: at(-10, -160)) - 2 * quarter) < 1e-6)
    #expect(GreatCircle.distance(from: at(51, 7), to: at(51, 7)) == 0)
  }

  @Test("A short distance is as precise as a long one")
  func shortDistance() {
    // A nanodegree of latitude is 0.11 mm; the degrees themselves resolve 7e-15.
    let distance = GreatCircle.distance(from: at(50, 8), to: at(50.000000001, 8))
    #expect(abs(distance - 6_371_009 * 1e-9 * .pi / 180) < 1e-8)
  }

  @Test("Headings are compass directions in 0 up to 360")
  func headings() {
    #expect(GreatCircle.heading(from: at(0, 0), to: at(1, 0)) == 0)
    #expect(abs(GreatCircle.heading(from: at(0, 179), to: at(0, -179)) - 90) < 1e-12)
    #expect(abs(GreatCircle.heading(from: at(1, 0), to: at(0, 0)) - 180) < 1e-12)
    #expect(abs(GreatCircle.heading(from: at(0, -179), to: at(0, 179)) - 270) < 1e-12)
    #expect(GreatCircle.heading(from: at(12, 34), to: at(12, 34)) == 0)
  }

  @Test("Distance and heading lead from one position to the other")
  func offsetInvertsDistance() {
    var draws = CameraDraws(seed: 2)
    for _ in 0..<300 {
      let (start, end) = (draws.coordinate(), draws.coordinate())
      let reached = GreatCircle.offset(
        from: start, distance: GreatCircle.distance(from: start, to: end),
        heading: GreatCircle.heading(from: start, to: end))
      // A micrometre on the ground; longitudes shrink toward the poles.
      #expect(GreatCircle.distance(from: reached, to: end) < 1e-6)
      #expect((-180..<180).contains(reached.longitude))
    }
  }

  @Test("Interpolation along a great circle divides the way")
  func interpolation() {
    var draws = CameraDraws(seed: 3)
    for _ in 0..<100 {
      let (start, end, fraction) = (draws.coordinate(), draws.coordinate(), draws.value(0...1))
      let whole = GreatCircle.distance(from: start, to: end)
      let between = GreatCircle.interpolate(from: start, to: end, fraction: fraction)
      #expect(abs(GreatCircle.distance(from: start, to: between) - whole * fraction) < 1e-5)
      #expect(abs(GreatCircle.distance(from: between, to: end) - whole * (1 - fraction)) < 1e-5)
    }
  }
}
