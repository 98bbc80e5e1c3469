import Platform

/// A picture's pixels with their map positions.
struct SnapshotGeometry {
  /// A line of the map along a row of pixels, in points of the camera's zoom from its target.
  ///
  /// Perspective keeps lengths along a row in proportion, so that a start and a step describe it exactly.
  struct Line {
    var start: MapOffset
    var step: MapOffset
  }

  let width: Int
  let height: Int
  let position: CameraPosition
  private let projection: ScreenProjection
  let scale: Double

  init(camera: CameraPosition, viewport: Viewport, scale: Double) throws(MapSnapshotError) {
    let (wide, high) = (
      (viewport.size.width * scale).rounded(), (viewport.size.height * scale).rounded()
    )
    let sides = 1...Double(SnapshotLimits.maximumSide)
    guard sides.contains(wide), sides.contains(high) else {
      throw .size(width: wide, height: high)
    }
    (width, height, self.scale) = (Int(wide), Int(high), scale)
    position = camera
    projection = ScreenProjection(position: camera, viewport: viewport)
  }

  /// `y` is in pixels from the top; `nil` above the horizon.
  func line(at y: Double) -> Line? {
    let y = y / scale
    if let edge = projection.farEdge, y < edge { return nil }
    guard let left = projection.offset(at: ScreenPoint(x: 0, y: y)),
      let right = projection.offset(at: ScreenPoint(x: Double(width) / scale, y: y))
    else { return nil }
    let count = Double(width)
    return Line(
      start: left,
      step: MapOffset(
        east: (right.east - left.east) / count, north: (right.north - left.north) / count))
  }

  /// Size of a row's pixels on the map in points, the largest across the row; `nil` where the row is not
  /// all map.
  func footprint(ofRow row: Int) -> (along: Double, across: Double)? {
    guard let middle = line(at: Double(row) + 0.5), let top = line(at: Double(row)),
      let bottom = line(at: Double(row) + 1)
    else { return nil }
    func across(_ x: Double) -> Double {
      hypot(
        top.start.east + x * top.step.east - bottom.start.east - x * bottom.step.east,
        top.start.north + x * top.step.north - bottom.start.north - x * bottom.step.north)
    }
    return (hypot(middle.step.east, middle.step.north), max(across(0), across(Double(width))))
  }
}
