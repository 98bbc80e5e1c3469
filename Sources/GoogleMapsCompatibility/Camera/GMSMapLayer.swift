#if !canImport(Darwin)
  public import CoreLocationCompatibility
  import Foundation
  import TileLayers
  import TileModel
  public import UIKitCompatibility

  /// The key of the latitude of the camera, clamped to -85...85.
  public let kGMSLayerCameraLatitudeKey = "cameraLatitude"
  /// The key of the longitude of the camera, wrapped to [-180, 180).
  public let kGMSLayerCameraLongitudeKey = "cameraLongitude"
  /// The key of the bearing of the camera, wrapped to [0, 360).
  public let kGMSLayerCameraBearingKey = "cameraBearing"
  /// The key of the zoom of the camera, clamped to ``kGMSMinZoomLevel``...``kGMSMaxZoomLevel``.
  public let kGMSLayerCameraZoomLevelKey = "cameraZoomLevel"
  /// The key of the viewing angle of the camera, clamped from 0 to the limit of the zoom.
  public let kGMSLayerCameraViewingAngleKey = "cameraViewingAngle"

  /// Camera that a ``GMSMapLayer`` sets and animates.
  @MainActor
  protocol LayerCamera: AnyObject {
    var cameraPosition: CameraPosition { get set }
    func animate(
      from start: CameraPosition, to end: CameraPosition, duration: Duration, timing: TimingCurve)
  }

  /// The camera of a ``GMSMapView`` as properties of a layer, by name or by the keys of the SDK.
  ///
  /// The values of the keys are the names of the properties. The SDK documents the keys and not their
  /// values. Animations of several keys between two frames become one, with the duration and the pace of
  /// the last. It begins at the camera of the last frame, as in Core Animation. Of a keyframe animation
  /// only the last value counts. The camera stays where an animation ends.
  @preconcurrency @MainActor
  open class GMSMapLayer: CALayer {
    private weak var camera: (any LayerCamera)?
    /// Camera before the first change since the last frame.
    private var shown: CameraPosition?
    private var begun: (start: CameraPosition, end: CameraPosition)?

    init(camera: any LayerCamera) { self.camera = camera }

    /// The latitude of the camera in degrees.
    open var cameraLatitude: CLLocationDegrees {
      get { number(kGMSLayerCameraLatitudeKey) }
      set { set(newValue, kGMSLayerCameraLatitudeKey) }
    }

    /// The longitude of the camera in degrees.
    open var cameraLongitude: CLLocationDegrees {
      get { number(kGMSLayerCameraLongitudeKey) }
      set { set(newValue, kGMSLayerCameraLongitudeKey) }
    }

    /// The bearing of the camera in degrees clockwise from north.
    open var cameraBearing: CLLocationDirection {
      get { number(kGMSLayerCameraBearingKey) }
      set { set(newValue, kGMSLayerCameraBearingKey) }
    }

    /// The zoom of the camera.
    open var cameraZoomLevel: Float {
      get { Float(number(kGMSLayerCameraZoomLevelKey)) }
      set { set(Double(newValue), kGMSLayerCameraZoomLevelKey) }
    }

    /// The viewing angle of the camera in degrees from straight down.
    open var cameraViewingAngle: Double {
      get { number(kGMSLayerCameraViewingAngleKey) }
      set { set(newValue, kGMSLayerCameraViewingAngleKey) }
    }

    /// Sets a property of the camera at once, or keeps another value.
    ///
    /// A value that is no number changes nothing.
    open override func setValue(_ value: Any?, forKey key: String) {
      guard camera?.cameraPosition.value(forKey: key) != nil else {
        return super.setValue(value, forKey: key)
      }
      if let number = value.flatMap(LayerValue.number) { set(number, key) }
    }

    /// A property of the camera as a `Double`, or another value that is kept.
    open override func value(forKey key: String) -> Any? {
      camera?.cameraPosition.value(forKey: key) ?? super.value(forKey: key)
    }

    /// Animates a property of the camera.
    ///
    /// Animations of other properties have no effect.
    open override func add(_ anim: CAAnimation, forKey key: String?) {
      guard let camera, let keyPath = (anim as? CAPropertyAnimation)?.keyPath,
        camera.cameraPosition.value(forKey: keyPath) != nil
      else { return }
      let (first, last) = LayerValue.ends(of: anim)
      var (start, end) = begun ?? (shown ?? camera.cameraPosition, camera.cameraPosition)
      if let first { start = start.with(first, forKey: keyPath) }
      if let last { end = end.with(last, forKey: keyPath) }
      begun = (start, end)
      camera.animate(
        from: start, to: end, duration: LayerValue.duration(of: anim),
        timing: LayerValue.timing(of: anim))
    }

    func endFrame() { (shown, begun) = (nil, nil) }

    private func number(_ key: String) -> Double { camera?.cameraPosition.value(forKey: key) ?? 0 }

    private func set(_ number: Double, _ key: String) {
      guard let camera else { return }
      shown = shown ?? camera.cameraPosition
      camera.cameraPosition = camera.cameraPosition.with(number, forKey: key)
    }
  }

  extension CameraPosition {
    fileprivate func value(forKey key: String) -> Double? {
      switch key {
      case kGMSLayerCameraLatitudeKey: target.latitude
      case kGMSLayerCameraLongitudeKey: target.longitude
      case kGMSLayerCameraBearingKey: bearing
      case kGMSLayerCameraZoomLevelKey: zoom
      case kGMSLayerCameraViewingAngleKey: viewingAngle
      default: nil
      }
    }

    fileprivate func with(_ number: Double, forKey key: String) -> CameraPosition {
      var position = target
      switch key {
      case kGMSLayerCameraLatitudeKey: position.latitude = number
      case kGMSLayerCameraLongitudeKey: position.longitude = number
      case kGMSLayerCameraBearingKey: return with(bearing: number)
      case kGMSLayerCameraZoomLevelKey:
        return with(zoom: number.isNaN ? nil : Double(GMSZoomLevels.clamp(Float(number))))
      case kGMSLayerCameraViewingAngleKey: return with(viewingAngle: number)
      default: return self
      }
      return with(target: position)
    }
  }
#endif
