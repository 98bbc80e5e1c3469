public import CoreLocationCompatibility
public import Foundation
import TileLayers
import TileModel
public import UIKitCompatibility

/// A map without a screen: its camera, its tile layers, its overlays and their rules; it draws nothing itself.
///
/// Layers join and leave by ``GMSTileLayer/map``, as in the SDK, and are kept while they are on the map.
///
/// It belongs to the main thread, as views do.
@preconcurrency @MainActor
open class GMSMapView: UIView {
  /// Is told what the map does.
  public weak var delegate: (any GMSMapViewDelegate)?

  /// The view's frame in points, whose size is that of the picture.
  open override var frame: CGRect {
    didSet { controller.viewport.size = Self.size(of: frame) }
  }

  /// The map below the layers; ``GMSMapViewType/normal`` at first.
  public var mapType = GMSMapViewType.normal

  /// What covers the edges of the view in points; the target is drawn in the middle of the rest.
  public var padding = UIEdgeInsets.zero {
    didSet { controller.viewport.padding = padding.viewInsets }
  }

  /// When the safe area is added to the padding; there is none here.
  public var paddingAdjustmentBehavior = GMSMapViewPaddingAdjustmentBehavior.always

  /// The lowest zoom of the camera, set by ``setMinZoom(_:maxZoom:)``.
  public private(set) var minZoom: Float

  /// The highest zoom of the camera, set by ``setMinZoom(_:maxZoom:)``.
  public private(set) var maxZoom: Float

  /// Where the camera's target may be; `nil` or invalid bounds leave it free.
  ///
  /// Only the target is limited, by whatever means it moves: the view still shows what lies beyond the
  /// edges. Setting it moves the target there.
  public var cameraTargetBounds: GMSCoordinateBounds? {
    didSet { controller.viewport.targetBounds = cameraTargetBounds?.bounds }
  }

  /// Whether the floor of ``indoorDisplay`` is drawn; `true` at first.
  public var isIndoorEnabled = true

  /// Whether buildings are drawn; `true` at first, without effect.
  public var isBuildingsEnabled = true

  /// Whether traffic is drawn; `false` at first, without effect.
  public var isTrafficEnabled = false

  /// Whether the place of the device is drawn; `false` at first, without effect.
  public var isMyLocationEnabled = false

  /// How the map below the layers is drawn; `nil` at first, without effect.
  public var mapStyle: GMSMapStyle?

  /// The building and the floor that are shown below the layers.
  public let indoorDisplay = GMSIndoorDisplay()

  /// What the user may do, and the controls on the map.
  public let settings = GMSUISettings()

  /// The marker chosen by a tap or by the app; `nil` at first.
  public var selectedMarker: GMSMarker?

  /// The map's configuration in the Google Cloud console; without effect.
  public let mapID: GMSMapID?

  /// How many columns and rows of tiles around those in view the layers are asked for too.
  ///
  /// 0 to 16, to which other numbers are limited; 0 at first, so that a view of four tiles asks for four.
  /// Not part of the SDK, whose own number is not documented.
  public var tileBuffer = 0

  /// How long animations take outside of a `CATransaction` that sets it; not part of the SDK.
  public var animationDuration = Duration.milliseconds(300) {
    didSet { precondition(animationDuration >= .zero, "an animation takes time") }
  }

  /// What the transaction of the animation under way is to be told when it has ended.
  var animationEnded: (() -> Void)?
  /// The time that has passed for animations.
  var time = Duration.zero
  let controller: CameraController
  let loading = TileLoading()
  /// The layers on the map, in the order in which they joined.
  let members = Guarded<[MapMember]>([])
  private let listener = CameraListener()

  /// Creates a map.
  public init(options: GMSMapViewOptions) {
    let zooms = GMSZoomLevels.supported
    (minZoom, maxZoom) = (zooms.lowerBound, zooms.upperBound)
    let camera =
      options.camera ?? GMSCameraPosition(latitude: 0, longitude: 0, zoom: zooms.lowerBound)
    controller = CameraController(
      position: camera.position,
      viewport: Viewport(
        size: Self.size(of: options.frame),
        zoomLimits: ZoomLimits(Double(zooms.lowerBound)...Double(zooms.upperBound))))
    mapID = options.mapID
    super.init(frame: options.frame)
    backgroundColor = options.backgroundColor
    controller.delegate = listener
    listener.map = self
  }

