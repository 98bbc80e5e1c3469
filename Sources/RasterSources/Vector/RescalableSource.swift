/// An image that can be rendered at any size, such as a vector plan: each level of a pyramid is then
/// made from a rendition of its own instead of the level below it.
public protocol RescalableSource: RasterSource {
  /// How many samples of a rendition serve one sample of a level best, along each axis.
  var samplesPerPixel: Double { get }
  /// The longest side that a rendition may have.
  var maximumSide: Int { get }

  /// The memory in bytes that drawing a rendition takes outside this process.
  func renderingBytes(for size: PixelSize) -> Int

  /// The same image, filling another size exactly.
  ///
  /// - Parameters:
  ///   - size: Both sides at least 1 and at most ``maximumSide``; the proportions may differ a little.
  ///   - isCancelled: Asked often while something is drawn, which then stops and throws
  ///     `CancellationError`.
  /// - Returns: The image, not drawn yet: that happens while its rows are read.
  func rendition(
    size: PixelSize, isCancelled: @escaping @Sendable () -> Bool
  ) -> any RasterSource
}
