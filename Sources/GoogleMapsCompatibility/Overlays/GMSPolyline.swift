public import Foundation
import TileLayers
import TileModel
public import UIKitCompatibility

/// Lines between positions, with round joins and ends cut at the positions.
open class GMSPolyline: GMSOverlay {
  /// The positions, `nil` by default, copied when set.
  open var path: GMSPath? {
    get { storedPath }
    set { storedPath = newValue.map { GMSPath(path: $0) } }
  }
  /// The width in points, 1 by default.
  open var strokeWidth: CGFloat = 1
  /// The colour where there are no ``spans``, blue by default.
  open var strokeColor = UIColor.blue
  /// Whether lines are great circles instead of straight on the map, `false` by default.
  open var geodesic = false
  /// The styles along the path, `nil` by default.
  ///
  /// The last one continues to the end of the path.
  open var spans: [GMSStyleSpan]?

  private var storedPath: GMSPath?

  /// Creates a line without positions.
  public override init() {}

  /// Creates a line.
  public convenience init(path: GMSPath?) {
    self.init()
    self.path = path
  }

  /// A copy of the line that is on no map.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = withSharedValues(GMSPolyline(path: path))
    (copy.strokeWidth, copy.strokeColor) = (strokeWidth, strokeColor)
    (copy.geodesic, copy.spans) = (geodesic, spans)
    return copy
  }

  override func shapes(in projection: ScreenProjection) -> [SnapshotShape] {
    let trace = PathTrace(path?.coordinates ?? [], geodesic: geodesic, in: projection)
    guard let end = trace.points.last?.position else { return [] }
    guard let spans, !spans.isEmpty else {
      return shapes(of: trace, style: .solidColor(strokeColor), in: projection)
    }
    var (start, shapes): (Double, [SnapshotShape]) = (0, [])
    for (index, span) in spans.enumerated() {
      let next = index == spans.count - 1 ? end : min(start + max(span.segments, 0), end)
      if start < next {
        shapes += self.shapes(
          of: trace.slice(from: start, to: next), style: span.style, in: projection)
      }
      start = next
    }
    return shapes
  }

  private func shapes(
    of trace: PathTrace, style: GMSStrokeStyle, in projection: ScreenProjection
  ) -> [SnapshotShape] {
    guard let last = style.lastColor, let start = trace.points.first?.position,
      let end = trace.points.last?.position
    else {
      return [stroke(trace, paint: .color(style.color.pixelColor), in: projection)]
    }
    func color(_ position: Double) -> PixelColor {
      style.color.pixelColor.mixed(
        with: last.pixelColor, fraction: (position - start) / (end - start))
    }
    return zip(trace.points, trace.points.dropFirst()).compactMap { from, to in
      guard let first = projection.point(at: from.offset),
        let last = projection.point(at: to.offset)
      else { return nil }
      return stroke(
        PathTrace(points: [from, to]),
        paint: .gradient(
          from: color(from.position), start: first, to: color(to.position), end: last),
        in: projection)
    }
  }

  private func stroke(
    _ trace: PathTrace, paint: SnapshotShape.Paint, in projection: ScreenProjection
  ) -> SnapshotShape {
    let pieces = projection.pieces(of: trace.points.map(\.offset))
    // The line bends at positions alone, where parts of several styles are to meet without a notch.
    let start = trace.points.first?.position ?? 0
    let continues = start > 0 && start == start.rounded()
    return SnapshotShape(
      rings: pieces.flatMap {
        SnapshotShape.stroke(of: $0, width: Double(strokeWidth), continues: continues)
      },
      fillRule: .nonZero, paint: paint)
  }
}

extension PixelColor {
  fileprivate func mixed(with other: PixelColor, fraction: Double) -> PixelColor {
    func part(_ first: UInt8, _ last: UInt8) -> UInt8 {
      UInt8((Double(first) * (1 - fraction) + Double(last) * fraction).rounded())
    }
    return PixelColor(
      part(red, other.red), part(green, other.green), part(blue, other.blue),
      alpha: part(alpha, other.alpha))
  }
}
