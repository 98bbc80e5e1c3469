public import CoreLocationCompatibility
public import Foundation
import TileLayers
public import UIKitCompatibility

/// A circle on the ground.
open class GMSCircle: GMSOverlay {
  /// The middle, (0, 0) by default.
  open var position = CLLocationCoordinate2D(latitude: 0, longitude: 0)
  /// The radius in metres, 0 by default.
  ///
  /// 0, and more than half of the Earth's circumference, draw nothing.
  open var radius: CLLocationDistance = 0
  /// The width of the outline in points, 1 by default.
  open var strokeWidth: CGFloat = 1
  /// The colour of the outline, black by default, `nil` for none.
  open var strokeColor: UIColor? = .black
  /// The colour of the area, `nil` by default for none.
  open var fillColor: UIColor?

  /// Creates a circle without radius.
  public override init() {}

  /// Creates a circle.
  public convenience init(position: CLLocationCoordinate2D, radius: CLLocationDistance) {
    self.init()
    self.position = position
    self.radius = radius
  }

  /// A copy of the circle that is on no map.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = withSharedValues(GMSCircle(position: position, radius: radius))
    (copy.strokeWidth, copy.strokeColor, copy.fillColor) = (strokeWidth, strokeColor, fillColor)
    return copy
  }

  override func shapes(in projection: ScreenProjection) -> [SnapshotShape] {
    guard radius > 0, radius <= .pi * kGMSEarthRadius, CLLocationCoordinate2DIsValid(position)
    else { return [] }
    let points = projection.points(forMetres: radius, at: position.geographic)
    let count = max(SnapshotShape.circleSides(radius: points), 32)
    let positions = (0..<count).map {
      GMSGeometryOffset(position, radius, 360 * Double($0) / Double(count))
    }
    let trace = PathTrace(positions, geodesic: false, in: projection)
    return AreaShapes(
      rings: [trace.points.map(\.offset)], fillColor: fillColor, strokeColor: strokeColor,
      strokeWidth: strokeWidth
    ).shapes(in: projection)
  }
}
