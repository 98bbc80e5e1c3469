import MapKitCompatibility
import Testing
import TilePyramidTesting

@Suite("Points and rectangles of the map")
struct MapGeometryTests {
  @Test("The world is 2^28 units wide, from its north-western corner")
  func corners() {
    let world = MKMapRect.world
    #expect(world.width == 268_435_456 && world.height == 268_435_456)
    #expect(world.minX == 0 && world.minY == 0)
    let middle = MKMapPoint(CLLocationCoordinate2D(latitude: 0, longitude: 0))
    // A millionth of a unit is 0.1 micrometre.
    #expect(abs(middle.x - world.midX) < 1e-6)
    #expect(abs(middle.y - world.midY) < 1e-6)
    let corner = MKMapPoint(x: world.maxX, y: world.minY).coordinate
    #expect(abs(corner.longitude - 180) < 1e-12)
    // The latitude at which the map is square: atan(sinh(pi)).
    #expect(abs(corner.latitude - 85.051_128_779_806_59) < 1e-11)
  }

  @Test("A position comes back from its map point")
  func roundTrip() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let position = CLLocationCoordinate2D(
        latitude: Double.random(in: -85...85, using: &generator),
        longitude: Double.random(in: -180...180, using: &generator))
      let back = MKMapPoint(position).coordinate
      #expect(abs(back.latitude - position.latitude) < 1e-10)
      #expect(abs(back.longitude - position.longitude) < 1e-10)
    }
  }

  @Test("Rectangles know their edges and whether they hold anything")
  func rectangles() {
    let rect = MKMapRect(x: 10, y: 20, width: 6, height: 8)
    #expect(rect.midX == 13 && rect.maxX == 16 && rect.midY == 24 && rect.maxY == 28)
    #expect(!rect.isEmpty && !rect.isNull)
    #expect(MKMapRect.null.isNull && MKMapRect.null.isEmpty)
    #expect(MKMapRect().isEmpty && !MKMapRect().isNull)
    let path = MKTileOverlayPath()
    #expect(path.x == 0 && path.y == 0 && path.z == 0 && path.contentScaleFactor == 0)
  }
}
