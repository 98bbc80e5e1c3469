public import Georeferencing

/// Which page of a file with several is read.
public struct RasterPage: Hashable, Sendable, CustomStringConvertible {
  /// The page, from 1.
  public var number: Int
  /// How many pages the file has.
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
public struct RasterSheet: Sendable {
  /// The raster.
  public let raster: any RasterSource
  /// Where it is.
  public let georeference: Georeference

  package init(raster: any RasterSource, georeference: Georeference) {
    (self.raster, self.georeference) = (raster, georeference)
  }
}

/// What a picture is composited of whose rasters are on different grids.
public struct RasterComposite: Sendable {
  /// The rasters in the order of painting.
  public let sheets: [RasterSheet]
  /// Over how many samples of tiles they are blended where several show something; 0 where the one on top
  /// counts.
  public let featherWidth: Int

  package init(sheets: [RasterSheet], featherWidth: Int) {
    (self.sheets, self.featherWidth) = (sheets, featherWidth)
  }

  /// The same of rasters that are changed or read in another way.
  package func mapping(_ change: (RasterSheet) -> any RasterSource) -> RasterComposite {
    RasterComposite(
      sheets: sheets.map { RasterSheet(raster: change($0), georeference: $0.georeference) },
      featherWidth: featherWidth)
  }
}

/// What is known of a raster before any of its rows are read.
public struct RasterHeader: Sendable {
  /// The path, for messages.
  public var path: String
  /// The size of the full-resolution image.
  public var size: PixelSize
  /// Whether every sample is known to be opaque from the format alone.
  public var isOpaque: Bool
  /// What the raster can do besides delivering its rows.
  public var capabilities = RasterCapabilities()
  /// What the file of a plan in a vector format says; `nil` for a raster.
  public var vectorDocument: VectorDocument?
  /// What it is composited of, where it has no rows and no windows of its own; `nil` for a raster of one grid.
  public var composite: RasterComposite?
  /// Which page of the file this is; `nil` where the format has none.
  public var filePage: RasterPage?
  /// How the stored samples become the picture.
  public var orientation = ImageOrientation.upright
  /// How its samples stand on paper; `nil` where the file does not state that.
  public var resolution: PaperResolution?
  /// What the file says of its samples, for people.
  public var details: [RasterDetail] = []
  /// What a person who draws it should know of its colours.
  public var notices: [RasterNotice] = []
  /// What was found of its colours where their stretch depends on them; `nil` for colours that are as the
  /// file has them, or of a range that was asked for.
  public var colorSurvey: ColorSurvey?

  /// Creates a header of which all else is as for a plain image of 8 bits.
  public init(path: String, size: PixelSize, isOpaque: Bool) {
    (self.path, self.size, self.isOpaque) = (path, size, isOpaque)
  }
}

/// A large raster: described, not open.
public protocol RasterSource: Sendable {
  /// What is known of it.
  var header: RasterHeader { get }
  /// Opens a reader of its rows, which belongs to one task.
  ///
  /// - Parameters:
  ///   - access: A position that an earlier reader of the same file recorded, or that ``rowAccess(forRow:)``
  ///     tells; `nil` for the first row.
  ///   - scratch: Where a source that does not store its rows in order may put them.
  ///   - isCancelled: Asked often until the reader is made, before which such a source decodes all rows.
  /// - Returns: A reader and the row that it delivers first: at most that of the position, and 0 for formats
  ///   that can only be read from the first row on.
  /// - Throws: ``RasterError`` or `CancellationError`.
  func openRows(
    from access: RowAccess?, scratch: ScratchDirectory,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int)
  /// A position from which a row can be read that is known without reading those before it; `nil` for formats
  /// whose readers alone know positions.
  func rowAccess(forRow row: Int) -> RowAccess?
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
  /// The memory in bytes that drawing a rendition takes outside this process; 0 for what is not drawn.
  func renderingBytes(for size: PixelSize) -> Int
  /// The same image, of which no more than so many threads decode parts at the same time: its
  /// ``capabilities`` tell what that takes.
  func decoded(byThreads threads: Int) -> any RasterSource
}

extension RasterSource {
  /// Opens a reader of the rows from the first on; by default its preparation is not cancelled.
  ///
  /// - Throws: As ``openRows(from:scratch:isCancelled:)``.
  public func makeRowReader(
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> any RasterRowReader {
    try openRows(from: nil, scratch: scratch, isCancelled: isCancelled).reader
  }

  /// Opens a reader from a position, whose preparation is not cancelled.
  ///
  /// - Throws: As ``openRows(from:scratch:isCancelled:)``.
  public func makeRowReader(
    scratch: ScratchDirectory, from access: RowAccess
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    try openRows(from: access, scratch: scratch) { false }
  }

  /// `nil`, as for formats that are read from the first row on.
  public func rowAccess(forRow row: Int) -> RowAccess? { nil }

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
  /// The rasters of ``RasterHeader/composite``; empty for a raster of one grid.
  public var sheets: [RasterSheet] { header.composite?.sheets ?? [] }
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
  /// The latest recorded position from which row `row` can be read, or `nil` when it can only be read
  /// from the first row on.
  func access(forRow row: Int) -> RowAccess?
  /// What other threads can do ahead of the one that reads; `nil` for formats that have none of it.
  var ahead: (any RowsAhead)? { get }
}

extension RasterRowReader {
  /// `nil`, as for formats that can only be read from the first row on.
  public func access(forRow row: Int) -> RowAccess? { nil }

  /// `nil`, as for formats that one thread decodes.
  public var ahead: (any RowsAhead)? { nil }
}

/// Parts of a raster that threads with nothing else to do can prepare for the one that reads its rows,
/// which changes nothing of the rows.
///
/// All but ``awaitsPart(rows:)`` may be called by any thread, also while rows are read.
public protocol RowsAhead: AnyObject {
  /// Whether a part can be prepared while at most `limit` are held until their rows are read.
  func hasPart(limit: Int) -> Bool
  /// Takes a part, if ``hasPart(limit:)``, which ``preparePart()`` must then be called for.
  func takePart(limit: Int) -> Bool
  /// Prepares a part that was taken.
  func preparePart()
  /// Whether reading so many rows would come to a part that a thread is preparing, so that it is better
  /// to wait for that; must not be called while rows are read.
  func awaitsPart(rows: Int) -> Bool
}

/// A position in a raster file from which its rows can be read on, also by another process.
public struct RowAccess: Hashable, Sendable {
  /// The first row that can be read from here.
  public let row: Int
  /// What the format needs to resume; opaque.
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
