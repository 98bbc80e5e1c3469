import Hashing
import Platform
import RasterSources
import TileImaging
import TileModel
import TileStorage

/// Which tiles an update of a picture of several images makes again: those of the images that are others
/// than in the build before it.
///
/// Everything else stays as it is, since the same grids, options and version make the same tiles of the
/// same images.
struct UpdateScope: Sendable {
  /// What the tiles depend on besides the images.
  let identity: BuildIdentity
  /// The images of this build.
  let images: [PlacedImageRecord]
  /// The record of the build before; `nil` when every tile is made again.
  private(set) var record: UpdateRecord?
  /// How many images are others than before, or are gone.
  let changedImageCount: Int
  /// The tiles of the deepest zoom that show anything of those.
  let changedTiles: Set<TilePosition>
  /// How many zooms the tile that covers a block of tiles is above the deepest.
  let blockHeight: Int
  /// The blocks in which any tile changed, by column and row, of each level from ``blockHeight`` on.
  private let changedBlocks: [Set<TilePosition>]

  /// A column and a row of tiles.
  struct TilePosition: Hashable, Sendable {
    var x: Int
    var y: Int
  }

  /// Compares the images with those of the build before; `nil` for a plan of which no part can be made by
  /// itself.
  init?(
    of image: GeoreferencedImage, plan: PyramidPlan, identity: BuildIdentity,
    earlier: (path: String, digest: ContentDigest)?
  ) throws(TileStorageError) {
    // Darkened overviews are picked of samples that are not kept, and a shifted grid has other addresses.
    guard let images = image.placedImages, plan.steps.count == 1,
      plan.steps[0].frame.gridShift.metres == 0, !plan.options.overviewResampling.picksColors
    else { return nil }
    self.identity = identity
    self.images = images
    let blockHeight = ColumnGroup.height(zoomCount: plan.steps[0].levels.count)
    self.blockHeight = blockHeight
    guard let earlier,
      let record = try UpdateRecord.find(
        forOutput: earlier.path, digest: earlier.digest, identity: identity),
      let before = [PlacedImageRecord](decoding: record.images),
      let changed = Self.changed(from: before, to: images)
    else {
      record = nil
      changedImageCount = images.count
      changedTiles = []
      changedBlocks = plan.steps[0].levels.dropLast(blockHeight).map { _ in [] }
      return
    }
    self.record = record
    changedImageCount = max(changed.new.count, changed.gone.count)
    changedTiles = Set((changed.new + changed.gone).lazy.flatMap { plan.tiles(of: $0.bounds) })
    var blocks = Set(
      changedTiles.map { TilePosition(x: $0.x >> blockHeight, y: $0.y >> blockHeight) })
    changedBlocks = plan.steps[0].levels.dropLast(blockHeight).map { _ in
      defer { blocks = Set(blocks.map { TilePosition(x: $0.x >> 1, y: $0.y >> 1) }) }
      return blocks
    }
  }

  /// How many zooms the shallowest is above the deepest.
  var topLevel: Int { blockHeight + changedBlocks.count - 1 }

  /// Whether any tile in a block changed.
  func isChanged(_ block: Block) -> Bool {
    changedBlocks[block.level - blockHeight].contains(
      TilePosition(x: block.column, y: block.row))
  }

  /// The same update, with every tile made again.
  func makingAll() -> UpdateScope {
    var scope = self
    scope.record = nil
    return scope
  }

  /// The columns and rows of tiles of the deepest zoom that are made again, by block; `nil` where all
  /// are.
  var areasMadeAgain: [(columns: Range<Int>, rows: Range<Int>)]? {
    guard record != nil else { return nil }
    return changedBlocks[0].map { block in
      (
        block.x << blockHeight..<(block.x + 1) << blockHeight,
        block.y << blockHeight..<(block.y + 1) << blockHeight
      )
    }
  }

  /// The images that are in one of two lists alone; `nil` when the others are in another order.
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
  /// The tiles of the deepest zoom whose samples may depend on what is in a rectangle.
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
    let hash = Hash128(hashing: encoded)
    return ContentDigest(low: hash.low, high: hash.high)
  }

  /// The bytes of a record.
  private static let stride = 48

  /// The records as bytes.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * Self.stride)
    for image in self {
      let bounds = image.bounds
      let numbers =
        [image.hash.low, image.hash.high]
        + [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY].map(\.bitPattern)
      for number in numbers {
        Swift.withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
    return bytes
  }

  /// Reads records; `nil` for bytes that are none.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count % Self.stride == 0 else { return nil }
    self = bytes.withUnsafeBytes { raw in
      Swift.stride(from: 0, to: raw.count, by: Self.stride).map { start in
        func number(_ index: Int) -> UInt64 {
          UInt64(
            littleEndian: raw.loadUnaligned(fromByteOffset: start + 8 * index, as: UInt64.self))
        }
        func length(_ index: Int) -> Double { Double(bitPattern: number(index)) }
        return PlacedImageRecord(
          hash: Hash128(low: number(0), high: number(1)),
          bounds: MercatorBounds(
            minX: length(2), minY: length(3), maxX: length(4), maxY: length(5)))
      }
    }
  }
}

/// What an update of a picture of several images makes again; all else stays as it is, unseen.
public struct UpdatePlan: Hashable, Sendable {
  /// How many images there are.
  public let imageCount: Int
  /// How many of them are others than in the build before, or how many of that are gone if these are
  /// more.
  public let changedImageCount: Int
  /// How many tiles of the deepest zoom there are at most.
  public let tileCount: Int
  /// How many of them are made again: those that show anything of what changed, and those that share an
  /// overview with them.
  public let remadeTileCount: Int

  /// Counts; `nil` where every tile is made.
  init?(_ scope: UpdateScope, of plan: PyramidPlan) {
    guard let areas = scope.areasMadeAgain else { return nil }
    imageCount = scope.images.count
    changedImageCount = scope.changedImageCount
    let range = plan.steps[0].deepest.range
    tileCount = range.count
    remadeTileCount = areas.reduce(0) { sum, area in
      sum + area.columns.clamped(to: range.x).count * area.rows.clamped(to: range.y).count
    }
  }
}
