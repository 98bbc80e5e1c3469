import TileModel
import TilePyramid

/// The texts about what an update changed.
enum UpdateText {
  /// What changed of the tiles of each size of a layer.
  static func changes(of layer: BuiltLayer) -> [(LayerDefinition, TileChanges)] {
    let retina = layer.definition.retinaLayer.flatMap { definition in
      layer.retinaChanges.map { (definition, $0) }
    }
    return [(layer.definition, layer.changes ?? TileChanges()), retina].compactMap(\.self)
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
  static func warning(_ changes: TileChanges) -> String? {
    let hadTiles = !changes.changed.isEmpty || !changes.removed.isEmpty
    guard hadTiles, changes.keptCount == 0 else { return nil }
    return "no tile stayed as it was: the output was replaced as with --overwrite"
  }

  /// How many tiles changed, in words.
  static func count(_ changes: [TileChanges]) -> String {
    func sum(_ count: (TileChanges) -> Int) -> Int { changes.reduce(0) { $0 + count($1) } }
    return "\(sum { $0.added.count }) added, \(sum { $0.changed.count }) changed, "
      + "\(sum { $0.removed.count }) removed, \(sum(\.keptCount)) kept"
  }
}
