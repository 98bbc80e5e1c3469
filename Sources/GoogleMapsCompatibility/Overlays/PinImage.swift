import Foundation
import TileImaging
import TileModel
import UIKitCompatibility

/// The pin that markers without an image show: 26 by 41 points, the tip in the middle below.
enum PinImage {
  private static let scale = 2
  private static let size = (width: 26, height: 41)
  private static let radius = 13.0
  private static let dotRadius = 4.5

  static func image(color: PixelColor) -> UIImage {
    let (width, height) = (size.width * scale, size.height * scale)
    var samples = [UInt8](repeating: 0, count: 4 * width * height)
    let subsamples = 4
    for y in 0..<height {
      for x in 0..<width {
        var (inside, dot) = (0, 0)
        for subsample in 0..<(subsamples * subsamples) {
          let dx =
            (Double(x) + (Double(subsample % subsamples) + 0.5) / Double(subsamples))
            / Double(scale)
          let dy =
            (Double(y) + (Double(subsample / subsamples) + 0.5) / Double(subsamples))
            / Double(scale)
          guard contains(dx - radius, dy) else { continue }
          inside += 1
          if hypot(dx - radius, dy - radius) < dotRadius { dot += 1 }
        }
        guard inside > 0 else { continue }
        func part(_ value: UInt8) -> UInt8 {
          // The dot is the colour at a third of its strength.
          UInt8(Int(value) * (3 * inside - 2 * dot) / (3 * inside))
        }
        let start = 4 * (y * width + x)
        samples[start] = part(color.red)
        samples[start + 1] = part(color.green)
        samples[start + 2] = part(color.blue)
        samples[start + 3] = UInt8(Int(color.alpha) * inside / (subsamples * subsamples))
      }
    }
    let image = RGBAImage(width: width, height: height, samples: samples)
    do throws(ImageCodecError) {
      let file = try PNGTileEncoder(effort: .fast).encode(image)
      return UIImage(data: Data(file), scale: CGFloat(scale)) ?? UIImage()
    } catch {
      return UIImage()
    }
  }

  private static func contains(_ x: Double, _ y: Double) -> Bool {
    if hypot(x, y - radius) <= radius { return true }
    let tip = Double(size.height)
    let distance = tip - radius
    let touch = radius + radius * radius / distance
    let slope = radius / (distance * distance - radius * radius).squareRoot()
    return y >= touch && y <= tip && abs(x) <= (tip - y) * slope
  }
}
