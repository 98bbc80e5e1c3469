package import TileImaging
package import TileModel

/// A figure drawn between the layers of a picture, placed in points of the screen.
package struct SnapshotShape: Sendable {
  /// Which positions rings enclose.
  package enum FillRule: Sendable {
    /// Those around which the rings run an odd number of times, so that a ring in another is a hole.
    case evenOdd
    /// Those around which the rings run, so that rings of one direction add.
    case nonZero
  }

  /// What the figure is filled with.
  package enum Paint: Sendable {
    /// One colour.
    case color(PixelColor)
    /// The colours between those of two points, along the line through them.
    case gradient(
      from: PixelColor, start: ScreenPoint, to: PixelColor, end: ScreenPoint)
    /// An image, whose pixels a transform finds for a point of the screen, or with `onMap` for a
    /// ``MapOffset`` from the camera's target.
    case image(RGBAImage, PlaneTransform, onMap: Bool)
  }

  /// The outline; each ring is closed from its last point to its first.
  package var rings: [[ScreenPoint]]
  /// What of the rings is inside.
  package var fillRule: FillRule
  /// What the inside is filled with.
  package var paint: Paint
  /// What the alpha of the paint is multiplied with, 0...1.
  package var opacity: Double
  /// Whether the figure is part of the map, which ends below the horizon.
  package var isOnMap: Bool

  /// Creates a figure.
  package init(
    rings: [[ScreenPoint]], fillRule: FillRule, paint: Paint, opacity: Double = 1,
    isOnMap: Bool = true
  ) {
    self.rings = rings
    self.fillRule = fillRule
    self.paint = paint
    self.opacity = opacity
    self.isOnMap = isOnMap
  }

  /// Whether a point of the screen is inside.
  package func contains(_ point: ScreenPoint) -> Bool {
    var winding = 0
    for ring in rings {
      guard var previous = ring.last else { continue }
      for next in ring {
        if (previous.y <= point.y) != (next.y <= point.y) {
          let fraction = (point.y - previous.y) / (next.y - previous.y)
          if previous.x + fraction * (next.x - previous.x) > point.x {
            winding += next.y > previous.y ? 1 : -1
          }
        }
        previous = next
      }
    }
    return fillRule.isInside(winding)
  }
}

extension SnapshotShape.FillRule {
  /// Whether a position is inside around which the rings run some times.
  func isInside(_ winding: Int) -> Bool {
    switch self {
    case .evenOdd: !winding.isMultiple(of: 2)
    case .nonZero: winding != 0
    }
  }
}

package struct PlaneTransform: Sendable {
  private let x: SIMD3<Double>
  private let y: SIMD3<Double>

  /// Creates the transform that moves `origin` to `target`, the first unit vector by `first` and the
  /// second by `second`.
  package init(
    from origin: (Double, Double), to target: (Double, Double), first: (Double, Double),
    second: (Double, Double)
  ) {
    x = SIMD3(
      first.0, second.0, target.0 - first.0 * origin.0 - second.0 * origin.1)
    y = SIMD3(
      first.1, second.1, target.1 - first.1 * origin.0 - second.1 * origin.1)
  }

  func callAsFunction(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
    (x.x * u + x.y * v + x.z, y.x * u + y.y * v + y.z)
  }
}
