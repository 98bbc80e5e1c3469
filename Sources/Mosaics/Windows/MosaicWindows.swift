import Georeferencing
import RasterSources

/// Windows of a mosaic, out of a bounded number of open images.
final class MosaicWindows: RasterWindows {
  let size: PixelSize
  private let members: [MosaicMember]
  private let index: MosaicIndex
  private let open: OpenWindows
  private let skipped: SkippedImages?

  init(
    _ members: [MosaicMember], index: MosaicIndex, size: PixelSize, openCount: Int, threads: Int,
    skipping skipped: SkippedImages?
  ) {
    self.skipped = skipped
    self.members = members
    self.index = index
    self.size = size
    open = OpenWindows(limit: openCount) {
      try members[$0].open().decoded(byThreads: threads).makeWindows()
    }
  }

  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws {
    let columns = x..<x + width
    let rows = y..<y + height
    let found = index.members(columns: columns, rows: rows)
    if skipped == nil, found.count == 1, members[found[0]].columns.contains(columns),
      members[found[0]].rows.contains(rows)
    {
      let member = members[found[0]]
      return try open.windows(of: found[0]).read(
        x: x - member.column, y: y - member.row, width: width, height: height, into: target,
        bytesPerRow: bytesPerRow)
    }
    for row in 0..<height {
      UnsafeMutableRawPointer(target + row * bytesPerRow).initializeMemory(
        as: UInt8.self, repeating: 0, count: 4 * width)
    }
    var painted: [Int] = []
    for number in found {
      let member = members[number]
      let across = member.columns.clamped(to: columns)
      let down = member.rows.clamped(to: rows)
      let part = target + (down.lowerBound - y) * bytesPerRow + 4 * (across.lowerBound - x)
      let isAlone =
        member.isOpaque
        || !painted.contains {
          members[$0].columns.overlaps(across) && members[$0].rows.overlaps(down)
        }
      do {
        // One that fails leaves what is below, and nothing of its own.
        try read(
          number, columns: across, rows: down, into: part, bytesPerRow: bytesPerRow,
          isAlone: isAlone && skipped == nil)
      } catch {
        guard let skipped else { throw error }
        try skipped.note(member.path, error)
      }
      painted.append(number)
    }
  }

  private func read(
    _ number: Int, columns: Range<Int>, rows: Range<Int>, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int, isAlone: Bool
  ) throws {
    let member = members[number]
    let windows = try open.windows(of: number)
    let (x, y) = (columns.lowerBound - member.column, rows.lowerBound - member.row)
    if isAlone {
      return try windows.read(
        x: x, y: y, width: columns.count, height: rows.count, into: target,
        bytesPerRow: bytesPerRow)
    }
    let rowBytes = 4 * columns.count
    let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: rowBytes * rows.count)
    defer { samples.deallocate() }
    try windows.read(
      x: x, y: y, width: columns.count, height: rows.count, into: samples, bytesPerRow: rowBytes)
    for row in 0..<rows.count {
      Painting.paint(
        samples + row * rowBytes, over: target + row * bytesPerRow, count: columns.count)
    }
  }
}
