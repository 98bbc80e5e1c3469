public import Georeferencing
import RasterSources
public import TileModel

extension SyntheticRaster {
  /// One colour.
  public static func flat(_ color: PixelColor, size: PixelSize) -> SyntheticRaster {
    SyntheticRaster(name: "flat", size: size, isOpaque: color.alpha == 255) { _, _ in color }
  }

  /// Squares of two colours, the first in the top left corner.
  public static func checkerboard(
    _ first: PixelColor, _ second: PixelColor, square: Int, size: PixelSize
  ) -> SyntheticRaster {
    precondition(square > 0, "squares have a side")
    return SyntheticRaster(
      name: "checkerboard-\(square)", size: size,
      isOpaque: first.alpha == 255 && second.alpha == 255
    ) { (x: Int, y: Int) -> PixelColor in (x / square + y / square) % 2 == 0 ? first : second }
  }

  /// Independent random samples in all four channels, fixed by the seed and the address.
  ///
  /// - Parameters:
  ///   - seed: Fixes the samples.
  ///   - opaque: Whether alpha is 255 everywhere instead of random.
  ///   - size: The size.
  /// - Returns: A raster whose rows can be computed in any order.
  public static func noise(seed: UInt64, opaque: Bool, size: PixelSize) -> SyntheticRaster {
    SyntheticRaster(name: "noise-\(seed)", size: size, isOpaque: opaque) { y, bytes in
      var generator = SeededGenerator(seed: seed &+ UInt64(y) &* 0x5851_F42D_4C95_7F2D)
      let row = UnsafeMutableRawPointer(bytes)
      let least: UInt32 = opaque ? 0xFF00_0000 : 0
      for x in 0..<size.width {
        let sample = UInt32(truncatingIfNeeded: generator.next()) | least
        row.storeBytes(of: sample.littleEndian, toByteOffset: 4 * x, as: UInt32.self)
      }
    }
  }

  /// Colour that changes from left to right and alpha that changes from top to bottom, 0 to 255.
  public static func alphaGradient(_ color: PixelColor, size: PixelSize) -> SyntheticRaster {
    SyntheticRaster(name: "alpha-gradient", size: size, isOpaque: false) { x, y in
      let across = size.width > 1 ? 255 * x / (size.width - 1) : 255
      let down = size.height > 1 ? 255 * y / (size.height - 1) : 255
      return PixelColor(UInt8(across), color.green, 255 - UInt8(across), alpha: UInt8(down))
    }
  }

  /// Opaque lines on a transparent background: level, upright and diagonal, one to four pixels wide.
  public static func lineArt(size: PixelSize) -> SyntheticRaster {
    var canvas = PixelCanvas(size: size)
    let (width, height) = (Double(size.width), Double(size.height))
    var offset = 6.5
    var index = 0
    while offset < max(width, height) {
      let pen = Double(1 + index % 4)
      let color = PixelColor(UInt8(40 * (index % 5)), UInt8(30 * (index % 3)), 60)
      canvas.stroke(
        [PixelPoint(x: 0, y: offset), PixelPoint(x: width, y: offset)], width: pen, color)
      canvas.stroke(
        [PixelPoint(x: offset, y: 0), PixelPoint(x: offset, y: height)], width: pen, color)
      canvas.stroke([PixelPoint(x: offset, y: 0), PixelPoint(x: 0, y: offset)], width: 1, color)
      offset += 29
      index += 1
    }
    return drawing(canvas, name: "line-art")
  }

  /// The plan of one storey; see ``FloorPlanDrawing``.
  public static func floorPlan(storey: Int = 0, pixelsPerMetre: Double) -> SyntheticRaster {
    let canvas = FloorPlanDrawing(storey: storey).canvas(pixelsPerMetre: pixelsPerMetre)
    return drawing(canvas, name: "floor-plan-\(storey)")
  }

  /// A drawing, rendered row by row.
  public static func drawing(_ canvas: PixelCanvas, name: String) -> SyntheticRaster {
    SyntheticRaster(name: name, size: canvas.size, isOpaque: false) { y, bytes in
      canvas.draw(rows: y..<(y + 1), into: bytes)
    }
  }

  /// Ink where `isInk` says so, on paper.
  package static func lines(
    size: PixelSize, ink: PixelColor = PixelColor(0, 0, 0),
    paper: PixelColor = PixelColor(255, 255, 255), isInk: @escaping @Sendable (Int, Int) -> Bool
  ) -> SyntheticRaster {
    SyntheticRaster(
      name: "lines", size: size, isOpaque: ink.alpha == 255 && paper.alpha == 255
    ) { x, y in isInk(x, y) ? ink : paper }
  }
}