  /// Creates a map without size whose camera is at its default position.
  public convenience init() { self.init(options: GMSMapViewOptions()) }

  /// Answers `nil`: there are no archives of views here.
  public required init?(coder: NSCoder) { nil }

  /// Creates a map.
  public convenience init(frame: CGRect, camera: GMSCameraPosition) {
    let options = GMSMapViewOptions()
    options.frame = frame
    options.camera = camera
    self.init(options: options)
  }

  /// Creates a map with a configuration.
  public convenience init(frame: CGRect, mapID: GMSMapID, camera: GMSCameraPosition) {
    let options = GMSMapViewOptions()
    options.frame = frame
    options.mapID = mapID
    options.camera = camera
    self.init(options: options)
  }

  /// Creates a map whose camera is at its default position.
  public override convenience init(frame: CGRect) {
    let options = GMSMapViewOptions()
    options.frame = frame
    self.init(options: options)
  }

  /// Creates a map.
  public class func map(withFrame frame: CGRect, camera: GMSCameraPosition) -> GMSMapView {
    GMSMapView(frame: frame, camera: camera)
  }

  /// Takes every layer and overlay off the map.
  open func clear() {
    for member in members.withLock({ $0 }) { member.layer.leaveMap() }
  }

  /// Sets the zooms that the camera may have, and moves it to the nearest one.
  ///
  /// - Precondition: `minZoom` is not above `maxZoom`.
  ///
  /// - Parameters:
  ///   - minZoom: The lowest; at least ``kGMSMinZoomLevel`` is used.
  ///   - maxZoom: The highest; at most ``kGMSMaxZoomLevel`` is used.
  open func setMinZoom(_ minZoom: Float, maxZoom: Float) {
    precondition(minZoom <= maxZoom, "the lowest zoom is not above the highest")
    self.minZoom = GMSZoomLevels.clamp(minZoom)
    self.maxZoom = GMSZoomLevels.clamp(maxZoom)
    controller.viewport.zoomLimits = ZoomLimits(Double(self.minZoom)...Double(self.maxZoom))
  }

  nonisolated func add(_ member: MapMember) { members.withLock { $0.append(member) } }

  nonisolated func remove(_ member: MapMember) {
    members.withLock { $0.removeAll { $0.layer === member.layer } }
  }

  private static func size(of frame: CGRect) -> ScreenSize {
    ScreenSize(width: Double(frame.width), height: Double(frame.height))
  }
}

