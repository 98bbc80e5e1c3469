import Georeferencing
import TileModel

/// A raster with a transparent nodata border, such as lossy compression leaves, or with its paper removed
/// there.
///
/// Enclosed areas stay. Rows are read twice, first to find the border. There are no windows and reductions,
/// since the border is known only row by row at full size.
package struct NoDataBorderSource: RasterSource {
  private let base: any RasterSource
  package let header: RasterHeader
  private let near: NearColors
  private let detail: RasterDetail
  private let paper: PaperExtraction?

  package init(_ base: any RasterSource, value: Double?, tolerance: Int) throws(RasterError) {
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
    let range = UInt8(low)...UInt8(high)
    self.init(
      base, NearColors(range, range, range), paper: nil,
      RasterDetail(
        "nodata",
        "\(NumberText.shortest(value)), within \(tolerance) levels and connected with the edge; "
          + "the image is read twice"))
  }

  init(_ base: any RasterSource, paper: PaperExtraction) {
    self.init(
      base, paper.nearColors, paper: paper,
      RasterDetail(
        "paper",
        Paper.text(paper.color, tolerance: paper.tolerance)
          + " and connected with the edge; the image is read twice"))
  }

  private init(
    _ base: any RasterSource, _ near: NearColors, paper: PaperExtraction?, _ detail: RasterDetail
  ) {
    (self.base, self.near, self.paper, self.detail) = (base, near, paper, detail)
    var header = base.header
    header.isOpaque = false
    header.details.append(detail)
    (header.vectorDocument, header.colorSurvey) = (nil, nil)
    header.capabilities.rowReadingBytes +=
      NoDataBorderFinder.byteCount(for: header.size)
      + (paper == nil ? 0 : PaperBorderRows.byteCount(width: header.size.width))
    header.capabilities.rowPasses *= 2
    header.capabilities.windowBytes = nil
    header.capabilities.reductions = []
    header.capabilities.drawing = nil
    self.header = header
  }

  package func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let border = try border(scratch: scratch, isCancelled: isCancelled)
    let (reader, first) = try base.openRows(
      from: max(0, row - (paper == nil ? 0 : PaperBorderRows.reach)), scratch: scratch,
      isCancelled: isCancelled)
    guard let paper else {
      var next = first
      let rows = ChangedRows(reader, width: size.width) { row, _ in
        border.clear(row: next, row)
        next += 1
      }
      return (rows, first)
    }
    let rows = PaperBorderRows(reader, border, paper, size: size, firstRead: first)
    return (rows, rows.firstRow)
  }

  package func decoded(byThreads threads: Int) -> any RasterSource {
    NoDataBorderSource(base.decoded(byThreads: threads), near, paper: paper, detail)
  }

  private func border(
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> NoDataBorder {
    var finder = NoDataBorderFinder(path: path, size: size, near: near)
    try base.forEachRow(scratch: scratch, isCancelled: isCancelled) { try finder.add($1) }
    return finder.border()
  }
}
