package import Georeferencing
import Platform
package import TileModel

/// The rectangle of pictures that show the floors of a building one above the other.
///
/// It is parallel to an edge of one of their outlines, and of such rectangles the smallest that holds them all. Its
/// top is the side that the top of the first outline is closest to.
package struct FloorFrame: Hashable, Sendable {
  /// In pixels; indoor platforms take no larger picture.
  package static let maximumSide = 4096

  package let size: PixelSize
  /// From pixels to EPSG:3857.
  package let transform: AffineTransform
  /// The direction of the top in degrees clockwise from north, in [0, 360).
  package let bearing: Double
  /// The side of a pixel in projected metres.
  let resolution: Double

  /// Frames outlines of which one has an extent.
  ///
  /// A pixel's side is at least `least` projected metres, that of samples on the grid of tiles. Where that is its side and
  /// the top is north, pixels are such samples.
  package init?(around outlines: [[GeographicCoordinate]], resolution least: Double) {
    let rings = Self.rings(of: outlines)
    let points = rings.flatMap(\.self)
    guard let first = rings.lazy.flatMap(Self.edges).first else { return nil }
    var smallest: (area: Double, axes: Axes)?
    for edge in rings.flatMap(Self.edges) {
      let axes = Axes(along: edge, nearest: first)
      let box = axes.box(around: points)
      let area = box.width * box.height
      // Rounding alone makes one of parallel edges better than another.
      if area < (smallest?.area ?? .infinity) * (1 - 1e-9) { smallest = (area, axes) }
    }
    guard let axes = smallest?.axes else { return nil }
    let box = axes.box(around: points)
    let limit = Double(Self.maximumSide)
    let resolution = max(least, box.width / limit, box.height / limit)
    var (left, top) = (box.minX / resolution, box.minY / resolution)
    var (right, bottom) = (box.maxX / resolution, box.maxY / resolution)
    // Whole samples may need a pixel more.
    if axes.angle == 0, max(box.width, box.height) <= (limit - 1) * least {
      let origin = WebMercator.halfExtent / resolution
      left = (left + origin + 1e-3).rounded(.down) - origin
      top = (top + origin + 1e-3).rounded(.down) - origin
      right = (right + origin - 1e-3).rounded(.up) - origin
      bottom = (bottom + origin - 1e-3).rounded(.up) - origin
    }
    func side(_ length: Double) -> Int {
      min(max(Int((length - 1e-6).rounded(.up)), 1), Self.maximumSide)
    }
    size = PixelSize(width: side(right - left), height: side(bottom - top))
    // Whole pixels add as much on both sides.
    left -= (Double(size.width) - (right - left)) / 2
    top -= (Double(size.height) - (bottom - top)) / 2
    self.resolution = resolution
    transform = axes.transform(left: left, top: top, resolution: resolution)
    let degrees = -axes.angle * 180 / .pi
    bearing = degrees < 0 ? degrees + 360 : abs(degrees)
  }

  package func position(_ x: Double, _ y: Double) -> GeographicCoordinate {
    let point = transform.apply(PixelPoint(x: x, y: y))
    var position = WebMercator.unproject(MercatorPoint(x: point.x, y: point.y))
    position.longitude -= (position.longitude / 360).rounded() * 360
    return position
  }

  package var center: GeographicCoordinate {
    position(Double(size.width) / 2, Double(size.height) / 2)
  }

  package var corners: CornerCoordinates {
    let (width, height) = (Double(size.width), Double(size.height))
    return CornerCoordinates(
      topLeft: position(0, 0), topRight: position(width, 0), bottomRight: position(width, height),
      bottomLeft: position(0, height))
  }

  /// The lengths of the top and of the left side on the ellipsoid, at the centre's latitude.
  package var metres: (width: Double, length: Double) {
    let scale = GroundScale(atY: WebMercator.project(center).y)
    let (width, height) = (Double(size.width), Double(size.height))
    return (
      scale.metres(transform.columnX * width, transform.columnY * width),
      scale.metres(transform.rowX * height, transform.rowY * height)
    )
  }

  /// Continuous across the antimeridian.
  private static func rings(of outlines: [[GeographicCoordinate]]) -> [[MercatorPoint]] {
    guard let first = outlines.lazy.flatMap(\.self).first.map(WebMercator.project) else {
      return []
    }
    return outlines.map { outline in
      outline.map { position in
        var point = WebMercator.project(position)
        point.x -= ((point.x - first.x) / WebMercator.extent).rounded() * WebMercator.extent
        return point
      }
    }
  }

  private static func edges(of ring: [MercatorPoint]) -> [MercatorPoint] {
    zip(ring, ring.dropFirst() + ring.prefix(1)).map { start, end in
      MercatorPoint(x: end.x - start.x, y: end.y - start.y)
    }.filter { $0 != MercatorPoint(x: 0, y: 0) }
  }
}

/// The directions of a picture's rows and columns on the map.
private struct Axes {
  /// Direction of rows, anticlockwise from east, in radians.
  let angle: Double
  private let sine: Double
  private let cosine: Double

  /// Parallel or at right angles to an edge, whichever is closest to the direction of another.
  init(along edge: MercatorPoint, nearest other: MercatorPoint) {
    let (own, wanted) = (atan2(edge.y, edge.x), atan2(other.y, other.x))
    let rotated = own + ((wanted - own) / (.pi / 2)).rounded() * (.pi / 2)
    // Edges along the axes of the map were rounded as degrees.
    let quarters = (rotated / (.pi / 2)).rounded()
    let isAlongMap = abs(rotated - quarters * .pi / 2) < 1e-9
    angle = isAlongMap ? quarters * .pi / 2 : rotated
    (sine, cosine) =
      isAlongMap ? (sin(angle).rounded(), cos(angle).rounded()) : (sin(angle), cos(angle))
  }

  /// In projected metres, to the right and downwards.
  func box(around points: [MercatorPoint]) -> MercatorBounds {
    MercatorBounds(
      enclosing: points.map {
        MercatorPoint(x: $0.x * cosine + $0.y * sine, y: $0.x * sine - $0.y * cosine)
      }) ?? MercatorBounds(minX: 0, minY: 0, maxX: 0, maxY: 0)
  }

  /// `left` and `top` are in pixels.
  func transform(left: Double, top: Double, resolution: Double) -> AffineTransform {
    let (x, y) = (left * resolution, top * resolution)
    return AffineTransform(
      originX: x * cosine + y * sine, originY: x * sine - y * cosine, columnX: resolution * cosine,
      columnY: resolution * sine, rowX: resolution * sine, rowY: -resolution * cosine)
  }
}
