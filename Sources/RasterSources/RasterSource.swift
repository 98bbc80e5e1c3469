public import Georeferencing
public import TileModel
/// The page that is read of a file with several.
public struct RasterPage: Hashable, Sendable, CustomStringConvertible {
  /// The page, from 1.
  public var number: Int
  /// Number of pages in the file.
  public var count: Int

  /// Creates a choice.
  public init(_ number: Int, of count: Int) {
    self.number = number
    self.count = count
  }

  /// The page as `page 1 of 3`.
  public var description: String { "page \(number) of \(count)" }
}

/// A raster of its own grid, as one of several that a picture is composited of.
public struct GridRaster: Sendable {
  /// The raster.
  public let raster: any RasterSource
  /// Georeference of the raster.
  public let georeference: Georeference

  package init(raster: any RasterSource, georeference: Georeference) {
    (self.raster, self.georeference) = (raster, georeference)
  }
}

/// Rasters on different grids that are composited into one picture.
public struct RasterComposite: Sendable {
  /// The rasters in the order of painting.
  public let sheets: [GridRaster]
  /// Feather distance in pixels of tiles, 0 for none.
  public let featherWidth: Int

  package init(sheets: [GridRaster], featherWidth: Int) {
    (self.sheets, self.featherWidth) = (sheets, featherWidth)
  }

  package func mapping(_ change: (GridRaster) -> any RasterSource) -> RasterComposite {
    RasterComposite(
      sheets: sheets.map { GridRaster(raster: change($0), georeference: $0.georeference) },
      featherWidth: featherWidth)
  }
}

/// Properties of a raster that are known before its rows are read.
public struct RasterHeader: Sendable {
  /// The path, for messages.
  public var path: String
  /// The size of the full-resolution image.
  public var size: PixelSize
  /// Whether every sample is known to be opaque from the format alone.
  public var isOpaque: Bool
  /// Capabilities of the raster.
  public var capabilities = RasterCapabilities()
  /// Header of a vector plan, `nil` for a raster.
  public var vectorDocument: VectorDocument?
  /// Rasters of a composite, which has no rows and windows of its own.
  ///
  /// `nil` for a raster of one grid.
  public var composite: RasterComposite?
  /// Page of the file, `nil` where the format has none.
  public var filePage: RasterPage?
  /// Transform from stored pixels to the picture.
  public var orientation = ImageOrientation.upright
  /// Resolution on paper, `nil` where the file does not state it.
  public var resolution: PaperResolution?
  /// Whether the file states the exposure or focal length of a camera.
  public var isPhotograph = false
  /// Position of the camera, `nil` where the file states none.
  public var cameraPosition: GeographicCoordinate?
  /// Details of the stored samples, for users.
  public var details: [RasterDetail] = []
  /// Notices about the colours, for users.
  public var notices: [RasterNotice] = []
  /// Survey of the colours where their stretch depends on it.
  ///
  /// `nil` for unstretched colours and for a requested range.
  public var colorSurvey: ColorSurvey?

  /// Creates the header of a plain 8-bit image.
  public init(path: String, size: PixelSize, isOpaque: Bool) {
    (self.path, self.size, self.isOpaque) = (path, size, isOpaque)
  }
}

/// A large raster: described, not open.
public protocol RasterSource: Sendable {
  /// Header of the raster.
  var header: RasterHeader { get }
  /// Opens a row reader, which belongs to one task.
  ///
  /// - Parameters:
  ///   - access: A position that an earlier reader of the same file recorded, or that ``seekPoint(forRow:)``
  ///     tells; `nil` for the first row.
  ///   - scratch: The scratch directory of a source without ordered rows.
  ///   - isCancelled: A cancellation check, called often while such a source decodes all rows.
  /// - Returns: A reader and the row that it delivers first: at most that of the position, and 0 for formats
  ///   that can only be read from the first row on.
  /// - Throws: ``RasterError`` or `CancellationError`.
  func openRows(
    from access: SeekPoint?, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int)
  /// A position from which a row can be read, known without reading earlier rows.
  ///
  /// `nil` for formats whose readers alone know positions.
  func seekPoint(forRow row: Int) -> SeekPoint?
  /// Opens it for reading windows, with ``RasterCapabilities/windowBytes`` of memory.
  ///
  /// - Throws: ``RasterError``, ``RasterError/windowsNotRead(path:)`` from a source that delivers rows
  ///   alone.
  func makeWindows() throws -> any RasterWindows
  /// The same picture at another size, described and not open.
  ///
  /// - Parameter size: One of ``RasterCapabilities/reductions``, or any of an image that is drawn, whose
  ///   proportions may differ a little.
  /// - Returns: A source of that size.
  /// - Throws: ``RasterError/sizeNotRead(path:size:)`` for a size that it does not have.
  func resized(to size: PixelSize) throws -> any RasterSource
  /// Memory in bytes for drawing a rendition outside this process, 0 where nothing is drawn.
  func renderingBytes(for size: PixelSize) -> Int
  /// The same image, decoded by at most `threads` threads.
  ///
  /// Its ``capabilities`` tell the memory.
  func decoded(byThreads threads: Int) -> any RasterSource
}

