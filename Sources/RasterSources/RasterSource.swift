package import Georeferencing
import Platform
package import TileModel

package struct RasterPage: Hashable, Sendable, CustomStringConvertible {
  package var number: Int
  package var count: Int

  package init(_ number: Int, of count: Int) {
    self.number = number
    self.count = count
  }

  package var description: String { "page \(number) of \(count)" }
}

package struct GridRaster: Sendable {
  package let raster: any RasterSource
  package let georeference: Georeference

  package init(raster: any RasterSource, georeference: Georeference) {
    (self.raster, self.georeference) = (raster, georeference)
  }
}

/// Rasters on different grids that are composited into one picture.
package struct RasterComposite: Sendable {
  package let sheets: [GridRaster]
  /// Feather distance in pixels of tiles, 0 for none.
  package let featherWidth: Int

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
package struct RasterHeader: Sendable {
  package var path: String
  package var size: PixelSize
  /// Whether every sample is known to be opaque from the format alone.
  package var isOpaque: Bool
  package var capabilities = RasterCapabilities()
  package var vectorDocument: VectorDocument?
  /// Rasters of a composite, which has no rows and windows of its own.
  ///
  /// `nil` for a raster of one grid.
  package var composite: RasterComposite?
  /// Page of the file, `nil` where the format has none.
  package var filePage: RasterPage?
  /// Transform from stored pixels to the picture.
  package var orientation = ImageOrientation.upright
  /// Resolution on paper, `nil` where the file does not state it.
  package var resolution: PaperResolution?
  /// Whether the file states the exposure or focal length of a camera.
  package var isPhotograph = false
  /// Position of the camera, `nil` where the file states none.
  package var cameraPosition: GeographicCoordinate?
  package var details: [RasterDetail] = []
  package var notices: [RasterNotice] = []
  /// Survey of the colours where their stretch depends on it.
  ///
  /// `nil` for unstretched colours and for a requested range.
  package var colorSurvey: ColorSurvey?

  package init(path: String, size: PixelSize, isOpaque: Bool) {
    (self.path, self.size, self.isOpaque) = (path, size, isOpaque)
  }
}

/// A large raster: described, not open.
package protocol RasterSource: Sendable {
  var header: RasterHeader { get }
  /// Opens a reader at a row or an earlier one, which belongs to one task.
  ///
  /// The row that it delivers first is 0 for formats that can only be read from the first row on.
  func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int)
  /// Opens it for reading windows, with ``RasterCapabilities/windowBytes`` of memory.
  func makeWindows() throws -> any RasterWindows
  /// The same picture at one of ``RasterCapabilities/reductions``, or any size of an image that is drawn.
  func resized(to size: PixelSize) throws -> any RasterSource
  /// Memory in bytes for drawing a rendition outside this process, 0 where nothing is drawn.
  func renderingBytes(for size: PixelSize) -> Int
  /// The same image, decoded by at most `threads` threads.
  ///
  /// Its ``capabilities`` tell the memory.
  func decoded(byThreads threads: Int) -> any RasterSource
}

extension RasterSource {
  package func makeRowReader(
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> any RasterRowReader {
    try openRows(from: 0, scratch: scratch, isCancelled: isCancelled).reader
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

  package func makeWindows() throws -> any RasterWindows {
    throw RasterError.windowsNotRead(path: path)
  }

  package func resized(to size: PixelSize) throws -> any RasterSource {
    throw RasterError.sizeNotRead(path: path, size: size)
  }

  package func renderingBytes(for size: PixelSize) -> Int { 0 }

  package func decoded(byThreads threads: Int) -> any RasterSource { self }
}

extension RasterSource {
  package var path: String { header.path }
  package var size: PixelSize { header.size }
  package var isOpaque: Bool { header.isOpaque }
  package var capabilities: RasterCapabilities { header.capabilities }
  package var vectorDocument: VectorDocument? { header.vectorDocument }
  package var filePage: RasterPage? { header.filePage }
  package var orientation: ImageOrientation { header.orientation }
  package var resolution: PaperResolution? { header.resolution }
  package var details: [RasterDetail] {
    let turn = orientation == .upright ? nil : "\(orientation.rawValue), applied"
    return header.details
      + [("orientation", turn), ("dpi", resolution?.text)].compactMap { name, value in
        value.map { RasterDetail(name, $0) }
      }
  }
  package var notices: [RasterNotice] { header.notices }
  package var sheets: [GridRaster] { header.composite?.sheets ?? [] }
  package var colorSurvey: ColorSurvey? { header.colorSurvey }
}

/// Delivers the rows of a raster once, from the top, as straight RGBA8.
package protocol RasterRowReader: AnyObject {
  /// Reads the next row: `4 × width` bytes of red, green, blue and alpha, not premultiplied.
  func readRow(into row: UnsafeMutablePointer<UInt8>) throws
  /// Confirms, after the last row, that the file is whole.
  func finish() throws
}

extension RasterRowReader {
  package func finish() throws {}
}

/// A folder for scratch files.
public struct ScratchDirectory: Hashable, Sendable {
  /// The path of the folder, which exists.
  public let path: String

  /// Creates a description of the folder.
  public init(path: String) { self.path = path }

  package static var system: ScratchDirectory {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return ScratchDirectory(path: folder.hasPrefix("/") ? folder : "/tmp")
  }
}

/// A raster with windows in any order, read by any number of threads at once.
package protocol RasterWindows: Sendable {
  var size: PixelSize { get }
  /// Reads a window inside the raster: `height` rows of `4 × width` bytes of straight RGBA8, `bytesPerRow` apart.
  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int) throws
}
