import TileModel

/// A raster whose border of samples near the nodata value is transparent, as lossy compression leaves it;
/// what is enclosed stays.
///
/// Its rows are read twice: first to find the border. Windows and smaller pictures of it are not offered,
/// because the border is only known row by row, and only at full size.
package struct NoDataBorderSource: RasterSource {
  private var base: any RasterSource
  private let value: Double
  private let tolerance: Int
  private let near: ClosedRange<UInt8>

  /// - Parameters:
  ///   - base: The raster, in 8-bit colours.
  ///   - value: The nodata value; `nil` where none is known.
  ///   - tolerance: How far a sample of red, green or blue may be from the value, 1 to 255.
  /// - Throws: ``RasterError/optionWithoutEffect(path:option:reason:)`` where no sample is near the
  ///   value.
  package init(
    _ base: any RasterSource, value: Double?, tolerance: Int
  ) throws(RasterError) {
    guard let value else {
      throw .optionWithoutEffect(
        path: base.path, option: "`noDataTolerance`",
        reason: "the file states no nodata value, and `noData` is not given")
    }
    let low = max(0, (value - Double(tolerance)).rounded(.up))
    let high = min(255, (value + Double(tolerance)).rounded(.down))
    guard low <= high else {
      throw .optionWithoutEffect(
        path: base.path, option: "`noDataTolerance`",
        reason: "no sample from 0 to 255 is within \(tolerance) of the nodata value "
          + NumberText.shortest(value))
    }
    self.base = base
    self.value = value
    self.tolerance = tolerance
    near = UInt8(low)...UInt8(high)
  }

  package var path: String { base.path }
  package var size: PixelSize { base.size }
  package var isOpaque: Bool { false }
  package var capabilities: RasterCapabilities {
    let base = base.capabilities
    var capabilities = RasterCapabilities()
    capabilities.storesRowsInOrder = base.storesRowsInOrder
    capabilities.rowReadingBytes =
      base.rowReadingBytes + NoDataBorderFinder.byteCount(for: size)
    capabilities.rowPasses = 2 * base.rowPasses
    capabilities.partBytes = base.partBytes
    return capabilities
  }
  package var filePage: RasterPage? { base.filePage }
  package var orientation: ImageOrientation { base.orientation }
  package var notices: [RasterNotice] { base.notices }
  package var details: [RasterDetail] {
    base.details + [
      RasterDetail(
        "nodata",
        "\(NumberText.shortest(value)), within \(tolerance) levels and connected with the edge; "
          + "the image is read twice")
    ]
  }

  package func makeRowReader(scratch: ScratchDirectory) throws -> any RasterRowReader {
    try makeRowReader(scratch: scratch) { false }
  }

  package func makeRowReader(
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any RasterRowReader {
    let border = try border(scratch: scratch, isCancelled: isCancelled)
    return BorderedRows(
      base: try base.makeRowReader(scratch: scratch, isCancelled: isCancelled), border: border)
  }

  package func makeRowReader(
    scratch: ScratchDirectory, from access: RowAccess
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let border = try border(scratch: scratch) { false }
    let (reader, firstRow) = try base.makeRowReader(scratch: scratch, from: access)
    return (BorderedRows(base: reader, border: border, firstRow: firstRow), firstRow)
  }

  package func rowAccess(forRow row: Int) -> RowAccess? { base.rowAccess(forRow: row) }

  package func decoded(byThreads threads: Int) -> any RasterSource {
    var source = self
    source.base = base.decoded(byThreads: threads)
    return source
  }

  private func border(
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> NoDataBorder {
    let rows = CancellableRows(
      base: try base.makeRowReader(scratch: scratch, isCancelled: isCancelled),
      isCancelled: isCancelled)
    var finder = NoDataBorderFinder(path: path, size: size, near: near)
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * size.width)
    defer { row.deallocate() }
    for _ in 0..<size.height {
      try rows.readRow(into: row)
      try finder.add(row)
    }
    try rows.finish()
    return finder.border()
  }
}

/// The rows of a raster with those of its nodata border transparent.
private final class BorderedRows: RasterRowReader {
  private let base: any RasterRowReader
  private let border: NoDataBorder
  private var nextRow: Int

  init(base: any RasterRowReader, border: NoDataBorder, firstRow: Int = 0) {
    self.base = base
    self.border = border
    nextRow = firstRow
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    try base.readRow(into: row)
    border.clear(row: nextRow, row)
    nextRow += 1
  }

  func finish() throws { try base.finish() }

  func access(forRow row: Int) -> RowAccess? { base.access(forRow: row) }

  var ahead: (any RowsAhead)? { base.ahead }
}
