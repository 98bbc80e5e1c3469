import TileImaging
import TileModel

extension OverviewCheck {
  func checkHeights(_ node: inout WalkNode, _ children: [WalkNode], _ tile: TileCoordinate) {
    guard let side = side(of: &node, children, tile) else { return }
    let plane = HeightPlane(side: side)
    let known = plane.fill(from: children, background: nil)
    if let image = node.image, image.side == side, known != 0 {
      compare(image, plane, known, tile)
    } else if node.presence == .absent,
      (0..<side * side).contains(where: { plane.sure[$0].count > 0 })
    {
      reportHole(at: tile, found: "no tile")
    }
    node.lineage = known == 15 ? .made(plane) : node.image.map { .base($0) } ?? .unknown
  }

  private func compare(
    _ image: DecodedTile, _ plane: HeightPlane, _ known: UInt8, _ tile: TileCoordinate
  ) {
    let side = image.side
    let precision = setting.definition?.elevation?.encoding.precision ?? HeightSample.step
    // Rounding of the tile, and of each of the tiles below.
    let tolerance = precision + HeightSample.step
    var (holes, beyond, worst, position) = (0, 0, 0.0, (x: 0, y: 0))
    for index in 0..<side * side {
      let (x, y) = (index % side, index / side)
      guard known & 1 << UInt8(2 * (2 * y / side) + 2 * x / side) != 0 else { continue }
      let sample = UInt32(littleEndian: image.pixels[index])
      let means = [plane.all[index].mean, plane.sure[index].mean].compactMap(\.self)
      guard sample >= 0xFF00_0000 else {
        if plane.sure[index].count > 0 { holes += 1 }
        continue
      }
      // The height for none is allowed where nothing surely is a height.
      if sample == image.fill, plane.sure[index].count == 0 { continue }
      let height = HeightSample.metres(of: sample)
      guard let low = means.min(), let high = means.max() else {
        beyond += 1
        continue
      }
      let difference = max(low - height, height - high)
      if difference <= tolerance { continue }
      beyond += 1
      if difference > worst { (worst, position) = (difference, (x, y)) }
    }
    if holes > 0 {
      reportHole(at: tile, found: "\(holes) samples without a height")
    } else if beyond > 0 {
      add(
        .overviewExact, tile,
        found: "\(beyond) samples off by up to \(NumberText.fixed(worst, 2)) m, most at"
          + " (\(position.x), \(position.y))",
        expected:
          "within \(NumberText.trimmed(tolerance, 3)) m of the mean height in the deepest zoom")
    }
  }
}
