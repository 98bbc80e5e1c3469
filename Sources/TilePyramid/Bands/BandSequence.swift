import RasterSources
import TileModel
import TileStorage

/// The bands of a step in their order: what each leaves to be written, and the checkpoints between them.
final class BandSequence {
  let levels: BandLevels
  private let step: RenderStep
  private let zooms: [PyramidLevel]
  private let checkpoints: CheckpointSchedule?
  private let blocks: KeptBlocks?
  private let carry: ShardCarry?
  /// From where the raster can be read to resume after the current bands, where that is known.
  var access: RowAccess?
  /// From where the raster must be read after a checkpoint; `nil` for its first row.
  private(set) var resumedAccess: RowAccess?
  /// The first of the current bands, which are rows of tiles of the deepest zoom.
  private(set) var band: Int
  /// The part of the bands whose tiles are written next, and the tiles of those behind it.
  private var nextPart = 0
  private var waiting: [Int: [BandLevels.Tile]] = [:]

  init(
    step: RenderStep, pool: TileBufferPool, checkpoints: CheckpointSchedule?,
    groupZooms: Int = ColumnGroup.zooms, blocks: KeptBlocks? = nil, path: String = ""
  ) {
    self.step = step
    self.blocks = blocks
    self.checkpoints = checkpoints
    zooms = step.levels.reversed()
    let carry = step.carriedCut.map { ShardCarry($0, path: path) }
    self.carry = carry
    levels = BandLevels(
      levels: zooms.map(\.range), tileSize: step.metatileSide,
      kernel: step.options.overviewResampling, light: step.options.overviewLight,
      kind: step.options.sampleKind,
      groupZooms: groupZooms, fillsBlocks: step.access.rendersWindows, pool: pool, blocks: blocks,
      carry: carry)
    band = levels.bands.lowerBound
  }

  /// Whether every band was completed.
  var isComplete: Bool { band == levels.bands.upperBound }

  /// Whether checkpoints are made between bands.
  var savesCheckpoints: Bool { checkpoints != nil }

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
    let fraction = Double(band - levels.bands.lowerBound) / Double(levels.bands.count)
    let draft = try checkpoints?.beginIfDue(fraction: fraction) {
      draft throws(TileStorageError) in try save(to: draft)
    }
    return FinishedTiles(
      tiles: tiles,
      end: BandEnd(fraction: fraction, draft: draft, carried: carry?.take() ?? []))
  }

  /// Makes a checkpoint after the last band, when all tiles are written.
  func saveEnd() throws(TileStorageError) {
    try checkpoints?.finish { draft throws(TileStorageError) in try save(to: draft) }
  }

  /// A section of checkpoints, with how it is saved between two bands and restored before the first
  /// band, by a sequence of the same step.
  private struct Section: Sendable {
    let name: CheckpointSection
    let save: @Sendable (BandSequence, CheckpointDraft) throws(TileStorageError) -> Void
    let restore: @Sendable (BandSequence, CheckpointReader) throws(TileStorageError) -> Void
  }

  static var sections: [CheckpointSection] { savedSections.map(\.name) }

  /// Everything that a checkpoint keeps of the levels.
  private static let savedSections = [
    Section(
      name: CheckpointSection("BAND", version: 1),
      save: { bands, draft throws(TileStorageError) in try draft.append(bands.band) },
      restore: { bands, reader throws(TileStorageError) in
        let (band, all) = (try reader.readInteger(), bands.levels.bands)
        guard (all.lowerBound...all.upperBound) ~= band else {
          throw reader.damage("it resumes in row of tiles \(band)")
        }
        bands.band = band
      }),
    Section(
      name: CheckpointSection("OVER", version: 2),
      save: { bands, draft throws(TileStorageError) in try bands.levels.save(to: draft) },
      restore: { bands, reader throws(TileStorageError) in
        try bands.levels.restore(from: reader, band: bands.band)
      }),
    Section(
      name: CheckpointSection("READ", version: 2),
      save: { bands, draft throws(TileStorageError) in
        let access = bands.isComplete ? nil : bands.access
        try draft.append(access == nil ? 0 : 1)
        try access?.save(to: draft)
      },
      restore: { bands, reader throws(TileStorageError) in
        bands.resumedAccess = try reader.readInteger() == 0 ? nil : RowAccess(from: reader)
      }),
  ]

  private func save(to draft: CheckpointDraft) throws(TileStorageError) {
    for section in Self.savedSections {
      draft.begin(section.name)
      try section.save(self, draft)
    }
  }

  /// Returns to a checkpoint of the same step; before the first band.
  func restore(from checkpoint: Checkpoint) throws(TileStorageError) {
    for section in Self.savedSections {
      try section.restore(self, try checkpoint.section(section.name))
    }
  }
}

extension RowAccess {
  /// Saves the row and what the reader needs to begin there.
  func save(to draft: CheckpointDraft) throws(TileStorageError) {
    try draft.append(row)
    try draft.append(bytes.count)
    var outcome: Result<Void, TileStorageError> = .success(())
    bytes.withUnsafeBytes { raw in
      do throws(TileStorageError) { try draft.append(raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
  }

  /// Reads what ``save(to:)`` saved.
  init(from saved: CheckpointReader) throws(TileStorageError) {
    let row = try saved.readInteger()
    let count = try saved.readInteger()
    guard row >= 0, (0...1 << 32).contains(count) else {
      throw saved.damage("it resumes from an impossible position in the image")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    var outcome: Result<Void, TileStorageError> = .success(())
    bytes.withUnsafeMutableBytes { raw in
      do throws(TileStorageError) { try saved.read(into: raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
    self.init(row: row, bytes: bytes)
  }
}
