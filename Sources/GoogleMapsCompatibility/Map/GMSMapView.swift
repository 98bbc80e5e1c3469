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
  /// The view's frame in points, whose size is that of the picture.
  open override var frame: CGRect {
    didSet { controller.viewport.size = Self.size(of: frame) }
  }

  /// The map below the layers; ``GMSMapViewType/normal`` at first, without effect.
  open var mapType = GMSMapViewType.normal

  /// What covers the edges of the view in points; the target is drawn in the middle of the rest.
  open var padding = UIEdgeInsets.zero {
    didSet { controller.viewport.padding = padding.viewInsets }
  }

  /// When the safe area is added to the padding; there is none here.
  open var paddingAdjustmentBehavior = GMSMapViewPaddingAdjustmentBehavior.always

  /// The lowest zoom of the camera, set by ``setMinZoom(_:maxZoom:)``.
  public private(set) var minZoom: Float

  /// The highest zoom of the camera, set by ``setMinZoom(_:maxZoom:)``.
  public private(set) var maxZoom: Float

  /// Where the camera's target may be; `nil` or invalid bounds leave it free.
  ///
  /// Only the target is limited, by whatever means it moves: the view still shows what is beyond the
  /// edges. Setting it moves the target there.
  open var cameraTargetBounds: GMSCoordinateBounds? {
    didSet { controller.viewport.targetBounds = cameraTargetBounds?.bounds }
  }

  /// Whether the floor of ``indoorDisplay`` is drawn; `true` at first.
  open var isIndoorEnabled = true

  /// How often the map is drawn; ``GMSFrameRate/maximum`` at first, without effect.
  open var preferredFrameRate = GMSFrameRate.maximum

  /// Whether buildings are drawn; `true` at first, without effect.
  open var isBuildingsEnabled = true

  /// Whether traffic is drawn; `false` at first, without effect.
  open var isTrafficEnabled = false

  /// Whether the position of the device is drawn; `false` at first, without effect.
  open var isMyLocationEnabled = false

  /// How the map below the layers is drawn; `nil` at first, without effect.
  open var mapStyle: GMSMapStyle?

  /// The building and the floor that are shown below the layers.
  public let indoorDisplay = GMSIndoorDisplay()

  /// What the user may do, and the controls on the map.
  public let settings = GMSUISettings()

  /// The map's configuration in the Google Cloud console; without effect.
  public let mapID: GMSMapID?

  /// How many columns and rows of tiles around those in view the layers are asked for too.
  ///
  /// 0 to 16, to which other numbers are limited; 0 at first, so that a view of four tiles asks for four.
  /// Not part of the SDK, whose own number is not documented.
  public var tileBuffer = 0

  /// How long animations take outside of a `CATransaction` that sets it, zero or more; not part of the
  /// SDK.
  public var animationDuration = Duration.milliseconds(300) {
    didSet { animationDuration = max(animationDuration, .zero) }
  }

  /// What the transaction of the animation under way is to be told when it has ended.
  var animationEnded: (() -> Void)?
  /// The time that has passed for animations.
  var time = Duration.zero
  let controller: CameraController
  let loading = TileLoading()
  /// The layers on the map, in the order in which they joined.
  let members = Guarded<[MapMember]>([])
  #if !canImport(Darwin)
    /// The camera as values that can be set and animated by key.
    open override var layer: GMSMapLayer { mapLayer }
    private lazy var mapLayer = GMSMapLayer(camera: self)
  #endif

  /// Tells the delegate what the camera does.
  var listener: (any CameraControllerDelegate)?
  /// The marker of ``selectedMarker``.
  var chosenMarker: AnyObject?

  /// Creates a map.
  public init(options: GMSMapViewOptions) {
    (controller, minZoom, maxZoom) = Self.camera(options.camera, in: options.frame)
    mapID = options.mapID
    super.init(frame: options.frame)
    backgroundColor = options.backgroundColor
  }

  /// Creates a map whose camera is at its default position.
  public override init(frame: CGRect) {
    (controller, minZoom, maxZoom) = Self.camera(nil, in: frame)
    mapID = nil
    super.init(frame: frame)
  }

  /// The camera of a new map, and the zooms that it may have.
  private static func camera(
    _ camera: GMSCameraPosition?, in frame: CGRect
  ) -> (CameraController, minZoom: Float, maxZoom: Float) {
    let zooms = GMSZoomLevels.supported
    let camera = camera ?? GMSCameraPosition(latitude: 0, longitude: 0, zoom: zooms.lowerBound)
    let controller = CameraController(
      position: camera.position,
      viewport: Viewport(
        size: size(of: frame),
        zoomLimits: ZoomLimits(Double(zooms.lowerBound)...Double(zooms.upperBound))))
    return (controller, zooms.lowerBound, zooms.upperBound)
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
  /// - Precondition: `minZoom` is not above `maxZoom`, for which the SDK throws `NSRangeException`; where
  ///   one is NaN nothing happens.
  ///
  /// - Parameters:
  ///   - minZoom: The lowest; at least ``kGMSMinZoomLevel`` is used.
  ///   - maxZoom: The highest; at most ``kGMSMaxZoomLevel`` is used.
  open func setMinZoom(_ minZoom: Float, maxZoom: Float) {
    guard !minZoom.isNaN, !maxZoom.isNaN else { return }
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
