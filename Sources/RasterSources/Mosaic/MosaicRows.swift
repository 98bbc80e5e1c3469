import TileImaging
import TileModel

/// The rows of a mosaic: the images that a row meets are open, and no others.
final class MosaicRows: RasterRowReader {
  private struct Active {
    let number: Int
    let reader: any RasterRowReader
    let columns: Range<Int>
    let end: Int
    let isOpaque: Bool
    /// Whether nothing that is painted before shows in its columns or through it.
    var isAlone = false
  }

  private let members: [MosaicMember]
  private let size: PixelSize
  private let path: String
  private let threads: Int
  private let scratch: ScratchDirectory
  private let isCancelled: @Sendable () -> Bool
  private let sweep: RowSweep
  private var nextStart = 0
  private var nextRow: Int
  private var active: [Active] = []
  private let row: UnsafeMutablePointer<UInt8>

  init(
    _ members: [MosaicMember], size: PixelSize, path: String, firstRow: Int, threads: Int,
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.members = members
    self.size = size
    self.path = path
    self.threads = threads
    self.scratch = scratch
    self.isCancelled = isCancelled
    sweep = RowSweep(members)
    nextRow = firstRow
    row = .allocate(capacity: 4 * size.width)
  }

  deinit { row.deallocate() }

  func readRow(into target: UnsafeMutablePointer<UInt8>) throws {
    guard nextRow < size.height else {
      throw RasterError.noMoreRows(path: path, rows: size.height)
    }
    try openMembers()
    if !active.contains(where: { $0.isAlone && $0.columns.count == size.width }) {
      UnsafeMutableRawPointer(target).initializeMemory(
        as: UInt8.self, repeating: 0, count: 4 * size.width)
    }
    for image in active {
      let part = target + 4 * image.columns.lowerBound
      if image.isAlone {
        try image.reader.readRow(into: part)
      } else {
        try image.reader.readRow(into: row)
        Painting.paint(row, over: part, count: image.columns.count)
      }
    }
    nextRow += 1
    for image in active where image.end == nextRow { try image.reader.finish() }
    let count = active.count
    active.removeAll { $0.end == nextRow }
    if active.count < count { noteOverlaps() }
  }

  /// Nothing: every image was confirmed when its last row had been read.
  func finish() throws {}

  func access(forRow row: Int) -> RowAccess? { sweep.access(forRow: row) }

  /// Opens the images that begin at the next row.
  private func openMembers() throws {
    let count = active.count
    while nextStart < sweep.starts.count {
      let number = sweep.starts[nextStart]
      let member = members[number]
      guard member.row <= nextRow else { break }
      nextStart += 1
      // A reader that begins in the midst begins at a row at which all others are ended.
      if member.rows.upperBound <= nextRow { continue }
      let reader = try member.open().decoded(byThreads: threads).makeRowReader(
        scratch: scratch, isCancelled: isCancelled)
      active.append(
        Active(
          number: number, reader: reader, columns: member.columns, end: member.rows.upperBound,
          isOpaque: member.isOpaque))
    }
    guard active.count > count else { return }
    active.sort { $0.number < $1.number }
    noteOverlaps()
  }

  private func noteOverlaps() {
    for index in active.indices {
      active[index].isAlone =
        active[index].isOpaque
        || !active[..<index].contains { $0.columns.overlaps(active[index].columns) }
    }
  }
}
