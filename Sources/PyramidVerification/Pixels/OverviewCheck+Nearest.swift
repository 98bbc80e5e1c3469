import TileImaging
import TileModel

extension OverviewCheck {
  func checkNearest(_ node: inout WalkNode, _ children: [WalkNode], _ tile: TileCoordinate) {
    guard let side = side(of: &node, children, tile) else { return }
    let carried = CarriedPlane(side: side, of: .southEast)
    let wanted = CarriedPlane(side: side, of: .northWest)
    let known = carried.fill(from: children, background: setting.background)
    _ = wanted.fill(from: children, background: setting.background)
    if node.image?.isLossy ?? false { carried.isLossy = true }
    if let image = node.image, image.side == side, known != 0 {
      let count =
        !carried.isLossy
        ? wanted.mismatches(image, quadrants: known)
        : image.holdsAlpha ? wanted.alphaMismatches(image, quadrants: known) : 0
      if count > 0 {
        add(
          .overviewExact, tile,
          found: "\(count) samples that are not those of the deepest zoom nearest to them",
          expected: "nearest overviews, as the layer definition states")
      } else if carried.isLossy {
        node.measured = measured(image, children, at: tile)
      }
    } else if node.presence == .absent,
      wanted.shows(over: setting.background, fill: setting.definition?.elevation?.fill)
    {
      reportHole(at: tile, found: "no tile")
    }
    node.lineage = known == 15 ? .made(carried) : .unknown
  }
}
