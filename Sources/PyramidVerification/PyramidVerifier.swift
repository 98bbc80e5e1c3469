import RasterSources
import TileModel
import TileStorage

/// Verifies a directory or file of tiles from any program.
///
/// The verifier knows the formats and the arithmetic of a sound pyramid, and nothing of the builder.
public enum PyramidVerifier {
  /// Verifies a store.
  ///
  /// - Parameters:
  ///   - path: The store.
  ///   - options: The choice of checks.
  ///   - isCancelled: Asked often, from any thread; verification then stops.
  /// - Returns: Every rule with its findings.
  ///   A file that is named as a store and is none has no tile.
  /// - Throws: ``TileStorageError`` when there is no store, it cannot be read or listed to its end, or
  ///   reading it would be too much. The same when it has no tile and no chosen rule reports that.
  ///   Else an error of reading the source, `FailureReport`, or `CancellationError`.
  public static func verify(
    _ path: String, options: VerificationOptions = VerificationOptions(),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> VerificationReport {
    do {
      let inspection = try StoreInspection(
        path: path, layerFile: options.layerFile, scheme: options.scheme,
        scratch: options.scratch.path, isCancelled: isCancelled)
      return try report(on: inspection, options: options, isCancelled: isCancelled)
    } catch TileStorageError.cancelled {
      throw CancellationError()
    } catch TileStorageError.notAStore(let place, let found)
      where StoreFormat(path: path).isFile && options.rules.contains(.tilesNone)
    {
      guard try FileSystem.kind(of: path, followingLinks: true) == .file else {
        throw TileStorageError.notAStore(path: place, found: found)
      }
      let collector = FindingCollector(
        rules: options.rules, limit: options.findingLimit, profile: options.profile)
      collector.add(.tilesNone, at: "the store", found: found, expected: "at least one tile")
      return VerificationReport(
        path: path, kind: StoreFormat(path: path).rawValue, results: collector.results, zooms: [],
        source: nil)
    }
  }

  static func report(
    on inspection: StoreInspection, floor: String? = nil, options: VerificationOptions,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> VerificationReport {
    let report = try ownReport(
      on: inspection, floor: floor, options: options, isCancelled: isCancelled)
    guard let retina = inspection.retina else { return report }
    var options = options
    // The tiles of 256 samples are compared with it, and these with them.
    options.source = nil
    options.rules.removeAll { VerificationRule.ofSources.contains($0) }
    return report.adding(
      retina: try ownReport(on: retina, floor: floor, options: options, isCancelled: isCancelled),
      limit: options.findingLimit)
  }

  private static func ownReport(
    on inspection: StoreInspection, floor: String?, options: VerificationOptions,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> VerificationReport {
    let profileRules = options.profile?.rules ?? []
    let collector = FindingCollector(
      rules: options.rules + profileRules, among: VerificationRule.all + profileRules,
      limit: options.findingLimit, floor: floor, profile: options.profile)
    let index = inspection.tiles
    let definition = inspection.document?.definition
    var stated = StatedMetadata()
    var metadata: MetadataChecks?
    for fault in inspection.contents.faults { collector.add(fault) }
    if let rows = inspection.contents.metadata {
      stated = StatedMetadata(rows)
      metadata = MetadataChecks(
        rows: rows, rules: inspection.contents.metadataRules, stated: stated, index: index,
        collector: collector)
      metadata?.run()
    }
    DefinitionChecks(inspection: inspection, collector: collector).run()
    let set = TileSetChecks(
      inspection: inspection, index: index, definition: definition, bounds: stated.bounds,
      collector: collector)
    let setting = try WalkSetting(
      inspection, format: stated.format, firstTile: Self.firstTile(inspection),
      options: options, collector: collector, isCancelled: isCancelled)
    let outcome = try PyramidWalk(setting, threads: options.threads).run()
    metadata?.checkFormat(outcome.formats)
    try TileChecks(setting: setting, outcome: outcome, collector: collector).run()
    if let profile = options.profile {
      try ProfileChecks(
        profile: profile, inspection: inspection, outcome: outcome, collector: collector
      ).run()
    }
    // Lossless tiles of a known kernel were each judged by themselves.
    if setting.kernel != .heights, setting.kernel != .nearest || outcome.holdsLossyTiles {
      try OverviewJudgement(outcome.overviews, setting).run()
    }
    if definition == nil {
      GapChecks(index: index, bounds: stated.bounds, shown: outcome.shown, collector: collector)
        .run()
    }
    // After all that a wrong count of rows explains.
    set.run()
    for order in [OverviewLedger.Order.flipped, .transposed] {
      guard let fraction = outcome.overviews.fraction(in: order), fraction > 0.6 else { continue }
      set.reportOrder(
        order,
        found: "\(NumberText.fixed(100 * fraction, 0)) % of the overviews match their children")
    }
    if let source = options.source {
      try SourceBoundsCheck(source: source, setting: setting, metadata: stated.bounds).run()
    }
    let isUnstated = definition?.elevation != nil && setting.sourceCheck?.rendering == nil
    if setting.sourceCheck != nil, isUnstated {
      collector.add(
        .sourceCompared, at: "the source", found: "tiles of heights of which no method is stated",
        expected: "a layer definition that says how the deepest zoom was made")
    }
    let agreement = isUnstated ? nil : try setting.sourceCheck?.report(setting)
    try index.check()
    let results = collector.results
    // A store without verified tiles must not pass for sound where the rule was not chosen.
    if index.count == 0, !collector.wants(.tilesNone), results.count(.error) == 0 {
      throw TileStorageError.notAStore(path: inspection.path, found: "no tile")
    }
    return VerificationReport(
      path: inspection.path, kind: inspection.format.rawValue, results: results,
      zooms: summaries(outcome, results), source: agreement)
  }

  private static func firstTile(_ inspection: StoreInspection) -> DecodedTile? {
    do throws(TileStorageError) {
      let reader = try inspection.contents.makeReader()
      for tile in inspection.tiles.prefix(8) {
        if let image = try reader.bytes(of: tile).flatMap(DecodedTile.init(decoding:)) {
          return image
        }
      }
    } catch {
      // The walk meets the same fault and reports it.
    }
    return nil
  }

  private static func summaries(_ outcome: WalkOutcome, _ results: [RuleResult]) -> [ZoomSummary] {
    let byZoom = Dictionary(grouping: results.flatMap(\.findings).compactMap(\.tile), by: \.zoom)
    return outcome.zooms.values.sorted { $0.zoom < $1.zoom }.map { summary in
      var summary = summary
      summary.findings = byZoom[summary.zoom]?.count ?? 0
      return summary
    }
  }
}
