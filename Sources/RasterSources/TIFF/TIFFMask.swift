import Georeferencing

/// Multiplies alpha by a mask.
enum TIFFMask {
  /// Makes every sample of a mask but 0 opaque (RFC 15 of GDAL).
  static let valid = SampleRange(low: 0.25, high: 0.75)

  /// Straight RGBA8 in place; the mask's red counts.
  static func apply(
    _ mask: UnsafePointer<UInt8>, to samples: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for index in 0..<count {
      let fraction = UInt32(mask[4 &* index])
      if fraction == 255 { continue }
      let pixel = samples + 4 &* index
      if fraction == 0 {
        (pixel[0], pixel[1], pixel[2], pixel[3]) = (0, 0, 0, 0)
      } else {
        pixel[3] = UInt8(truncatingIfNeeded: (UInt32(pixel[3]) &* fraction &+ 127) / 255)
      }
    }
  }
}

/// Rows of an image with its mask applied.
final class MaskedRows: RasterRowReader {
  private let base: any RasterRowReader
  private let mask: any RasterRowReader
  private let width: Int
  private let row: UnsafeMutablePointer<UInt8>

  init(base: any RasterRowReader, mask: any RasterRowReader, width: Int) {
    self.base = base
    self.mask = mask
    self.width = width
    row = .allocate(capacity: 4 * width)
  }

  deinit { row.deallocate() }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    try base.readRow(into: row)
    try mask.readRow(into: self.row)
    TIFFMask.apply(self.row, to: row, count: width)
  }

  func finish() throws {
    try base.finish()
    try mask.finish()
  }
}

/// Windows of an image with its mask applied.
struct MaskedWindows: RasterWindows {
  let base: any RasterWindows
  let mask: any RasterWindows

  var size: PixelSize { base.size }

  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws {
    try base.read(x: x, y: y, width: width, height: height, into: target, bytesPerRow: bytesPerRow)
    let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * width * height)
    defer { samples.deallocate() }
    try mask.read(x: x, y: y, width: width, height: height, into: samples, bytesPerRow: 4 * width)
    for row in 0..<height {
      TIFFMask.apply(samples + 4 * row * width, to: target + row * bytesPerRow, count: width)
    }
  }
}
