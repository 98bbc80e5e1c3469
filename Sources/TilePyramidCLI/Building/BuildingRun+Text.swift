import BuildingManifest
import RasterSources
import TileModel
import TilePyramid
import TileStorage

/// The texts about what of a building will be, and was, made.
extension BuildingRun {
  /// What a build would do.
  var description: String {
    let limit = ProgressText.size(request.running.memoryLimit)
    var lines = [
      "building    \(manifest.name), \(count(manifest.floors.count, "floor"))",
      "manifest    \(manifest.path)",
    ]
    lines += agreement
    lines += [
      "tiles       at most \(plans.reduce(0) { $0 + $1.tileCount })",
      "at a time   \(count(builder.concurrentFloors, "floor")), "
        + "\(count(request.running.threads, "thread"))",
      "memory      about \(ProgressText.size(builder.memoryNeeded)) of \(limit) allowed",
    ]
    if builder.scratchNeeded > 0 {
      lines.append("scratch     \(ProgressText.size(builder.scratchNeeded))")
    }
    lines.append("output      \(request.output), \(store)")
    for (placed, plan) in zip(building.floors, plans) {
      lines += FloorText.lines(of: placed, plan)
    }
    return lines.map(\.displayLine).joined(separator: "\n")
      + PlanText.unfinished(forOutput: request.output, resumes: request.running.resume)
  }

  /// What a build made.
  func summary(of results: [BuildingBuilder.FloorResult], seconds: Double) -> String {
    let zooms = results.flatMap { $0.record.coverage.levels.map(\.zoom) }
    let range =
      if let first = zooms.min(), let last = zooms.max() {
        first == last ? "zoom \(first)" : "zooms \(first)-\(last)"
      } else {
        "no zoom"
      }
    let tiles = results.reduce(0) { $0 + $1.summary.tileCount }
    let distinct = results.reduce(0) { $0 + $1.summary.distinctTileCount }
    let files = request.hardLinks ? " in \(count(distinct, "file"))" : ""
    let bytes = ProgressText.size(results.reduce(0) { $0 + $1.summary.tileBytes })
    let line =
      "\(request.output): \(count(results.count, "floor")), \(tiles) tiles\(files), \(range), "
      + "\(bytes) in \(ProgressText.elapsed(seconds))"
    return ([line] + agreement).joined(separator: "\n")
  }

  /// How far floors agree about shared points; nothing when there are none.
  private var agreement: [String] {
    guard let worst = building.agreements.first else { return [] }
    let shared = building.agreements.count
    var lines = [
      "shared      \(count(shared, "point")), at most \(metres(worst.metres)) apart; "
        + "the limit is \(metres(manifest.alignmentLimit))"
    ]
    lines += building.agreements.prefix(5).map { "            \($0)" }
    if shared > 5 { lines.append("            and \(shared - 5) more that agree better") }
    return lines
  }

  private var store: String {
    switch manifest.store {
    case .mbtiles: "a folder with one MBTiles file per floor"
    case .directory: "a folder of tiles\(request.hardLinks ? ", equal ones hard-linked" : "")"
    }
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private func metres(_ value: Double) -> String {
    "\(ProgressText.number(value, digits: 3)) m"
  }
}
