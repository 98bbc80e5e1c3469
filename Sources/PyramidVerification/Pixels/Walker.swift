import TileModel
import TileStorage

/// Visits the tiles of a subtree, children first; belongs to one thread.
final class Walker {
  struct Position: Hashable {
    let zoom: Int
    let key: UInt64
  }

  let loader: TileLoader
  var finished: [Position: WalkNode] = [:]
  private let setting: WalkSetting
  private let overviews: OverviewCheck
  private let comparer: TileComparer?
  private let retina: RetinaCheck?

  init(_ setting: WalkSetting, loader: TileLoader) throws {
    self.setting = setting
    self.loader = loader
    overviews = OverviewCheck(setting: setting)
    comparer = try setting.sourceCheck.map(TileComparer.init)
    retina = try RetinaCheck(setting)
  }

  func visit(_ zoom: Int, _ key: UInt64) throws -> WalkNode {
    if let node = finished[Position(zoom: zoom, key: key)] { return node }
    var children: [WalkNode] = []
    var holdsChild = false
    if zoom < setting.deepest {
      children.reserveCapacity(4)
      for quadrant in 0..<4 as Range<UInt64> {
        let child = key << 2 | quadrant
        if setting.index.holdsAnything(zoom + 1, child, deepest: setting.deepest) {
          children.append(try visit(zoom + 1, child))
          holdsChild = true
        } else {
          children.append(absent(zoom + 1, child))
        }
      }
    }
    if setting.isCancelled() { throw CancellationError() }
    var node = try loader.load(zoom, key)
    guard zoom < setting.deepest else {
      try compare(node, key)
      return node
    }
    try retina?.check(key, zoom: zoom, over: children)
    overviews.check(
      &node, children, at: TileIndex.coordinate(zoom, key), holdsChild: holdsChild, loader)
    if let overview = node.measured { try loader.keep(overview) }
    return node
  }

  private func compare(_ node: WalkNode, _ key: UInt64) throws {
    guard let check = setting.sourceCheck, let comparer, let image = node.image,
      check.compares(key),
      let residual = try comparer.compare(TileIndex.coordinate(setting.deepest, key), image)
    else { return }
    check.add(residual)
  }

  private func absent(_ zoom: Int, _ key: UInt64) -> WalkNode {
    guard let coverage = setting.definition?.coverage else { return .absent }
    return coverage.contains(TileIndex.coordinate(zoom, key)) ? .unknown : .absent
  }
}
