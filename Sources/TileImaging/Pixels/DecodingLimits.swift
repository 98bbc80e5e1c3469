/// How large an image may be before it is refused, checked against its header before anything is
/// allocated.
public struct DecodingLimits: Hashable, Sendable {
  /// The longest side, in samples.
  public var maximumSide: Int
  /// The largest number of samples of the whole image.
  public var maximumPixels: Int
  /// The most memory, in bytes, that decoding may hold at once: the whole image where it is decoded
  /// whole, the working rows where it is streamed.
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

  /// Finds the first limit that an image exceeds.
  ///
  /// - Parameters:
  ///   - width: Columns.
  ///   - height: Rows.
  ///   - bytesPerPixel: Bytes held at once for each sample of the image or, when `isStreamed`, of a
  ///     row.
  ///   - isStreamed: Whether one row at a time is held.
  /// - Returns: What is allowed, in words, or `nil` when the image is within all limits.
  package func violation(
    width: Int, height: Int, bytesPerPixel: Int, isStreamed: Bool
  ) -> String? {
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
