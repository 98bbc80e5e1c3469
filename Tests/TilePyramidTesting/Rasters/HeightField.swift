package import Georeferencing
import RasterSources
import TileStorage

/// Heights of pixels, some of which have none, for files and for what is to become of them.
package struct HeightField: Sendable {
  /// The pixels.
  package let size: PixelSize
  /// The heights in metres, row by row; `nil` for none.
  package let metres: [Double?]

  /// Takes heights as numbers of 32 bits hold them.
  package init(_ size: PixelSize, height: (_ x: Int, _ y: Int) -> Double?) {
    self.size = size
    metres = (0..<size.width * size.height).map { index in
      height(index % size.width, index / size.width).map { Double(Float($0)) }
    }
  }

  /// Slopes across many whole metres and multiples of 256 m, below and above the sea, with walls, and without
  /// heights in a block and in every so many pixels.
  package static func hills(_ size: PixelSize, seed: Int = 0) -> HeightField {
    HeightField(size) { x, y in
      if (60..<110).contains(x), (40..<75).contains(y) { return nil }
      if (x &* 7 &+ y &* 13 &+ seed) % 61 == 0 { return nil }
      let wall = (x / 23 + y / 31 + seed) % 5 == 0 ? 300.0 : 0
      let rough = Double((x &* 7919 &+ y &* 104_729 &+ x &* y &* 31 &+ seed) & 1023) / 97
      return 2.37 * Double(x) - 1.61 * Double(y) + wall + rough - 40.123
    }
  }

  /// The height of a pixel in metres; `nil` for none and outside.
  package subscript(x: Int, y: Int) -> Double? {
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return nil }
    return metres[y * size.width + x]
  }

  /// The mean in double precision of the heights that there are in a range of columns and rows, each as the
  /// deepest tiles of Terrarium have it; `nil` for none.
  package func mean(columns: Range<Int>, rows: Range<Int>) -> Double? {
    var (sum, count) = (0.0, 0)
    for row in rows.clamped(to: 0..<size.height) {
      for column in columns.clamped(to: 0..<size.width) {
        guard let height = self[column, row] else { continue }
        sum += ((height + 32768) * 256).rounded() / 256 - 32768
        count += 1
      }
    }
    return count == 0 ? nil : sum / Double(count)
  }

  /// The part of the pixels that have a column in a range.
  package func columns(_ range: Range<Int>) -> HeightField {
    HeightField(PixelSize(width: range.count, height: size.height)) {
      self[range.lowerBound + $0, $1]
    }
  }

  /// Writes a GeoTIFF of numbers of 32 bits in Web Mercator, -9999 for none.
  package func write(to path: String, at affine: AffineTransform) throws {
    var tiff = TinyTIFF(metres.map { $0.map { Float($0) } ?? -9999 }, width: size.width)
    tiff.add(
      34264,
      doubles: [
        affine.columnX, affine.rowX, 0, affine.originX, affine.columnY, affine.rowY, 0,
        affine.originY, 0, 0, 0, 0, 0, 0, 0, 1,
      ])
    tiff.add(keys: [(1024, 1), (1025, 1), (3072, 3857)])
    tiff.add(42113, text: "-9999")
    try AtomicFile.write(tiff.file, to: path, presence: .isReplaced)
  }
}
