/// The size of a raster in samples.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The size as `width × height`.
  public var description: String { "\(width) × \(height)" }
}