/// Is told what a map does; every method does nothing unless implemented.
///
/// Of one movement of the camera it is told that it will move, then every position shown and always
/// the final one, then that it is idle.
@preconcurrency @MainActor
public protocol GMSMapViewDelegate: AnyObject {
  /// The camera begins to move, by a gesture or not.
  func mapView(_ mapView: GMSMapView, willMove gesture: Bool)
  /// The camera is at another position.
  func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition)
  /// The camera has come to rest.
  func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition)
  /// The user tapped a place that is no marker.
  func mapView(_ mapView: GMSMapView, didTapAt coordinate: CLLocationCoordinate2D)
  /// The user held a finger on a place.
  func mapView(_ mapView: GMSMapView, didLongPressAt coordinate: CLLocationCoordinate2D)
  /// The user tapped a marker; `true` keeps the map from choosing it and moving the camera there.
  func mapView(_ mapView: GMSMapView, didTap marker: GMSMarker) -> Bool
  /// The user tapped another overlay that can be tapped.
  func mapView(_ mapView: GMSMapView, didTap overlay: GMSOverlay)
  /// The user tapped the information window of a marker.
  func mapView(_ mapView: GMSMapView, didTapInfoWindowOf marker: GMSMarker)
  /// The user held a finger on the information window of a marker.
  func mapView(_ mapView: GMSMapView, didLongPressInfoWindowOf marker: GMSMarker)
  /// The information window of a marker was closed.
  func mapView(_ mapView: GMSMapView, didCloseInfoWindowOf marker: GMSMarker)
  /// The view to show as the information window of a marker.
  func mapView(_ mapView: GMSMapView, markerInfoWindow marker: GMSMarker) -> UIView?
  /// The view to show within the usual information window of a marker.
  func mapView(_ mapView: GMSMapView, markerInfoContents marker: GMSMarker) -> UIView?
  /// The user begins to move a marker.
  func mapView(_ mapView: GMSMapView, didBeginDragging marker: GMSMarker)
  /// The user moves a marker.
  func mapView(_ mapView: GMSMapView, didDrag marker: GMSMarker)
  /// The user has moved a marker.
  func mapView(_ mapView: GMSMapView, didEndDragging marker: GMSMarker)
  /// The user tapped a place of the map below the layers.
  func mapView(
    _ mapView: GMSMapView, didTapPOIWithPlaceID placeID: String, name: String,
    location: CLLocationCoordinate2D)
  /// The user tapped the mark of the device's place.
  func mapView(_ mapView: GMSMapView, didTapMyLocation location: CLLocationCoordinate2D)
  /// The user tapped the button for the device's place; `true` keeps the camera where it is.
  func didTapMyLocationButton(for mapView: GMSMapView) -> Bool
  /// Tiles are being asked for.
  func mapViewDidStartTileRendering(_ mapView: GMSMapView)
  /// All tiles are there or have failed for good.
  func mapViewDidFinishTileRendering(_ mapView: GMSMapView)
  /// The picture will not change by itself.
  func mapViewSnapshotReady(_ mapView: GMSMapView)
}

extension GMSMapViewDelegate {
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, willMove gesture: Bool) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didTapAt coordinate: CLLocationCoordinate2D) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didLongPressAt coordinate: CLLocationCoordinate2D) {}
  /// Answers `false`.
  public func mapView(_ mapView: GMSMapView, didTap marker: GMSMarker) -> Bool { false }
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didTap overlay: GMSOverlay) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didTapInfoWindowOf marker: GMSMarker) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didLongPressInfoWindowOf marker: GMSMarker) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didCloseInfoWindowOf marker: GMSMarker) {}
  /// Answers `nil`.
  public func mapView(_ mapView: GMSMapView, markerInfoWindow marker: GMSMarker) -> UIView? { nil }
  /// Answers `nil`.
  public func mapView(_ mapView: GMSMapView, markerInfoContents marker: GMSMarker) -> UIView? {
    nil
  }
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didBeginDragging marker: GMSMarker) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didDrag marker: GMSMarker) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didEndDragging marker: GMSMarker) {}
  /// Does nothing.
  public func mapView(
    _ mapView: GMSMapView, didTapPOIWithPlaceID placeID: String, name: String,
    location: CLLocationCoordinate2D
  ) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didTapMyLocation location: CLLocationCoordinate2D) {}
  /// Answers `false`.
  public func didTapMyLocationButton(for mapView: GMSMapView) -> Bool { false }
  /// Does nothing.
  public func mapViewDidStartTileRendering(_ mapView: GMSMapView) {}
  /// Does nothing.
  public func mapViewDidFinishTileRendering(_ mapView: GMSMapView) {}
  /// Does nothing.
  public func mapViewSnapshotReady(_ mapView: GMSMapView) {}
}

/// Tells a map's delegate what its camera does.
@MainActor
private final class CameraListener: CameraControllerDelegate {
  weak var map: GMSMapView?

  func cameraController(_ controller: CameraController, willMoveByGesture gesture: Bool) {
    guard let map else { return }
    map.delegate?.mapView(map, willMove: gesture)
  }

  func cameraController(_ controller: CameraController, didChange position: CameraPosition) {
    guard let map else { return }
    map.delegate?.mapView(map, didChange: GMSCameraPosition(position))
  }

  func cameraController(
    _ controller: CameraController, didBecomeIdleAt position: CameraPosition
  ) {
    guard let map else { return }
    map.delegate?.mapView(map, idleAt: GMSCameraPosition(position))
  }
}
