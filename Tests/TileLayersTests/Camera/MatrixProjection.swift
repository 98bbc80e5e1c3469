import Foundation
import TileLayers
import TileModel

/// The perspective written as 4 × 4 matrices over world coordinates: an independent answer to where a
/// position is drawn.
struct MatrixProjection {
  private typealias Matrix = [[Double]]
  private let matrix: Matrix
  private let worldSize: Double

  init(position: CameraPosition, viewport: Viewport) {
    worldSize = 256 * pow(2, position.zoom)
    let (width, height) = (viewport.size.width, viewport.size.height)
    let fieldOfView = 36.87 * Double.pi / 180
    let distance = height / 2 / tan(fieldOfView / 2)
    let target = Self.world(position.target, worldSize)
    let focal = 1 / tan(fieldOfView / 2)
    let (near, far) = (1.0, 1e9)
    let perspective: Matrix = [
      [focal * height / width, 0, 0, 0], [0, focal, 0, 0],
      [0, 0, (far + near) / (near - far), 2 * far * near / (near - far)], [0, 0, -1, 0],
    ]
    // World y grows south; the camera's y grows up.
    let translation = Self.translation(-target.x, -target.y, 0)
    let flip: Matrix = [[1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    let bearing = position.bearing * .pi / 180
    let rotation: Matrix = [
      [cos(bearing), -sin(bearing), 0, 0], [sin(bearing), cos(bearing), 0, 0], [0, 0, 1, 0],
      [0, 0, 0, 1],
    ]
    let tilt = position.viewingAngle * .pi / 180
    let lean: Matrix = [
      [1, 0, 0, 0], [0, cos(tilt), sin(tilt), 0], [0, -sin(tilt), cos(tilt), 0], [0, 0, 0, 1],
    ]
    let back = Self.translation(0, 0, -distance)
    let screen: Matrix = [
      [width / 2, 0, 0, viewport.center.x], [0, -height / 2, 0, viewport.center.y], [0, 0, 1, 0],
      [0, 0, 0, 1],
    ]
    matrix = [perspective, back, lean, rotation, flip, translation].reduce(screen, Self.product)
  }

  /// The drawn place of a position, in the copy of the world that its unwrapped longitude belongs
  /// to.
  func point(for coordinate: GeographicCoordinate) -> ScreenPoint? {
    let world = Self.world(coordinate, worldSize)
    let column = [world.x, world.y, 0, 1]
    let result = matrix.map { row in zip(row, column).reduce(0) { $0 + $1.0 * $1.1 } }
    guard result[3] > 0 else { return nil }
    return ScreenPoint(x: result[0] / result[3], y: result[1] / result[3])
  }

  private static func world(
    _ coordinate: GeographicCoordinate, _ size: Double
  ) -> (x: Double, y: Double) {
    let sine = sin(coordinate.latitude * .pi / 180)
    return (
      (coordinate.longitude / 360 + 0.5) * size,
      (0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)) * size
    )
  }

  private static func translation(_ x: Double, _ y: Double, _ z: Double) -> Matrix {
    [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]]
  }

  private static func product(_ left: Matrix, _ right: Matrix) -> Matrix {
    left.map { row in
      (0..<4).map { column in (0..<4).reduce(0) { $0 + row[$1] * right[$1][column] } }
    }
  }
}
