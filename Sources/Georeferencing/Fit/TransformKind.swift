/// Kind of transform fitted to control points.
public enum TransformKind: String, Hashable, Sendable, CaseIterable {
  /// Rotation, scale and shift, which keep shapes.
  case similarity
  /// Straight lines stay straight and parallel.
  case affine
  /// Straight lines stay straight, as in a picture taken at an angle.
  case projective
  /// A polynomial of degree 2: paper that shrank unevenly.
  case polynomial2
  /// A polynomial of degree 3.
  case polynomial3
  /// A thin-plate spline: it passes through every point, mistakes included.
  case tps

  /// The count of points that fixes a transform of the kind.
  public var minimumPointCount: Int {
    switch self {
    case .similarity: 2
    case .affine, .tps: 3
    case .projective: 4
    case .polynomial2: 6
    case .polynomial3: 10
    }
  }

  var parameterCount: Int { 2 * minimumPointCount }

  /// Never a higher order, which would hide mistakes in the points.
  package static func standard(pointCount: Int) -> TransformKind {
    pointCount < 3 ? .similarity : .affine
  }
}
