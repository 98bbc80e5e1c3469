import Platform
import TileModel

/// A picture's pixels and where they are on the map.
struct SnapshotFrame {
  /// A line of the map seen along a row of pixels, in points of the camera's zoom from its target.
  ///
  /// Perspective keeps lengths along a row in proportion, so a start and a step describe it exactly.
  struct Line {
    /// What is under the left edge of the picture.
    var start: MapOffset
    /// From one pixel to the next.
    var step: MapOffset
  }

  let width: Int
  let height: Int
  let position: CameraPosition
  private let projection: ScreenProjection
  /// The pixels along one point.
  let scale: Double

  init(
    camera: CameraPosition, viewport: Viewport, scale: Double
  ) throws(MapSnapshotError) {
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

  /// What is seen at a height in pixels from the top; `nil` above the horizon.
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

  /// The size of the pixels of a row on the map in points: along the row, and the greatest across
  /// it; `nil` where the row is not all map.
  func footprint(ofRow row: Int) -> (along: Double, across: Double)? {
    guard let middle = line(at: Double(row) + 0.5), let top = line(at: Double(row)),
      let bottom = line(at: Double(row) + 1)
    else { return nil }
    func across(_ x: Double) -> Double {
      hypot(
        top.start.east + x * top.step.east - bottom.start.east - x * bottom.step.east,
        top.start.north + x * top.step.north - bottom.start.north - x * bottom.step.north)
    }
    return (
      hypot(middle.step.east, middle.step.north), max(across(0), across(Double(width)))
    )
  }
}

/// How many physical pixels of a screen a tile is displayed on along each side, as the Google Maps SDK
/// takes `GMSTileLayer.tileSize`.
///
/// A tile is never displayed on more than the 256 points that it has in the SDK's grid, so the side is
/// `min(pixels, 256 × scale)` and the level is `round(zoom + log2(256 × scale / side))`. The SDK's headers
/// state pixels and no rule; this one fits the requests of a public app on a phone of three pixels a
/// point at zoom 13: level 14 for 512, and level 13 for 1536 and for 3072.
public struct TileDisplaySize: Hashable, Sendable {
  /// The side of a tile in pixels that the layer prefers; at least 1.
  public let pixels: Int

  /// Creates a size; less than 1 pixel counts as 256, the default of the SDK.
  public init(pixels: Int) { self.pixels = pixels < 1 ? 256 : pixels }

  /// The side in pixels on a screen at a whole zoom, 1 to ``maximumSide``.
  ///
  /// - Parameter scale: The pixels along one point; a positive, finite number.
  /// - Returns: The side.
  func side(scale: Double) -> Int {
    let cell = (CameraPosition.worldSizeAtZoomZero * scale).rounded()
    return min(pixels, Int(min(max(cell, 1), Double(Self.maximumSide))))
  }

  /// The longest side, that of a screen of 16 pixels a point.
  static let maximumSide = 4096
}
