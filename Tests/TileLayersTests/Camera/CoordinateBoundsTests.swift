import Testing
import TileLayers
import TileModel

private func at(_ latitude: Double, _ longitude: Double) -> GeographicCoordinate {
  GeographicCoordinate(latitude: latitude, longitude: longitude)
}

@Suite("CoordinateBounds")
struct CoordinateBoundsTests {
  @Test("Bounds without positions are empty, hold nothing and meet nothing")
  func empty() {
    let empty = CoordinateBounds()
    let some = CoordinateBounds(at(0, 0), at(1, 1))
    #expect(empty.isEmpty && empty.southWest == nil && empty.northEast == nil)
    #expect(empty.longitudeSpan == 0 && !empty.contains(at(0, 0)))
    #expect(!empty.intersects(some) && !some.intersects(empty) && !empty.intersects(empty))
    #expect(empty.including(some) == some && some.including(empty) == some)
    #expect(empty.nearest(to: at(7, 8)) == at(7, 8))
    #expect(CoordinateBounds(GeographicBounds(west: 0, south: 1, east: 1, north: 0)).isEmpty)
    #expect(CoordinateBounds(GeographicBounds(west: .nan, south: 0, east: 1, north: 1)).isEmpty)
  }

  @Test("Empty bounds and a position give bounds of that position only")
  func onePosition() {
    let one = CoordinateBounds().including(at(3, 4))
    #expect(one.southWest == at(3, 4) && one.northEast == at(3, 4))
    #expect(one.contains(at(3, 4)) && !one.contains(at(3, 4.1)))
  }

  @Test("Two corners span the smaller way round whatever their order")
  func smallerSpan() {
    for (one, two) in [(at(5, 170), at(-5, -170)), (at(-5, -170), at(5, 170))] {
      let bounds = CoordinateBounds(one, two)
      #expect(bounds.southWest == at(-5, 170) && bounds.northEast == at(5, -170))
      #expect(bounds.longitudeSpan == 20)
      #expect(bounds.contains(at(0, 180)) && bounds.contains(at(0, -180)))
      #expect(!bounds.contains(at(0, 0)))
    }
    let plain = CoordinateBounds(at(5, 20), at(-5, -20))
    #expect(plain.southWest == at(-5, -20) && plain.northEast == at(5, 20))
    let half = CoordinateBounds(at(0, 90), at(0, -90))
    #expect(half.southWest == at(0, -90) && half.northEast == at(0, 90))
  }

  @Test("Edges belong to the bounds")
  func edges() {
    let bounds = CoordinateBounds(at(0.1, 0.2), at(0.3, 0.7))
    for corner in [at(0.1, 0.2), at(0.1, 0.7), at(0.3, 0.2), at(0.3, 0.7)] {
      #expect(bounds.contains(corner))
    }
    #expect(!bounds.contains(at(0.3, 0.7.nextUp)) && !bounds.contains(at(0.1.nextDown, 0.2)))
    #expect(!bounds.contains(at(0.2, 0.2.nextDown)))
  }

  @Test("Bounds that touch intersect, also across the antimeridian")
  func touching() {
    let east = CoordinateBounds(at(0, 170), at(1, 180))
    let west = CoordinateBounds(at(1, -180), at(2, -170))
    #expect(east.intersects(west) && west.intersects(east))
    let inner = CoordinateBounds(at(0.4, 172), at(0.6, 173))
    #expect(east.intersects(inner) && inner.intersects(east) && !west.intersects(inner))
    #expect(!east.intersects(CoordinateBounds(at(1.1, 170), at(2, 175))))
  }

  @Test("A position extends bounds to the side that grows less")
  func extending() {
    let bounds = CoordinateBounds(at(0, 160), at(0, 170))
    #expect(bounds.including(at(1, -170)).edges?.east == -170)
    #expect(bounds.including(at(1, -170)).edges?.west == 160)
    #expect(bounds.including(at(1, 100)).edges?.west == 100)
    #expect(bounds.including(at(1, 165)).edges?.north == 1)
    #expect(bounds.including(at(1, 165)).longitudeSpan == 10)
    let path = CoordinateBounds(enclosing: [at(0, 179), at(2, -179), at(1, 178)])
    #expect(path.southWest == at(0, 178) && path.northEast == at(2, -179))
  }

  @Test("Bounds that close the ring together are the whole world")
  func closedRing() {
    let first = CoordinateBounds(GeographicBounds(west: 0, south: -1, east: -160, north: 1))
    let second = CoordinateBounds(GeographicBounds(west: 190, south: -1, east: 10, north: 1))
    let world = first.including(second)
    #expect(world.longitudeSpan == 360 && world.edges?.west == -180 && world.edges?.east == 180)
    #expect(world.contains(at(0, 5)) && world.contains(at(0, 180)))
    #expect(
      CoordinateBounds(GeographicBounds(west: -200, south: 0, east: 300, north: 1)).longitudeSpan
        == 360)
  }

  @Test("Extended bounds hold both and are no wider than need be")
  func unionLaws() {
    var draws = CameraDraws(seed: 41)
    for _ in 0..<500 {
      let one = CoordinateBounds(draws.coordinate(), draws.coordinate())
      let two = CoordinateBounds(draws.coordinate(), draws.coordinate())
      let both = one.including(two)
      for corner in [one.southWest, one.northEast, two.southWest, two.northEast] {
        let corner = corner.map { at($0.latitude, $0.longitude) } ?? at(0, 0)
        // The sum of two spans is rounded once.
        #expect(both.contains(corner) || both.including(corner).longitudeSpan < 1e-9)
      }
      #expect(both.longitudeSpan >= max(one.longitudeSpan, two.longitudeSpan) - 1e-9)
      #expect(abs(both.longitudeSpan - two.including(one).longitudeSpan) < 1e-9)
      if one.intersects(two) {
        #expect(both.longitudeSpan <= one.longitudeSpan + two.longitudeSpan + 1e-9)
      }
    }
  }

  @Test("The nearest position is at the edge closest by, the short way round")
  func nearest() {
    let bounds = CoordinateBounds(at(-10, 170), at(10, -170))
    #expect(bounds.nearest(to: at(0, 175)) == at(0, 175))
    #expect(bounds.nearest(to: at(20, 160)) == at(10, 170))
    #expect(bounds.nearest(to: at(-20, -100)) == at(-10, -170))
  }
}
