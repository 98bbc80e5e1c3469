import TileModel
import TileStorage

// Overviews of stores whose kernel is not stated.

extension OverviewCheck {
  private static let smallestSide = 16

  func checkUnknown(
    _ node: inout WalkNode, _ children: [WalkNode], _ tile: TileCoordinate, holdsChild: Bool,
    _ loader: TileLoader
  ) {
    noteShown(node, tile, loader)
    guard holdsChild else { return }
    guard let image = node.image else {
      if node.presence == .absent, tile.zoom >= setting.shallowest,
        setting.index.count(atZoom: tile.zoom) > 0,
        children.contains(where: { $0.image.map { $0.visibleFraction > 0.02 } ?? false })
      {
        // Programs that leave out what is nearly blank leave out such overviews, too.
        add(.tilesGap, tile, found: "no tile", expected: "what the zoom below shows there")
      }
      return
    }
    node.measured = measured(image, children, at: tile)
  }

  func noteShown(_ node: WalkNode, _ tile: TileCoordinate, _ loader: TileLoader) {
    guard let image = node.image, let next = setting.index.zooms.first(where: { $0 > tile.zoom })
    else { return }
    let levels = next - tile.zoom
    let side = image.side >> levels
    // Below several missing zooms tiles are too small here to tell.
    guard side >= Self.smallestSide else { return }
    for y in 0..<(1 << levels) {
      for x in 0..<(1 << levels) {
        guard let isCertain = image.shows(x: x * side, y: y * side, side: side) else { continue }
        let location = TileCoordinate(
          unchecked: next, x: tile.x << levels + x, y: tile.y << levels + y)
        let isEmpty = !setting.index.holdsAnything(
          next, TileIndex.key(of: location), deepest: setting.deepest)
        loader.learn {
          if isEmpty {
            $0.shown[next, default: ShownAddresses()].add(
              .init(tile: location, isCertain: isCertain))
          } else if isCertain {
            $0.shown[next, default: ShownAddresses()].filled += 1
          }
        }
      }
    }
  }
}

extension DecodedTile {
  /// `nil` where the square shows nothing.
  func shows(x left: Int, y top: Int, side length: Int) -> Bool? {
    if let uniform { return uniform >> 24 > 127 ? !isOpaque : nil }
    let start = left + top * side
    let first = samples + 4 &* start
    var (visible, different) = (0, 0)
    for y in 0..<length {
      for x in 0..<length {
        let pixel = samples + 4 &* (start &+ y &* side &+ x)
        if pixel[3] > 127 { visible &+= 1 }
        let isAlike = (0..<4).allSatisfy { abs(Int(pixel[$0]) &- Int(first[$0])) <= 16 }
        if !isAlike { different &+= 1 }
      }
    }
    let fewest = length * length / 50
    guard visible > fewest else { return nil }
    return !isOpaque || different > fewest
  }

  var visibleFraction: Double {
    var count = 0
    for index in 0..<(side &* side) where samples[4 &* index &+ 3] > 127 { count &+= 1 }
    return Double(count) / Double(side * side)
  }
}
