import Foundation
import Testing
import TileLayers
import TileModel

@Suite("CameraPosition")
struct CameraPositionTests {
  @Test(
    "Longitudes wrap into -180 up to 180",
    arguments: [
      (480.0, 120.0), (840, 120), (1200, 120), (180, -180), (-180, -180), (-181, 179), (190, -170),
      (540, -180), (-120.25, -120.25), (0, 0), (-0x1p-60, -0x1p-60),
      (-180.00000000000003, 179.99999999999997),
    ])
  func longitudeWrap(given: Double, expected: Double) {
    let target = CameraPosition(latitude: 0, longitude: given, zoom: 1).target
    #expect(abs(target.longitude - expected) <= 3e-14)
    #expect((-180..<180).contains(target.longitude))
  }

  @Test(
    "Bearings wrap into 0 up to 360",
    arguments: [(0.0, 0.0), (360, 0), (-90, 270), (725, 5), (-1e-15, 0), (359.5, 359.5)])
  func bearingWrap(given: Double, expected: Double) {
    let position = CameraPosition(latitude: 0, longitude: 0, zoom: 1, bearing: given)
    #expect(position.bearing == expected)
  }

  @Test("Zooms are clamped to those of the tile grid")
  func zoomClamp() {
    #expect(CameraPosition(latitude: 0, longitude: 0, zoom: -1).zoom == 0)
    #expect(CameraPosition(latitude: 0, longitude: 0, zoom: 31).zoom == 30)
    #expect(ZoomLimits(-5...99) == .supported)
    #expect(ZoomLimits(2...21).clamp(22) == 21)
  }

  @Test("The greatest viewing angle is 30 up to zoom 10 and 65 from zoom 16")
  func angleLimits() {
    for zoom in [0, 5, 10.0] { #expect(CameraPosition.maximumViewingAngle(atZoom: zoom) == 30) }
    for zoom in [16, 18, 30.0] { #expect(CameraPosition.maximumViewingAngle(atZoom: zoom) == 65) }
    #expect(CameraPosition.maximumViewingAngle(atZoom: 14) == 45)
    #expect(CameraPosition.maximumViewingAngle(atZoom: 12) == 37.5)
    let steep = CameraPosition(latitude: 0, longitude: 0, zoom: 9, viewingAngle: 80)
    #expect(steep.viewingAngle == 30)
    #expect(steep.with(viewingAngle: -5).viewingAngle == 0)
  }

  @Test("The greatest viewing angle rises without a step between zooms 10 and 16")
  func angleLimitIsContinuous() {
    let step = 0.001
    var last = CameraPosition.maximumViewingAngle(atZoom: 9)
    for index in 0...8000 {
      let next = CameraPosition.maximumViewingAngle(atZoom: 9 + Double(index) * step)
      #expect(next >= last)
      // The steepest line rises 10 degrees a level.
      #expect(next - last <= 10 * step + 1e-9)
      last = next
    }
  }

  @Test("Replacing one property keeps the others")
  func replacing() {
    let position = CameraPosition(
      latitude: -33, longitude: 151, zoom: 16, bearing: 270, viewingAngle: 60)
    let rotated = position.with(bearing: 10)
    #expect(rotated.target == position.target && rotated.zoom == 16)
    #expect(rotated.bearing == 10 && rotated.viewingAngle == 60)
    // Zooming out lays the camera flatter, and zooming in again does not raise it.
    #expect(position.with(zoom: 10).with(zoom: 16).viewingAngle == 30)
  }

  @Test("The zoom for a length makes that length as long as asked")
  func zoomForLength() {
    let equator = GeographicCoordinate(latitude: 0, longitude: 0)
    let round = 2 * Double.pi * 6_371_009
    #expect(abs(CameraPosition.zoom(at: equator, forMetres: round, perPoints: 256)) < 1e-12)
    let north = GeographicCoordinate(latitude: 60, longitude: 10)
    // Half as many metres go round the world at 60 degrees.
    let zoom = CameraPosition.zoom(at: north, forMetres: round, perPoints: 256)
    #expect(abs(zoom + 1) < 1e-12)
    #expect(CameraPosition.zoom(at: equator, forMetres: 1e-9, perPoints: 1000) > 30)

    let close = CameraPosition.zoom(at: north, forMetres: 40, perPoints: 250)
    let projection = ScreenProjection(
      position: CameraPosition(target: north, zoom: close),
      viewport: Viewport(size: ScreenSize(width: 400, height: 400)))
    #expect(abs(projection.points(forMetres: 40, at: north) - 250) < 1e-9)
  }
}
