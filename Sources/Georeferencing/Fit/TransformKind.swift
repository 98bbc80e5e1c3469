/// The family of transforms that control points are fitted with.
public enum TransformKind: String, Hashable, Sendable, CaseIterable {
  /// Rotation, scale and shift: shapes are kept.
  case similarity
  /// Straight lines stay straight and parallel.
  case affine
  /// Straight lines stay straight: a picture taken at an angle.
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

  /// The count of numbers that a transform of the kind has; a spline has as many as its points.
  var parameterCount: Int { 2 * minimumPointCount }

  /// The kind used when none is chosen: a similarity for two points, else an affine transform.
  ///
  /// A higher order is never chosen by itself, since it hides mistakes in the points.
  package static func standard(pointCount: Int) -> TransformKind {
    pointCount < 3 ? .similarity : .affine
  }
}
