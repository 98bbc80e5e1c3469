import TileModel

/// What the seams of every zoom amount to.
///
/// One seam says little, since a drawn line may run along it. Reported are tiles that three or four
/// of their neighbours do not fit, and zooms whose seams differ more than lines inside tiles do.
struct SeamVerdict {
  let levels: [Int: SeamLedger.Level]
  let collector: FindingCollector

  func run() {
    for (zoom, level) in levels {
      if level.missed > 0 {
        collector.add(
          .seamCompared, at: "zoom \(zoom)",
          found: "\(level.seams) seams compared, and up to \(level.missed) not, for want of memory",
          expected: "every seam")
      }
      if level.seams >= 20, level.steps > 2.5 * level.usual,
        level.steps > 2 * Double(level.seams)
      {
        collector.add(
          .seamVisible, at: "zoom \(zoom)",
          found:
            "\(NumberText.fixed(level.steps / Double(level.seams), 1)) levels across the mean of"
            + " \(level.seams) seams",
          expected:
            "about \(NumberText.fixed(level.usual / Double(level.seams), 1)), as inside the tiles")
        continue
      }
      var sides: [TileCoordinate: [SeamLedger.Fault]] = [:]
      for fault in level.faults {
        sides[fault.first, default: []].append(fault)
        sides[fault.second, default: []].append(fault)
      }
      for (tile, faults) in sides where faults.count >= 3 {
        let step = faults.map(\.step).min() ?? 0
        let usual = faults.map(\.usual).max() ?? 0
        collector.add(
          .seamVisible, at: "tile \(tile)", tile: tile,
          found:
            "\(faults.count) sides where neighbours differ by \(NumberText.fixed(Double(step), 1))"
            + " levels or more",
          expected: "about \(NumberText.fixed(Double(usual), 1)), as inside the tiles")
      }
    }
  }
}
