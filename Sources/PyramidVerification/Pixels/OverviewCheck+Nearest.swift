import TileImaging
import TileModel
import TileStorage

extension OverviewCheck {
  func checkNearest(
    _ node: inout WalkNode, _ children: [WalkNode], _ tile: TileCoordinate
  ) throws {
    guard let side = side(of: &node, children, tile) else { return }
    let carried = CarriedPlane(side: side, of: .southEast)
    let wanted = CarriedPlane(side: side, of: .northWest)
    let known = carried.fill(from: children, background: setting.background)
    _ = wanted.fill(from: children, background: setting.background)
    let isLossy = carried.isLossy || node.image?.isLossy ?? false
    carried.isLossy = isLossy
    let image = node.image.flatMap { $0.side == side && known != 0 ? $0 : nil }
    if node.presence == .absent {
      if wanted.shows(over: setting.background, fill: setting.definition?.elevation?.fill) {
        reportHole(at: tile, found: "no tile")
      }
    } else if let image, isLossy {
      if let lossy {
        let count = image.holdsAlpha ? wanted.alphaMismatches(image, quadrants: known) : 0
        if count > 0 {
          add(
            .overviewExact, tile,
            found: "\(count) samples of another alpha than the deepest zoom's nearest to them",
            expected: "nearest overviews, as the layer definition states")
        } else if let fault = try lossy.fault(
          of: image, picked: wanted.pixels, quadrants: known)
        {
          report(fault, at: tile)
        }
      }
    } else if let image {
      let count = wanted.mismatches(image, quadrants: known)
      if count > 0 {
        add(
          .overviewExact, tile,
          found: "\(count) samples that are not those of the deepest zoom nearest to them",
          expected: "nearest overviews, as the layer definition states")
      }
    }
    node.lineage = known == 15 ? .made(carried) : .unknown
  }
}
