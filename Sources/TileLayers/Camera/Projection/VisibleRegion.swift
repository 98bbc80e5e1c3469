package import TileModel

/// The corners of a view inside its padding, a trapezium for a tilted camera.
package struct VisibleRegion: Hashable, Sendable {
  package var nearLeft: GeographicCoordinate
  package var nearRight: GeographicCoordinate
  /// At the top left, or on the far edge below it.
  package var farLeft: GeographicCoordinate
  /// At the top right, or on the far edge below it.
  package var farRight: GeographicCoordinate
}

extension ScreenProjection {
  /// The positions at the corners of the view inside its padding.
  ///
  /// The region ends at ``farEdge``. `nil` when all of the view is above it, or when the padding leaves
  /// nothing. Longitudes are wrapped.
  package var visibleRegion: VisibleRegion? {
    visibleCorners.map { corners in
      func coordinate(_ offset: MapOffset) -> GeographicCoordinate {
        position.target.moved(by: offset, worldSize: position.worldSize)
      }
      return VisibleRegion(
        nearLeft: coordinate(corners.nearLeft), nearRight: coordinate(corners.nearRight),
        farLeft: coordinate(corners.farLeft), farRight: coordinate(corners.farRight))
    }
  }

  /// Whether a position is drawn inside the view's padding, edges included, in any copy of the world.
  package func contains(_ coordinate: GeographicCoordinate) -> Bool {
    guard let extent = visibleCorners?.extent else { return false }
    let worldSize = position.worldSize
    let nearest = MapOffset(from: position.target, to: coordinate, worldSize: worldSize)
    guard nearest.east.isFinite, nearest.north.isFinite else { return false }
    // One copy more on either side, since the extent is computed with rounding.
    let first = ((extent.east.lowerBound - nearest.east) / worldSize).rounded(.down)
    let last = ((extent.east.upperBound - nearest.east) / worldSize).rounded(.up)
    // No screen shows a thousand copies; a view of infinite width would have no end of them.
    return stride(from: max(first, -1000), through: min(last, 1000), by: 1).contains { copy in
      point(at: MapOffset(east: nearest.east + copy * worldSize, north: nearest.north))
        .map(frameContains) ?? false
    }
  }

  private func frameContains(_ point: ScreenPoint) -> Bool {
    let (size, padding) = (viewport.size, viewport.padding)
    return point.x >= padding.left && point.x <= size.width - padding.right
      && point.y >= max(padding.top, farEdge ?? padding.top)
      && point.y <= size.height - padding.bottom
  }

  /// Corners of the visible area, as displacements from the target.
  private struct Corners {
    var nearLeft: MapOffset
    var nearRight: MapOffset
    var farLeft: MapOffset
    var farRight: MapOffset

    var extent: (east: ClosedRange<Double>, north: ClosedRange<Double>) {
      let all = [nearRight, farLeft, farRight]
      func range(_ value: (MapOffset) -> Double) -> ClosedRange<Double> {
        let first = value(nearLeft)
        return all.reduce(first...first) {
          min($0.lowerBound, value($1))...max($0.upperBound, value($1))
        }
      }
      return (range(\.east), range(\.north))
    }
  }

  private var visibleCorners: Corners? {
    let (size, padding) = (viewport.size, viewport.padding)
    let (left, right) = (padding.left, size.width - padding.right)
    let bottom = size.height - padding.bottom
    let top = max(padding.top, farEdge ?? padding.top)
    guard left <= right, top <= bottom, let nearLeft = offset(at: ScreenPoint(x: left, y: bottom)),
      let nearRight = offset(at: ScreenPoint(x: right, y: bottom)),
      let farLeft = offset(at: ScreenPoint(x: left, y: top)),
      let farRight = offset(at: ScreenPoint(x: right, y: top))
    else { return nil }
    return Corners(nearLeft: nearLeft, nearRight: nearRight, farLeft: farLeft, farRight: farRight)
  }
}
