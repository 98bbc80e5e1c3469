/// Bounds on the size of an image, checked against its header before anything is allocated.
public struct DecodingLimits: Hashable, Sendable {
  /// The longest side, in samples.
  public var maximumSide: Int
  /// The largest number of samples of the whole image.
  public var maximumPixels: Int
  /// The most memory that decoding may hold at once, in bytes.
  ///
  /// For a whole decoder that is the image, for a streaming one the working rows.
  public var maximumBytes: Int

  /// Creates limits.
  public init(maximumSide: Int, maximumPixels: Int, maximumBytes: Int) {
    self.maximumSide = maximumSide
    self.maximumPixels = maximumPixels
    self.maximumBytes = maximumBytes
  }

  /// For a map tile that is decoded whole: 4096 × 4096 at most, so 64 MiB.
  public static let tile = DecodingLimits(
    maximumSide: 4096, maximumPixels: 4096 * 4096, maximumBytes: 64 << 20)

  /// For a source raster that is streamed: any side the formats can state, 2^40 samples, and rows
  /// that need at most 256 MiB.
  public static let source = DecodingLimits(
    maximumSide: 0x7fff_ffff, maximumPixels: 1 << 40, maximumBytes: 256 << 20)

  /// The first exceeded limit, in words, or `nil`.
  ///
  /// `bytesPerPixel` counts the pixels of the image or, when `isStreamed`, of a row.
  package func violation(width: Int, height: Int, bytesPerPixel: Int, isStreamed: Bool) -> String? {
    if max(width, height) > maximumSide { return "a side of at most \(maximumSide) samples" }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    if overflow || pixels > maximumPixels { return "at most \(maximumPixels) samples" }
    let held = isStreamed ? width : pixels
    if held > maximumBytes / bytesPerPixel {
      return isStreamed
        ? "rows of at most \(maximumBytes / bytesPerPixel) samples"
        : "at most \(maximumBytes) bytes when decoded"
    }
    return nil
  }
}
