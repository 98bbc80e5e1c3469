import Foundation
import Testing
import TileLayers
import TileModel

@Suite("CameraUpdate")
struct CameraUpdateTests {
  private let view = Viewport(size: ScreenSize(width: 600, height: 900))
  private let start = CameraPosition(
    latitude: -33, longitude: 151, zoom: 6, bearing: 270, viewingAngle: 25)

  private func after(_ update: CameraUpdate, _ view: Viewport? = nil) -> CameraPosition {
    update.applied(to: start, in: view ?? self.view)
  }

  @Test("Setting a target, a bearing, an angle or a camera sets just that")
  func setting() {
    let vancouver = GeographicCoordinate(latitude: 49.26, longitude: -123.11)
    #expect(after(.target(vancouver)) == start.with(target: vancouver))
    #expect(after(.target(vancouver, zoom: 9)) == start.with(target: vancouver, zoom: 9))
    #expect(after(.bearing(-90)) == start)
    #expect(after(.viewingAngle(10)) == start.with(viewingAngle: 10))
    let camera = CameraPosition(target: vancouver, zoom: 15, bearing: 30, viewingAngle: 45)
    #expect(after(.camera(camera)) == camera)
  }

  @Test("A viewing angle set together with a zoom is measured by the zoom allowed")
  func angleUnderZoomLimits() {
    var limited = view
    limited.zoomLimits = ZoomLimits(2...10)
    let steep = CameraPosition(latitude: 0, longitude: 0, zoom: 18, viewingAngle: 65)
    #expect(after(.camera(steep), limited).viewingAngle == 30)
  }

  @Test("The target stays in its bounds and the view shows what is beyond")
  func targetBounds() {
    var limited = view
    limited.targetBounds = CoordinateBounds(
      GeographicCoordinate(latitude: -34, longitude: 150),
      GeographicCoordinate(latitude: -32, longitude: 152))
    let far = GeographicCoordinate(latitude: -40, longitude: 151.5)
    let clamped = after(.target(far), limited)
    #expect(clamped.target == GeographicCoordinate(latitude: -34, longitude: 151.5))
    let projection = ScreenProjection(position: clamped, viewport: limited)
    #expect(projection.contains(GeographicCoordinate(latitude: -34.5, longitude: 151.5)))
    limited.targetBounds = CoordinateBounds()
    #expect(after(.target(far), limited).target == far)
  }

  @Test("Scrolling a flat view moves by points of the screen", arguments: [0.0, 30, 90, 200, 359])
  func flatScroll(bearing: Double) {
    let camera = CameraPosition(latitude: 20, longitude: 179.9, zoom: 7, bearing: bearing)
    let moved = CameraUpdate.scroll(x: 200, y: 100).applied(to: camera, in: view)
    let angle = bearing * .pi / 180
    let world = 256.0 * 128
    let (one, other) = (MapPoint(camera.target), MapPoint(moved.target))
    let east = (other.x - one.x + (other.x < 0 && one.x > 0 ? 2 : 0)) * world / 2
    let south = (one.y - other.y) * world / 2
    #expect(abs(east - (200 * cos(angle) - 100 * sin(angle))) < 1e-7)
    #expect(abs(south - (200 * sin(angle) + 100 * cos(angle))) < 1e-7)
  }

