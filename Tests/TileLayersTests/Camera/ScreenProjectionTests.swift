import Foundation
import Testing
import TileLayers
import TileModel

@Suite("ScreenProjection")
struct ScreenProjectionTests {
  private let view = Viewport(size: ScreenSize(width: 600, height: 900))

  @Test("Positions are drawn where the matrices of a perspective draw them")
  func agreesWithMatrices() throws {
    var draws = CameraDraws(seed: 11)
    var compared = 0
    for _ in 0..<2000 {
      let viewport = draws.viewport()
      let position = draws.position(zoom: 2...18)
      let projection = ScreenProjection(position: position, viewport: viewport)
      let point = draws.point(in: viewport)
      guard let coordinate = projection.coordinate(at: point), abs(coordinate.latitude) < 85.06
      else {
        continue
      }
      // The copy of the world that is at the point, for the matrices know no wrapping.
      var unwrapped = coordinate
      let revolutions = ((coordinate.longitude - position.target.longitude) / 360).rounded()
      unwrapped.longitude -= revolutions * 360
      let drawn = try #require(
        MatrixProjection(position: position, viewport: viewport).point(for: unwrapped))
      let ours = try #require(projection.point(for: coordinate))
      // The matrices subtract world coordinates of up to 6.7e7 points, which resolve 1.5e-8; the
      // nearest part of the map magnifies that.
      #expect(gap(ours, drawn) < 1e-5)
      compared += 1
    }
    #expect(compared > 1500)
  }

  @Test("Projecting what a point shows gives the point back")
  func roundTrip() throws {
    var draws = CameraDraws(seed: 12)
    var compared = 0
    for _ in 0..<5000 {
      let viewport = draws.viewport()
      let position = draws.position(zoom: 3...25)
      let projection = ScreenProjection(position: position, viewport: viewport)
      let point = draws.point(in: viewport)
      guard let coordinate = projection.coordinate(at: point), abs(coordinate.latitude) < 85.06,
        let offset = projection.offset(at: point), abs(offset.east) < position.worldSize / 2
      else { continue }
      #expect(gap(try #require(projection.point(for: coordinate)), point) < 1e-6)
      compared += 1
    }
    #expect(compared > 4000)
  }

  @Test("At the deepest zooms only the resolution of degrees is lost")
  func deepRoundTrip() throws {
    var draws = CameraDraws(seed: 13)
    for _ in 0..<1000 {
      let viewport = draws.viewport()
      let position = draws.position(zoom: 25...30)
      let projection = ScreenProjection(position: position, viewport: viewport)
      let point = draws.point(in: viewport)
      let coordinate = try #require(projection.coordinate(at: point))
      // Longitudes near 180 resolve 2.8e-14 degrees; a near edge magnifies up to three times, and
      // near latitude 84 the map draws a degree of latitude ten times as long.
      let resolution = 2.8e-14 / 360 * position.worldSize
      #expect(gap(try #require(projection.point(for: coordinate)), point) < 10 * resolution)
    }
  }

  @Test("Nothing is drawn above the horizon")
  func horizon() throws {
    var low = view
    low.padding.top = 800
    let position = CameraPosition(latitude: 48, longitude: 11, zoom: 17, viewingAngle: 65)
    let projection = ScreenProjection(position: position, viewport: low)
    let horizon = try #require(projection.horizon)
    let farEdge = try #require(projection.farEdge)
    #expect(horizon > 0 && horizon < farEdge && farEdge < low.center.y)
    #expect(projection.coordinate(at: ScreenPoint(x: 300, y: horizon - 1)) == nil)
    #expect(projection.coordinate(at: ScreenPoint(x: 0, y: 0)) == nil)
    #expect(projection.coordinate(at: ScreenPoint(x: 300, y: horizon + 1)) != nil)

    let flat = ScreenProjection(position: position.with(viewingAngle: 0), viewport: low)
    #expect(flat.horizon == nil && flat.farEdge == nil)
    #expect(flat.coordinate(at: ScreenPoint(x: 300, y: -1e6)) != nil)
  }

  @Test("Far positions approach the horizon")
  func vanishingLine() throws {
    let position = CameraPosition(latitude: 0, longitude: 0, zoom: 20, viewingAngle: 60)
    let projection = ScreenProjection(position: position, viewport: view)
    let horizon = try #require(projection.horizon)
    let far = try #require(projection.point(at: MapOffset(east: 0, north: 1e9)))
    #expect(far.y > horizon && far.y - horizon < 0.01)
  }

  @Test("The copy of the world closest to the target is drawn across the antimeridian")
  func nearestCopy() {
    let projection = ScreenProjection(
      position: CameraPosition(latitude: 0, longitude: 179.9, zoom: 10), viewport: view)
    let point = projection.point(for: GeographicCoordinate(latitude: 0, longitude: -179.9))
    let expected = 300 + 0.2 / 360 * 256 * 1024
    #expect(point.map { abs($0.x - expected) < 1e-6 } == true)
  }
}

