import TileModel
import TileStorage

/// Compares a tile with its children, and says what the tile above is to be compared with.
struct OverviewCheck {
  /// The fewest samples along a side in which a tile is looked for below missing zooms.
  private static let smallestSide = 16

  private let setting: WalkSetting
  /// `nil` where it is not known how lossy tiles were encoded.
  private let lossy: LossyOverview?

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
    case .average, .darken: try checkMean(&node, children, tile, loader)
    }
  }

  // MARK: Exact kernels

  private func checkMean(
    _ node: inout WalkNode, _ children: [WalkNode], _ tile: TileCoordinate, _ loader: TileLoader
  ) throws {
    guard let side = side(of: node, children) else {
      // Nothing is below. A tile that shows something all the same is not an overview of it.
      if node.presence != .unknown {
        reportUnsupported(node, tile)
        node.lineage = children.allSatisfy(\.isTransparent) ? .transparent : .unknown
      }
      return
    }
    let mean = MeanPlane(side: side)
    let known = fill(mean, from: children)
    if let image = node.image, image.side == side, known != 0, image.isLossy || mean.isLossy,
      let lossy
    {
      try checkLossy(lossy, image, mean, children, known, &node, at: tile)
    } else if let image = node.image, image.side == side, known != 0, image.isLossy || mean.isLossy
    {
      node.measured = MeasuredOverview(
        tile, over: children, measure: checkLossy(image, mean, known, at: tile))
    } else if let image = node.image, image.side == side, known != 0 {
      let isDarkened = setting.kernel == .darken
      let difference = OverviewDifference(
        image, mean, quadrants: known, alphaOnly: isDarkened)
      if !isDarkened {
        loader.learn {
          $0.drift[tile.zoom, default: WalkOutcome.Drift()].sum += difference.signedSum
          $0.drift[tile.zoom, default: WalkOutcome.Drift()].count += difference.signedCount
        }
      }
      if difference.largest > OverviewDifference.tolerance {
        node.measured = MeasuredOverview(
          tile, over: children, measure: report(difference, image, mean, known, at: tile))
      } else if isDarkened {
        checkDarkened(image, mean, children, known, at: tile)
      }
    } else if node.presence == .absent, mean.shows(over: setting.background) {
      reportHole(at: tile, found: "no tile")
    }
    node.lineage = known == 15 ? .mean(mean) : node.image.map { .base($0) } ?? .unknown
  }

  /// Compares the colours of darkened samples with those under them, and blocks of them with the law.
  private func checkDarkened(
    _ image: DecodedTile, _ mean: MeanPlane, _ children: [WalkNode], _ known: UInt8,
    at tile: TileCoordinate
  ) {
    if reportForeignColours(image, children, at: tile) { return }
    guard !children.contains(where: { $0.presence == .unknown }) else { return }
    let images = children.map(\.image)
    guard !image.isFlat(over: images) else { return }
    guard let fault = DarkenedPlane(mean, images).fault(of: image, quadrants: known) else { return }
    setting.collector.add(
      .overviewExact, at: location(tile), tile: tile,
      found:
        "\(DarkenedPlane.block) × \(DarkenedPlane.block) samples at (\(fault.x), \(fault.y)) are"
        + " \(NumberText.fixed(fault.levels, 1)) levels off in mean luminance",
      expected: "darken overviews, as the layer definition states")
  }

  /// Compares with what the codec does to what is expected, and alpha, which is lossless wherever there
  /// is any.
  private func checkLossy(
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
    if setting.kernel == .darken {
      guard !children.contains(where: { $0.presence == .unknown }) else { return }
      let images = children.map(\.image)
      fault = try lossy.fault(
        of: image, darkened: DarkenedPlane(mean, images), mean, images, quadrants: known)
    } else {
      fault = try lossy.fault(of: image, mean, quadrants: known)
    }
    guard let fault else { return }
    node.measured = MeasuredOverview(
      tile, over: children, measure: measure(GreyPlane(image), GreyPlane(mean), known))
    report(fault, at: tile)
  }

  private func report(_ fault: LossyFault, at tile: TileCoordinate) {
    func levels(_ value: Float) -> String { "\(NumberText.fixed(Double(value), 1)) levels" }
    let place =
      fault.position.map {
        " in \(LossyEffect.square) × \(LossyEffect.square) samples at (\($0.x), \($0.y))"
      } ?? ""
    setting.collector.add(
      .overviewExact, at: location(tile), tile: tile,
      found: "off by \(levels(fault.found)) (root of the mean square)\(place)",
      expected: "at most \(levels(fault.limit)), by what the stated quality leaves there")
  }

  /// Compares means over squares of samples, and alpha, which is lossless wherever there is any.
  private func checkLossy(
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
      setting.collector.add(
        .overviewStale, at: location(tile), tile: tile,
        found:
          "squares of \(LossyDifference.side) samples off by \(Self.levels(usual)) in the mean",
        expected: "what the zoom below shows")
    } else if mean > LossyDifference.toleranceInTile.mean {
      setting.collector.add(
        .overviewExact, at: location(tile), tile: tile,
        found: "a quarter off by \(Self.levels(mean)) in the mean of one channel",
        expected: "within \(Self.levels(LossyDifference.toleranceInTile.mean)) of the deepest zoom")
    } else if let lightest = quadrants.map(\.lightness).max(),
      lightest > LossyDifference.tolerance + LossyDifference.usualFactor * usualLightness
    {
      setting.collector.add(
        .overviewExact, at: location(tile), tile: tile,
        found:
          "a square of \(LossyDifference.side) samples off by \(Self.levels(lightest)) in the mean"
          + " lightness; \(Self.levels(usualLightness)) is usual",
        expected: "within \(Self.levels(LossyDifference.tolerance)) and"
          + " \(NumberText.fixed(Double(LossyDifference.usualFactor), 0)) times what is usual, as lossy"
          + " tiles are")
    } else if worst.largest > LossyDifference.toleranceInTile.square + LossyDifference.usualFactor
      * usual
    {
      setting.collector.add(
        .overviewExact, at: location(tile), tile: tile,
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

  private func fill(_ mean: MeanPlane, from children: [WalkNode]) -> UInt8 {
    var known: UInt8 = 0
    for (quadrant, child) in children.enumerated() {
      switch child.lineage {
      case .transparent:
        if let background = setting.background { mean.fill(quadrant, with: background) }
      case .base(let image) where image.side == mean.side: mean.fill(quadrant, from: image)
      case .mean(let plane) where plane.side == mean.side: mean.fill(quadrant, from: plane)
      case .base, .mean, .carried, .unknown: continue
      }
      known |= 1 << UInt8(quadrant)
    }
    return known
  }

  private func checkNearest(
    _ node: inout WalkNode, _ children: [WalkNode], _ tile: TileCoordinate
  ) throws {
    guard let side = side(of: node, children) else {
      if node.presence != .unknown {
        reportUnsupported(node, tile)
        node.lineage = children.allSatisfy(\.isTransparent) ? .transparent : .unknown
      }
      return
    }
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
      case .base, .carried, .mean, .unknown:
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
      if wanted.shows(over: setting.background) { reportHole(at: tile, found: "no tile") }
    } else if isLossy {
      if let lossy, let image = node.image, image.side == side, known != 0 {
        let count = image.holdsAlpha ? wanted.alphaMismatches(image, quadrants: known) : 0
        if count > 0 {
          setting.collector.add(
            .overviewExact, at: location(tile), tile: tile,
            found: "\(count) samples of another alpha than the deepest zoom's nearest to them",
            expected: "nearest overviews, as the layer definition states")
        } else if let fault = try lossy.fault(
          of: image, picked: wanted.pixels, quadrants: known)
        {
          report(fault, at: tile)
        }
      }
    } else if mismatches > 0 {
      setting.collector.add(
        .overviewExact, at: location(tile), tile: tile,
        found: "\(mismatches) samples that are not those of the deepest zoom nearest to them",
        expected: "nearest overviews, as the layer definition states")
    }
    node.lineage = isKnown ? .carried(carried) : .unknown
  }

  /// A tile that shows something although nothing below it does.
  private func reportUnsupported(_ node: WalkNode, _ tile: TileCoordinate) {
    guard node.isVisible else { return }
    setting.collector.add(
      .overviewStale, at: location(tile), tile: tile, found: "a picture with nothing below it",
      expected: "an overview of the zoom below")
  }

  /// Names the way in which a tile is not what it should be.
  private func report(
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
      setting.collector.add(
        .overviewStale, at: location(tile), tile: tile,
        found: "correlation \(NumberText.fixed(Double(agreement.correlation), 2)); \(amount)",
        expected: "what the zoom below shows")
      return agreement
    }
    if max(abs(agreement.shiftX), abs(agreement.shiftY)) > 0.12, difference.beyond > 64 {
      setting.collector.add(
        .overviewShift, at: location(tile), tile: tile,
        found: "\(OverviewVerdict.direction(agreement.shiftX, agreement.shiftY)); \(amount)",
        expected: "no shift against the zoom below")
      return agreement
    }
    setting.collector.add(
      .overviewExact, at: location(tile), tile: tile, found: amount,
      expected: "within one level of the mean of the deepest zoom")
    return agreement
  }

  /// Looks for samples of a darkened tile whose colours no child has there.
  ///
  /// - Returns: Whether there are any.
  private func reportForeignColours(
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
    setting.collector.add(
      .overviewExact, at: location(tile), tile: tile,
      found: "\(foreign) samples of a colour that no sample under them has",
      expected: "darken overviews, as the layer definition states")
    return true
  }

  // MARK: Unknown kernels

  private func checkUnknown(
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
        setting.collector.add(
          .tilesGap, at: location(tile), tile: tile, found: "no tile",
          expected: "what the zoom below shows there")
      }
      return
    }
    if !image.isLossy, image.isFlat(over: children.map(\.image)) {
      node.measured = MeasuredOverview(tile, over: children, measure: .flat)
      return
    }
    let mean = MeanPlane(side: image.side)
    var known: UInt8 = 0
    for (quadrant, child) in children.enumerated() {
      guard let own = child.image, own.side == image.side else { continue }
      mean.fill(quadrant, from: own)
      known |= 1 << UInt8(quadrant)
    }
    guard known != 0 else { return }
    let difference = OverviewDifference(image, mean, quadrants: known)
    // Kernels differ along edges; a hole is more than an edge.
    if difference.holes * 50 > image.side * image.side {
      setting.collector.add(
        .overviewOutlier, at: location(tile), tile: tile,
        found: "\(difference.holes) transparent samples",
        expected: "what the zoom below shows there")
      return
    }
    let fit: MeasuredOverview.Fit
    if let exact = OverviewFit(image, children.map(\.image)) {
      fit = .exact(exact)
    } else {
      fit = .lossy(LossyFit(LossyDifference(image, mean, quadrants: known)))
    }
    node.measured = MeasuredOverview(
      tile, over: children, measure: measure(GreyPlane(image), GreyPlane(mean), known), fit: fit)
  }

  /// Notes where a tile shows something, and whether the next zoom that has tiles has one there.
  private func noteShown(_ node: WalkNode, _ tile: TileCoordinate, _ loader: TileLoader) {
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

  /// Measures how a tile agrees with its children.
  private func measure(
    _ own: GreyPlane, _ wanted: GreyPlane, _ known: UInt8
  ) -> OverviewMeasure {
    let agreement = PlaneAgreement(own, wanted, quadrants: known)
    var exchanged: Float = -1
    if known == 15, min(agreement.contrast, agreement.expectedContrast) > 4 {
      exchanged = PlaneAgreement(own, wanted.exchanged, quadrants: known).correlation
    }
    let shift = PlaneAgreement.shift(own, wanted, quadrants: known)
    return OverviewMeasure(
      correlation: agreement.correlation, exchangedCorrelation: exchanged,
      contrast: agreement.contrast, expectedContrast: agreement.expectedContrast,
      meanDifference: agreement.meanDifference, shiftX: shift.x, shiftY: shift.y)
  }

  // MARK: Parts

  private func reportHole(at tile: TileCoordinate, found: String) {
    setting.collector.add(
      .overviewHole, at: location(tile), tile: tile, found: found,
      expected: "what the zoom below shows there")
  }

  private func location(_ tile: TileCoordinate) -> String { "tile \(tile)" }

  private func side(of node: WalkNode, _ children: [WalkNode]) -> Int? {
    for child in children {
      switch child.lineage {
      case .base(let image): return image.side
      case .mean(let plane): return plane.side
      case .carried(let plane): return plane.side
      case .transparent, .unknown: continue
      }
    }
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
  /// the background by more than ``backgroundSlack``.
  func shows(over background: UInt32?) -> Bool {
    for index in 0..<4 &* side &* side {
      let wanted = background.map { Int($0 &>> (8 &* UInt32(index & 3)) & 255) << 8 } ?? 0
      let slack = background == nil ? OverviewDifference.tolerance : backgroundSlack << 8
      if abs(Int(values[index]) - wanted) > slack { return true }
    }
    return false
  }
}

/// The levels by which lossy compression moves a plain background, at most.
private let backgroundSlack = 12

extension CarriedPlane {
  /// Whether anything can be seen, as ``MeanPlane/shows(over:)`` says.
  fileprivate func shows(over background: UInt32?) -> Bool {
    for index in 0..<side &* side {
      let pixel = UInt32(littleEndian: pixels[index])
      guard let background else {
        if pixel &>> 24 != 0 { return true }
        continue
      }
      for shift: UInt32 in [0, 8, 16]
      where abs(Int(pixel &>> shift & 255) - Int(background &>> shift & 255)) > backgroundSlack {
        return true
      }
    }
    return false
  }

  /// The samples of a tile whose alpha is another, in the quadrants whose bits are set.
  fileprivate func alphaMismatches(_ tile: DecodedTile, quadrants known: UInt8) -> Int {
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

extension DecodedTile {
  /// Whether a square shows more than a background of one colour could; `nil` when it shows nothing.
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

  /// The fraction of samples that are more opaque than not.
  var visibleFraction: Double {
    var count = 0
    for index in 0..<(side &* side) where samples[4 &* index &+ 3] > 127 { count &+= 1 }
    return Double(count) / Double(side * side)
  }
}
