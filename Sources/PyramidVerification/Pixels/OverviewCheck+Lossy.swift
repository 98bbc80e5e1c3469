import TileModel
import TileStorage

// What follows from the codec and the kernel that the layer definition states.

extension OverviewCheck {
  /// Compares the colours of darkened samples with those under them, and blocks of them with the law.
  func checkDarkened(
    _ image: DecodedTile, _ mean: MeanPlane, _ children: [WalkNode], _ known: UInt8,
    at tile: TileCoordinate
  ) {
    if reportForeignColours(image, children, at: tile) { return }
    guard !children.contains(where: { $0.presence == .unknown }) else { return }
    let images = children.map(\.image)
    guard !image.isFlat(over: images) else { return }
    guard let fault = DarkenedPlane.fault(of: image, mean, images, quadrants: known) else { return }
    add(
      .overviewExact, tile,
      found: "a colour at (\(fault.x), \(fault.y)) that is another sample's of the four under it",
      expected: "darken overviews, as the layer definition states")
  }

  /// Compares with the laws of `keep`, which hold for lossy `darken` overviews as well, where all samples below are known.
  func checkKept(
    _ image: DecodedTile, _ mean: MeanPlane, _ children: [WalkNode], _ known: UInt8,
    at tile: TileCoordinate
  ) {
    guard !children.contains(where: { $0.presence == .unknown }) else { return }
    let images = children.map(\.image)
    guard !image.isFlat(over: images) else { return }
    let kept = KeptContrast(mean: mean, children: images)
    guard let fault = kept.fault(of: image, quadrants: known) else { return }
    add(
      .overviewExact, tile, found: fault,
      expected: "\(setting.kernel) overviews, as the layer definition states")
  }

  /// Compares with what the codec does to what is expected, and alpha, which is lossless wherever there
  /// is any.
  func checkLossy(
    _ lossy: LossyOverview, _ image: DecodedTile, _ mean: MeanPlane, _ children: [WalkNode],
    _ known: UInt8, _ node: inout WalkNode, at tile: TileCoordinate
  ) throws {
    if image.holdsAlpha {
      let alpha = OverviewDifference(image, mean, quadrants: known, alphaOnly: true)
      if alpha.largest > OverviewDifference.tolerance {
        node.measured = MeasuredOverview(
          tile, over: children, measure: report(alpha, image, mean, known, at: tile))
        return
      }
    }
    let fault: LossyFault?
    if setting.kernel == .darken || setting.kernel == .keep {
      guard !children.contains(where: { $0.presence == .unknown }) else { return }
      let images = children.map(\.image)
      let darkened =
        setting.kernel == .darken ? DarkenedPlane(mean, images, isLossy: true) : nil
      fault = try lossy.fault(
        of: image, darkened: darkened, mean, images, quadrants: known)
      if fault == nil { checkKept(image, mean, children, known, at: tile) }
    } else {
      fault = try lossy.fault(of: image, mean, quadrants: known)
    }
    guard let fault else { return }
    node.measured = MeasuredOverview(
      tile, over: children, measure: measure(GreyPlane(image), GreyPlane(mean), known))
    report(fault, at: tile)
  }

  func report(_ fault: LossyFault, at tile: TileCoordinate) {
    let text = fault.text
    add(
      .overviewExact, tile, found: text.found, expected: text.expected)
  }

  /// Looks for samples of a darkened tile whose colours no child has there.
  func reportForeignColours(
    _ image: DecodedTile, _ children: [WalkNode], at tile: TileCoordinate
  ) -> Bool {
    let half = image.side / 2
    var foreign = 0
    for (quadrant, child) in children.enumerated() {
      if child.presence == .unknown { continue }
      if child.image.map({ $0.side != image.side }) ?? false { continue }
      let own =
        image.pixels + (quadrant & 1 * half + (quadrant >> 1) * half * image.side)
      for row in 0..<half {
        for column in 0..<half {
          let pixel = UInt32(littleEndian: own[row &* image.side &+ column])
          if pixel &>> 24 == 0 { continue }
          guard let pixels = child.image?.pixels else {
            foreign &+= 1
            continue
          }
          let start = 2 &* (row &* image.side &+ column)
          var isFound = false
          for offset in [start, start &+ 1, start &+ image.side, start &+ image.side &+ 1] {
            let other = UInt32(littleEndian: pixels[offset])
            if other &>> 24 != 0, (other ^ pixel) & 0xFF_FFFF == 0 { isFound = true }
          }
          if !isFound { foreign &+= 1 }
        }
      }
    }
    guard foreign > 0 else { return false }
    add(
      .overviewExact, tile, found: "\(foreign) samples of a colour that no sample under them has",
      expected: "darken overviews, as the layer definition states")
    return true
  }
}
