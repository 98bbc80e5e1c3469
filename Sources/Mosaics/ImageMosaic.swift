import Georeferencing
package import RasterSources
import TileModel

/// Images on one grid of pixels as one raster: where several show a pixel, the one on top counts, and what
/// none shows is transparent.
///
/// Kernels reach from one image into the next, so that an image cut into pieces gives the samples of the
/// whole.
struct ImageMosaic: RasterSource {
  /// The most memory that the decoded blocks of images that are read by windows take.
  static let windowLimit = 128 << 20
  /// The most images that are open at the same time.
  static let openLimit = 64

  let header: RasterHeader
  /// In the order of painting, the lowest first.
  let members: [MosaicMember]
  /// Where images are noted that cannot be read; `nil` where that is an error.
  private let skipped: SkippedImages?
  /// Whether one row meets more images than may be open.
  private let isWide: Bool
  private let openCount: Int
  private let index: MosaicIndex
  private var threads = 1

  /// Puts images together.
  init(
    _ members: [MosaicMember], size: PixelSize, path: String, skipping skipped: SkippedImages?
  ) {
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
    isWide = sweep.mostAtOnce > Self.openLimit
    header.capabilities.storesRowsInOrder = members.allSatisfy(\.storesRowsInOrder)
    header.capabilities.rowPasses = members.reduce(1) { max($0, $1.rowPasses) }
    header.capabilities.rowReadingBytes =
      isWide
      ? MosaicStrips.byteCount(width: size.width)
        + members.reduce(0) { max($0, $1.rowReadingBytes) }
      : sweep.mostBytes { members[$0].rowReadingBytes } + 4 * size.width
    let largest = members.reduce(0) { max($0, $1.windowBytes ?? 0) }
    let onLine = max(
      sweep.mostAtOnce, RowSweep(members.map(\.transposed)).mostAtOnce)
    openCount = max(
      1,
      min(
        members.count, Self.openLimit, 2 * onLine,
        max(4, Self.windowLimit / max(1, largest))))
    header.capabilities.windowBytes =
      members.allSatisfy { $0.windowBytes != nil } ? openCount * largest : nil
    self.header = header
  }

  /// How many images show a pixel.
  func imageCount(atColumn column: Int, row: Int) -> Int {
    index.members(columns: column..<column + 1, rows: row..<row + 1).count
  }

  func decoded(byThreads threads: Int) -> any RasterSource {
    var mosaic = self
    mosaic.threads = threads
    return mosaic
  }

  func openRows(
    from access: RowAccess?, scratch: ScratchDirectory,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let first = min(max(access?.row ?? 0, 0), size.height)
    let reading = MosaicReading(
      members: members, size: size, path: path, threads: threads, scratch: scratch,
      skipped: skipped, isCancelled: isCancelled)
    return (
      isWide ? MosaicStrips(reading, from: first) : MosaicRows(reading, from: first), first
    )
  }

  /// A row above at which no image is begun.
  func rowAccess(forRow row: Int) -> RowAccess? { RowSweep(members).access(forRow: row) }

  func makeWindows() throws -> any RasterWindows {
    guard capabilities.windowBytes != nil else { throw RasterError.windowsNotRead(path: path) }
    return MosaicWindows(
      members, index: index, size: size, openCount: openCount, threads: threads,
      skipping: skipped)
  }
}

extension [RasterNotice] {
  /// Each once, in the order in which they come first.
  var withoutRepetitions: [RasterNotice] {
    var seen: Set<RasterNotice> = []
    return filter { seen.insert($0).inserted }
  }
}

extension MosaicMember {
  /// With columns for rows.
  fileprivate var transposed: MosaicMember {
    var member = self
    (member.column, member.row) = (row, column)
    member.size = PixelSize(width: size.height, height: size.width)
    return member
  }
}

extension RasterSource {
  /// The same picture for who reads some areas alone: of several images those are left out that are in none
  /// of them, and all else may be transparent.
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
