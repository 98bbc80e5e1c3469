import CoreLocationCompatibility
public import Foundation

/// What lengths along a path are measured on.
public enum GMSLengthKind: UInt, Sendable {
  /// Great circles, in metres.
  case geodesic = 0
  /// Lines of constant bearing, in metres.
  case rhumb = 1
  /// The flat map, in the units of ``GMSMapPoint``, half a world each.
  case projected = 2
}

/// The spans of a line whose styles alternate, such as dashes.
///
/// - Parameters:
///   - path: The path of the line.
///   - styles: The styles, which begin again after the last one.
///   - lengths: The length of each style along the path, which begin again likewise; negative ones
///     count as 0.
///   - lengthKind: What lengths are measured on.
/// - Returns: Spans to the end of the path; none where styles or lengths are, or all lengths are 0.
public func GMSStyleSpans(
  _ path: GMSPath, _ styles: [GMSStrokeStyle], _ lengths: [NSNumber], _ lengthKind: GMSLengthKind
) -> [GMSStyleSpan] {
  let parts = lengths.map { max($0.doubleValue, 0) }
  let positions = path.coordinates
  let sides = zip(positions, positions.dropFirst()).map { lengthKind.length(from: $0, to: $1) }
  let (cycle, total) = (parts.reduce(0, +), sides.reduce(0, +))
  // More than a hundred thousand cycles are finer than any screen, as is a cycle that is no number.
  guard !styles.isEmpty, cycle > 0, total / cycle < 100_000 else { return [] }
  var spans: [GMSStyleSpan] = []
  var (side, walked) = (0, 0.0)
  while side < sides.count {
    var left = parts[spans.count % parts.count]
    var segments = 0.0
    while side < sides.count, left > 0 || sides[side] == 0 {
      let step = min(left, sides[side] - walked)
      segments += sides[side] > 0 ? step / sides[side] : 1
      (left, walked) = (left - step, walked + step)
      if walked >= sides[side] { (side, walked) = (side + 1, 0) }
    }
    spans.append(GMSStyleSpan(style: styles[spans.count % styles.count], segments: segments))
  }
  return spans
}

extension GMSLengthKind {
  fileprivate func length(
    from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D
  ) -> Double {
    switch self {
    case .geodesic: return GMSGeometryDistance(start, end)
    case .projected: return GMSMapPointDistance(GMSProject(start), GMSProject(end))
    case .rhumb:
      let rise = (end.latitude - start.latitude) * .pi / 180
      let width = (end.longitude - start.longitude).remainder(dividingBy: 360) * .pi / 180
      func northing(_ position: CLLocationCoordinate2D) -> Double {
        asinh(tan(position.latitude * .pi / 180))
      }
      let stretched = northing(end) - northing(start)
      // Along a parallel the map is stretched by the inverse cosine of its latitude.
      let scale = abs(rise) > 1e-12 ? rise / stretched : cos(start.latitude * .pi / 180)
      return hypot(rise, scale * width) * kGMSEarthRadius
    }
  }
}
