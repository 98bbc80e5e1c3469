import Georeferencing
package import RasterSources

/// Copies an image into a scratch file for windows in any order, reduced if the plan says so.
///
/// One thread at a time decodes rows, the others copy columns of them.
package final class ScratchCopy: PyramidWork {
  /// Adjacent blocks that one thread copies.
  private static let groupBlocks = 8

  /// A range of columns of the copy; copied by one thread at a time.
  private final class Group {
    let columns: Range<Int>
    /// Rows of the image that are copied, in order and apart.
    let areas: [Range<Int>]
    var neededRow = 0
    var isBusy = false
    let sums: BlockSums?
    let means: UnsafeMutablePointer<Premultiplied>
    let row: UnsafeMutablePointer<UInt32>

    init(columns: Range<Int>, areas: [RasterArea]?, step: RenderStep) {
      self.columns = columns
      self.areas = step.copiedRows(of: columns, within: areas)
      let isReduced = !step.copyReduction.isIdentity
      sums = isReduced ? BlockSums(columns: columns, of: step) : nil
      means = .allocate(capacity: isReduced ? columns.count : 0)
      row = .allocate(capacity: isReduced ? columns.count : 0)
    }

    deinit {
      means.deallocate()
      row.deallocate()
    }
  }

  /// Complete once ``isComplete`` is true.
  package let raster: ScratchRaster
  private let feed: RowFeed
  private let reduction: SourceReduction
  private let mixing: MixingKind
  private let imageHeight: Int
  private let groups: [Group]
  private let progress: (Double) -> Void
  private var busyCount = 0
  private var isFlushing = false
  package private(set) var isComplete = false

  package init(
    of reader: any RasterRowReader, rows: Range<Int>? = nil, areas: [RasterArea]? = nil,
    step: RenderStep, directory: ScratchDirectory, cacheBytes: Int,
    progress: @escaping (Double) -> Void
  ) throws(RasterError) {
    let reduction = step.copyReduction
    let size = reduction.reducedSize(of: step.size)
    raster = try ScratchRaster(size: size, directory: directory, cacheBytes: cacheBytes)
    let first = rows?.lowerBound ?? 0
    feed = RowFeed(reader, firstRow: first, end: rows?.upperBound, size: step.size)
    self.reduction = reduction
    mixing = step.mixing
    imageHeight = step.size.height
    self.progress = progress
    let width = Self.groupBlocks * ScratchRaster.blockSide
    groups = stride(from: 0, to: size.width, by: width).map {
      Group(columns: $0..<min($0 + width, size.width), areas: areas, step: step)
    }
    for group in groups { group.neededRow = first }
  }

  package func hasPiece(hasRoom: Bool) -> Bool {
    feed.hasPiece || groups.contains(where: canCopy) || canFlush
  }

  package func take(hasRoom: Bool, threads: Int) -> WorkPiece? {
    let piece =
      busyCount > 0
      ? feed.take() ?? takeCopying(threads: threads) : takeCopying(threads: threads) ?? feed.take()
    if piece != nil { busyCount += 1 }
    return piece
  }

  private func takeCopying(threads: Int) -> WorkPiece? {
    if let ready = groups.readyRun(threads: threads, canCopy) {
      for group in groups[ready] { group.isBusy = true }
      return .fill(groups: ready, end: feed.decoded)
    }
    guard canFlush else { return nil }
    isFlushing = true
    return .complete
  }

  private func canCopy(_ group: Group) -> Bool { !group.isBusy && group.neededRow < feed.decoded }

  private var canFlush: Bool {
    feed.isConfirmed && !isFlushing && !isComplete
      && groups.allSatisfy { $0.neededRow == feed.height }
  }

  package func perform(_ piece: WorkPiece) throws {
    switch piece {
    case .decode, .confirm:
      try feed.perform(piece)
      if case .decode(let end) = piece { progress(Double(end) / Double(feed.height)) }
    case .fill(let indices, let end): for group in groups[indices] { try copy(group, before: end) }
    case .complete: try raster.flush()
    case .render: break
    }
  }

  private func copy(_ group: Group, before end: Int) throws(RasterError) {
    for area in group.areas {
      let rows = (group.neededRow..<end).clamped(to: area)
      if !rows.isEmpty { try copy(group, rows) }
    }
  }

  private func copy(_ group: Group, _ rows: Range<Int>) throws(RasterError) {
    guard let sums = group.sums else {
      return try raster.writeRows(rows, columns: group.columns) {
        UnsafePointer(feed.strips[$0] + group.columns.lowerBound)
      }
    }
    for row in rows {
      sums.add(feed.strips[row])
      let (y, rest) = (row + 1).quotientAndRemainder(dividingBy: reduction.rows)
      if rest != 0, row + 1 < imageHeight { continue }
      sums.average(rowCount: rest == 0 ? reduction.rows : rest, into: group.means)
      for column in 0..<group.columns.count {
        let mean = group.means[column]
        group.row[column] =
          switch mixing {
          case .colors: Premultiplication.straight(mean, coverage: 1)
          case .light: LightMixing.straight(mean, coverage: 1)
          case .heights: HeightMixing.straight(mean, coverage: 1)
          }
      }
      let last = rest == 0 ? y - 1 : y
      try raster.writeRows(last..<last + 1, columns: group.columns) { _ in UnsafePointer(group.row)
      }
    }
  }

  package func finish(_ piece: WorkPiece) -> FinishedTiles? {
    busyCount -= 1
    switch piece {
    case .decode, .confirm: feed.finish(piece)
    case .fill(let indices, let end):
      for group in groups[indices] { (group.isBusy, group.neededRow) = (false, end) }
      feed.strips.release(before: groups.reduce(end) { min($0, $1.neededRow) })
    case .complete: isComplete = true
    case .render: break
    }
    return nil
  }
}
