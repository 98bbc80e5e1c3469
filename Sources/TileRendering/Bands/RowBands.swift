package import Georeferencing
package import RasterSources

/// The bands of a raster that is read row by row: one thread decodes, the others fill groups of
/// columns.
package final class RowBands: PyramidWork {
  /// One group; filled by one thread at a time.
  private final class Group {
    let rows: any GroupRows
    var neededRow: Int
    var seen = -1
    var isBusy = false
    var isDone = false
    var isKept = false
    var outcome = (isDone: false, neededRow: 0)
    var tiles: [BandLevels.Tile] = []

    init(_ rows: any GroupRows) {
      self.rows = rows
      neededRow = rows.neededRow
    }
  }

  private let sequence: BandSequence
  private let feed: RowFeed
  private let clips: LendingPool<ClipRows>?
  private let prepare: (_ band: Int) -> Void
  private let groups: [Group]
  private var busyCount = 0
  private var isCompleting = false
  private var isLast: Bool
  private var hasBand = false
  private var finished: FinishedTiles?

  package init(
    sequence: BandSequence, reader: any RasterRowReader, firstRow: Int, endRow: Int? = nil,
    size: PixelSize, clips: LendingPool<ClipRows>?, prepare: @escaping (Int) -> Void,
    makeGroup: (ColumnGroup, RowStrips) -> any GroupRows
  ) {
    self.sequence = sequence
    let feed = RowFeed(reader, firstRow: firstRow, end: endRow, size: size)
    self.feed = feed
    self.clips = clips
    self.prepare = prepare
    isLast = sequence.isComplete
    groups = sequence.levels.groups.map { Group(makeGroup($0, feed.strips)) }
  }

  package var isComplete: Bool { feed.isConfirmed && isLast }

  package func hasPiece(hasRoom: Bool) -> Bool {
    if feed.hasPiece { return true }
    guard !isCompleting, !isLast else { return false }
    return hasBand ? groups.contains(where: canFill) || groups.allSatisfy(\.isDone) : hasRoom
  }

  package func take(hasRoom: Bool, threads: Int) -> WorkPiece? {
    // Only other threads profit from decoding ahead: a single thread uses each strip at once.
    let piece =
      busyCount > 0
      ? feed.take() ?? takeFilling(hasRoom: hasRoom, threads: threads)
      : takeFilling(hasRoom: hasRoom, threads: threads) ?? feed.take()
    if piece != nil { busyCount += 1 }
    return piece
  }

  private func takeFilling(hasRoom: Bool, threads: Int) -> WorkPiece? {
    guard !isCompleting, !isLast else { return nil }
    if !hasBand {
      guard hasRoom else { return nil }
      hasBand = true
      prepare(sequence.band)
      for (index, group) in groups.enumerated() {
        (group.isDone, group.seen) = (false, -1)
        group.isKept = sequence.levels.isKept(index, band: sequence.band)
      }
    }
    if let ready = groups.readyRun(threads: threads, canFill) {
      for group in groups[ready] { (group.isBusy, group.seen) = (true, feed.decoded) }
      return .fill(groups: ready, end: feed.decoded)
    }
    guard groups.allSatisfy(\.isDone) else { return nil }
    isCompleting = true
    return .complete
  }

  private func canFill(_ group: Group) -> Bool {
    !group.isDone && !group.isBusy && group.seen != feed.decoded
  }

  package func perform(_ piece: WorkPiece) throws {
    switch piece {
    case .decode, .confirm: try feed.perform(piece)
    case .fill(let indices, let end):
      if let clips {
        try clips.withObject { try fill(indices, before: end, clip: $0) }
      } else {
        try fill(indices, before: end, clip: nil)
      }
    case .complete: finished = try sequence.complete()
    case .render: break
    }
  }

  private func fill(_ indices: Range<Int>, before end: Int, clip: ClipRows?) throws {
    for index in indices {
      let group = groups[index]
      var isDone = true
      if group.isKept {
        isDone = group.rows.skip(
          band: sequence.band, to: sequence.levels.nextMadeBand(index, after: sequence.band),
          rowsBefore: end)
        if isDone { try sequence.levels.keep(index, band: sequence.band) }
      } else {
        isDone = try group.rows.advance(inBand: sequence.band, rowsBefore: end, clip: clip)
        if isDone { try sequence.levels.noteFilled(index, band: sequence.band) }
      }
      if isDone {
        group.tiles = sequence.levels.complete(group: index, band: sequence.band)
      }
      group.outcome = (isDone, group.rows.neededRow)
    }
  }

  package func finish(_ piece: WorkPiece) -> FinishedTiles? {
    busyCount -= 1
    defer {
      feed.strips.release(
        before: isLast ? feed.decoded : groups.reduce(feed.decoded) { min($0, $1.neededRow) })
    }
    switch piece {
    case .decode, .confirm: feed.finish(piece)
    case .fill(let indices, _):
      var tiles: [FinishedTile] = []
      for index in indices {
        let group = groups[index]
        group.isBusy = false
        (group.isDone, group.neededRow) = group.outcome
        if group.isDone { tiles += sequence.take(group.tiles, ofPart: index).tiles }
        group.tiles = []
      }
      return FinishedTiles(tiles: tiles)
    case .complete:
      isCompleting = false
      hasBand = false
      isLast = sequence.isComplete
      defer { finished = nil }
      return finished
    case .render: break
    }
    return nil
  }
}
