import TileModel

/// What the measures of all overviews amount to, where no kernel is stated.
///
/// Map makers resample with many kernels, and draw each zoom anew; so a zoom is judged by its middle
/// tile and a tile by how far it is from the others of its zoom.
struct OverviewVerdict {
  /// The fewest tiles of a zoom from which others are judged.
  private static let fewest = 4

  let measures: [OverviewMeasure]
  /// Whether overviews are meant to be darker than what they show.
  let mayDarken: Bool
  /// Tiles that have been reported.
  let reported: Set<TileCoordinate>
  let collector: FindingCollector

  /// The share of telling tiles that agree with their children only when those are exchanged, north
  /// for south; `nil` when there is nothing to tell by.
  var exchangedShare: Double? {
    let telling = measures.filter { $0.isTelling && $0.exchangedCorrelation > -1 }
    let straight = telling.count { $0.correlation > $0.exchangedCorrelation + 0.2 }
    let exchanged = telling.count {
      $0.exchangedCorrelation > $0.correlation + 0.2 && $0.exchangedCorrelation > 0.5
    }
    guard straight + exchanged > 0 else { return nil }
    return Double(exchanged) / Double(straight + exchanged)
  }

  func run() {
    for (zoom, measures) in Dictionary(grouping: measures, by: \.tile.zoom) {
      judge(zoom, measures.sorted { $0.tile < $1.tile })
    }
  }

  private func judge(_ zoom: Int, _ measures: [OverviewMeasure]) {
    let telling = measures.filter(\.isTelling)
    if let middle = Self.median(telling.map(\.correlation)), middle < 0.25 {
      collector.add(
        .overviewStale, at: "zoom \(zoom)",
        found:
          "correlation \(Decimal.text(Double(middle), 2)) with zoom \(zoom + 1) in the middle of"
          + " \(telling.count) tiles",
        expected: "what zoom \(zoom + 1) shows")
      return
    }
    judgeShift(zoom, telling)
    judgeLightness(zoom, measures)
    judgeTiles(measures)
  }

  private func judgeShift(_ zoom: Int, _ telling: [OverviewMeasure]) {
    let clear = telling.filter { $0.correlation > 0.5 }
    guard clear.count >= Self.fewest else { return }
    guard let x = Self.median(clear.map(\.shiftX)), let y = Self.median(clear.map(\.shiftY))
    else { return }
    // A kernel that picks one of four samples shows a quarter of a sample.
    guard max(abs(x), abs(y)) > 0.35 else { return }
    let spread = Self.median(
      clear.map { max(abs($0.shiftX - x), abs($0.shiftY - y)) })
    guard let spread, spread < 0.15 else { return }
    collector.add(
      .overviewShift, at: "zoom \(zoom)",
      found: "\(Self.direction(x, y)), in the middle of \(clear.count) tiles",
      expected: "no shift against zoom \(zoom + 1)")
  }

  /// Lossy chains and careless rounding change the mean little by little.
  private func judgeLightness(_ zoom: Int, _ measures: [OverviewMeasure]) {
    guard measures.count >= Self.fewest,
      let middle = Self.median(measures.map(\.meanDifference)),
      middle > 2 || middle < -2 && !mayDarken
    else { return }
    collector.add(
      .overviewDrift, at: "zoom \(zoom)",
      found: "\(Decimal.text(Double(middle), 1)) levels of grey against zoom \(zoom + 1)",
      expected: "the same in the mean, within 2 levels")
  }

  /// Single tiles that are unlike the others of their zoom.
  private func judgeTiles(_ measures: [OverviewMeasure]) {
    let measures = measures.filter { !reported.contains($0.tile) }
    let telling = measures.filter(\.isTelling)
    if telling.count >= Self.fewest, let middle = Self.median(telling.map(\.correlation)),
      middle > 0.7
    {
      for measure in telling where measure.correlation < 0.3 {
        reportStale(measure)
      }
    }
    guard measures.count >= Self.fewest,
      let usual = Self.median(measures.map { abs($0.meanDifference) }), usual < 4
    else { return }
    for measure in measures
    where !measure.isTelling && abs(measure.meanDifference) > 40 + 4 * usual {
      reportStale(measure)
    }
  }

  private func reportStale(_ measure: OverviewMeasure) {
    collector.add(
      .overviewStale, at: "tile \(measure.tile)", tile: measure.tile,
      found:
        "correlation \(Decimal.text(Double(measure.correlation), 2)), "
        + "\(Decimal.text(Double(measure.meanDifference), 1)) levels of grey off",
      expected: "what the zoom below shows")
  }

  /// A shift in words.
  static func direction(_ x: Float, _ y: Float) -> String {
    var parts: [String] = []
    if abs(x) > 0.05 {
      parts.append("\(Decimal.text(Double(abs(x)), 2)) \(x > 0 ? "east" : "west")")
    }
    if abs(y) > 0.05 {
      parts.append("\(Decimal.text(Double(abs(y)), 2)) \(y > 0 ? "south" : "north")")
    }
    return parts.isEmpty ? "no shift" : "shifted \(parts.joined(separator: " and ")) in samples"
  }

  private static func median(_ values: [Float]) -> Float? {
    guard !values.isEmpty else { return nil }
    return values.sorted()[values.count / 2]
  }
}
