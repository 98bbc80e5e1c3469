import Hashing
import Mosaics
import Platform
import RasterSources
import TileImaging
import TileModel
import TileRendering
import TileStorage

/// The tiles that an update makes again: those of images that differ from the build before.
///
/// The same grids, options and version make the same tiles of the same images. One image is made
/// again as a whole, or not at all.
struct UpdateScope: Sendable {
  /// Everything that the tiles depend on, except the images.
  let identity: BuildIdentity
  let images: [PlacedImageRecord]
  let isOneImage: Bool
  /// The earlier build's log; `nil` when every tile is made again.
  private(set) var log: BlockLog?
  /// `nil` when unknown.
  let summary: TilesetSummary?
  /// Number of images that differ or are gone.
  let changedImageCount: Int
  /// Tiles of the deepest zoom that show anything of the changed images.
  let changedTiles: Set<TilePosition>
  /// Zooms from a block's tile to the deepest.
  let blockHeight: Int
  /// Changed blocks by column and row, for each level from ``blockHeight`` on.
  private let changedBlocks: [Set<TilePosition>]

  /// A column and a row of tiles.
  struct TilePosition: Hashable, Sendable {
    var x: Int
    var y: Int
  }

  /// `nil` for an indivisible plan of several images, and for a drawing, which may link other
  /// files.
  init?(
    of image: GeoreferencedImage, file: BuildIdentity?, plan: PyramidPlan,
    identity: BuildIdentity, earlier: (path: String, digest: ContentDigest)?
  ) {
    if let file {
      guard !plan.isDrawn else { return nil }
      let hash = file.digest
      images = [
        PlacedImageRecord(
          hash: Hash128(low: hash.low, high: hash.high), bounds: plan.mercatorBounds)
      ]
    } else {
      // Darkened overviews are picked of samples that are not kept, and a shifted grid has other
      // addresses.
      guard let placed = image.placedImages, plan.steps.count == 1,
        plan.steps[0].frame.gridShift.metres == 0, !plan.options.overviewResampling.picksColors
      else { return nil }
      images = placed
    }
    isOneImage = file != nil
    self.identity = identity
    let blockHeight = ColumnGroup.height(zoomCount: plan.steps[0].levels.count)
    self.blockHeight = blockHeight
    guard let earlier,
      let log = BlockLog.find(forOutput: earlier.path, of: identity),
      let before = log.last.flatMap({ Self.state(in: $0.store, of: earlier.digest) }),
      let changed = Self.changed(from: before.images, to: images),
      file == nil || changed.new.isEmpty
    else {
      log = nil
      summary = nil
      changedImageCount = images.count
      changedTiles = []
      changedBlocks = plan.steps[0].levels.dropLast(blockHeight).map { _ in [] }
      return
    }
    self.log = log
    summary = before.summary
    changedImageCount = max(changed.new.count, changed.gone.count)
    changedTiles = Set((changed.new + changed.gone).lazy.flatMap { plan.tiles(of: $0.bounds) })
    var blocks = Set(
      changedTiles.map { TilePosition(x: $0.x >> blockHeight, y: $0.y >> blockHeight) })
    changedBlocks = plan.steps[0].levels.dropLast(blockHeight).map { _ in
      defer { blocks = Set(blocks.map { TilePosition(x: $0.x >> 1, y: $0.y >> 1) }) }
      return blocks
    }
  }

  /// Zooms from the shallowest to the deepest.
  var topLevel: Int { blockHeight + changedBlocks.count - 1 }

  func isChanged(_ block: Block) -> Bool {
    changedBlocks[block.level - blockHeight].contains(
      TilePosition(x: block.column, y: block.row))
  }

  var isUnchanged: Bool { log != nil && changedImageCount == 0 }

  func makingAll() -> UpdateScope {
    var scope = self
    scope.log = nil
    return scope
  }

  /// Columns and rows of remade tiles of the deepest zoom, by block; `nil` for all.
  var changedAreas: [(columns: Range<Int>, rows: Range<Int>)]? {
    guard log != nil else { return nil }
    return changedBlocks[0].map { block in
      (
        block.x << blockHeight..<(block.x + 1) << blockHeight,
        block.y << blockHeight..<(block.y + 1) << blockHeight
      )
    }
  }

  /// The images in one list alone; `nil` when the others are in another order.
  private static func changed(
    from before: [PlacedImageRecord], to now: [PlacedImageRecord]
  ) -> (new: [PlacedImageRecord], gone: [PlacedImageRecord])? {
    var counts: [PlacedImageRecord: Int] = [:]
    for image in before { counts[image, default: 0] += 1 }
    for image in now { counts[image, default: 0] -= 1 }
    let isCommon: (PlacedImageRecord) -> Bool = { counts[$0] == 0 }
    guard before.filter(isCommon) == now.filter(isCommon) else { return nil }
    return (
      counts.filter { $0.value < 0 }.map(\.key), counts.filter { $0.value > 0 }.map(\.key)
    )
  }
}

