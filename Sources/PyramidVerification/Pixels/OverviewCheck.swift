import TileModel
import TileStorage

/// Compares a tile with its children, and makes the samples for the comparison of the tile above.
struct OverviewCheck {
  let setting: WalkSetting

  /// The levels by which lossy compression moves a plain background, at most.
  static let backgroundSlack = 12

  func check(
    _ node: inout WalkNode, _ children: [WalkNode], at tile: TileCoordinate, holdsChild: Bool,
    _ loader: TileLoader
  ) {
    switch setting.kernel {
    case .unknown: checkUnknown(&node, children, tile, holdsChild: holdsChild, loader)
    case .nearest: checkNearest(&node, children, tile)
    case .heights: checkHeights(&node, children, tile)
    case .average, .lightAverage, .darken, .keep: checkMean(&node, children, tile, loader)
    }
  }

  // MARK: Exact kernels

  func checkMean(
    _ node: inout WalkNode, _ children: [WalkNode], _ tile: TileCoordinate, _ loader: TileLoader
  ) {
    guard let side = side(of: &node, children, tile) else { return }
    let means = MeanPlane(side: side, isOfLight: setting.kernel == .lightAverage)
    let known = means.fill(from: children, background: setting.background)
    let mean = means.shown
    if let image = node.image, image.side == side, known != 0 {
      let isExact = setting.kernel.isMean && !image.isLossy && !mean.isLossy
      let difference = OverviewDifference(image, mean, quadrants: known, alphaOnly: !isExact)
      if isExact {
        loader.learn {
          $0.drift[tile.zoom, default: WalkOutcome.Drift()].sum += difference.signedSum
          $0.drift[tile.zoom, default: WalkOutcome.Drift()].count += difference.signedCount
        }
      }
      if difference.largest > OverviewDifference.tolerance, isExact || image.holdsAlpha {
        report(difference, image, mean, at: tile)
        node.measured = MeasuredOverview(
          tile, measuredChildren: children.map { $0.measured != nil },
          orders: orders(ResidualPlane(image), ResidualPlane(mean), known))
      } else if !isExact {
        node.measured = measured(image, children, at: tile)
      }
    } else if node.presence == .absent, mean.shows(over: setting.background) {
      reportHole(at: tile, found: "no tile")
    }
    node.lineage = known == 15 ? .made(means) : node.image.map { .base($0) } ?? .unknown
  }

  private func report(
    _ difference: OverviewDifference, _ image: DecodedTile, _ mean: MeanPlane,
    at tile: TileCoordinate
  ) {
    if 2 * difference.holes >= difference.beyond {
      return reportHole(at: tile, found: "\(difference.holes) transparent samples")
    }
    let worst = Double(difference.largest) / 256
    let amount =
      "\(difference.beyond) samples off by up to \(NumberText.fixed(worst, 1)) levels, most at"
      + " (\(difference.position.x), \(difference.position.y))"
    let residual = PlaneResidual(ResidualPlane(image), ResidualPlane(mean), side: image.side)
    if let residual, residual.contrast > 4 ? residual.relative > 0.5 : abs(residual.lightness) > 12
    {
      add(.overviewStale, tile, found: amount, expected: "what the zoom below shows")
    } else if let shift = residual?.shift, max(abs(shift.x), abs(shift.y)) > 0.12,
      difference.beyond > 64
    {
      add(
        .overviewShift, tile, found: "\(PlaneResidual.direction(shift)); \(amount)",
        expected: "no shift against the zoom below")
    } else {
      add(
        .overviewExact, tile, found: amount,
        expected: "within one level of the mean of the deepest zoom")
    }
  }

  // MARK: Residuals

