#if !canImport(Darwin)
  public import CoreLocationCompatibility
  public import Foundation
  public import TileLayers
  import TileModel
  public import UIKitCompatibility

  /// Position of an overlay in a map's drawing order.
  public enum MKOverlayLevel: Int, Sendable {
    /// Above roads and below labels.
    case aboveRoads = 0
    /// Above everything but annotations.
    case aboveLabels = 1
  }

  /// A map without a screen: its overlays and its camera, which looks straight down with north up.
  ///
  /// It draws nothing itself, but ``snapshot(scale:background:)`` does. Animated changes happen at once.
  @preconcurrency @MainActor
  open class MKMapView: UIView {
    /// Provider of overlay renderers.
    open weak var delegate: (any MKMapViewDelegate)?

    private struct Member {
      var overlay: any MKOverlay
      var level: MKOverlayLevel
      var renderer: MKOverlayRenderer?
    }

    private var members: [Member] = []
    private var position = CameraPosition(
      target: GeographicCoordinate(latitude: 0, longitude: 0), zoom: 0)

    /// Creates a map that shows the whole world, if it fits.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Answers `nil`: there are no archives of views here.
    public required init?(coder: NSCoder) { nil }

    /// The overlays in the order of drawing.
    open var overlays: [any MKOverlay] { drawn.map(\.overlay) }

    /// The overlays of a level in the order of drawing.
    open func overlays(in level: MKOverlayLevel) -> [any MKOverlay] {
      members.filter { $0.level == level }.map(\.overlay)
    }

    /// Adds an overlay above the others of its level.
    ///
    /// One that is on the map already moves there.
    open func addOverlay(_ overlay: any MKOverlay, level: MKOverlayLevel) {
      removeOverlay(overlay)
      members.append(Member(overlay: overlay, level: level))
    }

    /// Adds an overlay above the labels.
    open func addOverlay(_ overlay: any MKOverlay) { addOverlay(overlay, level: .aboveLabels) }

    /// Adds overlays in their order.
    open func addOverlays(_ overlays: [any MKOverlay], level: MKOverlayLevel) {
      for overlay in overlays { addOverlay(overlay, level: level) }
    }

    /// Adds overlays above the labels, in their order.
    open func addOverlays(_ overlays: [any MKOverlay]) {
      addOverlays(overlays, level: .aboveLabels)
    }

    /// Removes an overlay from the map.
    open func removeOverlay(_ overlay: any MKOverlay) {
      members.removeAll { $0.overlay === overlay }
    }

    /// Removes overlays from the map.
    open func removeOverlays(_ overlays: [any MKOverlay]) {
      for overlay in overlays { removeOverlay(overlay) }
    }

    /// The renderer of an overlay on the map, `nil` without a delegate.
    ///
    /// The delegate is asked once.
    open func renderer(for overlay: any MKOverlay) -> MKOverlayRenderer? {
      guard let index = members.firstIndex(where: { $0.overlay === overlay }) else { return nil }
      if let renderer = members[index].renderer { return renderer }
      let renderer = delegate?.mapView(self, rendererFor: overlay)
      members[index].renderer = renderer
      return renderer
    }

    /// The position in the middle of the map.
    open var centerCoordinate: CLLocationCoordinate2D {
      get {
        CLLocationCoordinate2D(
          latitude: position.target.latitude, longitude: position.target.longitude)
      }
      set {
        position = position.with(
          target: GeographicCoordinate(latitude: newValue.latitude, longitude: newValue.longitude))
      }
    }

    /// Sets the position in the middle of the map.
    open func setCenter(_ coordinate: CLLocationCoordinate2D, animated: Bool) {
      centerCoordinate = coordinate
    }

    /// The visible region.
    ///
    /// Setting it shows all of it at the greatest zoom.
    open var region: MKCoordinateRegion {
      get { MKCoordinateRegion(visibleMapRect) }
      set {
        let (center, span) = (newValue.center, newValue.span)
        show(
          GeographicBounds(
            west: center.longitude - span.longitudeDelta / 2,
            south: center.latitude - span.latitudeDelta / 2,
            east: center.longitude + span.longitudeDelta / 2,
            north: center.latitude + span.latitudeDelta / 2), .zero)
      }
    }

    /// Shows all of a region at the greatest zoom.
    open func setRegion(_ region: MKCoordinateRegion, animated: Bool) { self.region = region }

    /// The visible rectangle.
    ///
    /// Setting it shows all of it at the greatest zoom.
    open var visibleMapRect: MKMapRect {
      get {
        let center = MKMapPoint(centerCoordinate)
        let unit = MKMapSize.world.width / position.worldSize
        let (width, height) = (Double(frame.width) * unit, Double(frame.height) * unit)
        return MKMapRect(
          x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
      }
      set { setVisibleMapRect(newValue, edgePadding: .zero, animated: false) }
    }

    /// Shows all of a rectangle at the greatest zoom.
    open func setVisibleMapRect(_ mapRect: MKMapRect, animated animate: Bool) {
      setVisibleMapRect(mapRect, edgePadding: .zero, animated: animate)
    }

    /// Shows all of a rectangle at the greatest zoom that leaves some points at the edges.
    open func setVisibleMapRect(
      _ mapRect: MKMapRect, edgePadding insets: UIEdgeInsets, animated animate: Bool
    ) {
      let northWest = mapRect.origin.coordinate
      let southEast = MKMapPoint(x: mapRect.maxX, y: mapRect.maxY).coordinate
      show(
        GeographicBounds(
          west: northWest.longitude, south: southEast.latitude, east: southEast.longitude,
          north: northWest.latitude), insets)
    }

    /// The camera in terms of `TileLayers`, for renderers.
    ///
    /// It is not part of MapKit.
    public var cameraPosition: CameraPosition { position }

    /// The view in terms of `TileLayers`, for renderers.
    ///
    /// It is not part of MapKit.
    public var viewport: Viewport {
      Viewport(size: ScreenSize(width: Double(frame.width), height: Double(frame.height)))
    }

    private var drawn: [Member] {
      members.filter { $0.level == .aboveRoads } + members.filter { $0.level == .aboveLabels }
    }

    private func show(_ bounds: GeographicBounds, _ insets: UIEdgeInsets) {
      let insets = ViewInsets(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right))
      position = viewport.camera(fitting: CoordinateBounds(bounds), insets: insets) ?? position
    }
  }

  /// Provider of overlay renderers.
  @preconcurrency @MainActor
  public protocol MKMapViewDelegate: AnyObject {
    /// Makes the renderer of an overlay.
    ///
    /// The default one draws nothing.
    func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer
  }

  extension MKMapViewDelegate {
    /// A renderer that draws nothing.
    public func mapView(
      _ mapView: MKMapView, rendererFor overlay: any MKOverlay
    ) -> MKOverlayRenderer { MKOverlayRenderer(overlay: overlay) }
  }
#endif
