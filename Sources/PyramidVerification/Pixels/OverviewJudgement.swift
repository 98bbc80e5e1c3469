import TileModel

/// Judges overviews by the usual differences in their store, where no kernel is stated or tiles are lossy.
struct OverviewJudgement {
  private let ledger: OverviewLedger
  private let sample: OverviewSample
  private let limits: ResidualLimits
  private let setting: WalkSetting

  private static let faultLimit = 100_000
  private static let fewest = 12
  private static let enough = 4
  private static let ownDrawing: Float = 0.35
  /// ``ResidualMeasure/relative`` of the quarters of each zoom.
  private let shares: [Int: [Float]]
  /// The zooms of which a part is not of the zoom below.
  private let mixed: Set<Int>
  /// True where each zoom is a drawing of its own: another picture differs from two zooms, not from all.
  private let isDrawnByZoom: Bool

  init(_ ledger: OverviewLedger, _ setting: WalkSetting) throws {
    (self.ledger, self.setting) = (ledger, setting)
    sample = try OverviewSample(
      of: ledger, limit: setting.options.overviewLimit, isCancelled: setting.isCancelled)
    limits = ResidualLimits(
      sample.zooms.values.flatMap { overviews in
        overviews.values.flatMap { overview in (0..<4).compactMap(overview.sample) }
      }, kernelChooses: setting.kernel.chooses, isUnstated: !setting.kernel.isKnown)
    shares = sample.zooms.mapValues { overviews in
      overviews.values.flatMap { $0.quarters.compactMap(\.self) }
        .compactMap(ResidualMeasure.relative.value)
    }
    mixed = Set(shares.filter { Self.isMixed($0.value) }.keys)
    let telling = shares.values.filter { $0.count >= Self.enough }
    isDrawnByZoom =
      !setting.kernel.isKnown && telling.count >= 3
      && telling.allSatisfy { $0.median ?? 0 >= Self.ownDrawing }
  }

  /// True where many quarters agree with the tiles below, others do not at all, and hardly any lie between, as
  /// they do where a zoom is a drawing of its own.
  private static func isMixed(_ shares: [Float]) -> Bool {
    let agreeing = shares.count { $0 < 0.2 }
    let between = shares.count { (0.2..<0.5).contains($0) }
    return agreeing >= enough && 4 * agreeing >= shares.count && 10 * between <= shares.count
  }

  func run() throws {
    var strangers: Set<Int> = []
    for (zoom, overviews) in sample.zooms.sorted(by: { $0.key < $1.key }) {
      if judge(zoom, overviews.values.flatMap({ $0.quarters.compactMap(\.self) })) {
        strangers.insert(zoom)
      } else {
        noteUnjudged(zoom, overviews.values)
      }
    }
    var faulty: Set<TileCoordinate> = []
    try ledger.forEach { overview in
      if setting.isCancelled() { throw CancellationError() }
      if !strangers.contains(overview.tile.zoom) { judge(overview, &faulty) }
    }
  }

  // MARK: Zooms

