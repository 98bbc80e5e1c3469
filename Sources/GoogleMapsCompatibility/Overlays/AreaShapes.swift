import TileLayers
import UIKitCompatibility

/// Shapes of an area, for polygons and circles.
struct AreaShapes {
  let rings: [[MapOffset]]
  let fillColor: UIColor?
  let strokeColor: UIColor?
  /// In points.
  let strokeWidth: CGFloat

  /// The fill by the even-odd rule, then the outline of every ring.
  func shapes(in projection: ScreenProjection) -> [SnapshotShape] {
    var shapes: [SnapshotShape] = []
    if let fillColor {
      shapes.append(
        SnapshotShape(
          rings: rings.map(projection.outline), fillRule: .evenOdd,
          paint: .color(fillColor.pixelColor)))
    }
    if let strokeColor, strokeWidth > 0 {
      let strokes = rings.flatMap { ring in
        let pieces = projection.pieces(of: ring + ring.prefix(1))
        return pieces.flatMap { piece in
          SnapshotShape.stroke(
            of: piece, width: Double(strokeWidth), closed: piece.count == ring.count + 1)
        }
      }
      shapes.append(
        SnapshotShape(rings: strokes, fillRule: .nonZero, paint: .color(strokeColor.pixelColor)))
    }
    return shapes
  }
}
