import TileModel
import TilePyramid
import TileStorage

/// What `--update` needs of the store that is there.
enum UpdateRequest {
  /// Refuses options that go about the earlier output in another way.
  static func check(_ options: OutputOptions, resume: Bool) throws(UsageError) {
    let (update, overwrite) = (options.update, options.overwrite)
    if options.keepOthers, !update, !overwrite {
      throw .missing(
        "--overwrite or --update", neededBy: "--keep-others", example: "--overwrite --keep-others")
    }
    guard update else { return }
    if overwrite {
      throw .conflict(["--update", "--overwrite"], reason: "both replace what is there")
    }
    if resume {
      throw .conflict(
        ["--update", "--resume"], reason: "an update that was stopped leaves no work to go on with")
    }
  }

  /// The tiles of the output that is to be updated.
  ///
  /// - Parameters:
  ///   - output: What is asked for.
  ///   - tileSize: The size of its tiles.
  ///   - encoding: How they become files.
  ///   - bounds: Where the image lies.
  /// - Returns: No tiles when nothing is there yet.
  /// - Throws: ``UpdateError``, or `TileStorageError` when what is there cannot be read.
  static func earlierTiles(
    of output: OutputRequest, tileSize: TileSize, encoding: PyramidEncoding,
    bounds: GeographicBounds
  ) throws -> EarlierTiles {
    guard try TileOutput.holdsTiles(output.path) else { return EarlierTiles(nil) }
    let store = try openTileStore(
      output.path, isCancelled: { InterruptionWatch.interruption != nil })
    let template = output.kind == .directory ? output.template : nil
    try check(
      store, at: output.path, tileSize: tileSize, encoding: encoding, scheme: output.scheme,
      template: template, bounds: bounds)
    return EarlierTiles(store)
  }

  /// Confirms that tiles of a store can be told from others by their address.
  ///
  /// - Parameters:
  ///   - store: The earlier store.
  ///   - path: Its path.
  ///   - tileSize: The size of tiles now.
  ///   - encoding: How tiles become files now.
  ///   - scheme: How rows are counted in names now.
  ///   - template: How tiles of a folder are named now; `nil` for MBTiles.
  ///   - bounds: Where the image lies now.
  /// - Throws: ``UpdateError``.
  static func check(
    _ store: any TileReader, at path: String, tileSize: TileSize, encoding: PyramidEncoding,
    scheme: LayerDefinition.Scheme, template: TileTemplate?, bounds: GeographicBounds
  ) throws(UpdateError) {
    guard let definition = store.definition else { throw .notDescribed(path: path) }
    var pairs = [
      ("--format", definition.formatName, encoding.formatName),
      ("--tile-size", "\(definition.tileSize.rawValue)", "\(tileSize.rawValue)"),
      ("--scheme", definition.scheme.rawValue, scheme.rawValue),
    ]
    if let template, let earlier = (store as? DirectoryTileReader)?.tilePath {
      pairs.append(("--path", earlier.text, template.text))
    }
    for (option, earlier, now) in pairs where earlier != now {
      throw .differs(path: path, option: option, earlier: earlier, now: now)
    }
    if !bounds.meets(definition.bounds) { throw .elsewhere(path: path) }
  }

  /// The changes, one a line: what happened, the floor of a building, zoom/x/y, and the URL where the
  /// layer has one.
  static func lines(_ changes: TileChanges, of layer: LayerDefinition, floor: String? = nil)
    -> [String]
  {
    let kinds = [
      ("added", changes.added), ("changed", changes.changed), ("removed", changes.removed),
    ]
    return kinds.flatMap { kind, tiles in
      tiles.map { tile in
        [kind, floor, "\(tile)", layer.url(of: tile)]
          .compactMap(\.self).joined(separator: " ")
      }
    }
  }

  /// What deserves a look in changes; `nil` when nothing does.
  static func warning(_ changes: [TileChanges]) -> String? {
    let hadTiles = changes.contains { !$0.changed.isEmpty || !$0.removed.isEmpty }
    guard hadTiles, changes.allSatisfy({ $0.keptCount == 0 }) else { return nil }
    return "no tile stayed as it was: the output was replaced as with --overwrite"
  }

  /// How many tiles changed, in words.
  static func count(_ changes: [TileChanges]) -> String {
    func sum(_ count: (TileChanges) -> Int) -> Int { changes.reduce(0) { $0 + count($1) } }
    return "\(sum { $0.added.count }) added, \(sum { $0.changed.count }) changed, "
      + "\(sum { $0.removed.count }) removed, \(sum(\.keptCount)) kept"
  }
}

/// Why an output cannot be updated.
enum UpdateError: ReportableError, Hashable {
  /// The store names or makes its tiles in another way.
  case differs(path: String, option: String, earlier: String, now: String)
  /// The store has no layer definition.
  case notDescribed(path: String)
  /// The image lies elsewhere than all tiles of the store.
  case elsewhere(path: String)

  var report: FailureReport {
    switch self {
    case .differs(let path, let option, let earlier, let now):
      FailureReport(
        .badInput, "the output was built with another \(option)", at: path, found: earlier,
        expected: now,
        nextStep: "give \(option) as before, or replace all of the output with --overwrite")
    case .notDescribed(let path):
      FailureReport(
        .badInput, "the output has no layer definition", at: path,
        expected: "a build of this program",
        nextStep: "name another output")
    case .elsewhere(let path):
      FailureReport(
        .badInput, "the output shows another place than the image", at: path,
        expected: "an output of the same image, or of an earlier version of it",
        nextStep: "correct the placement, or replace all of the output with --overwrite")
    }
  }
}

extension GeographicBounds {
  /// Whether two areas share a place; both may cross the antimeridian.
  fileprivate func meets(_ other: GeographicBounds) -> Bool {
    guard south <= other.north, other.south <= north else { return false }
    return mercatorBounds.contains { own in
      other.mercatorBounds.contains { own.minX <= $0.maxX && $0.minX <= own.maxX }
    }
  }
}