  private func judge(_ zoom: Int, _ residuals: [PlaneResidual]) -> Bool {
    func middle(_ values: [Float]) -> (middle: Float, scatter: Float)? {
      guard let middle = values.median else { return nil }
      return (middle, values.map { abs($0 - middle) }.median ?? 0)
    }
    let shares = shares[zoom] ?? []
    if let share = shares.median, share > 0.75, shares.count >= Self.enough, !isDrawnByZoom {
      collector.add(
        .overviewStale, at: "zoom \(zoom)",
        found:
          "\(percent(share)) % of the contrast of its tiles and of those of zoom \(zoom + 1) is not"
          + " common to both, in the middle of \(shares.count) quarters",
        expected: "what zoom \(zoom + 1) shows")
      return true
    }
    let telling = residuals.filter { $0.relative < 0.5 }
    let certain = telling.filter(ResidualMeasure.east.isCertain)
    if let x = middle(telling.map(\.shift.x).filter { !$0.isNaN }),
      let y = middle(telling.map(\.shift.y).filter { !$0.isNaN }), certain.count >= Self.fewest,
      2 * certain.count > telling.count,
      // A kernel that picks one of four samples shows a quarter of a sample.
      max(abs(x.middle), abs(y.middle)) > 0.48, max(x.scatter, y.scatter) < 0.15
    {
      // Programs that cut each zoom to whole samples of its own move it by half a sample or a whole one.
      collector.add(
        max(abs(x.middle), abs(y.middle)) > 1 ? .overviewShift : .overviewOutlier,
        at: "zoom \(zoom)",
        found: "\(PlaneResidual.direction(SIMD2(x.middle, y.middle))), in the middle of"
          + " \(telling.count) quarters", expected: "no shift against zoom \(zoom + 1)")
    }
    // Lossy chains and careless rounding change the mean little by little; some kernels darken.
    if let light = residuals.map(\.lightness).median, residuals.count >= Self.fewest,
      !setting.kernel.chooses, light > 2 || light < -16
    {
      collector.add(
        .overviewDrift, at: "zoom \(zoom)",
        found: "\(NumberText.fixed(Double(light), 1)) levels of grey against zoom \(zoom + 1)",
        expected: "the same in the mean, within 2 levels")
    }
    return false
  }

  // MARK: Tiles

  /// `nil` where the quarter is like others.
  private func fault(_ overview: MeasuredOverview, _ quarter: Int) -> ResidualLimits.Fault? {
    guard let sample = overview.sample(of: quarter) else { return nil }
    if !isOwnDrawing(sample) { return limits.fault(sample) }
    guard mixed.contains(sample.zoom), let fault = limits.fault(sample), fault.isStrange else {
      return nil
    }
    return fault
  }

  private func isOwnDrawing(_ sample: ResidualLimits.Sample) -> Bool {
    limits.limit(.relative, zoom: sample.zoom, isAtEdge: sample.isAtEdge)?.usual ?? 0
      >= Self.ownDrawing
  }

  private func noteUnjudged(_ zoom: Int, _ overviews: some Sequence<MeasuredOverview>) {
    guard !mixed.contains(zoom) else { return }
    let samples = overviews.flatMap { overview in (0..<4).compactMap(overview.sample) }
    let count = samples.count(where: isOwnDrawing)
    guard count > 0 else { return }
    collector.add(
      .overviewCompared, at: "zoom \(zoom)",
      found:
        "\(count) of \(samples.count) quarters of tiles whose like differ from zoom \(zoom + 1) as much"
        + " as another drawing does", expected: "tiles made of zoom \(zoom + 1)")
  }

  /// Reports the overview, or a tile under it that alone does not fit it.
  ///
  /// Such a tile has none under itself that it fits.
  private func judge(_ overview: MeasuredOverview, _ faulty: inout Set<TileCoordinate>) {
    let (tile, children) = (overview.tile, overview.tile.children)
    let known = overview.quarters.indices.filter {
      overview.quarters[$0] != nil && !faulty.contains(children[$0])
    }
    let faults = known.compactMap { quarter in fault(overview, quarter).map { (quarter, $0) } }
    guard let worst = faults.max(by: { $0.1.weighs(lessThan: $1.1) }) else { return }
    let isBelow = faults.count == 1 && known.count > 1 && !overview.hasMeasuredChild(worst.0)
    if !isBelow, faulty.count < Self.faultLimit { faulty.insert(tile) }
    report(worst.1, of: isBelow ? children[worst.0] : tile, overview: tile)
  }

  private func report(
    _ fault: ResidualLimits.Fault, of tile: TileCoordinate, overview: TileCoordinate
  ) {
    let text = fault.text
    let rule: VerificationRule =
      fault.isStrange ? .overviewStale : setting.kernel.isKnown ? .overviewExact : .overviewOutlier
    collector.add(
      rule, at: "tile \(tile)", tile: tile,
      found: tile == overview
        ? "\(text.found), against zoom \(tile.zoom + 1)"
        : "\(text.found), against its overview \(overview), which fits the other tiles under it",
      expected: text.expected)
  }

  private var collector: FindingCollector { setting.collector }

  private func percent(_ share: Float) -> String { NumberText.fixed(Double(100 * share), 0) }
}