extension PyramidPlan {
  /// Tiles of the deepest zoom whose samples may depend on a rectangle.
  fileprivate func tiles(of bounds: MercatorBounds) -> [UpdateScope.TilePosition] {
    let side = Double(steps[0].metatileSide)
    // A kernel reaches over three samples, and blocks that are averaged are no longer than one.
    let pad = 8 * deepest.resolution
    let northWest = grid.worldPixel(
      of: MercatorPoint(x: bounds.minX - pad, y: bounds.maxY + pad), atZoom: deepest.zoom)
    let southEast = grid.worldPixel(
      of: MercatorPoint(x: bounds.maxX + pad, y: bounds.minY - pad), atZoom: deepest.zoom)
    func tiles(_ from: Double, _ to: Double, _ range: Range<Int>) -> Range<Int> {
      let first = max(Double(range.lowerBound), (from / side).rounded(.down))
      let end = min(Double(range.upperBound), (to / side).rounded(.down) + 1)
      return first < end ? Int(first)..<Int(end) : 0..<0
    }
    let range = steps[0].deepest.range
    let columns = tiles(northWest.x, southEast.x, range.x)
    let rows = tiles(northWest.y, southEast.y, range.y)
    return rows.flatMap { y in columns.map { UpdateScope.TilePosition(x: $0, y: y) } }
  }
}

extension [PlacedImageRecord] {
  var hash: ContentDigest {
    let hash = flatMap(\.words).withUnsafeBytes { Hash128(hashing: $0) }
    return ContentDigest(low: hash.low, high: hash.high)
  }
}

extension PlacedImageRecord {
  fileprivate static let wordCount = 6

  fileprivate var words: [Int] {
    ([hash.low, hash.high]
      + [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY].map(\.bitPattern))
      .map { Int(bitPattern: UInt($0)) }
  }

  fileprivate init(_ words: ArraySlice<Int>) {
    let words = words.map { UInt64(UInt(bitPattern: $0)) }
    let lengths = words.dropFirst(2).map { Double(bitPattern: $0) }
    self.init(
      hash: Hash128(low: words[0], high: words[1]),
      bounds: MercatorBounds(
        minX: lengths[0], minY: lengths[1], maxX: lengths[2], maxY: lengths[3]))
  }
}

extension UpdateScope {
  private static let headCount = 6

  /// The words of a log position: the digest and number of the tiles, and the images.
  func words(of digest: ContentDigest, _ summary: TilesetSummary) -> [Int] {
    [digest.low, digest.high].map { Int(bitPattern: UInt($0)) }
      + [
        summary.tileCount, summary.distinctTileCount, summary.tileBytes, summary.storedBytes,
      ] + images.flatMap(\.words)
  }

  private static func state(
    in words: [Int], of digest: ContentDigest
  ) -> (images: [PlacedImageRecord], summary: TilesetSummary)? {
    let count = PlacedImageRecord.wordCount
    guard words.count >= headCount, (words.count - headCount) % count == 0,
      words.prefix(2) == [digest.low, digest.high].map({ Int(bitPattern: UInt($0)) })[...]
    else { return nil }
    let images = stride(from: headCount, to: words.count, by: count).map {
      PlacedImageRecord(words[$0..<$0 + count])
    }
    return (
      images,
      TilesetSummary(
        tileCount: words[2], distinctTileCount: words[3], tileBytes: words[4],
        storedBytes: words[5])
    )
  }

  /// Continues the earlier log, or begins another.
  func beginLog(forOutput path: String) throws(TileStorageError) -> BlockLog {
    if let log, !log.isMostlyStale { return log }
    let new = try BlockLog(path: BlockLog.path(ofOutput: path), identity: identity)
    if let log { try new.append(planesOf: log) }
    return new
  }
}

/// The tiles that an update of several images makes again; all others stay unread.
package struct UpdatePlan: Hashable, Sendable {
  package let imageCount: Int
  /// The number of images that differ from the build before, or that are gone if those are more.
  package let changedImageCount: Int
  /// The largest possible number of tiles of the deepest zoom.
  package let tileCount: Int
  /// The number of those that are made again.
  ///
  /// They show a change, or share an overview with a tile that does.
  package let remadeTileCount: Int

  init?(_ scope: UpdateScope, of plan: PyramidPlan) {
    guard let areas = scope.changedAreas else { return nil }
    imageCount = scope.images.count
    changedImageCount = scope.changedImageCount
    let range = plan.steps[0].deepest.range
    tileCount = range.count
    remadeTileCount = areas.reduce(0) { sum, area in
      sum + area.columns.clamped(to: range.x).count * area.rows.clamped(to: range.y).count
    }
  }
}
