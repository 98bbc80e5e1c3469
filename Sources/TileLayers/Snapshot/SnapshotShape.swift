package import TileImaging
package import TileModel

/// A figure drawn between the layers of a picture, placed in points of the screen.
package struct SnapshotShape: Sendable {
  /// Rule for the inside of rings.
  package enum FillRule: Sendable {
    /// Odd winding numbers, so that a ring in another is a hole.
    case evenOdd
    /// Non-zero winding numbers, so that rings of one direction add.
    case nonZero
  }

  /// Fill of a figure.
  package enum Paint: Sendable {
    case color(PixelColor)
    case gradient(from: PixelColor, start: ScreenPoint, to: PixelColor, end: ScreenPoint)
    /// An image; a transform maps a point of the screen to its pixels, or with `onMap` a ``MapOffset`` from
    /// the camera's target.
    case image(RGBAImage, PlaneTransform, onMap: Bool)
  }

  package var rings: [[ScreenPoint]]
  package var fillRule: FillRule
  package var paint: Paint
  /// Factor of the paint's alpha, 0...1.
  package var opacity: Double
  /// True for a part of the map, which ends below the horizon.
  package var isOnMap: Bool

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

  /// Maps the unit vectors to `first` and `second`, and `origin` to `target`.
  package init(
    from origin: (Double, Double), to target: (Double, Double), first: (Double, Double),
    second: (Double, Double)
  ) {
    x = SIMD3(first.0, second.0, target.0 - first.0 * origin.0 - second.0 * origin.1)
    y = SIMD3(first.1, second.1, target.1 - first.1 * origin.0 - second.1 * origin.1)
  }

  func callAsFunction(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
    (x.x * u + x.y * v + x.z, y.x * u + y.y * v + y.z)
  }
}