  func measured(
    _ image: DecodedTile, _ children: [WalkNode], at tile: TileCoordinate
  ) -> MeasuredOverview? {
    let (side, half) = (image.side, image.side / 2)
    let mean = MeanPlane(side: side, isOfLight: setting.kernel == .lightAverage)
    var known: UInt8 = 0
    for (quadrant, child) in children.enumerated() {
      if let below = child.image, below.side == side {
        mean.fill(quadrant, from: below)
      } else if child.presence == .absent, setting.kernel.isKnown {
        mean.fill(quadrant, with: setting.background ?? 0)
      } else {
        continue
      }
      known |= 1 << UInt8(quadrant)
    }
    guard known != 0 else { return nil }
    let (own, wanted) = (ResidualPlane(image), ResidualPlane(mean.shown))
    let quarters = Quadrants<PlaneResidual?> { number in
      guard known & 1 << UInt8(number) != 0 else { return nil }
      return PlaneResidual(
        own, wanted, x: (number & 1) * half, y: (number >> 1) * half, side: half,
        finestBelow: children[number].image.map { below in { GreyPlane(below).finest } })
    }
    return MeasuredOverview(
      tile, measuredChildren: children.map { $0.measured != nil }, edges: edges(of: tile),
      quarters: quarters, orders: orders(own, wanted, known))
  }

  private func edges(of tile: TileCoordinate) -> UInt8 {
    var edges: UInt8 = 0
    for row in -1...2 {
      for column in -1...2 {
        let neighbour = TileCoordinate(
          zoom: tile.zoom + 1, x: 2 * tile.x + column, y: 2 * tile.y + row)
        if let neighbour, setting.index.contains(neighbour) { continue }
        for quadrant in 0..<4
        where abs(quadrant & 1 - column) <= 1 && abs(quadrant >> 1 - row) <= 1 {
          edges |= 1 << UInt8(quadrant)
        }
      }
    }
    return edges
  }

  private func orders(
    _ own: ResidualPlane, _ wanted: ResidualPlane, _ known: UInt8
  ) -> MeasuredOverview.Orders? {
    guard known == 15,
      let residual = PlaneResidual(own, wanted, side: own.side), residual.contrast > 4
    else { return nil }
    return MeasuredOverview.Orders(
      straight: own.correlation(with: wanted),
      flipped: own.correlation(with: wanted, quarters: [2, 3, 0, 1]),
      transposed: own.correlation(with: wanted, quarters: [0, 2, 1, 3]))
  }

  // MARK: Parts

  func reportHole(at tile: TileCoordinate, found: String) {
    add(.overviewHole, tile, found: found, expected: "what the zoom below shows there")
  }

  func add(_ rule: VerificationRule, _ tile: TileCoordinate, found: String, expected: String) {
    setting.collector.add(rule, at: "tile \(tile)", tile: tile, found: found, expected: expected)
  }

  /// `nil` where nothing is below, so that a tile that shows something is no overview.
  func side(of node: inout WalkNode, _ children: [WalkNode], _ tile: TileCoordinate) -> Int? {
    for child in children {
      switch child.lineage {
      case .base(let image): return image.side
      case .made(let plane): return plane.side
      case .transparent, .unknown: continue
      }
    }
    guard node.presence != .unknown else { return nil }
    if node.isVisible {
      add(
        .overviewStale, tile, found: "a picture with nothing below it",
        expected: "an overview of the zoom below")
    }
    node.lineage = children.allSatisfy(\.isTransparent) ? .transparent : .unknown
    return nil
  }
}

extension WalkNode {
  var isTransparent: Bool {
    if case .transparent = lineage { true } else { false }
  }
}

extension MeanPlane {
  func shows(over background: UInt32?) -> Bool {
    for index in 0..<4 &* side &* side {
      let wanted = background.map { Int($0 &>> (8 &* UInt32(index & 3)) & 255) << 8 } ?? 0
      let slack =
        background == nil ? OverviewDifference.tolerance : OverviewCheck.backgroundSlack << 8
      if abs(Int(values[index]) - wanted) > slack { return true }
    }
    return false
  }
}
