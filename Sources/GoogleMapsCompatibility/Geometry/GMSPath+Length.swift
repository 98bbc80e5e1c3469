public import CoreLocationCompatibility

/// A metre at the equator in the units of ``GMSMapPoint``: 1 / (π × ``kGMSEarthRadius``).
///
/// Multiplied by metres, it is the ``GMSLengthKind/projected`` length of so many metres at the equator.
public let kGMSEquatorProjectedMeter = 1 / (Double.pi * kGMSEarthRadius)

/// Geometry on which lengths along a path are measured.
public enum GMSLengthKind: UInt, Sendable {
  /// Great circles, in metres.
  case geodesic = 0
  /// Lines of constant bearing, in metres.
  case rhumb = 1
  /// The flat map, in the units of ``GMSMapPoint``, half a world each.
  case projected = 2
}

extension GMSPath {
  /// The length of the path, each line the short way round the world.
  ///
  /// Invalid positions are skipped, as in drawing.
  ///
  /// - Parameter kind: The geometry of lengths.
  /// - Returns: The length in metres, or in the units of ``GMSMapPoint`` for ``GMSLengthKind/projected``, 0
  ///   for fewer than two positions.
  public func length(of kind: GMSLengthKind) -> CLLocationDistance {
    lengths(of: kind).reduce(0, +)
  }

  /// The number of the path's lines that a length from its start covers, including a fraction of the last.
  ///
  /// The fraction of the last line is that of its length. Invalid positions are skipped, as in drawing.
  /// Lines without length belong to the line before them.
  ///
  /// - Parameters:
  ///   - length: The length in metres, or in the units of ``GMSMapPoint`` for ``GMSLengthKind/projected``.
  ///   - kind: The geometry of lengths.
  /// - Returns: From 0, also for a negative length and for NaN, to the number of lines, also for a length
  ///   beyond the end. The SDK does not say what it answers outside of the path.
  public func segments(forLength length: CLLocationDistance, kind: GMSLengthKind) -> Double {
    guard length > 0 else { return 0 }
    let lines = lengths(of: kind)
    var walked = 0.0
    for (index, line) in lines.enumerated() {
      if length < walked + line { return Double(index) + (length - walked) / line }
      walked += line
    }
    return Double(lines.count)
  }

  func lengths(of kind: GMSLengthKind) -> [Double] {
    let positions = coordinates.filter(CLLocationCoordinate2DIsValid)
    return zip(positions, positions.dropFirst()).map { kind.length(from: $0, to: $1) }
  }
}

extension GMSLengthKind {
  fileprivate func length(
    from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D
  ) -> Double {
    switch self {
    case .geodesic: GMSGeometryDistance(start, end)
    case .rhumb: RhumbLine(from: start, to: end).length
    case .projected: GMSMapPointDistance(GMSProject(start), GMSProject(end))
    }
  }
}