extension RasterSource {
  /// Opens a row reader at the first row.
  ///
  /// Its preparation is not cancelled by default.
  ///
  /// - Throws: Errors of ``openRows(from:scratch:isCancelled:)``.
  public func makeRowReader(
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> any RasterRowReader {
    try openRows(from: nil, scratch: scratch, isCancelled: isCancelled).reader
  }

  /// Reads all rows, from the top.
  package func forEachRow(
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool = { false },
    _ body: (_ y: Int, _ row: UnsafeMutablePointer<UInt8>) throws -> Void
  ) throws {
    let rows = try makeRowReader(scratch: scratch, isCancelled: isCancelled)
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * size.width)
    defer { row.deallocate() }
    for y in 0..<size.height {
      if isCancelled() { throw CancellationError() }
      try rows.readRow(into: row)
      try body(y, row)
    }
    try rows.finish()
  }

  /// Opens a row reader at a position, without cancellation.
  ///
  /// - Throws: Errors of ``openRows(from:scratch:isCancelled:)``.
  public func makeRowReader(
    scratch: ScratchDirectory, from access: SeekPoint
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    try openRows(from: access, scratch: scratch) { false }
  }

  /// `nil`, as for formats that are read from the first row on.
  public func seekPoint(forRow row: Int) -> SeekPoint? { nil }

  /// Throws: a source that does not state otherwise delivers rows alone.
  public func makeWindows() throws -> any RasterWindows {
    throw RasterError.windowsNotRead(path: path)
  }

  /// Throws: a source that does not state otherwise has one size.
  public func resized(to size: PixelSize) throws -> any RasterSource {
    throw RasterError.sizeNotRead(path: path, size: size)
  }

  /// 0, as for every raster.
  public func renderingBytes(for size: PixelSize) -> Int { 0 }

  /// The image itself, as for formats that one thread decodes.
  public func decoded(byThreads threads: Int) -> any RasterSource { self }
}

extension RasterSource {
  /// ``RasterHeader/path``.
  public var path: String { header.path }
  /// ``RasterHeader/size``.
  public var size: PixelSize { header.size }
  /// ``RasterHeader/isOpaque``.
  public var isOpaque: Bool { header.isOpaque }
  /// ``RasterHeader/capabilities``.
  public var capabilities: RasterCapabilities { header.capabilities }
  /// ``RasterHeader/vectorDocument``.
  public var vectorDocument: VectorDocument? { header.vectorDocument }
  /// ``RasterHeader/filePage``.
  public var filePage: RasterPage? { header.filePage }
  /// ``RasterHeader/orientation``.
  public var orientation: ImageOrientation { header.orientation }
  /// ``RasterHeader/resolution``.
  public var resolution: PaperResolution? { header.resolution }
  /// ``RasterHeader/details``, with the orientation and the resolution.
  public var details: [RasterDetail] {
    let turn = orientation == .upright ? nil : "\(orientation.rawValue), applied"
    return header.details
      + [("orientation", turn), ("dpi", resolution?.text)].compactMap { name, value in
        value.map { RasterDetail(name, $0) }
      }
  }
  /// ``RasterHeader/notices``.
  public var notices: [RasterNotice] { header.notices }
  /// The rasters of ``RasterHeader/composite``, empty for a raster of one grid.
  public var sheets: [GridRaster] { header.composite?.sheets ?? [] }
  /// ``RasterHeader/colorSurvey``.
  public var colorSurvey: ColorSurvey? { header.colorSurvey }
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
  /// The latest recorded position from which `row` can be read, `nil` where the source or nobody knows one.
  func seekPoint(forRow row: Int) -> SeekPoint?
  /// Work that other threads can do ahead of the reading one, `nil` for none.
  var ahead: (any RowsAhead)? { get }
}

extension RasterRowReader {
  /// Confirms nothing, as for formats whose files were confirmed to be whole before.
  public func finish() throws {}

  /// `nil`, as for formats that can only be read from the first row on.
  public func seekPoint(forRow row: Int) -> SeekPoint? { nil }

  /// `nil`, as for formats that one thread decodes.
  public var ahead: (any RowsAhead)? { nil }
}

/// Parts of a raster that idle threads prepare for the reading one.
///
/// The rows stay the same. All but ``awaitsPart(rows:)`` may be called by any thread, also while rows are
/// read.
public protocol RowsAhead: AnyObject {
  /// Whether a part can be prepared while at most `limit` are held until their rows are read.
  func hasPart(limit: Int) -> Bool
  /// Takes a part, if ``hasPart(limit:)``, which ``preparePart()`` must then be called for.
  func takePart(limit: Int) -> Bool
  /// Prepares a part of ``takePart(limit:)``.
  func preparePart()
  /// Whether reading `rows` rows would meet a part that a thread is preparing.
  ///
  /// Waiting is then better. It must not be called while rows are read.
  func awaitsPart(rows: Int) -> Bool
}

/// A position in a raster file from which its rows can be read on, also by another process.
public struct SeekPoint: Hashable, Sendable {
  /// The first row that can be read from here.
  public let row: Int
  /// Opaque data of the format for resuming.
  public let bytes: [UInt8]

  /// Restores a position from its parts.
  public init(row: Int, bytes: [UInt8]) {
    self.row = row
    self.bytes = bytes
  }
}

/// A folder for scratch files.
public struct ScratchDirectory: Hashable, Sendable {
  /// The path of the folder, which exists.
  public let path: String

  /// Creates a description of the folder.
  public init(path: String) { self.path = path }
}

/// A raster with windows in any order, read by any number of threads at once.
public protocol RasterWindows: Sendable {
  /// The size of the raster.
  var size: PixelSize { get }
  /// Reads a window of the raster.
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
    bytesPerRow: Int) throws
}
