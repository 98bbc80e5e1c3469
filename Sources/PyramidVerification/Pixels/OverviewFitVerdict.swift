import TileModel

/// Overviews that the kernel which explains the others of their store does not explain.
///
/// Where no usual kernel explains the store, as where each zoom is a drawing of its own, nothing can
/// be said.
struct OverviewFitVerdict {
  /// The share of samples that the store's kernel may fail to explain in the middle overview.
  private static let kernelLimit = 0.01
  /// The share of samples that it may fail to explain in a quadrant, and how many times the usual.
  private static let limit = (least: 0.005, usual: 4.0)

  /// What explains the store.
  private struct Explanation {
    let kernel: OverviewFit.Kernel
    /// The share of samples that it fails to explain in the middle overview.
    let usual: Double
  }

  private let fits: [OverviewFit]
  private let explanation: Explanation?
  private let collector: FindingCollector

  init(fits: [OverviewFit], collector: FindingCollector) {
    self.fits = fits
    self.collector = collector
    explanation = OverviewFit.Kernel.allCases.lazy
      .compactMap { kernel in
        Self.middle(fits, kernel).map { Explanation(kernel: kernel, usual: $0) }
      }
      .first { $0.usual <= Self.kernelLimit }
  }

  /// Whether overviews show samples of the zoom below, which may make them darker.
  var showsSamplesBelow: Bool { explanation?.kernel == .pick }

  /// Reports overviews, and tiles under them, that differ.
  ///
  /// - Returns: The tiles reported.
  func run() -> Set<TileCoordinate> {
    guard let explanation else { return [] }
    let (kernel, usual) = (explanation.kernel, explanation.usual)
    // What is picked of the deepest zoom need not be in the zooms between.
    let unexplained = Dictionary(grouping: fits, by: \.tile.zoom).filter {
      kernel == .pick && Self.middle($0.value, kernel) ?? 0 > Self.kernelLimit
    }
    var blame = OverviewBlame(overviews: fits.map(\.tile))
    for fit in fits.sorted(by: { ($1.tile.zoom, $0.tile) < ($0.tile.zoom, $1.tile) })
    where unexplained[fit.tile.zoom] == nil {
      let limit = max(Self.limit.least, Self.limit.usual * usual)
      guard
        let fault = blame.judge(
          fit.tile, fit.quadrants.map { $0.map { $0.share(kernel) > limit } })
      else { continue }
      let tile = fault.tile
      let share = fault.quadrants.compactMap { fit.quadrants[$0]?.share(kernel) }.max() ?? 0
      collector.add(
        .overviewStale, at: "tile \(tile)", tile: tile,
        found: tile == fit.tile
          ? "\(Self.percent(share)) % of it differs from zoom \(tile.zoom + 1)"
          : "differs from \(Self.percent(share)) % of its overview \(fit.tile), which shows the"
            + " other tiles under it",
        expected: "at most \(Self.percent(limit)) %, as \(Self.name(kernel)) in the other tiles")
    }
    return blame.faulty
  }

  /// The share of samples that a kernel fails to explain in the lower middle overview.
  private static func middle(_ fits: [OverviewFit], _ kernel: OverviewFit.Kernel) -> Double? {
    let shares = fits.filter(\.isTelling).map { $0.share(kernel) }.sorted()
    return shares.isEmpty ? nil : shares[(shares.count - 1) / 2]
  }

  private static func name(_ kernel: OverviewFit.Kernel) -> String {
    switch kernel {
    case .average: "means of two by two samples"
    case .pick: "one of two by two samples"
    case .range: "samples within the range of those below"
    }
  }

  private static func percent(_ share: Double) -> String { Decimal.text(100 * share, 1) }
}
