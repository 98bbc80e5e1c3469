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

/// A large raster: described, not open.
public protocol RasterSource: Sendable {
  /// The path, for messages.
  var path: String { get }
  /// The size of the full-resolution image.
  var size: PixelSize { get }
  /// Whether every sample is known to be opaque from the format alone.
  var isOpaque: Bool { get }
  /// Whether the file holds its rows from the top, so that a reader needs no scratch file.
  var storesRowsInOrder: Bool { get }
  /// Opens a reader of its rows, which belongs to one task.
  ///
  /// - Parameter scratch: Where a source that does not store its rows in order may put them.
  /// - Returns: A reader positioned before the first row.
  /// - Throws: ``RasterError``.
  func makeRowReader(scratch: ScratchDirectory) throws -> any RasterRowReader
}

extension RasterSource {
  /// True, as for most formats.
  public var storesRowsInOrder: Bool { true }
}

/// Delivers the rows of a raster once, from the top, as straight RGBA8.
public protocol RasterRowReader: AnyObject {
  /// Reads the next row.
  ///
  /// - Parameter row: `4 × width` bytes: red, green, blue, alpha, not premultiplied.
  /// - Throws: ``RasterError``, also when all rows have been read.
  func readRow(into row: UnsafeMutablePointer<UInt8>) throws
  /// Confirms, after the last row, that the file is whole.
  ///
  /// - Throws: ``RasterError`` when what follows the samples is missing or corrupt.
  func finish() throws
}

/// A folder for scratch files.
public struct ScratchDirectory: Hashable, Sendable {
  /// The path of the folder, which exists.
  public let path: String

  /// Creates a description of the folder.
  public init(path: String) { self.path = path }
}
