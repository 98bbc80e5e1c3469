import TileModel

/// Overviews that the kernel which explains the others of their store does not explain.
///
/// Where no usual kernel explains the store, as where each zoom is a drawing of its own, nothing can
/// be said.
struct OverviewFitVerdict {
  /// The fraction of samples that the store's kernel may fail to explain in the middle overview.
  private static let kernelLimit = 0.01
  /// The fraction of samples that it may fail to explain in a quadrant, and how many times the usual.
  private static let limit = (least: 0.005, usual: 4.0)
  /// What tells that a quadrant is made from the tile under it: so many samples or more in which kernels
  /// differ, and the fraction of them that the store's kernel may fail to explain.
  private static let evidence = (least: 64, limit: 0.15)

  /// What explains the store.
  private struct Explanation {
    let kernel: OverviewFit.Kernel
    /// The fraction of samples that it may fail to explain in a quadrant.
    let limit: Double
    /// The fraction of samples in which kernels differ that it fails to explain in the middle overview.
    let unexplained: Double
  }

  private let explanation: Explanation?
  /// Zooms whose overviews the kernel does not explain.
  private let unexplained: Set<Int>
  /// Zooms of which several overviews show something where the tile below is transparent: deeper zooms may
  /// cover only a part.
  private let partlyCovered: Set<Int>

  init(_ sample: OverviewSample) {
    func middle(zoom: Int? = nil, _ values: (OverviewFit) -> [Double]) -> Double? {
      sample.middle { overview in
        guard case .exact(let fit) = overview.fit, fit.isTelling,
          zoom == nil || zoom == overview.tile.zoom
        else { return [] }
        return values(fit)
      }
    }
    explanation = OverviewFit.Kernel.allCases.lazy
      .compactMap { kernel in middle { [$0.fraction(kernel)] }.map { (kernel, usual: $0) } }
      .first { $0.usual <= Self.kernelLimit }
      .map { kernel, usual in
        Explanation(
          kernel: kernel, limit: max(Self.limit.least, Self.limit.usual * usual),
          unexplained: middle { [$0.besides.fraction(kernel)] } ?? 1)
      }
    partlyCovered = Set(
      sample.zooms.filter { _, overviews in
        overviews.values.filter { overview in
          guard case .exact(let fit) = overview.fit else { return false }
          return fit.quadrants.contains { $0?.isOverNothing ?? false }
        }.count > 1
      }.keys)
    // What is picked of the deepest zoom need not be in the zooms between.
    unexplained =
      explanation?.kernel == .pick
      ? Set(
        sample.zooms.keys.filter {
          // By quadrants, since a zoom may have one overview, of which a part may be wrong.
          middle(zoom: $0) { $0.quadrants.compactMap { $0?.fraction(.pick) } } ?? 0
            > Self.kernelLimit
        }) : []
  }

  /// Whether overviews show samples of the zoom below, which may make them darker.
  var showsSamplesBelow: Bool { explanation?.kernel == .pick }

  /// For each quadrant of an overview how it agrees with the tile below; `nil` where nothing can be said.
  func agreements(of fit: OverviewFit, zoom: Int) -> [OverviewBlame.Agreement?] {
    guard let explanation, !unexplained.contains(zoom) else { return [] }
    let isMade = isMadeFromBelow(fit, explanation)
    return fit.quadrants.map { quadrant in
      quadrant.map {
        if isMade, foreign($0, zoom: zoom) != nil { return .isForeign }
        return $0.all.fraction(explanation.kernel) > explanation.limit ? .differs : .agrees
      }
    }
  }

  /// What no kernel makes of the tile under a quadrant, if that is certain.
  private func foreign(_ quadrant: OverviewFit.Quadrant, zoom: Int) -> ForeignSquare? {
    quadrant.isOverNothing && partlyCovered.contains(zoom) ? nil : quadrant.foreign
  }

  /// Whether an overview is made from the tiles under it, but for a part: by the quadrants that tell, of which
  /// that part may reach over the edges of some, or where none does, by the others of the store.
  private func isMadeFromBelow(_ fit: OverviewFit, _ explanation: Explanation) -> Bool {
    let telling = fit.quadrants.compactMap { $0?.besides }.filter {
      $0.samples >= Self.evidence.least
    }
    guard !telling.isEmpty else { return explanation.unexplained <= Self.evidence.limit }
    let explained = telling.filter { $0.fraction(explanation.kernel) <= Self.evidence.limit }
    return 2 * explained.count >= telling.count
  }

  /// Reports what was found to be at fault.
  func report(
    _ fault: OverviewBlame.Fault, in overview: MeasuredOverview, _ fit: OverviewFit,
    to collector: FindingCollector
  ) {
    guard let explanation else { return }
    let tile = fault.tile
    let quadrants = fault.quadrants.compactMap { fit.quadrants[$0] }
    let squares = quadrants.compactMap { foreign($0, zoom: overview.tile.zoom) }
    if let square = squares.max(by: { $0.side < $1.side }),
      isMadeFromBelow(fit, explanation)
    {
      fault.reportForeign(
        size: Int(square.side), x: Int(square.x), y: Int(square.y), in: overview.tile, to: collector
      )
      return
    }
    let fraction = quadrants.map { $0.all.fraction(explanation.kernel) }.max() ?? 0
    collector.add(
      .overviewOutlier, at: "tile \(tile)", tile: tile,
      found: tile == overview.tile
        ? "\(Self.percent(fraction)) % of it differs from zoom \(tile.zoom + 1)"
        : "differs from \(Self.percent(fraction)) % of its overview \(overview.tile), which shows the"
          + " other tiles under it",
      expected: "at most \(Self.percent(explanation.limit)) %, as"
        + " \(Self.name(explanation.kernel)) in the other tiles")
  }

  private static func name(_ kernel: OverviewFit.Kernel) -> String {
    switch kernel {
    case .average: "means of two by two samples"
    case .pick: "one of two by two samples"
    case .range: "samples within the range of those below"
    }
  }

  private static func percent(_ fraction: Double) -> String { NumberText.fixed(100 * fraction, 1) }
}
