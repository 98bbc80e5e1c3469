public import CoreLocationCompatibility

/// A metre at the equator in the units of ``GMSMapPoint``: 1 / (π × ``kGMSEarthRadius``).
///
/// Times a number of metres, it is the length of ``GMSLengthKind/projected`` that is as long on the map as
/// so many metres are at the equator.
public let kGMSEquatorProjectedMeter = 1 / (Double.pi * kGMSEarthRadius)

/// What lengths along a path are measured on.
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
  /// Positions that are not valid are left out, as where the path is drawn.
  ///
  /// - Parameter kind: What it is measured on.
  /// - Returns: The length in metres, or in the units of ``GMSMapPoint`` for ``GMSLengthKind/projected``; 0
  ///   for fewer than two positions.
  public func length(of kind: GMSLengthKind) -> CLLocationDistance {
    lengths(of: kind).reduce(0, +)
  }

  /// How many of the path's lines a length from its start covers, the last of them in part.
  ///
  /// The fraction of the last line is that of its length. Positions that are not valid are left out, as
  /// where the path is drawn. Lines without length belong to the line before them.
  ///
  /// - Parameters:
  ///   - length: The length in metres, or in the units of ``GMSMapPoint`` for ``GMSLengthKind/projected``.
  ///   - kind: What it is measured on.
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

  /// The lengths of the lines between the valid positions.
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
