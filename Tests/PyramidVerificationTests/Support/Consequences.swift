import PyramidVerification

extension VerificationRule {
  /// The ids of the other rules that a fault against this one can break as well.
  var consequences: [String] { (Self.consequences[id] ?? []).filter { $0 != id } }

  private static let consequences: [String: [String]] = [
    "mbtiles.integrity": [
      "mbtiles.schema", "mbtiles.orphan", "mbtiles.dangling", "metadata.required", "tiles.none",
      "tiles.missing", "tile.readable", "tile.decodes", "definition.digest",
    ],
    "mbtiles.schema": [
      "mbtiles.key", "metadata.required", "tiles.none", "tiles.missing", "definition.digest",
    ],
    "definition.retina": ["overview.hole", "overview.exact", "overview.stale"],
    "mbtiles.blob": missingTile,
    "pmtiles.header": ["metadata.center", "definition.metadata"],
    "pmtiles.range": missingTile,
    "geopackage.integrity": [
      "geopackage.schema", "tiles.none", "tiles.missing", "tile.readable", "tile.decodes",
      "definition.digest",
    ],
    "geopackage.schema": ["tiles.none", "tiles.missing", "definition.digest"],
    "geopackage.blob": missingTile,
    "mbtiles.dangling": missingTile,
    "metadata.required": ["definition.metadata"],
    "metadata.implied": ["definition.metadata"],
    "metadata.minzoom": ["definition.metadata"],
    "metadata.unique": ["definition.metadata"],
    "metadata.spelling": ["definition.metadata", "metadata.required"],
    "metadata.values": ["definition.metadata"],
    "metadata.format": ["definition.metadata"],
    "metadata.bounds": ["definition.metadata", "metadata.center", "tiles.outside"],
    "metadata.center": ["definition.metadata"],
    "metadata.zooms": ["definition.metadata", "metadata.center"],
    "address.range": missingTile,
    "address.unique": ["mbtiles.key", "definition.digest", "tile.repeated", "directory.stray"],
    "directory.link": ["tiles.none", "definition.readable"] + missingTile,
    "definition.restated": ["definition.metadata"],
    "definition.bounds": ["definition.restated", "definition.metadata"],
    "tiles.none": ["tiles.missing", "definition.digest", "metadata.zooms"],
    "tiles.missing": [
      "definition.digest", "metadata.zooms", "overview.hole", "mbtiles.orphan",
      "mbtiles.hash",
    ],
    "tiles.extra": [
      "definition.digest", "metadata.zooms", "overview.hole", "overview.exact", "overview.stale",
      "overview.shift", "overview.drift", "tile.repeated",
    ],
    "tiles.gap": ["overview.stale", "overview.outlier"],
    "tiles.flipped": [
      "mbtiles.hash",
      "definition.digest", "tiles.missing", "tiles.extra", "tiles.outside", "tiles.gap",
      "overview.hole",
    ],
    "tile.readable": ["definition.digest"],
    "tile.decodes": ["definition.digest", "metadata.format"],
    "tile.format": ["definition.digest"],
    "tile.size": ["definition.digest"],
    "tile.trailing": ["definition.digest", "tile.repeated"],
    "tile.quality": changedTile,
    "overview.hole": ["definition.digest", "tiles.missing", "overview.exact", "overview.drift"],
    "overview.exact": changedTile,
    "overview.stale": changedTile + ["tile.repeated"],
    "overview.shift": changedTile,
    "overview.outlier": changedTile,
    "overview.drift": changedTile,
    "overview.compared": changedTile,
    "source.shift": ["source.pixels"],
    "source.pixels": ["source.shift", "source.missing"],
    "source.missing": ["tiles.missing", "tiles.gap"],
    "building.floors": ["building.unlisted", "building.stray", "building.source"],
    "building.missing": ["building.stray"],
    "building.definition": ["building.order", "building.source"],
    "building.unlisted": ["building.stray", "building.source"],
    "building.source": ["building.definition"],
  ]

  /// Rules that a missing or unreadable tile can break.
  private static let missingTile = [
    "tiles.missing", "tiles.gap", "definition.digest", "overview.hole", "metadata.zooms",
    "metadata.minzoom", "mbtiles.orphan", "mbtiles.hash",
  ]
  /// Rules that a tile with other samples can break.
  private static let changedTile = [
    "definition.digest", "overview.exact", "overview.stale", "overview.shift", "overview.outlier",
    "overview.drift", "overview.compared", "overview.hole", "mbtiles.hash",
  ]
}
