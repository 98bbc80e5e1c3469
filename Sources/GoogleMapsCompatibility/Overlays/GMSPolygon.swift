public import Foundation
import TileLayers
public import UIKitCompatibility

/// An area between positions, with holes.
open class GMSPolygon: GMSOverlay {
  /// The outline, closed from its last position to its first, `nil` by default, copied when set.
  open var path: GMSPath? {
    get { storedPath }
    set { storedPath = newValue.map { GMSPath(path: $0) } }
  }
  /// The outlines of holes, where a hole in a hole is inside again, `nil` by default.
  open var holes: [GMSPath]?
  /// The width of the outlines in points, 1 by default.
  open var strokeWidth: CGFloat = 1
  /// The colour of the outlines, `nil` by default for none.
  open var strokeColor: UIColor?
  /// The colour of the area, blue by default, `nil` for none.
  open var fillColor: UIColor? = .blue
  /// Whether lines are great circles instead of straight on the map, `false` by default.
  open var geodesic = false

  private var storedPath: GMSPath?

  /// Creates an area without positions.
  public override init() {}

  /// Creates an area.
  public convenience init(path: GMSPath?) {
    self.init()
    self.path = path
  }

  /// A copy of the area that is on no map.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = withSharedValues(GMSPolygon(path: path))
    (copy.holes, copy.geodesic) = (holes, geodesic)
    (copy.strokeWidth, copy.strokeColor, copy.fillColor) = (strokeWidth, strokeColor, fillColor)
    return copy
  }

  override func shapes(in projection: ScreenProjection) -> [SnapshotShape] {
    let outline = ring(path, in: projection)
    guard let anchor = outline.first else { return [] }
    let holes = (holes ?? []).map { ring($0, in: projection, beside: anchor) }
    return AreaShapes(
      rings: [outline] + holes, fillColor: fillColor, strokeColor: strokeColor,
      strokeWidth: strokeWidth
    ).shapes(in: projection)
  }

  private func ring(
    _ path: GMSPath?, in projection: ScreenProjection,
    beside anchor: MapOffset = MapOffset(east: 0, north: 0)
  ) -> [MapOffset] {
    let positions = path?.coordinates ?? []
    // A great circle closes the ring, too; its last point is the first again.
    let closed = geodesic ? positions + positions.prefix(1) : positions
    let trace = PathTrace(closed, geodesic: geodesic, in: projection, beside: anchor)
    return (geodesic ? trace.points.dropLast() : trace.points[...]).map(\.offset)
  }
}
