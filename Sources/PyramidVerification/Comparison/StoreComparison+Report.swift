import TileModel

extension StoreComparison {
  /// The differences as lines of text, without a newline at the end.
  ///
  /// At most `limit` tiles of each kind are named.
  public func text(naming limit: Int) -> String {
    (["old  \(old.displayLine)", "new  \(new.displayLine)"] + differenceLines(naming: limit)
      + [verdict]).joined(separator: "\n")
  }

  func differenceLines(naming limit: Int) -> [String] {
    var lines: [String] = []
    for (name, zoom) in zooms.map({ ("zoom", $0) }) + (retina?.zooms ?? []).map({ ("@2x", $0) }) {
      var line =
        "\(name) \(zoom.zoom): \(zoom.equal) equal, \(zoom.added) added, \(zoom.removed) removed,"
        + " \(zoom.changed) changed"
      if zoom.recompressed > 0 { line += ", \(zoom.recompressed) of the equal compressed again" }
      if let largest = zoom.largestDifference { line += ", largest difference \(largest) levels" }
      lines.append(line)
    }
    return lines + tileLines(limit) + (retina?.tileLines(limit, suffix: "@2x") ?? [])
  }

  private func tileLines(_ limit: Int, suffix: String = "") -> [String] {
    Self.list("added", added.map { "\($0)\(suffix)" }, limit)
      + Self.list("removed", removed.map { "\($0)\(suffix)" }, limit)
      + Self.list(
        "changed",
        changed.map { change in
          "\(change.tile)\(suffix), \(change.oldBytes) to \(change.newBytes) bytes"
            + (change.largestDifference.map { ", largest difference \($0) levels" } ?? "")
        }, limit)
  }

  var verdict: String {
    let both = [self, retina].compactMap(\.self)
    func sum(_ count: (StoreComparison) -> Int) -> Int { both.reduce(0) { $0 + count($1) } }
    return isEqual
      ? "no difference"
      : "\(sum(\.added.count)) added, \(sum(\.removed.count)) removed,"
        + " \(sum(\.changed.count)) changed"
  }

  private static func list(_ title: String, _ items: [String], _ limit: Int) -> [String] {
    guard !items.isEmpty else { return [] }
    let rest = items.count - limit
    return ["\(title):"] + items.prefix(limit).map { "  \($0)" }
      + (rest > 0 ? ["  and \(rest) more"] : [])
  }

  /// The addresses that caches must forget: those of the tiles that changed or were removed.
  ///
  /// - Parameter url: The template of the URLs; `nil` for that of the older store's layer
  ///   definition, else of the newer one's. `{y}` counts as the definition's scheme says, else from
  ///   the north.
  /// - Returns: One URL for each tile, by zoom, row and column.
  /// - Throws: `TileTemplateError`, or `FailureReport` without any template.
  public func staleURLs(template url: String? = nil) throws -> [String] {
    guard let retina else {
      return try Self.urls(of: staleTiles, definition: definition, template: url, path: old)
    }
    let texts = try url.map { text throws(TileTemplateError) in try RetinaTemplateTexts(text) }
    return try Self.urls(
      of: staleTiles, definition: definition, template: texts?.standard, path: old)
      + Self.urls(
        of: retina.staleTiles, definition: retina.definition, template: texts?.retina, path: old)
  }

  private var staleTiles: [TileCoordinate] { (changed.map(\.tile) + removed).sorted() }

  static func urls(
    of tiles: [TileCoordinate], definition: LayerDefinition?, template url: String?, path: String
  ) throws -> [String] {
    let template: TileTemplate
    if let url {
      template = try TileTemplate(
        url: url, floor: definition?.floor?.id, format: definition.map(\.templateFormat) ?? .png)
    } else if let known = definition?.urlTemplate {
      template = known
    } else {
      throw FailureReport.noTemplate(path: path)
    }
    let scheme = definition?.scheme ?? .xyz
    return tiles.map {
      template.expanded(for: $0, scheme: scheme, format: definition?.format(of: $0) ?? .png)
    }
  }
}

/// The differences as JSON, format version 1.
///
/// - `formatVersion`
/// - `old` and `new`: the stores.
/// - `equal`: true where nothing differs.
/// - `zooms`: for each its `zoom`, `equal`, `added`, `removed`, `changed`, `recompressed`, and
///   `largestDifference` where samples were compared.
/// - `added` and `removed`: arrays of zoom/x/y.
/// - `changed`: an array of `tile`, `oldBytes`, `newBytes` and, where known, `largestDifference`.
/// - `retina`: the same members for tiles of 512 samples beside those of 256, where there are any.
extension StoreComparison: Encodable {
  /// Encodes the members that the extension documents.
  public func encode(to encoder: any Encoder) throws {
    try JSONMembers([
      "formatVersion": 1, "old": old, "new": new, "equal": isEqual, "zooms": zooms,
      "added": added.map(\.description), "removed": removed.map(\.description), "changed": changed,
      "retina": retina,
    ]).encode(to: encoder)
  }
}

extension StoreComparison.Change: Encodable {
  /// Encodes the address as zoom/x/y, the sizes and the difference.
  public func encode(to encoder: any Encoder) throws {
    try JSONMembers([
      "tile": tile.description, "oldBytes": oldBytes, "newBytes": newBytes,
      "largestDifference": largestDifference,
    ]).encode(to: encoder)
  }
}
