import RasterSources

/// Renders tiles of the deepest zoom, each by itself; belongs to one thread.
protocol TileRenderer: AnyObject {
  /// Renders one tile.
  ///
  /// - Parameters:
  ///   - x: The tile's column.
  ///   - y: The tile's row.
  ///   - samples: Receives straight RGBA8 samples, row-major.
  /// - Returns: False when no sample is known to show anything; clipping may leave none besides.
  /// - Throws: `RasterError` when a window cannot be read, or `CancellationError`.
  func render(x: Int, y: Int, into samples: UnsafeMutablePointer<UInt8>) throws -> Bool
}

/// Bands of a raster that is warped by windows: its tiles are rendered in any order, then groups of
/// columns are filled with them.
final class WindowBands: PyramidWork {
  private final class Group {
    /// The columns of tiles, from the first of the step.
    let columns: Range<Int>
    /// How many tiles are not rendered yet.
    var missing: Int
    var isTaken = false
    var isDone = false
    /// Whether its tiles of the band at hand stay as they are.
    var isKept = false
    /// Its deepest tiles of the band, once it is filled.
    var filled: [BandLevels.Tile] = []

    init(columns: Range<Int>) {
      self.columns = columns
      missing = columns.count
    }
  }

  private let sequence: BandSequence
  private let pool: TileBufferPool
  private let renderers: LendingPool<any TileRenderer>
  private let groups: [Group]
  private let groupOfColumn: [Int]
  private let west: Int
  /// The tiles of the band; each place is written by one thread.
  private let tiles: UnsafeMutableBufferPointer<RenderedTile>
  private var nextColumn = 0
  private var hasBand = false
  private var isCompleting = false
  /// Whether the last band was completed.
  private(set) var isComplete: Bool
  private var finished: FinishedTiles?

  init(sequence: BandSequence, pool: TileBufferPool, renderers: LendingPool<any TileRenderer>) {
    self.sequence = sequence
    self.pool = pool
    self.renderers = renderers
    isComplete = sequence.isComplete
    let all = sequence.levels.groups
    let west = all[0].columns.lowerBound
    self.west = west
    groups = all.map {
      Group(columns: $0.columns.lowerBound - west..<$0.columns.upperBound - west)
    }
    groupOfColumn = all.enumerated().flatMap { index, group in group.columns.map { _ in index } }
    tiles = .allocate(capacity: groupOfColumn.count)
    tiles.initialize(repeating: .uniform(0))
  }

  deinit {
    tiles.deinitialize()
    tiles.deallocate()
  }

  func hasPiece(hasRoom: Bool) -> Bool {
    guard !isCompleting, !isComplete else { return false }
    guard hasBand else { return hasRoom }
    return (hasRoom && nextColumn < tiles.count) || groups.allSatisfy(\.isDone)
      || groups.contains { $0.missing == 0 && !$0.isTaken }
  }

  func take(hasRoom: Bool, threads: Int) -> WorkPiece? {
    guard !isCompleting, !isComplete else { return nil }
    if !hasBand {
      guard hasRoom else { return nil }
      hasBand = true
      nextColumn = 0
      for (index, group) in groups.enumerated() {
        group.isKept = sequence.levels.isKept(index, band: sequence.band)
        group.missing = group.isKept ? 0 : group.columns.count
        (group.isTaken, group.isDone) = (false, false)
      }
      skipKept()
    }
    var isDone = true
    for (index, group) in groups.enumerated() where !group.isDone {
      isDone = false
      if group.missing == 0, !group.isTaken {
        group.isTaken = true
        return .fill(groups: index..<index + 1, end: 0)
      }
    }
    if hasRoom, nextColumn < tiles.count {
      defer {
        nextColumn += 1
        skipKept()
      }
      return .render(nextColumn)
    }
    guard isDone else { return nil }
    isCompleting = true
    return .complete
  }

  /// Goes on to the next column whose tile is rendered.
  private func skipKept() {
    while nextColumn < tiles.count, groups[groupOfColumn[nextColumn]].isKept {
      nextColumn = groups[groupOfColumn[nextColumn]].columns.upperBound
    }
  }

  func perform(_ piece: WorkPiece) throws {
    switch piece {
    case .render(let column):
      let buffer = pool.take()
      let isFilled = try renderers.withObject {
        try $0.render(x: west + column, y: sequence.band, into: buffer.samples)
      }
      if isFilled {
        tiles[column] = RenderedTile(simplifying: buffer, pool: pool)
      } else {
        pool.give(buffer)
        tiles[column] = .uniform(0)
      }
    case .fill(let indices, _):
      for index in indices {
        if groups[index].isKept {
          try sequence.levels.keep(index, band: sequence.band)
        } else {
          let columns = groups[index].columns
          sequence.levels.groups[index].append(Array(tiles[columns]), y: sequence.band)
          for column in columns { tiles[column] = .uniform(0) }
          try sequence.levels.noteFilled(index, band: sequence.band)
        }
        groups[index].filled = sequence.levels.completeDeepest(
          ofGroup: index, band: sequence.band)
      }
    case .complete: finished = try sequence.complete()
    case .decode, .confirm, .readAhead: break
    }
  }

  func finish(_ piece: WorkPiece) -> FinishedTiles? {
    switch piece {
    case .render(let column): groups[groupOfColumn[column]].missing -= 1
    case .fill(let indices, _):
      var tiles: [FinishedTile] = []
      for index in indices {
        groups[index].isDone = true
        tiles += sequence.take(groups[index].filled, ofGroup: index).tiles
        groups[index].filled = []
      }
      return FinishedTiles(tiles: tiles)
    case .complete:
      isCompleting = false
      hasBand = false
      isComplete = sequence.isComplete
      defer { finished = nil }
      return finished
    case .decode, .confirm, .readAhead: break
    }
    return nil
  }
}
