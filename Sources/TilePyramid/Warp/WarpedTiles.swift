import RasterSources
import TileModel

/// Makes the deepest level's tiles from a rotated or nonlinearly georeferenced image, a row of tiles at
/// a time, on all threads.
final class WarpedTiles {
  private let step: RenderStep
  private let source: any RasterWindows
  private let pool: TileBufferPool
  private let pipeline: TilePipeline
  private let warpers: WarperPool
  private let isCancelled: @Sendable () -> Bool

  init(
    step: RenderStep, source: any RasterWindows, pool: TileBufferPool, pipeline: TilePipeline,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    self.step = step
    self.source = source
    self.pool = pool
    self.pipeline = pipeline
    let clipMask = try step.clipMask(isCancelled: isCancelled)
    self.isCancelled = isCancelled
    warpers = WarperPool {
      TileWarper(step: step, source: source, clipMask: clipMask, isCancelled: isCancelled)
    }
  }

  /// Renders every row of tiles and passes it on, to the levels above first.
  func render(into levels: LevelStack) throws {
    let range = step.deepest.range
    let tileSize = step.options.tileSize.rawValue
    let width = range.x.count * tileSize
    let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * width)
    defer { samples.deallocate() }
    let first = levels.nextRow / tileSize
    for y in max(first, range.y.lowerBound)..<max(first, range.y.upperBound) {
      let tiles = RenderedRow(count: range.x.count)
      let (pool, warpers) = (pool, warpers)
      try pipeline.perform(count: range.x.count) { index in
        let buffer = pool.take()
        let isFilled = try warpers.withWarper {
          try $0.render(x: range.x.lowerBound + index, y: y, into: buffer.samples)
        }
        tiles.set(index, to: Self.simplify(buffer, isFilled: isFilled, pool: pool))
      }
      for row in 0..<tileSize {
        if isCancelled() { throw CancellationError() }
        var classes: [SegmentClass] = []
        for index in 0..<range.x.count {
          let target = samples + 4 * index * tileSize
          switch tiles[index] {
          case .uniform(0): classes.append(.empty)
          case .uniform(let value):
            UnsafeMutableRawPointer(target).initializeMemory(
              as: UInt32.self, repeating: value, count: tileSize)
            classes.append(SegmentClass(scanning: target, count: tileSize))
          case .samples(let buffer):
            target.update(from: buffer.samples + 4 * row * tileSize, count: 4 * tileSize)
            classes.append(SegmentClass(scanning: target, count: tileSize))
          }
        }
        // The last row completes the band: its own tiles go first, as in a streamed build.
        if row == tileSize - 1 {
          for index in 0..<range.x.count {
            try levels.submit(tiles[index], level: 0, x: range.x.lowerBound + index, y: y)
          }
        }
        try levels.pushAbove(
          SampleRow(samples: samples, classes: classes), worldRow: y * tileSize + row)
      }
    }
  }

  /// A tile of one colour needs no samples.
  private static func simplify(
    _ buffer: TileBuffer, isFilled: Bool, pool: TileBufferPool
  ) -> RenderedTile {
    guard isFilled else {
      pool.give(buffer)
      return .uniform(0)
    }
    let count = pool.byteCount / 4
    if let value = UniformSamples.value(of: buffer.samples, count: count) {
      pool.give(buffer)
      return .uniform(value)
    }
    return .samples(buffer)
  }
}

/// The tiles of one row while several threads make them.
///
/// SAFETY: each position is written by one thread, once, before the threads are waited for; the storage
/// is never resized.
private final class RenderedRow: @unchecked Sendable {
  private let tiles: UnsafeMutablePointer<RenderedTile>
  private let count: Int

  init(count: Int) {
    self.count = count
    tiles = .allocate(capacity: count)
    tiles.initialize(repeating: .uniform(0), count: count)
  }

  deinit {
    tiles.deinitialize(count: count)
    tiles.deallocate()
  }

  subscript(index: Int) -> RenderedTile { tiles[index] }

  func set(_ index: Int, to tile: RenderedTile) { tiles[index] = tile }
}