@Suite("VisibleRegion")
struct VisibleRegionTests {
  @Test("The corners are what the corners of the padded view show")
  func corners() throws {
    var draws = CameraDraws(seed: 21)
    for _ in 0..<300 {
      let viewport = draws.viewport()
      let position = draws.position(zoom: 8...22)
      let projection = ScreenProjection(position: position, viewport: viewport)
      let region = try #require(projection.visibleRegion)
      let (size, padding) = (viewport.size, viewport.padding)
      let (left, right) = (padding.left, size.width - padding.right)
      let (top, bottom) = (padding.top, size.height - padding.bottom)
      for (coordinate, x, y) in [
        (region.nearLeft, left, bottom), (region.nearRight, right, bottom),
        (region.farLeft, left, top), (region.farRight, right, top),
      ] {
        let drawn = try #require(projection.point(for: coordinate))
        #expect(gap(drawn, ScreenPoint(x: x, y: y)) < 1e-6)
      }
    }
  }

  @Test("A tilted view shows a trapezium, wider far away")
  func trapezium() throws {
    let view = Viewport(size: ScreenSize(width: 600, height: 900))
    let position = CameraPosition(latitude: 0, longitude: 0, zoom: 16, viewingAngle: 60)
    let region = try #require(
      ScreenProjection(position: position, viewport: view).visibleRegion)
    let near = region.nearRight.longitude - region.nearLeft.longitude
    let far = region.farRight.longitude - region.farLeft.longitude
    #expect(far > 3 * near)
  }

  @Test("The region ends at the far edge where the horizon is in view")
  func farEdge() throws {
    var low = Viewport(size: ScreenSize(width: 600, height: 900))
    low.padding = ViewInsets(bottom: -800)
    let position = CameraPosition(latitude: 0, longitude: 0, zoom: 18, viewingAngle: 65)
    let projection = ScreenProjection(position: position, viewport: low)
    #expect(try #require(projection.horizon) > 0)
    let region = try #require(projection.visibleRegion)
    let drawn = try #require(projection.point(for: region.farLeft))
    #expect(abs(drawn.y - (try #require(projection.farEdge))) < 1e-6)
  }

  @Test("Padding that covers the view leaves nothing visible")
  func nothingVisible() {
    let covered = Viewport(
      size: ScreenSize(width: 100, height: 100), padding: ViewInsets(all: 51))
    let projection = ScreenProjection(
      position: CameraPosition(latitude: 0, longitude: 0, zoom: 3), viewport: covered)
    #expect(projection.visibleRegion == nil)
    #expect(!projection.contains(GeographicCoordinate(latitude: 0, longitude: 0)))
  }

  @Test("A position is contained when one of its copies is in the padded view")
  func containment() throws {
    var draws = CameraDraws(seed: 22)
    var (inside, outside) = (0, 0)
    for _ in 0..<2000 {
      let viewport = draws.viewport()
      let projection = ScreenProjection(
        position: draws.position(zoom: 0...20), viewport: viewport)
      let point = ScreenPoint(x: draws.value(-300...1500), y: draws.value(-300...1500))
      guard let coordinate = projection.coordinate(at: point), abs(coordinate.latitude) < 85 else {
        continue
      }
      let (size, padding) = (viewport.size, viewport.padding)
      let isInside =
        point.x > padding.left + 1e-3 && point.x < size.width - padding.right - 1e-3
        && point.y > padding.top + 1e-3 && point.y < size.height - padding.bottom - 1e-3
      if isInside {
        #expect(projection.contains(coordinate))
        inside += 1
      } else if projection.position.zoom > 6 {
        // Deeper than zoom 6 no view here holds two copies of the world.
        #expect(!projection.contains(coordinate))
        outside += 1
      }
    }
    #expect(inside > 200 && outside > 200)
  }
}
