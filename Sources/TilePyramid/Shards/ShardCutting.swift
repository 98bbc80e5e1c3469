import Georeferencing
import Mosaics
import TileModel
import TileRendering

/// The division of a plan into shards.
struct ShardCutting {
  let cuts: [StepCut]
  /// Together they make all tiles below the cuts, each once.
  let shards: [PyramidShard]

  /// Least number of roots of a shard, if the image has enough, for about equal costs.
  private static let rootsPerShard = 16
  /// Least number of zooms of a root, if the image has enough: its plane costs as much as a few
  /// tiles.
  private static let usefulLevels = 3

  /// Roots that are assigned together, in the order of shards.
  private struct Unit {
    let step: Int
    let roots: TileRange
    let tiles: Double
  }

  init(_ plan: PyramidPlan, images: [PlacedImageRecord]?, count: Int) {
    let zoom = Self.zoom(of: plan, count: count)
    let cuts = plan.steps.enumerated().map { $1.cut(atZoom: zoom, number: $0) }
    self.cuts = cuts
    let units = zip(plan.steps, cuts).flatMap { step, cut in
      Self.units(of: step, cut, images: images, plan: plan, count: count)
    }
    let total = max(units.reduce(0) { $0 + $1.tiles }, 1e-9)
    var shards: [PyramidShard] = []
    var pending: [Unit] = []
    var before = 0.0
    for (index, unit) in units.enumerated() {
      pending.append(unit)
      before += unit.tiles
      let isLast = index == units.count - 1
      let left = units.count - 1 - index
      // True when the shard has its part of the whole, or when only one root is left for each shard
      // to come.
      let isDue = before >= total * Double(shards.count + 1) / Double(count)
      guard isLast || (isDue && shards.count < count - 1) || left <= count - 1 - shards.count else {
        continue
      }
      let tiles = pending.reduce(0) { $0 + $1.tiles }
      shards.append(
        PyramidShard(
          parts: Self.parts(pending), tileCount: Int(tiles.rounded()), cost: tiles / total))
      pending = []
    }
    self.shards = shards
  }

  init(cuts: [StepCut], shards: [PyramidShard]) {
    self.cuts = cuts
    self.shards = shards
  }

  init?(_ plan: PyramidPlan, as shards: [PyramidShard]) {
    let parts = shards.flatMap(\.parts)
    var cuts: [StepCut] = []
    for (number, step) in plan.steps.enumerated() {
      let roots = parts.filter { $0.step == number }.map(\.roots)
      guard let first = roots.first else { return nil }
      let cut = step.cut(atZoom: first.zoom, number: number)
      let all = cut.roots
      // Shards do not overlap, so that as many tiles within the same rectangle are all of it.
      guard cut.roots.zoom == first.zoom, roots.reduce(0, { $0 + $1.count }) == all.count,
        roots.allSatisfy({ $0.x.clamped(to: all.x) == $0.x && $0.y.clamped(to: all.y) == $0.y })
      else { return nil }
      cuts.append(cut)
    }
    guard parts.allSatisfy({ plan.steps.indices.contains($0.step) }) else { return nil }
    self.cuts = cuts
    self.shards = shards
  }

  private static func zoom(of plan: PyramidPlan, count: Int) -> Int {
    let levels = plan.steps[0].levels
    let deepest = levels[levels.count - 1].zoom
    let enough = levels.first { $0.range.count >= rootsPerShard * count }?.zoom ?? deepest
    if enough <= deepest - usefulLevels { return enough }
    let least = levels.first { $0.range.count >= count }?.zoom ?? deepest
    return max(deepest - usefulLevels, least)
  }

  /// The roots of a step one by one, or by rows for a raster read by rows with enough of them.
  private static func units(
    of step: RenderStep, _ cut: StepCut, images: [PlacedImageRecord]?, plan: PyramidPlan, count: Int
  ) -> [Unit] {
    let roots = cut.roots
    let tiles = tiles(of: step, cut, images: images, plan: plan)
    // Tiles above the deepest zoom, but for those above the cut.
    func unit(_ x: Range<Int>, _ y: Int) -> Unit {
      let first = (y - roots.y.lowerBound) * roots.x.count - roots.x.lowerBound
      return Unit(
        step: cut.step, roots: TileRange(zoom: roots.zoom, x: x, y: y..<y + 1),
        tiles: x.reduce(0) { $0 + tiles[first + $1] })
    }
    let readsRows = !step.access.isOfWindows
    if readsRows, roots.y.count >= count { return roots.y.map { unit(roots.x, $0) } }
    return roots.y.flatMap { y in roots.x.map { unit($0..<$0 + 1, y) } }
  }

