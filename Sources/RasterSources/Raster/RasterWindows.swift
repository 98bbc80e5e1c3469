/// A raster of which windows can be read in any order, by any number of threads at once.
public protocol RasterWindows: Sendable {
  /// The size of the raster.
  var size: PixelSize { get }
  /// Reads a window.
  ///
  /// - Parameters:
  ///   - x: The first column.
  ///   - y: The first row.
  ///   - width: Columns; the window lies inside the raster.
  ///   - height: Rows.
  ///   - target: `height` rows of `4 × width` bytes of straight RGBA8.
  ///   - bytesPerRow: The distance of two rows in `target`, at least `4 × width`.
  /// - Throws: ``RasterError``.
  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws
}

extension ScratchRaster: RasterWindows {}

/// A source whose file allows its parts to be read in any order.
public protocol WindowedSource: RasterSource {
  /// The memory in bytes with which windows along a line across the image, in any direction, are read
  /// without decoding a part twice; `nil` where the file is not made for that.
  var windowBytes: Int? { get }
  /// Opens the raster for reading windows with ``windowBytes`` of memory.
  ///
  /// - Throws: ``RasterError``.
  func makeWindows() throws -> any RasterWindows
}

/// A source that can also deliver the same picture with fewer samples, for less work.
public protocol ReducibleSource: RasterSource {
  /// The pictures, each smaller than the one before it and than the image itself. All fill the same
  /// extent.
  var reductions: [any RasterSource] { get }
}
