import Georeferencing
import TileImaging
import TileModel

/// An opaque image that rectangles, other images and drawings are laid on.
struct Picture {
  private(set) var image: RGBAImage

  init(size: PixelSize, color: PixelColor) {
    var samples = [UInt8](repeating: 255, count: 4 * size.width * size.height)
    for index in 0..<(size.width * size.height) {
      samples[4 * index] = color.red
      samples[4 * index + 1] = color.green
      samples[4 * index + 2] = color.blue
    }
    image = RGBAImage(width: size.width, height: size.height, samples: samples)
  }

  private mutating func forEachPixel(
    x: Range<Int>, y: Range<Int>,
    _ body: (_ x: Int, _ y: Int, _ pixel: UnsafeMutablePointer<UInt8>) -> Void
  ) {
    let columns = x.clamped(to: 0..<image.width)
    let rows = y.clamped(to: 0..<image.height)
    let width = image.width
    image.samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      for y in rows { for x in columns { body(x, y, base + 4 &* (y &* width &+ x)) } }
    }
  }

  private static func blend(
    _ source: UnsafePointer<UInt8>, over pixel: UnsafeMutablePointer<UInt8>, alpha: UInt32
  ) {
    for channel in 0..<3 {
      let sum = UInt32(source[channel]) &* alpha &+ UInt32(pixel[channel]) &* (255 &- alpha)
      pixel[channel] = UInt8(truncatingIfNeeded: (sum &+ 127) / 255)
    }
  }

  mutating func fill(x: Range<Int>, y: Range<Int>, _ color: PixelColor) {
    let source = [color.red, color.green, color.blue]
    source.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      forEachPixel(x: x, y: y) { _, _, pixel in
        Self.blend(base, over: pixel, alpha: UInt32(color.alpha))
      }
    }
  }

  mutating func fillCheckered(x: Range<Int>, y: Range<Int>, side: Int = 8) {
    forEachPixel(x: x, y: y) { x, y, pixel in
      let value: UInt8 = (x / side + y / side) % 2 == 0 ? 240 : 220
      pixel[0] = value
      pixel[1] = value
      pixel[2] = value
    }
  }

  mutating func composite(_ other: RGBAImage, x: Int, y: Int, opacity: Double = 1) {
    let fraction = UInt32(min(max(opacity, 0), 1) * 256)
    other.samples.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      let (left, top, width) = (x, y, other.width)
      forEachPixel(x: x..<(x + other.width), y: y..<(y + other.height)) { x, y, pixel in
        let source = base + 4 &* ((y &- top) &* width &+ x &- left)
        Self.blend(source, over: pixel, alpha: (UInt32(source[3]) &* fraction) >> 8)
      }
    }
  }

  mutating func draw(_ canvas: PixelCanvas) {
    let band = 256
    for top in stride(from: 0, to: image.height, by: band) {
      composite(canvas.draw(rows: top..<min(top + band, image.height)), x: 0, y: top)
    }
  }
}