  /// Approximate number of non-empty tiles of the deepest zoom in each root, row by row.
  private static func tiles(
    of step: RenderStep, _ cut: StepCut, images: [PlacedImageRecord]?, plan: PyramidPlan
  ) -> [Double] {
    let roots = cut.roots
    let all = Double(1 << (2 * cut.level))
    guard let images, step.raster == .image else {
      return roots.map { root in all * step.filledFraction(of: root, level: cut.level) }
    }
    let side = WebMercator.extent / Double(1 << roots.zoom)
    var fractions = [Double](repeating: 0, count: roots.count)
    for image in images {
      let bounds = plan.shifted(image.bounds)
      let west = (bounds.minX + WebMercator.halfExtent) / side
      let east = (bounds.maxX + WebMercator.halfExtent) / side
      let north = (WebMercator.halfExtent - bounds.maxY) / side
      let south = (WebMercator.halfExtent - bounds.minY) / side
      func range(_ first: Double, _ last: Double, _ limit: Range<Int>) -> Range<Int> {
        let lower = Int(min(max(first, Double(limit.lowerBound)), Double(limit.upperBound)))
        let upper = Int(min(max(last.rounded(.up), Double(lower)), Double(limit.upperBound)))
        return lower..<max(lower, upper)
      }
      for y in range(north, south, roots.y) {
        for x in range(west, east, roots.x) {
          let width = min(east, Double(x + 1)) - max(west, Double(x))
          let height = min(south, Double(y + 1)) - max(north, Double(y))
          let index = (y - roots.y.lowerBound) * roots.x.count + x - roots.x.lowerBound
          fractions[index] += max(0, width) * max(0, height)
        }
      }
    }
    return fractions.map { all * min($0, 1) }
  }

  private static func parts(_ units: [Unit]) -> [ShardPart] {
    var parts: [ShardPart] = []
    for unit in units {
      guard var last = parts.last, last.step == unit.step else {
        parts.append(ShardPart(step: unit.step, roots: unit.roots))
        continue
      }
      let (before, roots) = (last.roots, unit.roots)
      if before.y == roots.y, before.x.upperBound == roots.x.lowerBound {
        last.roots = TileRange(
          zoom: before.zoom, x: before.x.lowerBound..<roots.x.upperBound, y: before.y)
        parts[parts.count - 1] = last
      } else {
        parts.append(ShardPart(step: unit.step, roots: roots))
      }
    }
    return parts.reduce(into: []) { joined, part in
      guard let last = joined.last, last.step == part.step, last.roots.x == part.roots.x,
        last.roots.y.upperBound == part.roots.y.lowerBound
      else { return joined.append(part) }
      joined[joined.count - 1].roots = TileRange(
        zoom: last.roots.zoom, x: last.roots.x,
        y: last.roots.y.lowerBound..<part.roots.y.upperBound)
    }
  }
}

extension RenderStep {
  /// Fraction `0...1` of a root that shows the raster, by a lattice of points.
  fileprivate func filledFraction(of root: TileCoordinate, level: Int) -> Double {
    let count = 8
    let side = Double(metatileSide << level)
    var filled = 0
    for row in 0..<count {
      for column in 0..<count {
        let x = (Double(root.x) + (Double(column) + 0.5) / Double(count)) * side
        let y = (Double(root.y) + (Double(row) + 0.5) / Double(count)) * side
        guard let pixel = mapping.pixel(atX: x, y: y), pixel.x >= 0, pixel.y >= 0,
          pixel.x <= Double(size.width), pixel.y <= Double(size.height)
        else { continue }
        filled += 1
      }
    }
    // An edge between the points shows something, too.
    return max(Double(filled) / Double(count * count), 1 / Double(count * count))
  }
}
