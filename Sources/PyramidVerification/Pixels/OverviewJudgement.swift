import TileModel

/// Judges all overviews by those of the sample, where no kernel is stated or tiles are lossy.
struct OverviewJudgement {
  private let ledger: OverviewLedger
  private let sample: OverviewSample
  private let exact: OverviewFitVerdict
  private let lossy: LossyFitVerdict
  private let setting: WalkSetting

  /// Takes what was measured.
  init(_ ledger: OverviewLedger, _ setting: WalkSetting) throws {
    self.ledger = ledger
    self.setting = setting
    sample = try OverviewSample(
      of: ledger, limit: setting.options.overviewLimit, isCancelled: setting.isCancelled)
    exact = OverviewFitVerdict(sample)
    lossy = LossyFitVerdict(sample)
  }

  /// Reports what is at fault.
  func run() throws {
    // A tile that is at fault says nothing of what is usual.
    var sound = sample.zooms
    try forEach { overview, fault in
      if fault?.tile == overview.tile { sound[overview.tile.zoom]?[overview.tile] = nil }
    }
    let mayDarken =
      setting.definition?.overviewResampling == "darken" || exact.showsSamplesBelow
    var verdicts: [Int: OverviewVerdict] = [:]
    for (zoom, overviews) in sample.zooms {
      let verdict = OverviewVerdict(
        zoom, overviews.values.map(\.measure),
        sound: sound[zoom, default: [:]].values.map(\.measure), collector: setting.collector)
      verdict.judge(mayDarken: mayDarken)
      verdicts[zoom] = verdict
    }
    try forEach { overview, fault in
      if let fault { report(fault, in: overview) }
      if fault?.tile != overview.tile {
        verdicts[overview.tile.zoom]?.judge(overview.tile, overview.measure)
      }
    }
  }

  /// Visits all overviews with the fault, if there is one, that the tiles under each tell of.
  private func forEach(_ body: (MeasuredOverview, OverviewBlame.Fault?) -> Void) throws {
    var blame = OverviewBlame(subtreeZoom: ledger.subtreeZoom)
    try ledger.forEach { overview in
      if setting.isCancelled() { throw CancellationError() }
      let agreements =
        switch overview.fit {
        case .exact(let fit): exact.agreements(of: fit, zoom: overview.tile.zoom)
        case .lossy(let fit): lossy.agreements(of: fit)
        case nil: [OverviewBlame.Agreement?]()
        }
      body(overview, blame.judge(overview, agreements))
    }
  }

  private func report(_ fault: OverviewBlame.Fault, in overview: MeasuredOverview) {
    switch overview.fit {
    case .exact(let fit): exact.report(fault, in: overview, fit, to: setting.collector)
    case .lossy(let fit): lossy.report(fault, in: overview, fit, to: setting.collector)
    case nil: break
    }
  }
}
