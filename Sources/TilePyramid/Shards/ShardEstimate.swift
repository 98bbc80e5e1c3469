import Mosaics
import RasterSources
import TileModel
import TileRendering
import TileStorage

/// The number or duration of shards.
package enum ShardSize: Hashable, Sendable {
  /// A fixed number of shards.
  case count(Int)
  /// Shards that take one thread of this machine about so many minutes each, estimated by a trial
  /// of a few roots.
  case minutes(Double)
}

extension ShardedLayer {
  private static let trialShards = 64
  private static let trialRoots = 3

  /// Approximate number of non-empty tiles of the deepest zooms.
  var filledTileCount: Int {
    ShardCutting(plan, images: image.placedImages, count: 1).shards.reduce(0) { $0 + $1.tileCount }
  }

  /// Estimated seconds of one thread for all tiles.
  func estimatedSeconds() throws -> Double {
    let trial = ShardCutting(plan, images: image.placedImages, count: Self.trialShards)
    let filled = trial.shards.filter { $0.tileCount > 0 }
    let total = Double(filled.reduce(0) { $0 + $1.tileCount })
    var (seconds, tiles) = (0.0, 0.0)
    let stride = max(1, filled.count / Self.trialRoots)
    for shard in Swift.stride(from: stride / 2, to: filled.count, by: stride).map({ filled[$0] }) {
      // The middle part shows most.
      guard let part = shard.parts.max(by: { $0.roots.count < $1.roots.count }) else { continue }
      let roots = part.roots
      let isByRows = !plan.steps[part.step].access.isOfWindows
      let (x, y) = (
        (roots.x.lowerBound + roots.x.upperBound) / 2, (roots.y.lowerBound + roots.y.upperBound) / 2
      )
      let one = TileRange(zoom: roots.zoom, x: isByRows ? roots.x : x..<x + 1, y: y..<y + 1)
      let sample = try secondsAndTiles(of: ShardPart(step: part.step, roots: one))
      (seconds, tiles) = (seconds + sample.seconds, tiles + Double(sample.tiles))
    }
    // The tiles above add a third of the deepest ones.
    return tiles > 0 ? seconds / tiles * total * 4 / 3 : 0
  }

  private func secondsAndTiles(of part: ShardPart) throws -> (seconds: Double, tiles: Int) {
    var resources = resources
    resources.threads = 1
    let builder = PyramidBuilder(
      source: image.raster, plan: plan.making(steps(of: [part])), encoding: layer.encoding,
      resources: resources)
    let start = ContinuousClock.now
    let record = try builder.build(into: DiscardingWriter())
    return ((ContinuousClock.now - start) / .seconds(1), record.tileCount)
  }
}

extension ShardCutting {
  static func cut(
    _ layers: [ShardedLayer], size: ShardSize, as earlier: [PyramidShard]?
  ) throws -> [ShardCutting] {
    let tiles = layers.map { max(1, Double($0.filledTileCount)) }
    let total = tiles.reduce(0, +)
    return try zip(layers, tiles).map { layer, own in
      if let earlier,
        let cutting = ShardCutting(layer.plan, as: earlier.filter { $0.floor == layer.floor })
      {
        return cutting
      }
      let count: Double =
        switch size {
        case .count(let count): (Double(count) * own / total).rounded()
        case .minutes(let minutes): (try layer.estimatedSeconds() / (60 * minutes)).rounded(.up)
        }
      let cutting = ShardCutting(
        layer.plan, images: layer.image.placedImages, count: max(1, Int(count)))
      return cutting.scaled(by: own / total)
    }
  }

  private func scaled(by fraction: Double) -> ShardCutting {
    ShardCutting(
      cuts: cuts,
      shards: shards.map { shard in
        var shard = shard
        shard.cost *= fraction
        return shard
      })
  }
}

/// A store that keeps nothing.
private final class DiscardingWriter: TileWriter {
  func write(_ tile: TileFile, at coordinate: TileCoordinate) {}
  func commit() {}
  func finish(_ definition: LayerDefinition) -> TilesetSummary { TilesetSummary() }
  func abandon() {}
}
