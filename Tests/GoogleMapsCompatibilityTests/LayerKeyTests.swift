import Foundation
import GoogleMapsCompatibility
import Testing
import TileLayers

@MainActor
@Suite("Layer keys")
struct LayerKeyTests {
  private let map = GMSMapView(
    frame: CGRect(x: 0, y: 0, width: 400, height: 300),
    camera: GMSCameraPosition(
      latitude: 10, longitude: 20, zoom: 12, bearing: 30, viewingAngle: 15))

  @Test("The keys of the camera read and set it, within the documented ranges")
  func camera() {
    let layer = map.layer
    #expect(layer.cameraLatitude == 10 && layer.cameraLongitude == 20)
    #expect(layer.cameraZoomLevel == 12 && layer.cameraBearing == 30)
    #expect(layer.cameraViewingAngle == 15)
    #expect(layer === map.layer)
    for (key, value, expected) in [
      (kGMSLayerCameraLatitudeKey, 100, 85), (kGMSLayerCameraLongitudeKey, 480, 120),
      (kGMSLayerCameraLongitudeKey, 180, -180), (kGMSLayerCameraBearingKey, -90, 270),
      (kGMSLayerCameraZoomLevelKey, 99, 21), (kGMSLayerCameraZoomLevelKey, 1, 2),
      (kGMSLayerCameraViewingAngleKey, 80, 30), (kGMSLayerCameraViewingAngleKey, -1, 0),
    ] as [(String, Double, Double)] {
      layer.setValue(NSNumber(value: value), forKey: key)
      #expect(layer.value(forKey: key) as? Double == expected, "\(key)")
      layer.setValue(Double.nan, forKey: key)
      layer.setValue("north", forKey: key)
      layer.setValue(nil, forKey: key)
      #expect(layer.value(forKey: key) as? Double == expected, "\(key)")
    }
    #expect(
      map.camera
        == GMSCameraPosition(latitude: 85, longitude: -180, zoom: 2, bearing: 270, viewingAngle: 0))
    layer.setValue("kept", forKey: "name")
    #expect(layer.value(forKey: "name") as? String == "kept")
    #expect(layer.value(forKey: "other") == nil)
  }

  @Test("Animations by key move the camera from where it was shown, all keys together")
  func animations() {
    let layer = map.layer
    // Google's sample: the values first, then an animation of each.
    layer.cameraLatitude = 14
    layer.cameraZoomLevel = 10
    for (key, value) in [
      (kGMSLayerCameraLatitudeKey, 14), (kGMSLayerCameraZoomLevelKey, 10),
    ] as [(String, Double)] {
      let animation = CABasicAnimation(keyPath: key)
      animation.duration = 2
      animation.timingFunction = CAMediaTimingFunction(name: .linear)
      animation.toValue = value
      layer.add(animation, forKey: key)
    }
    #expect(map.camera.target.latitude == 10 && map.camera.zoom == 12)
    map.advance(by: .seconds(1))
    #expect(map.camera.zoom == 11)
    #expect((10.1..<13.9).contains(map.camera.target.latitude))
    map.advance(by: .seconds(1))
    #expect(map.camera.zoom == 10 && map.camera.target.latitude == 14)
    #expect(map.camera.bearing == 30 && map.camera.target.longitude == 20)

    let frames = CAKeyframeAnimation(keyPath: kGMSLayerCameraBearingKey)
    frames.values = [0, 90, 180 as NSNumber]
    frames.duration = .infinity
    layer.add(frames, forKey: nil)
    #expect(map.camera.bearing == 0)
    map.finishAnimation()
    #expect(map.camera.bearing == 180)
    // An unknown property of the camera moves nothing.
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
    layer.add(CAAnimation(), forKey: nil)
    #expect(map.motion.animation == nil)
  }

  @Test("The keys of a marker read and set it")
  func marker() {
    let marker = GMSMarker(position: CLLocationCoordinate2D(latitude: 1, longitude: 2))
    let layer = marker.layer
    for (key, value) in [
      (kGMSMarkerLayerLatitude, 3), (kGMSMarkerLayerLongitude, 4), (kGMSMarkerLayerRotation, 45),
      (kGMSMarkerLayerOpacity, 0.5),
    ] as [(String, Double)] {
      layer.setValue(value, forKey: key)
      #expect(layer.value(forKey: key) as? Double == value)
      layer.setValue("text", forKey: key)
      #expect(layer.value(forKey: key) as? Double == value)
    }
    #expect(marker.position.latitude == 3 && marker.position.longitude == 4)
    #expect(marker.rotation == 45 && marker.opacity == 0.5)
    let animation = CABasicAnimation(keyPath: kGMSMarkerLayerRotation)
    animation.toValue = 90
    layer.add(animation, forKey: "turn")
    #expect(marker.rotation == 90)
    #expect(GMSMarker().layer !== layer)
  }
}
