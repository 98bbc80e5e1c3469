import Georeferencing
package import RasterSources

/// Images on one pixel grid as one raster, the topmost counting and gaps transparent.
///
/// Kernels reach from one image into the next, so that an image cut into pieces gives the pixels of the
/// whole.
struct ImageMosaic: RasterSource {
  /// Memory of decoded blocks of images read by windows, in bytes.
  static let windowLimit = 128 << 20
  static let openLimit = 64
  /// Most images of a row whose readers stay open; a process may open 1,024 files on Linux.
  private static let rowLimit = 192
  /// Memory that more readers than ``openLimit`` may take, in bytes.
  private static let rowBytesLimit = 256 << 20

  let header: RasterHeader
  /// In the order of painting, the lowest first.
  let members: [MosaicMember]
  private let skipped: SkippedImages?
  private let isWide: Bool
  private let openCount: Int
  private let index: MosaicIndex
  private var threads = 1

  init(_ members: [MosaicMember], size: PixelSize, path: String, skipping skipped: SkippedImages?) {
    self.skipped = skipped
    self.members = members
    index = MosaicIndex(members, size: size)
    var header = RasterHeader(
      path: path, size: size,
      isOpaque: skipped == nil && members.allSatisfy(\.isOpaque) && index.covers(size))
    header.details =
      members.count == 1 ? [] : [RasterDetail("images", "\(members.count) on one grid")]
    header.notices = members.flatMap(\.notices).withoutRepetitions
    let sweep = RowSweep(members)
    let readerBytes = sweep.mostBytes { members[$0].rowReadingBytes }
    isWide =
      sweep.mostAtOnce > Self.rowLimit
      || (sweep.mostAtOnce > Self.openLimit && readerBytes > Self.rowBytesLimit)
    header.capabilities.storesRowsInOrder = members.allSatisfy(\.storesRowsInOrder)
    header.capabilities.rowPasses = members.reduce(1) { max($0, $1.rowPasses) }
    header.capabilities.rowReadingBytes =
      isWide
      ? MosaicStrips.byteCount(width: size.width)
        + members.reduce(0) { max($0, $1.rowReadingBytes) }
      : readerBytes + 4 * size.width
    let largest = members.reduce(0) { max($0, $1.windowBytes ?? 0) }
    let onLine = max(sweep.mostAtOnce, RowSweep(members.map(\.transposed)).mostAtOnce)
    openCount = max(
      1, min(members.count, Self.openLimit, 2 * onLine, max(4, Self.windowLimit / max(1, largest))))
    header.capabilities.windowBytes =
      members.allSatisfy { $0.windowBytes != nil } ? openCount * largest : nil
    self.header = header
  }

  func imageCount(atColumn column: Int, row: Int) -> Int {
    index.members(columns: column..<column + 1, rows: row..<row + 1).count
  }

  func decoded(byThreads threads: Int) -> any RasterSource {
    var mosaic = self
    mosaic.threads = threads
    return mosaic
  }

  func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let sweep = RowSweep(members)
    let first = sweep.lastCut(upTo: row)
    let reading = MosaicReading(
      members: members, sweep: sweep, size: size, path: path, threads: threads, scratch: scratch,
      skipped: skipped, isCancelled: isCancelled)
    return (isWide ? MosaicStrips(reading, from: first) : MosaicRows(reading, from: first), first)
  }

  func makeWindows() throws -> any RasterWindows {
    guard capabilities.windowBytes != nil else { throw RasterError.windowsNotRead(path: path) }
    return MosaicWindows(
      members, index: index, size: size, openCount: openCount, threads: threads, skipping: skipped)
  }
}

extension [RasterNotice] {
  var withoutRepetitions: [RasterNotice] {
    var seen: Set<RasterNotice> = []
    return filter { seen.insert($0).inserted }
  }
}

extension MosaicMember {
  fileprivate var transposed: MosaicMember {
    var member = self
    (member.column, member.row) = (row, column)
    member.size = PixelSize(width: size.height, height: size.width)
    return member
  }
}

extension RasterSource {
  /// Drops images outside all areas; pixels outside the areas may be transparent.
  package func restricted(to areas: [(columns: Range<Int>, rows: Range<Int>)]) -> any RasterSource {
    // Slopes are found by the samples around.
    let drawn = drawing { heights in
      heights.restricted(
        to: areas.map {
          (
            columns: $0.columns.lowerBound - 1..<$0.columns.upperBound + 1,
            rows: $0.rows.lowerBound - 1..<$0.rows.upperBound + 1
          )
        })
    }
    return drawn ?? (self as? ImageMosaic)?.keeping(areas) ?? self
  }
}

extension ImageMosaic {
  fileprivate func keeping(_ areas: [(columns: Range<Int>, rows: Range<Int>)]) -> ImageMosaic {
    var kept: Set<Int> = []
    for area in areas {
      kept.formUnion(
        index.members(
          columns: area.columns.clamped(to: 0..<size.width),
          rows: area.rows.clamped(to: 0..<size.height)))
    }
    var mosaic = ImageMosaic(
      kept.sorted().map { members[$0] }, size: size, path: path, skipping: skipped)
    mosaic.threads = threads
    return mosaic
  }
}
