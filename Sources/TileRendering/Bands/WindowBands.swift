/// A renderer of single tiles of the deepest zoom; belongs to one thread.
package protocol TileRenderer: AnyObject {
  /// Renders straight RGBA8 samples, row-major; returns false when the tile is known to be empty.
  ///
  /// Clipping may empty other tiles. Throws `RasterError`, or `CancellationError`.
  func render(x: Int, y: Int, into samples: UnsafeMutablePointer<UInt8>) throws -> Bool
}

/// The bands of a raster that is read by windows.
///
/// A few groups of columns at a time are filled from band to band of a block. They are filled by
/// rows, or by rendered tiles in any order.
package final class WindowBands: PyramidWork {
  /// The source of a group's samples.
  package enum Filling {
    case tiles(LendingPool<any TileRenderer>)
    case rows((ColumnGroup, _ band: Int) -> WindowGroupRows)
  }

  /// Groups filled side by side: enough for several threads, and few enough to hold few tiles.
  package static let groupsAtOnce = 4

  private final class Group {
    var nextBand = 0
    /// Used only by the thread that fills the group.
    var rows: WindowGroupRows?
  }

  /// A group in a band.
  private final class Part {
    let group: Int
    let band: Int
    let isKept: Bool
    var missing: Int
    var isTaken = false
    var isDone = false
    /// Rendered tiles; each place is written by one thread.
    let tiles: UnsafeMutableBufferPointer<RenderedTile>
    var filled: [BandLevels.Tile] = []

    init(group: Int, band: Int, isKept: Bool, tileCount: Int) {
      self.group = group
      self.band = band
      self.isKept = isKept
      missing = isKept ? 0 : tileCount
      tiles = .allocate(capacity: missing)
      tiles.initialize(repeating: .uniform(0))
    }

    deinit {
      tiles.deinitialize()
      tiles.deallocate()
    }
  }

  private let sequence: BandSequence
  private let pool: TileBufferPool
  private let filling: Filling
  private let width: Int
  private let openLimit: Int
  private var parts: [Part] = []
  private var open = 0..<0
  private var nextColumn = 0
  private let groups: [Group]
  private var isCompleting = false
  package private(set) var isComplete: Bool
  private var finished: FinishedTiles?

  package init(sequence: BandSequence, pool: TileBufferPool, filling: Filling, threads: Int) {
    self.sequence = sequence
    self.pool = pool
    self.filling = filling
    isComplete = sequence.isComplete
    width = sequence.levels.groups.reduce(1) { max($0, $1.columns.count) }
    openLimit = Self.openParts(width: width, threads: threads)
    groups = sequence.levels.groups.map { _ in Group() }
  }

  /// Parts begun at once: every thread has some while one fills a group.
  static func openParts(width: Int, threads: Int) -> Int { 2 + (threads + width - 1) / width }

  package static func tileCount(level: Int, of columns: Int, threads: Int) -> Int {
    let width = min(columns, 1 << ColumnGroup.zooms)
    return level == 0
      ? width * openParts(width: width, threads: threads)
      : min(columns, groupsAtOnce << max(0, ColumnGroup.zooms - level))
  }

  package func hasPiece(hasRoom: Bool) -> Bool {
    guard !isCompleting, !isComplete else { return false }
    return parts.isEmpty ? hasRoom : nextFilled(hasRoom) != nil || canRender(hasRoom) || isFilled
  }

  package func take(hasRoom: Bool, threads: Int) -> WorkPiece? {
    guard !isCompleting, !isComplete else { return nil }
    if parts.isEmpty {
      guard hasRoom else { return nil }
      begin()
    }
    if let index = nextFilled(hasRoom) {
      parts[index].isTaken = true
      return .fill(groups: index..<index + 1, end: 0)
    }
    if canRender(hasRoom) {
      defer {
        nextColumn += 1
        skipRendered()
      }
      return .render((open.upperBound - 1) * width + nextColumn)
    }
    guard isFilled else { return nil }
    isCompleting = true
    return .complete
  }

  private var isFilled: Bool { open.lowerBound == parts.count }

  private func canRender(_ hasRoom: Bool) -> Bool {
    hasRoom && !open.isEmpty && nextColumn < parts[open.upperBound - 1].tiles.count
  }

  private func nextFilled(_ hasRoom: Bool) -> Int? {
    open.first { index in
      let part = parts[index]
      return part.missing == 0 && !part.isTaken && groups[part.group].nextBand == part.band
        && (hasRoom || !part.tiles.isEmpty || part.isKept)
    }
  }

  private func begin() {
    let bands = sequence.bands
    for group in groups { (group.nextBand, group.rows) = (bands.lowerBound, nil) }
    for first in stride(from: 0, to: groups.count, by: Self.groupsAtOnce) {
      for band in bands {
        for group in first..<min(first + Self.groupsAtOnce, groups.count) {
          let rendered =
            if case .tiles = filling { sequence.levels.groups[group].columns.count } else { 0 }
          parts.append(
            Part(
              group: group, band: band, isKept: sequence.levels.isKept(group, band: band),
              tileCount: rendered))
        }
      }
    }
    open = 0..<1
    nextColumn = 0
    skipRendered()
  }

  private func skipRendered() {
    while open.upperBound < parts.count, open.count < openLimit,
      open.isEmpty || nextColumn == parts[open.upperBound - 1].tiles.count
    {
      open = open.lowerBound..<open.upperBound + 1
      nextColumn = 0
    }
  }

  package func perform(_ piece: WorkPiece) throws {
    switch piece {
    case .render(let number):
      guard case .tiles(let renderers) = filling else { return }
      let (part, column) = (parts[number / width], number % width)
      let buffer = pool.take()
      let isFilled = try renderers.withObject {
        try $0.render(
          x: sequence.levels.groups[part.group].columns.lowerBound + column, y: part.band,
          into: buffer.samples)
      }
      if isFilled {
        part.tiles[column] = RenderedTile(simplifying: buffer, pool: pool)
      } else {
        pool.give(buffer)
        part.tiles[column] = .uniform(0)
      }
    case .fill(let indices, _): for index in indices { try fill(parts[index]) }
    case .complete: finished = try sequence.complete()
    case .decode, .confirm: break
    }
  }

  private func fill(_ part: Part) throws {
    let levels = sequence.levels
    if part.isKept {
      try levels.keep(part.group, band: part.band)
    } else {
      let (group, columns) = (groups[part.group], levels.groups[part.group])
      switch filling {
      case .tiles:
        columns.append(Array(part.tiles), y: part.band)
        part.tiles.update(repeating: .uniform(0))
      case .rows(let makeRows):
        let rows = group.rows ?? makeRows(columns, part.band)
        try rows.fill(band: part.band)
        group.rows = part.band == sequence.bands.last ? nil : rows
      }
      try levels.noteFilled(part.group, band: part.band)
    }
    part.filled = levels.complete(group: part.group, band: part.band)
  }

  package func finish(_ piece: WorkPiece) -> FinishedTiles? {
    switch piece {
    case .render(let number): parts[number / width].missing -= 1
    case .fill(let indices, _):
      var tiles: [FinishedTile] = []
      for index in indices {
        let part = parts[index]
        part.isDone = true
        groups[part.group].nextBand += 1
        tiles += sequence.take(part.filled, ofPart: index).tiles
        part.filled = []
      }
      let first = open.first { !parts[$0].isDone } ?? open.upperBound
      open = first..<open.upperBound
      skipRendered()
      return FinishedTiles(tiles: tiles)
    case .complete:
      isCompleting = false
      parts = []
      isComplete = sequence.isComplete
      defer { finished = nil }
      return finished
    case .decode, .confirm: break
    }
    return nil
  }
}
