#if !canImport(Darwin)
  public import CoreLocationCompatibility
  public import UIKitCompatibility

  /// The key of the latitude of a marker in degrees.
  public let kGMSMarkerLayerLatitude = "latitude"
  /// The key of the longitude of a marker in degrees.
  public let kGMSMarkerLayerLongitude = "longitude"
  /// The key of the rotation of a marker in degrees.
  public let kGMSMarkerLayerRotation = "rotation"
  /// The key of the opacity of a marker, 0...1.
  public let kGMSMarkerLayerOpacity = "opacity"

  /// Marker that a ``GMSMarkerLayer`` sets.
  protocol LayerMarker: AnyObject {
    var position: CLLocationCoordinate2D { get set }
    var rotation: CLLocationDegrees { get set }
    var opacity: Float { get set }
  }

  /// A marker as properties of a layer, by name or by the keys of the SDK.
  ///
  /// The values of the keys are the names of the properties. The SDK documents the keys and not their
  /// values. Frames of a map do not move markers: an animation sets its last value at once.
  @preconcurrency @MainActor
  open class GMSMarkerLayer: CALayer {
    private weak var marker: (any LayerMarker)?

    init(marker: any LayerMarker) { self.marker = marker }

    /// The latitude of the marker in degrees.
    open var latitude: CLLocationDegrees {
      get { marker?.position.latitude ?? 0 }
      set { marker?.position.latitude = newValue }
    }

    /// The longitude of the marker in degrees.
    open var longitude: CLLocationDegrees {
      get { marker?.position.longitude ?? 0 }
      set { marker?.position.longitude = newValue }
    }

    /// The clockwise rotation of the marker in degrees.
    open var rotation: CLLocationDegrees {
      get { marker?.rotation ?? 0 }
      set { marker?.rotation = newValue }
    }

    /// The opacity of the marker, 0...1.
    open var opacity: Float {
      get { marker?.opacity ?? 1 }
      set { marker?.opacity = newValue }
    }

    /// Sets a property of the marker, or stores another value.
    ///
    /// A property ignores a value that is no number.
    open override func setValue(_ value: Any?, forKey key: String) {
      let number = value.flatMap(LayerValue.number)
      switch key {
      case kGMSMarkerLayerLatitude: latitude = number ?? latitude
      case kGMSMarkerLayerLongitude: longitude = number ?? longitude
      case kGMSMarkerLayerRotation: rotation = number ?? rotation
      case kGMSMarkerLayerOpacity: opacity = number.map { Float($0) } ?? opacity
      default: super.setValue(value, forKey: key)
      }
    }

    /// A property of the marker as a `Double`, or another value that is kept.
    open override func value(forKey key: String) -> Any? {
      switch key {
      case kGMSMarkerLayerLatitude: latitude
      case kGMSMarkerLayerLongitude: longitude
      case kGMSMarkerLayerRotation: rotation
      case kGMSMarkerLayerOpacity: Double(opacity)
      default: super.value(forKey: key)
      }
    }

    /// Sets the last value of the animation of a property.
    open override func add(_ anim: CAAnimation, forKey key: String?) {
      guard let keyPath = (anim as? CAPropertyAnimation)?.keyPath,
        let last = LayerValue.ends(of: anim).last
      else { return }
      setValue(last, forKey: keyPath)
    }
  }
#endif
