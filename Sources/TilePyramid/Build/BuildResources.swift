public import Foundation
import Georeferencing
public import RasterSources
import TileImaging
import TileModel
package import TileRendering

/// The machine's resources that a build may use.
public struct BuildResources: Hashable, Sendable {
  /// The number of worker threads.
  public var threads: Int
  /// The memory in bytes that the build may take.
  public var memoryLimit: Int
  /// The directory of scratch files.
  public var scratch: ScratchDirectory
  /// Zooms from a block's tile to the deepest; the output does not depend on it.
  package var blockZooms = ColumnGroup.zooms

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - threads: At least 1; the processors that this process may use.
  ///   - memoryLimit: In bytes; 1 GiB.
  ///   - scratch: An existing folder; the system's for temporary files.
  public init(
    threads: Int = AvailableProcessors.count, memoryLimit: Int = 1 << 30,
    scratch: ScratchDirectory = ScratchDirectory(path: FileManager.default.temporaryDirectory.path)
  ) {
    precondition(threads >= 1, "a build needs a thread")
    self.threads = threads
    self.memoryLimit = memoryLimit
    self.scratch = scratch
  }
}

/// The worst-case working memory of a plan's step, in bytes.
package struct MemoryBudget: Hashable, Sendable {
  /// Memory of the program, its libraries and the store for any image; 50 MB were measured.
  static let overhead = 54 << 20
  /// Most memory that the system and its allocator hold beyond what was asked for.
  private static let mostSlack = 10 << 20
  /// The stack and the heap of a thread without work.
  private static let idleThread = 1 << 18
  /// Most memory of a row of waiting tiles.
  private static let longestQueue = 64 << 20

  /// Most waiting tiles: a row if memory allows.
  ///
  /// A row arrives at once, and gives the other threads work until the next.
  package let queueLength: Int
  let fixed: Int
  package let blockCache: Int
  package var total: Int { fixed + blockCache }

  package init(step: RenderStep, encoding: PyramidEncoding, resources: BuildResources) {
    let size = step.metatileSide
    let tile = 4 * size * size
    let shown = step.shownTiles
    let bands = Self.bands(shown, of: step, threads: resources.threads)
    let leastQueue = TilePipeline.leastCapacity(threads: resources.threads)
    let tileCount = step.levels.reduce(0) { $0 + $1.range.count }
    let workers = min(resources.threads, tileCount)
    let tiles =
      min(bands.tiles + leastQueue + EncodedTileCache.rememberedTiles, tileCount) * tile
    let encoders =
      workers * encoding.encoderBytes(tileSize: size) + resources.threads * Self.idleThread
    // Rows of a reader and its decoder. Resampling and averaging add a row in another form with its
    // sums.
    let isMixed = step.access == .streamed || !step.copyReduction.isIdentity
    let sourceRow =
      step.access.isOfWindows ? 0 : step.size.width * (4 + 28 + (isMixed ? 16 + 32 : 0))
    let resampled =
      step.access == .streamed ? step.ringRowCount * step.deepest.range.x.count * size * 16 : 0
    let strips =
      if step.access.isOfWindows { 0 } else { RowStrips.byteCount(width: step.size.width) }
    var windows: Int
    var reading = step.reading.rowBytes
    switch step.access {
    case .scratch(let byteCount):
      windows = workers * TileWarper.byteCount(step: step)
      blockCache = min(32 << 20, max(byteCount, 1 << 20))
    case .columns(let byteCount):
      windows = WindowBands.groupsAtOnce * WindowGroupRows.byteCount(of: step)
      blockCache = min(32 << 20, max(byteCount, 1 << 20))
    case .windows(let byteCount):
      windows = workers * TileWarper.byteCount(step: step)
      blockCache = byteCount
      reading = 0
    case .sheets(_, let byteCount):
      windows =
        workers * GridStep.bytesPerThread(tileSize: size, featherWidth: step.featherWidth)
      blockCache = byteCount
      reading = 0
    case .aligned, .streamed:
      windows = 0
      blockCache = 0
    }
    if case .general = step.mapping.form, windows > 0 {
      windows += workers * PositionLattice.byteCount(tileSize: size)
    }
    let reordering =
      step.reading.reorderingScratch == 0
      ? 0 : ScratchRaster.reorderingCacheBytes(width: step.size.width)
    let rendering = [tiles, bands.bytes, encoders, resampled, windows].reduce(0, +)
    let rows = sourceRow + strips + reordering + reading
    // The system does not get back all memory that copying took before tiles are rendered.
    let kept = max(0, reordering + reading - step.reading.returnedBytes)
    let least = step.access.copiesRows ? max(rows, rendering + kept) : rows + rendering
    let slack = min((least + blockCache) / 4, Self.mostSlack)
    let spare = max(0, resources.memoryLimit - Self.overhead - slack - blockCache - least)
    // Rows of tiles arrive at once, tiles of windows when there is room.
    let longer = min(shown.columnCounts[0], leastQueue + min(spare, Self.longestQueue) / tile)
    queueLength =
      resources.threads == 1 || step.access.rendersWindows ? leastQueue : max(leastQueue, longer)
    fixed = Self.overhead + slack + least + (queueLength - leastQueue) * tile
  }

  /// The tiles of the bands, and the bytes of all else that these hold.
  private static func bands(
    _ shown: ShownTiles, of step: RenderStep, threads: Int
  ) -> (tiles: Int, bytes: Int) {
    let tileSize = step.metatileSide
    let levels = shown.columnCounts.indices
    let top = ColumnGroup.height(zoomCount: levels.count)
    let hasUpper = levels.count - 1 > top
    let fillsBlocks = step.access.rendersWindows
    let tiles = levels.reduce(0) { sum, level in
      let ofGroups =
        fillsBlocks
        && level <= (hasUpper && step.options.overviewResampling.picksColors ? top - 1 : top)
      let columns = shown.columnCounts[level]
      return sum
        + (ofGroups ? WindowBands.tileCount(level: level, of: columns, threads: threads) : columns)
    }
    let segment = step.options.overviewResampling.segmentBytes(tileSize: tileSize)
    let carried = !hasUpper ? 0 : fillsBlocks ? shown.partsOfBlocks : shown.columnCounts[top]
    // In addition to carried rows: two rows of each zoom, and the conversions of each group.
    let bytes =
      shown.columnCounts.dropFirst().reduce(0, +) * 2 * segment
      + carried * (tileSize >> top) * segment
      + shown.columnCounts[top] * HalvingScratch.byteCount(tileSize: tileSize)
    return (tiles, bytes)
  }
}

