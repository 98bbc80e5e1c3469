import Georeferencing
import RasterSources

/// Members and limits for reading the rows of a mosaic.
struct MosaicReading {
  /// In the order of painting, the lowest first.
  let members: [MosaicMember]
  let sweep: RowSweep
  let size: PixelSize
  let path: String
  let threads: Int
  let scratch: ScratchDirectory
  let skipped: SkippedImages?
  let isCancelled: @Sendable () -> Bool

  func unlessSkipped<Result>(_ number: Int, _ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch {
      guard let skipped else { throw error }
      try skipped.note(members[number].path, error)
      return nil
    }
  }
}

/// Rows of a mosaic, with only the images open that the current row meets.
final class MosaicRows: RasterRowReader {
  private struct Active {
    let number: Int
    let reader: any RasterRowReader
    let columns: Range<Int>
    let end: Int
    let isOpaque: Bool
    /// True where no lower image shows in its columns or through it.
    var isAlone = false
  }

  private let reading: MosaicReading
  private var nextStart = 0
  private var nextRow: Int
  private var active: [Active] = []
  private let row: UnsafeMutablePointer<UInt8>

  init(_ reading: MosaicReading, from firstRow: Int) {
    self.reading = reading
    nextRow = firstRow
    row = .allocate(capacity: 4 * reading.size.width)
  }

  deinit { row.deallocate() }

  func readRow(into target: UnsafeMutablePointer<UInt8>) throws {
    guard nextRow < reading.size.height else {
      throw RasterError.noMoreRows(path: reading.path, rows: reading.size.height)
    }
    try openMembers()
    if !active.contains(where: { $0.isAlone && $0.columns.count == reading.size.width }) {
      UnsafeMutableRawPointer(target).initializeMemory(
        as: UInt8.self, repeating: 0, count: 4 * reading.size.width)
    }
    var failed: Set<Int> = []
    for image in active {
      let part = target + 4 * image.columns.lowerBound
      let isRead: Void? = try reading.unlessSkipped(image.number) {
        if image.isAlone {
          try image.reader.readRow(into: part)
        } else {
          try image.reader.readRow(into: row)
          Painting.paint(row, over: part, count: image.columns.count)
        }
      }
      if isRead != nil { continue }
      failed.insert(image.number)
      // Clears a partly read row that no lower image fills.
      if image.isAlone { part.update(repeating: 0, count: 4 * image.columns.count) }
    }
    nextRow += 1
    for image in active where image.end == nextRow && !failed.contains(image.number) {
      _ = try reading.unlessSkipped(image.number) { try image.reader.finish() }
    }
    let count = active.count
    active.removeAll { $0.end == nextRow || failed.contains($0.number) }
    if active.count < count { noteOverlaps() }
  }

  private func openMembers() throws {
    let count = active.count
    while nextStart < reading.sweep.starts.count {
      let number = reading.sweep.starts[nextStart]
      let member = reading.members[number]
      guard member.row <= nextRow else { break }
      nextStart += 1
      // A reader that begins in the midst begins at a row at which all others are ended.
      if member.rows.upperBound <= nextRow { continue }
      let reader = try reading.unlessSkipped(number) {
        try member.open().decoded(byThreads: reading.threads).makeRowReader(
          scratch: reading.scratch, isCancelled: reading.isCancelled)
      }
      guard let reader else { continue }
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
      // One that fails in the midst of a row leaves what is below, so that it must not be written over.
      active[index].isAlone =
        (active[index].isOpaque && reading.skipped == nil)
        || !active[..<index].contains { $0.columns.overlaps(active[index].columns) }
    }
  }
}
