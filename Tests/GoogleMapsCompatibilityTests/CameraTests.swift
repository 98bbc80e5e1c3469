import Foundation
import GoogleMapsCompatibility
import Testing

@MainActor
@Suite("Cameras", .serialized)
struct CameraTests {
  @Test("Creating a position takes its values into range")
  func ranges() {
    #expect(GMSCameraPosition(latitude: 100, longitude: 0, zoom: 4).target.latitude == 85)
    #expect(GMSCameraPosition(latitude: -100, longitude: 0, zoom: 4).target.latitude == -85)
    for longitude in [480.0, 840, 1200] {
      #expect(
        GMSCameraPosition(latitude: 0, longitude: longitude, zoom: 4).target.longitude == 120)
    }
    #expect(GMSCameraPosition(latitude: 0, longitude: 180, zoom: 4).target.longitude == -180)
    let rotated = GMSCameraPosition(
      latitude: 0, longitude: 0, zoom: 4, bearing: -90, viewingAngle: 80)
    #expect(rotated.bearing == 270)
    #expect(rotated.viewingAngle == 30)
    #expect(
      GMSCameraPosition(latitude: 0, longitude: 0, zoom: 16, bearing: 0, viewingAngle: 80)
        .viewingAngle == 65)
    #expect(GMSCameraPosition(latitude: 0, longitude: 0, zoom: 1).zoom == kGMSMinZoomLevel)
    #expect(GMSCameraPosition(latitude: 0, longitude: 0, zoom: 25).zoom == kGMSMaxZoomLevel)
  }

  @Test("The zooms are the SDK's unless the program asks for more")
  func zoomLevels() {
    #expect(kGMSMinZoomLevel == 2)
    #expect(kGMSMaxZoomLevel == 21)
    defer { GMSZoomLevels.supported = GMSZoomLevels.standard }
    GMSZoomLevels.supported = -3...24
    #expect(kGMSMinZoomLevel == 0)
    #expect(GMSCameraPosition(latitude: 0, longitude: 0, zoom: 25).zoom == 24)
    #expect(GMSMapView().maxZoom == 24)
  }

  @Test("All ways to create a position agree")
  func initialisers() {
    let target = CLLocationCoordinate2DMake(-33, 151)
    let plain = GMSCameraPosition(target: target, zoom: 6)
    #expect(plain == GMSCameraPosition(latitude: -33, longitude: 151, zoom: 6))
    #expect(plain == .camera(withTarget: target, zoom: 6))
    #expect(plain == .camera(withLatitude: -33, longitude: 151, zoom: 6))
    let fancy = GMSCameraPosition(
      latitude: -33, longitude: 151, zoom: 6, bearing: 270, viewingAngle: 25)
    #expect(
      fancy == GMSCameraPosition(target: target, zoom: 6, bearing: 270, viewingAngle: 25))
    #expect(fancy == .camera(withTarget: target, zoom: 6, bearing: 270, viewingAngle: 25))
    #expect(
      fancy
        == .camera(withLatitude: -33, longitude: 151, zoom: 6, bearing: 270, viewingAngle: 25))
    #expect(fancy != plain)
    #expect(Set([fancy, plain, plain]).count == 2)
  }

  @Test("A mutable position is clamped as it changes and is independent of its copies")
  func mutable() throws {
    let position = GMSMutableCameraPosition.camera(withLatitude: 1, longitude: 2, zoom: 3)
    let copy = try #require(position.copy() as? GMSCameraPosition)
    let other = try #require(copy.mutableCopy() as? GMSMutableCameraPosition)
    position.target = CLLocationCoordinate2D(latitude: 100, longitude: 840)
    position.zoom = 22
    position.bearing = 450
    position.viewingAngle = 90
    #expect(position.target.latitude == 85)
    #expect(position.target.longitude == 120)
    #expect(position.zoom == 21)
    #expect(position.bearing == 90)
    #expect(position.viewingAngle == 65)
    #expect(copy.zoom == 3)
    #expect(other == copy)
    #expect(type(of: copy) == GMSCameraPosition.self)
    let map = GMSMapView()
    map.camera = other
    other.zoom = 12
    #expect(map.camera.zoom == 3)
  }

  @Test("A zoom for metres and points is the one at which they agree, and is not clamped")
  func zoomForMetres() {
    let coordinate = CLLocationCoordinate2D(latitude: 60, longitude: 10)
    // At zoom 0 a quarter of the equator takes 64 points, and at 60° half as many metres.
    let quarter = kGMSEarthRadius * .pi / 2
    // The tolerance is the rounding of a Float.
    #expect(
      abs(GMSCameraPosition.zoom(at: coordinate, forMeters: quarter / 2, perPoints: 64)) < 1e-6)
    #expect(GMSCameraPosition.zoom(at: coordinate, forMeters: 1e-3, perPoints: 100) > 30)
  }
}