extension PyramidPlan {
  /// Worst-case working memory in bytes: that of the most demanding step, with the drawing of the
  /// raster.
  ///
  /// Beyond the least, waiting tiles take up to 64 MB of the allowed memory.
  package func memoryNeeded(using resources: BuildResources, encoding: PyramidEncoding) -> Int {
    steps.map {
      MemoryBudget(step: $0, encoding: encoding, resources: resources).total
        + $0.reading.renderingBytes
    }.max() ?? 0
  }

  /// Reads fewer columns at a time of images whose rows of tiles exceed the allowed memory.
  func fitting(_ resources: BuildResources, encoding: PyramidEncoding) -> PyramidPlan {
    var single = resources
    single.threads = 1
    return reading(
      steps.map { step in
        let needed = MemoryBudget(step: step, encoding: encoding, resources: single).total
        guard needed > resources.memoryLimit, let other = step.readingColumns,
          MemoryBudget(step: other, encoding: encoding, resources: single).total < needed
        else { return step }
        return other
      })
  }
}

extension PyramidEncoding {
  /// Worst-case memory of an encoder in bytes; measured were 31 a pixel, and for AVIF 14 MB and 197
  /// a pixel.
  fileprivate func encoderBytes(tileSize: Int) -> Int {
    let isAVIF = opaque.format == .avif || other.format == .avif
    return (isAVIF ? 16 << 20 : 0) + (isAVIF ? 200 : 40) * tileSize * tileSize
  }
}

extension BuildResources {
  /// The most threads that stay within the memory, at least one.
  package func fitting(_ memoryNeeded: (BuildResources) throws -> Int) rethrows -> BuildResources {
    var fitted = self
    func fits(_ count: Int) throws -> Bool {
      fitted.threads = count
      return try memoryNeeded(fitted) <= memoryLimit
    }
    if try fits(threads) { return self }
    var (enough, tooMany) = (1, threads)
    while tooMany - enough > 1 {
      let middle = (enough + tooMany) / 2
      if try fits(middle) { enough = middle } else { tooMany = middle }
    }
    fitted.threads = enough
    return fitted
  }
}
