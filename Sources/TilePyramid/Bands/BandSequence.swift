import RasterSources
import TileModel
import TileStorage

/// The bands of a step in their order, and what each leaves to be written.
final class BandSequence {
  let levels: BandLevels
  private let step: RenderStep
  private let zooms: [PyramidLevel]
  private let pool: TileBufferPool
  /// The blocks that an update keeps.
  private let blocks: KeptBlocks?
  /// The planes of blocks, noted or made before; `nil` where nothing is noted.
  private let log: LoggedBlocks?
  /// The place of the step in the whole build.
  private let part: BuildStep?
  /// The first of the current bands, which are rows of tiles of the deepest zoom.
  private(set) var band: Int
  /// The part of the bands whose tiles are written next, and the tiles of those behind it.
  private var nextPart = 0
  private var waiting: [Int: [BandLevels.Tile]] = [:]

  init(
    step: RenderStep, pool: TileBufferPool, blockZooms: Int = ColumnGroup.zooms,
    blocks: KeptBlocks? = nil, log: LoggedBlocks? = nil, part: BuildStep? = nil
  ) {
    self.step = step
    self.pool = pool
    self.blocks = blocks
    self.log = log
    self.part = part
    zooms = step.levels.reversed()
    levels = BandLevels(
      levels: zooms.map(\.range), tileSize: step.metatileSide,
      kernel: step.options.overviewResampling, light: step.options.overviewLight,
      kind: step.options.sampleKind,
      groupZooms: step.cut?.blockLevel ?? blockZooms, carriesTop: step.cut?.isBelowOthers ?? false,
      fillsBlocks: step.access.rendersWindows, pool: pool, blocks: blocks ?? log)
    band = levels.bands.lowerBound
  }

  /// Whether every band was completed.
  var isComplete: Bool { band == levels.bands.upperBound }

  /// The current bands.
  var bands: Range<Int> { levels.bandsAtOnce(from: band) }

  /// Takes the tiles of a part of the current bands, and returns those of all parts whose turn has come.
  func take(_ tiles: [BandLevels.Tile], ofPart part: Int) -> FinishedTiles {
    waiting[part] = tiles
    var next: [FinishedTile] = []
    while let tiles = waiting.removeValue(forKey: nextPart) {
      next += placed(tiles)
      nextPart += 1
    }
    return FinishedTiles(tiles: next)
  }

  private func placed(_ tiles: [BandLevels.Tile]) -> [FinishedTile] {
    tiles.compactMap { tile in
      let placed = step.placed(
        tile.tile, zoom: zooms[tile.level].zoom, column: tile.x, row: tile.y)
      guard let placed, case .kept = tile.tile else { return placed }
      return placed.keeping { blocks?.hasEarlier($0, isRetina: $1) ?? false }
    }
  }

  /// Completes the current bands, whose parts are taken, and goes on to the next.
  func complete() throws -> FinishedTiles {
    let filled = bands
    let tiles = placed(try levels.complete(bands: filled))
    nextPart = 0
    band = filled.upperBound
    var end = BandEnd(fraction: fraction)
    if log != nil, let part, levels.endsBlocks(before: band) {
      end.position = BlockPosition(step: part.index, band: band, fraction: part.whole(fraction))
    }
    return FinishedTiles(tiles: tiles, end: end)
  }

  private var fraction: Double {
    Double(band - levels.bands.lowerBound) / Double(levels.bands.count)
  }

  /// Completes the current bands, whose tiles the store has, from what their blocks carried, and goes on to the
  /// next.
  func restore(writesOverviews: Bool) throws -> FinishedTiles {
    let filled = bands
    for band in filled {
      for group in levels.groups.indices { try levels.restore(group, band: band) }
    }
    var tiles: [BandLevels.Tile] = []
    for tile in try levels.complete(bands: filled) {
      if writesOverviews, tile.level > levels.top {
        tiles.append(tile)
      } else if case .samples(let buffer) = tile.tile {
        pool.give(buffer)
      }
    }
    band = filled.upperBound
    return FinishedTiles(
      tiles: placed(tiles), end: writesOverviews ? BandEnd(fraction: fraction) : nil)
  }

  /// Goes on to a band before which nothing is to be restored.
  func skip(to band: Int) { self.band = band }
}
