import TileModel

/// What the measures of the overviews of one zoom amount to, where no kernel is stated.
///
/// Map makers resample with many kernels, and render each zoom from the source; so a zoom is judged by
/// its middle tile and a tile by how far it is from the others of its zoom.
struct OverviewVerdict {
  /// The fewest tiles of a zoom from which others are judged.
  private static let fewest = 4

  private let zoom: Int
  private let measures: [OverviewMeasure]
  private let telling: [OverviewMeasure]
  /// The correlation of the middle tile, where it is too low for single tiles to tell anything.
  private let lowCorrelation: Float?
  /// Whether a correlation far below that of the others means that a tile is stale.
  private let judgesCorrelation: Bool
  /// The levels of grey by which a tile without contrast may be off; `nil` where that tells nothing.
  private let greyLimit: Float?
  private let collector: FindingCollector

  /// Finds what is usual in a zoom.
  init(
    _ zoom: Int, _ measures: [OverviewMeasure], sound: [OverviewMeasure],
    collector: FindingCollector
  ) {
    (self.zoom, self.measures, self.collector) = (zoom, measures, collector)
    telling = measures.filter(\.isTelling)
    lowCorrelation = telling.map(\.correlation).median.flatMap { $0 < 0.25 ? $0 : nil }
    let correlations = sound.filter(\.isTelling).map(\.correlation)
    judgesCorrelation =
      correlations.count >= Self.fewest && correlations.median ?? 0 > 0.7
    let usual = sound.map { abs($0.meanDifference) }.median ?? 0
    greyLimit = sound.count >= Self.fewest && usual < 4 ? 40 + 4 * usual : nil
  }

  /// Reports the zoom where it is at fault as a whole.
  func judge(mayDarken: Bool) {
    if let lowCorrelation {
      collector.add(
        .overviewStale, at: "zoom \(zoom)",
        found:
          "correlation \(NumberText.fixed(Double(lowCorrelation), 2)) with zoom \(zoom + 1) in the"
          + " middle of \(telling.count) tiles",
        expected: "what zoom \(zoom + 1) shows")
      return
    }
    judgeShift()
    judgeLightness(mayDarken: mayDarken)
  }

  private func judgeShift() {
    let clear = telling.filter { $0.correlation > 0.5 }
    guard clear.count >= Self.fewest else { return }
    guard let x = clear.map(\.shiftX).median, let y = clear.map(\.shiftY).median else { return }
    // A kernel that picks one of four samples shows a quarter of a sample.
    guard max(abs(x), abs(y)) > 0.35 else { return }
    let spread = clear.map { max(abs($0.shiftX - x), abs($0.shiftY - y)) }.median
    guard let spread, spread < 0.15 else { return }
    // Programs that cut each zoom to whole samples of its own move it by half a sample, or little more.
    collector.add(
      max(abs(x), abs(y)) > 0.75 ? .overviewShift : .overviewOutlier, at: "zoom \(zoom)",
      found: "\(Self.direction(x, y)), in the middle of \(clear.count) tiles",
      expected: "no shift against zoom \(zoom + 1)")
  }

  /// Lossy chains and careless rounding change the mean little by little.
  private func judgeLightness(mayDarken: Bool) {
    guard measures.count >= Self.fewest,
      let middle = measures.map(\.meanDifference).median,
      middle > 2 || middle < -2 && !mayDarken
    else { return }
    collector.add(
      .overviewDrift, at: "zoom \(zoom)",
      found: "\(NumberText.fixed(Double(middle), 1)) levels of grey against zoom \(zoom + 1)",
      expected: "the same in the mean, within 2 levels")
  }

  /// Reports an overview that is unlike the others of its zoom.
  func judge(_ tile: TileCoordinate, _ measure: OverviewMeasure) {
    guard lowCorrelation == nil else { return }
    let isStale =
      measure.isTelling
      ? judgesCorrelation && measure.correlation < 0.3
      : greyLimit.map { abs(measure.meanDifference) > $0 } ?? false
    guard isStale else { return }
    collector.add(
      .overviewStale, at: "tile \(tile)", tile: tile,
      found:
        "correlation \(NumberText.fixed(Double(measure.correlation), 2)), "
        + "\(NumberText.fixed(Double(measure.meanDifference), 1)) levels of grey off",
      expected: "what the zoom below shows")
  }

  /// A shift in words.
  static func direction(_ x: Float, _ y: Float) -> String {
    var parts: [String] = []
    if abs(x) > 0.05 {
      parts.append("\(NumberText.fixed(Double(abs(x)), 2)) \(x > 0 ? "east" : "west")")
    }
    if abs(y) > 0.05 {
      parts.append("\(NumberText.fixed(Double(abs(y)), 2)) \(y > 0 ? "south" : "north")")
    }
    return parts.isEmpty ? "no shift" : "shifted \(parts.joined(separator: " and ")) in samples"
  }
}
