import TileModel
import TileStorage

/// Compares a tile with its children, and says what the tile above is to be compared with.
struct OverviewCheck {
  let setting: WalkSetting
  /// `nil` where it is not known how lossy tiles were encoded.
  let lossy: LossyOverview?

  init(_ setting: WalkSetting) {
    self.setting = setting
    lossy = LossyOverview(setting.definition)
  }

  /// Checks one tile above the deepest zoom and sets its lineage.
  func check(
    _ node: inout WalkNode, _ children: [WalkNode], at tile: TileCoordinate, holdsChild: Bool,
    _ loader: TileLoader
  ) throws {
    switch setting.kernel {
    case .unknown: checkUnknown(&node, children, tile, holdsChild: holdsChild, loader)
    case .nearest: try checkNearest(&node, children, tile)
    case .heights: checkHeights(&node, children, tile)
    case .average, .lightAverage, .darken, .keep: try checkMean(&node, children, tile, loader)
    }
  }

  // MARK: Exact kernels

  func checkMean(
    _ node: inout WalkNode, _ children: [WalkNode], _ tile: TileCoordinate, _ loader: TileLoader
  ) throws {
    guard let side = side(of: &node, children, tile) else { return }
    let means = MeanPlane(side: side, isOfLight: setting.kernel == .lightAverage)
    let known = means.fill(from: children, background: setting.background)
    let mean = means.shown
    if let image = node.image, image.side == side, known != 0 {
      if !image.isLossy, !mean.isLossy {
        checkExact(image, mean, children, known, &node, at: tile, loader)
      } else if let lossy {
        try checkLossy(lossy, image, mean, children, known, &node, at: tile)
      } else if setting.kernel == .keep {
        checkKept(image, mean, children, known, at: tile)
      } else {
        node.measured = MeasuredOverview(
          tile, over: children, measure: checkLossy(image, mean, known, at: tile))
      }
    } else if node.presence == .absent, mean.shows(over: setting.background) {
      reportHole(at: tile, found: "no tile")
    }
    node.lineage = known == 15 ? .made(means) : node.image.map { .base($0) } ?? .unknown
  }

  /// Compares every sample of lossless tiles with what the kernel makes.
  private func checkExact(
    _ image: DecodedTile, _ mean: MeanPlane, _ children: [WalkNode], _ known: UInt8,
    _ node: inout WalkNode, at tile: TileCoordinate, _ loader: TileLoader
  ) {
    let isMean = setting.kernel.isMean
    let difference = OverviewDifference(image, mean, quadrants: known, alphaOnly: !isMean)
    if isMean {
      loader.learn {
        $0.drift[tile.zoom, default: WalkOutcome.Drift()].sum += difference.signedSum
        $0.drift[tile.zoom, default: WalkOutcome.Drift()].count += difference.signedCount
      }
    }
    if difference.largest > OverviewDifference.tolerance {
      node.measured = MeasuredOverview(
        tile, over: children, measure: report(difference, image, mean, known, at: tile))
    } else if setting.kernel == .darken {
      checkDarkened(image, mean, children, known, at: tile)
    } else if setting.kernel == .keep {
      checkKept(image, mean, children, known, at: tile)
    }
  }

  /// Compares means over squares of samples, and alpha, which is lossless wherever there is any.
  func checkLossy(
    _ image: DecodedTile, _ mean: MeanPlane, _ known: UInt8, at tile: TileCoordinate
  ) -> OverviewMeasure {
    let alpha = OverviewDifference(image, mean, quadrants: known, alphaOnly: true)
    if alpha.largest > OverviewDifference.tolerance {
      return report(alpha, image, mean, known, at: tile)
    }
    let measure = measure(GreyPlane(image), GreyPlane(mean), known)
    let quadrants = LossyDifference(image, mean, quadrants: known).quadrants.compactMap(\.self)
    let usual = quadrants.map(\.usual).reduce(0, +) / Float(max(1, quadrants.count))
    let usualLightness =
      quadrants.map(\.usualLightness).reduce(0, +) / Float(max(1, quadrants.count))
    guard let worst = quadrants.max(by: { $0.largest < $1.largest }),
      let mean = quadrants.map(\.mean).max()
    else { return measure }
    if usual > LossyDifference.usualLimit {
      add(
        .overviewStale, tile,
        found:
          "squares of \(LossyDifference.side) samples off by \(Self.levels(usual)) in the mean",
        expected: "what the zoom below shows")
    } else if mean > LossyDifference.toleranceInTile.mean {
      add(
        .overviewExact, tile,
        found: "a quarter off by \(Self.levels(mean)) in the mean of one channel",
        expected: "within \(Self.levels(LossyDifference.toleranceInTile.mean)) of the deepest zoom")
    } else if let lightest = quadrants.map(\.lightness).max(),
      lightest > LossyDifference.tolerance + LossyDifference.usualFactor * usualLightness
    {
      add(
        .overviewExact, tile,
        found:
          "a square of \(LossyDifference.side) samples off by \(Self.levels(lightest)) in the mean"
          + " lightness; \(Self.levels(usualLightness)) is usual",
        expected: "within \(Self.levels(LossyDifference.tolerance)) and"
          + " \(NumberText.fixed(Double(LossyDifference.usualFactor), 0)) times what is usual, as lossy"
          + " tiles are")
    } else if worst.largest > LossyDifference.toleranceInTile.square + LossyDifference.usualFactor
      * usual
    {
      add(
        .overviewExact, tile,
        found:
          "a square of \(LossyDifference.side) samples off by \(Self.levels(worst.largest)) in the"
          + " mean of one channel, at (\(worst.position.x), \(worst.position.y));"
          + " \(Self.levels(usual)) is usual",
        expected: "within \(Self.levels(LossyDifference.toleranceInTile.square)) and"
          + " \(NumberText.fixed(Double(LossyDifference.usualFactor), 0)) times what is usual, as lossy"
          + " tiles are")
    }
    return measure
  }

