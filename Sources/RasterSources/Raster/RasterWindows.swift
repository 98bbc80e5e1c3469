/// A raster of which windows can be read in any order, by any number of threads at once.
public protocol RasterWindows: Sendable {
  /// The size of the raster.
  var size: PixelSize { get }
  /// Reads a window.
  ///
  /// - Parameters:
  ///   - x: The first column.
  ///   - y: The first row.
  ///   - width: Columns; the window is inside the raster.
  ///   - height: Rows.
  ///   - target: `height` rows of `4 × width` bytes of straight RGBA8.
  ///   - bytesPerRow: The distance of two rows in `target`, at least `4 × width`.
  /// - Throws: ``RasterError``.
  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws
}