  @Test("Scrolling brings what is drawn beside the middle into the middle")
  func scrollIsExact() throws {
    var draws = CameraDraws(seed: 31)
    for _ in 0..<1000 {
      let viewport = draws.viewport()
      let camera = draws.position(zoom: 6...24)
      let (x, y) = (draws.value(-100...100), draws.value(-100...100))
      let center = viewport.center
      let coordinate = try #require(
        ScreenProjection(position: camera, viewport: viewport).coordinate(
          at: ScreenPoint(x: center.x + x, y: center.y + y)))
      guard abs(coordinate.latitude) < 85 else { continue }
      let moved = CameraUpdate.scroll(x: x, y: y).applied(to: camera, in: viewport)
      #expect(moved.target == coordinate)
      #expect(moved.with(target: camera.target) == camera)
    }
  }

  @Test("What is held by a finger follows it")
  func dragIsExact() throws {
    var draws = CameraDraws(seed: 32)
    var compared = 0
    for _ in 0..<1000 {
      let viewport = draws.viewport()
      let camera = draws.position(zoom: 6...24)
      let (from, to) = (draws.point(in: viewport), draws.point(in: viewport))
      let held = try #require(
        ScreenProjection(position: camera, viewport: viewport).coordinate(at: from))
      let moved = CameraUpdate.drag(from: from, to: to).applied(to: camera, in: viewport)
      guard abs(moved.target.latitude) < 85, abs(held.latitude) < 85 else { continue }
      let drawn = ScreenProjection(position: moved, viewport: viewport).point(for: held)
      #expect(gap(try #require(drawn), to) < 2e-6)
      compared += 1
    }
    #expect(compared > 900)
  }

  @Test("A point zoomed about stays where it is")
  func zoomPointIsFixed() throws {
    var draws = CameraDraws(seed: 33)
    var (compared, flattened) = (0, 0)
    for _ in 0..<2000 {
      let viewport = draws.viewport()
      let camera = draws.position(zoom: 7...22)
      let point = draws.point(in: viewport)
      let fixed = try #require(
        ScreenProjection(position: camera, viewport: viewport).coordinate(at: point))
      let zoomed = CameraUpdate.zoom(by: draws.value(-3...3), at: point)
        .applied(to: camera, in: viewport)
      guard abs(zoomed.target.latitude) < 85, abs(fixed.latitude) < 85 else { continue }
      let projection = ScreenProjection(position: zoomed, viewport: viewport)
      let shown = try #require(projection.coordinate(at: point))
      #expect(abs(shown.latitude - fixed.latitude) < 1e-6)
      #expect(longitudeGap(shown.longitude, fixed.longitude) < 1e-6)
      #expect(gap(try #require(projection.point(for: fixed)), point) < 2e-6)
      compared += 1
      if zoomed.viewingAngle < camera.viewingAngle { flattened += 1 }
    }
    #expect(compared > 1800)
    #expect(flattened > 50)
  }

  @Test("Zooming about a point beyond the limits of the zoom leaves the camera where it is")
  func zoomPointAtLimit() {
    var draws = CameraDraws(seed: 34)
    for _ in 0..<100 {
      var limited = draws.viewport()
      limited.zoomLimits = ZoomLimits(4...18)
      let camera = draws.position(zoom: 4...4)
      let update = CameraUpdate.zoom(by: -1, at: draws.point(in: limited))
      #expect(update.applied(to: camera, in: limited) == camera)
    }
  }

  @Test("Zooming about the sky zooms about the target, and dragging the sky is bounded")
  func sky() {
    var low = view
    low.padding.top = 850
    let camera = CameraPosition(latitude: 48, longitude: 11, zoom: 17, viewingAngle: 65)
    let sky = ScreenPoint(x: 300, y: 1)
    #expect(
      CameraUpdate.zoom(by: 1, at: sky).applied(to: camera, in: low) == camera.with(zoom: 18))
    let scrolled = CameraUpdate.scroll(x: 0, y: -5000).applied(to: camera, in: low)
    let farther = CameraUpdate.scroll(x: 0, y: -9000).applied(to: camera, in: low)
    #expect(scrolled == farther && scrolled.target.latitude > 48)
    #expect(scrolled.target.latitude < 48.5)
  }

  @Test("Scrolling ends at the latitude limit")
  func scrollLimit() {
    let north = CameraPosition(latitude: 84.9, longitude: 0, zoom: 3)
    let moved = CameraUpdate.scroll(x: 0, y: -1e9).applied(to: north, in: view)
    #expect(moved.target == GeographicCoordinate(latitude: 85, longitude: 0))
  }
}