  private static func levels(_ value: Float) -> String {
    "\(NumberText.fixed(Double(value), 1)) levels"
  }

  /// Names the way in which a tile is not what it should be.
  func report(
    _ difference: OverviewDifference, _ image: DecodedTile, _ mean: MeanPlane, _ known: UInt8,
    at tile: TileCoordinate
  ) -> OverviewMeasure {
    let own = GreyPlane(image)
    let wanted = GreyPlane(mean)
    // Whether rows are counted from the wrong end is told by all tiles that are not as they should.
    let agreement = measure(own, wanted, known)
    if 2 * difference.holes >= difference.beyond {
      reportHole(at: tile, found: "\(difference.holes) transparent samples")
      return agreement
    }
    let worst = Double(difference.largest) / 256
    let amount =
      "\(difference.beyond) samples off by up to \(NumberText.fixed(worst, 1)) levels, most at"
      + " (\(difference.position.x), \(difference.position.y))"
    let contrast = max(agreement.contrast, agreement.expectedContrast)
    if contrast > 4 ? agreement.correlation < 0.5 : abs(agreement.meanDifference) > 12 {
      add(
        .overviewStale, tile,
        found: "correlation \(NumberText.fixed(Double(agreement.correlation), 2)); \(amount)",
        expected: "what the zoom below shows")
      return agreement
    }
    if max(abs(agreement.shiftX), abs(agreement.shiftY)) > 0.12, difference.beyond > 64 {
      add(
        .overviewShift, tile,
        found: "\(OverviewVerdict.direction(agreement.shiftX, agreement.shiftY)); \(amount)",
        expected: "no shift against the zoom below")
      return agreement
    }
    add(
      .overviewExact, tile, found: amount,
      expected: "within one level of the mean of the deepest zoom")
    return agreement
  }

  /// Measures how a tile agrees with its children.
  func measure(
    _ own: GreyPlane, _ wanted: GreyPlane, _ known: UInt8
  ) -> OverviewMeasure {
    let agreement = PlaneAgreement(own, wanted, quadrants: known)
    var (flipped, transposed): (Float, Float) = (-1, -1)
    if known == 15, min(agreement.contrast, agreement.expectedContrast) > 4 {
      flipped = PlaneAgreement(own, wanted.flipped, quadrants: known).correlation
      transposed = PlaneAgreement(own, wanted.transposed, quadrants: known).correlation
    }
    let shift = ShiftSums(own, wanted, quadrants: known, margin: 3).shift
    return OverviewMeasure(
      correlation: agreement.correlation, flippedCorrelation: flipped,
      transposedCorrelation: transposed,
      contrast: agreement.contrast, expectedContrast: agreement.expectedContrast,
      meanDifference: agreement.meanDifference, shiftX: Float(shift.x), shiftY: Float(shift.y))
  }

  // MARK: Parts

  func reportHole(at tile: TileCoordinate, found: String) {
    add(
      .overviewHole, tile, found: found,
      expected: "what the zoom below shows there")
  }

  func add(_ rule: VerificationRule, _ tile: TileCoordinate, found: String, expected: String) {
    setting.collector.add(rule, at: "tile \(tile)", tile: tile, found: found, expected: expected)
  }

  /// The side of what is below a tile; `nil` where nothing is, of which a tile that shows something all the
  /// same is no overview.
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
  /// Whether nothing is known to be there.
  var isTransparent: Bool {
    if case .transparent = lineage { true } else { false }
  }
}

extension MeanPlane {
  /// Whether anything can be seen: more than nothing, or in a format without alpha another colour than
  /// the background by more than ``LossyOverview/backgroundSlack``.
  func shows(over background: UInt32?) -> Bool {
    for index in 0..<4 &* side &* side {
      let wanted = background.map { Int($0 &>> (8 &* UInt32(index & 3)) & 255) << 8 } ?? 0
      let slack =
        background == nil ? OverviewDifference.tolerance : LossyOverview.backgroundSlack << 8
      if abs(Int(values[index]) - wanted) > slack { return true }
    }
    return false
  }
}
