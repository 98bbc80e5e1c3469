public import Foundation
import TileLayers
import TileModel
public import UIKitCompatibility

/// A map without a screen: its camera, its tile layers, its overlays and their rules.
///
/// It draws nothing itself. Layers join and leave by ``GMSTileLayer/map``, as in the SDK, and are retained
/// while they are on the map. It belongs to the main thread, as views do.
@preconcurrency @MainActor
open class GMSMapView: UIView {
  /// The view's frame in points, which also sizes the picture.
  open override var frame: CGRect {
    didSet { controller.viewport.size = Self.size(of: frame) }
  }

  /// The map below the layers, ``GMSMapViewType/normal`` by default, without effect.
  open var mapType = GMSMapViewType.normal

  /// Insets of the covered edges in points.
  ///
  /// The target is in the middle of the rest.
  open var padding = UIEdgeInsets.zero {
    didSet { controller.viewport.padding = padding.viewInsets }
  }

  /// Rule for adding the safe area to the padding, which is empty here.
  open var paddingAdjustmentBehavior = GMSMapViewPaddingAdjustmentBehavior.always

  /// The lowest zoom of the camera, set by ``setMinZoom(_:maxZoom:)``.
  public private(set) var minZoom: Float

  /// The highest zoom of the camera, set by ``setMinZoom(_:maxZoom:)``.
  public private(set) var maxZoom: Float

  /// Limits of the camera's target, `nil` or invalid for none.
  ///
  /// Only the target is limited: the view still shows areas beyond the edges. Setting it moves the target
  /// there.
  open var cameraTargetBounds: GMSCoordinateBounds? {
    didSet { controller.viewport.targetBounds = cameraTargetBounds?.bounds }
  }

  /// Whether the floor of ``indoorDisplay`` is drawn, `true` by default.
  open var isIndoorEnabled = true

  /// Frame rate of the map, ``GMSFrameRate/maximum`` by default, without effect.
  open var preferredFrameRate = GMSFrameRate.maximum

  /// Whether buildings are drawn, `true` by default, without effect.
  open var isBuildingsEnabled = true

  /// Whether traffic is drawn, `false` by default, without effect.
  open var isTrafficEnabled = false

  /// Whether the position of the device is drawn, `false` by default, without effect.
  open var isMyLocationEnabled = false

  /// Style of the map below the layers, `nil` by default, without effect.
  open var mapStyle: GMSMapStyle?

  /// The building and the floor that are shown below the layers.
  public let indoorDisplay = GMSIndoorDisplay()

  /// Gestures and controls of the map.
  public let settings = GMSUISettings()

  /// The map's configuration in the Google Cloud console, without effect.
  public let mapID: GMSMapID?

  /// Columns and rows of tiles around the view that are requested too, 0 to 16, 0 by default.
  ///
  /// A view of four tiles asks for four by default. It is not part of the SDK, whose own number is not
  /// documented.
  public var tileBuffer = 0

  /// Duration of animations outside of a `CATransaction` that sets it, zero or more.
  ///
  /// It is not part of the SDK.
  public var animationDuration = Duration.milliseconds(300) {
    didSet { animationDuration = max(animationDuration, .zero) }
  }

  var animationEnded: (() -> Void)?
  var time = Duration.zero
  let controller: CameraController
  let loading = TileLoading()
  /// In the order of joining.
  let members = Guarded<[MapMember]>([])
  #if !canImport(Darwin)
    /// The camera as values that can be set and animated by key.
    open override var layer: GMSMapLayer { mapLayer }
    private lazy var mapLayer = GMSMapLayer(camera: self)
  #endif

  weak var listener: AnyObject?
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

  /// Returns `nil`: views are not restored from archives here.
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

  /// Removes every layer and overlay from the map.
  open func clear() {
    for member in members.withLock({ $0 }) { member.layer.leaveMap() }
  }

  /// Sets the zooms that the camera may have, and moves it to the nearest one.
  ///
  /// Nothing happens where one is NaN.
  ///
  /// - Precondition: `minZoom` is not above `maxZoom`, for which the SDK throws `NSRangeException`.
  ///
  /// - Parameters:
  ///   - minZoom: The lowest, at least ``kGMSMinZoomLevel``.
  ///   - maxZoom: The highest, at most ``kGMSMaxZoomLevel``.
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
