import TileImaging
import TileModel
import TileStorage

extension OverviewCheck {
  func checkNearest(
    _ node: inout WalkNode, _ children: [WalkNode], _ tile: TileCoordinate
  ) throws {
    guard let side = side(of: &node, children, tile) else { return }
    let carried = CarriedPlane(side: side)
    var isKnown = true
    var mismatches = 0
    var isLossy = node.image?.isLossy ?? false
    let wanted = CarriedPlane(side: side)
    var known: UInt8 = 0
    for (quadrant, child) in children.enumerated() {
      let pixels: UnsafePointer<UInt32>?
      switch child.lineage {
      case .transparent: pixels = nil
      case .base(let image) where image.side == side:
        pixels = image.pixels
        if image.isLossy { isLossy = true }
      case .carried(let plane) where plane.side == side: pixels = UnsafePointer(plane.pixels)
      case .base, .carried, .mean, .heights, .unknown:
        isKnown = false
        continue
      }
      if case .carried(let plane) = child.lineage, plane.isLossy { isLossy = true }
      if let pixels {
        carried.fill(quadrant, from: pixels)
        wanted.fill(quadrant, from: pixels, offset: 0)
      } else if let background = setting.background {
        carried.fill(quadrant, with: background)
        wanted.fill(quadrant, with: background)
      }
      known |= 1 << UInt8(quadrant)
      if !isLossy, let image = node.image, image.side == side {
        mismatches += CarriedPlane.mismatches(image, quadrant, child: pixels)
      }
    }
    carried.isLossy = isLossy
    if node.presence == .absent {
      if wanted.shows(over: setting.background, fill: setting.definition?.elevation?.fill) {
        reportHole(at: tile, found: "no tile")
      }
    } else if isLossy {
      if let lossy, let image = node.image, image.side == side, known != 0 {
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
    } else if mismatches > 0 {
      add(
        .overviewExact, tile,
        found: "\(mismatches) samples that are not those of the deepest zoom nearest to them",
        expected: "nearest overviews, as the layer definition states")
    }
    node.lineage = isKnown ? .carried(carried) : .unknown
  }
}

extension CarriedPlane {
  /// Whether anything can be seen: a sample that is not transparent nor stands for no height, or, in a lossy
  /// format without alpha, more samples far from the background than compression makes beside an edge.
  func shows(over background: UInt32?, fill: UInt32?) -> Bool {
    var count = 0
    for index in 0..<side &* side {
      let pixel = UInt32(littleEndian: pixels[index])
      guard let background else {
        if pixel &>> 24 != 0, pixel != fill { return true }
        continue
      }
      let isFar = ([0, 8, 16] as [UInt32]).contains { shift in
        abs(Int(pixel &>> shift & 255) - Int(background &>> shift & 255)) > 96
      }
      if isFar { count += 1 }
    }
    return count >= 16
  }

  /// The samples of a tile whose alpha is another, in the quadrants whose bits are set.
  func alphaMismatches(_ tile: DecodedTile, quadrants known: UInt8) -> Int {
    var count = 0
    for y in 0..<side {
      for x in 0..<side where known & 1 &<< UInt8(2 * (2 * y / side) + 2 * x / side) != 0 {
        let index = y &* side &+ x
        if UInt32(littleEndian: tile.pixels[index] ^ pixels[index]) &>> 24 != 0 { count &+= 1 }
      }
    }
    return count
  }
}
