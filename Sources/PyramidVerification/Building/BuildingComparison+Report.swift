import TileModel

extension BuildingComparison {
  /// The differences as lines of text, floor by floor, without a newline at the end.
  ///
  /// At most `limit` tiles of each kind are named for a floor.
  public func text(naming limit: Int) -> String {
    var lines = ["old  \(old.displayLine)", "new  \(new.displayLine)"]
    for floor in floors {
      lines += ["", "floor \(floor.id.displayLine): \(floor.tiles.verdict)"]
      lines += floor.changes.map { "\($0.what): \($0.old) before, \($0.new) now".displayLine }
      lines += floor.tiles.differenceLines(naming: limit)
    }
    lines += removed.isEmpty && added.isEmpty ? [] : [""]
    lines += removed.map { "floor \($0.displayLine): only in the older building" }
    lines += added.map { "floor \($0.displayLine): only in the newer building" }
    lines += ["", verdict]
    return lines.joined(separator: "\n")
  }

  private var verdict: String {
    if isEqual { return "no difference" }
    let changed = floors.count { !$0.isEqual }
    return "floors: \(added.count) added, \(removed.count) removed, \(changed) changed"
  }

  /// The addresses that caches must forget: those of the tiles that changed or were removed, and of all
  /// tiles of floors that were removed.
  ///
  /// - Parameter url: The template of the URLs, with `{floor}`; `nil` for that of each floor's layer
  ///   definition, as ``StoreComparison/staleURLs(template:)`` chooses it.
  /// - Returns: One URL for each tile: floor by floor, by zoom, row and column.
  /// - Throws: `TileTemplateError`, or `FailureReport` when a floor has no template.
  public func staleURLs(template url: String? = nil) throws -> [String] {
    var urls: [String] = []
    for floor in floors {
      do {
        urls += try floor.tiles.staleURLs(template: url)
      } catch let error as FailureReport {
        throw error.naming(floor: floor.id)
      }
    }
    for (id, gone) in zip(removed, removedTiles) {
      do {
        urls += try StoreComparison.urls(
          of: gone.tiles, definition: gone.definition, template: url, path: old)
      } catch let error as FailureReport {
        throw error.naming(floor: id)
      }
    }
    return urls
  }
}

/// The differences as JSON, format version 1.
///
/// - `formatVersion`
/// - `kind`: `building`.
/// - `old` and `new`: the buildings.
/// - `equal`: true where nothing differs.
/// - `added` and `removed`: arrays of the ids of floors that are in one only.
/// - `floors`: an object with the members of ``StoreComparison`` and `changes` for every floor of both, by
///   its id.
///
/// A change has `what` (`url`, `level` or `name`), `old` and `new`.
extension BuildingComparison: Encodable {
  /// Encodes the members that the extension documents.
  public func encode(to encoder: any Encoder) throws {
    try JSONMembers([
      "formatVersion": 1, "kind": "building", "old": old, "new": new, "equal": isEqual,
      "added": added, "removed": removed,
      "floors": Dictionary(uniqueKeysWithValues: floors.map { ($0.id, $0) }),
    ]).encode(to: encoder)
  }
}

extension BuildingComparison.Floor: Encodable {
  /// Encodes the members of the tiles' comparison, and the changes.
  public func encode(to encoder: any Encoder) throws {
    try tiles.encode(to: encoder)
    try JSONMembers(["changes": changes]).encode(to: encoder)
  }
}
