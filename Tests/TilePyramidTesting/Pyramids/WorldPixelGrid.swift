import Foundation
package import Georeferencing
import RasterSources
package import TileModel

/// Georeferences stated in world pixels of a zoom, by formulas of their own.
package struct WorldPixelGrid: Sendable {
  package let zoom: Int
  package let tileSize: TileSize

  package init(zoom: Int, tileSize: TileSize = .standard) {
    self.zoom = zoom
    self.tileSize = tileSize
  }

  /// Projected metres per world pixel.
  package var resolution: Double {
    2 * Double.pi * 6_378_137 / Double(tileSize.rawValue << zoom)
  }

  /// The projected position of a world pixel.
  package func mercator(x: Double, y: Double) -> (x: Double, y: Double) {
    let half = Double.pi * 6_378_137
    return (x * resolution - half, half - y * resolution)
  }

  /// The image's north-west corner at a world pixel, `scale` source samples per world pixel.
  package func northUp(x: Double, y: Double, scale: Double = 1) -> Georeference {
    rotated(x: x, y: y, scale: scale, degrees: 0)
  }

  /// The same as `northUp`, rotated clockwise about the image's first corner.
  package func rotated(x: Double, y: Double, scale: Double = 1, degrees: Double) -> Georeference {
    let origin = mercator(x: x, y: y)
    let step = resolution / scale
    let sine = degrees == 0 ? 0 : sin(degrees * .pi / 180)
    let cosine = degrees == 0 ? 1 : cos(degrees * .pi / 180)
    return Georeference(
      crs: .webMercator,
      pixelToCRS: .affine(
        AffineTransform(
          originX: origin.x, originY: origin.y, columnX: step * cosine, columnY: -step * sine,
          rowX: -step * sine, rowY: -step * cosine)))
  }

  /// The same as `rotated`, in perspective: the far side of an image of `size` is `ratio` times as
  /// coarse.
  package func perspective(
    x: Double, y: Double, scale: Double = 1, degrees: Double, size: PixelSize, ratio: Double
  ) -> Georeference {
    let origin = mercator(x: x, y: y)
    let step = resolution / scale
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    return Georeference(
      crs: .webMercator,
      pixelToCRS: .projective(
        ProjectiveTransform(
          originX: origin.x, originY: origin.y,
          coefficients: [
            step * cosine, -step * sine, 0, -step * sine, -step * cosine, 0,
            (ratio - 1) / Double(size.width) / 2, (ratio - 1) / Double(size.height) / 2,
          ])))
  }

  /// Linear in degrees, with about `scale` source samples per world pixel at the north-west corner.
  package func geographic(x: Double, y: Double, scale: Double = 1) -> Georeference {
    let worldSize = Double(tileSize.rawValue << zoom)
    let longitude = x / worldSize * 360 - 180
    let latitude = atan(sinh(.pi * (1 - 2 * y / worldSize))) * 180 / .pi
    let step = 360 / worldSize / scale
    return Georeference(
      crs: .geographic,
      pixelToCRS: .affine(
        AffineTransform(
          originX: longitude, originY: latitude, columnX: step, columnY: 0, rowX: 0,
          rowY: -step * cos(latitude * .pi / 180))))
  }
}

/// The georeferences that an image may have, one for each path through the engine.
package enum ImageGeometry: String, CaseIterable, Sendable {
  case aligned, streamedMercator, streamedDegrees, rotated, perspective

  /// Places an image near a world pixel of `worldPixels`.
  package func georeference(
    in worldPixels: WorldPixelGrid = WorldPixelGrid(zoom: 17), x: Double = 256 * 70_407 + 130,
    y: Double = 256 * 42_567 + 200, size: PixelSize, scale: Double = 1
  ) -> Georeference {
    switch self {
    case .aligned: worldPixels.northUp(x: x.rounded(), y: y.rounded())
    case .streamedMercator: worldPixels.northUp(x: x + 0.37, y: y + 0.61, scale: scale * 0.9)
    case .streamedDegrees: worldPixels.geographic(x: x + 0.2, y: y + 0.7, scale: scale * 0.9)
    case .rotated:
      worldPixels.rotated(x: x + 300 / scale, y: y + 0.4, scale: scale * 0.9, degrees: 31)
    case .perspective:
      worldPixels.perspective(
        x: x + 100 / scale, y: y + 0.3, scale: scale * 0.9, degrees: 12, size: size, ratio: 1.5)
    }
  }
}
