package import TileModel
package import TileStorage

extension FailureReport {
  static func nothingLeft(of source: StoreSource) -> FailureReport {
    let path = source.path
    let zooms = source.tiles.map(\.zoom)
    let edges = source.definition.bounds.edges.map { NumberText.trimmed($0, 5) }
    return FailureReport(
      .badInput, "no tile is selected", at: path,
      found: "\(source.tiles.count) tiles, all of them elsewhere: of zooms \(zooms.min() ?? 0)-"
        + "\(zooms.max() ?? 0), within \(edges.joined(separator: ","))",
      expected: "zooms and areas in which the store has tiles",
      nextStep: "see tilepyramid info \(path) for its zooms and bounds")
  }

  package static func tileSize(path: String, tile: TileCoordinate, width: Int, height: Int)
    -> FailureReport
  {
    FailureReport(
      .badInput, "tiles of this size are not known", at: path,
      found: "tile \(tile) of \(width) x \(height) samples", expected: "256 x 256 or 512 x 512",
      nextStep: "build the pyramid again from its image")
  }

  package static func hybrid(path: String, _ store: StoreFormat) -> FailureReport {
    FailureReport(
      .badInput, "\(store.noun) has one format for all tiles", at: path,
      found: "tiles of several formats", expected: "a store of tiles of one format",
      nextStep:
        "write a folder or a GeoPackage (.gpkg), or build again with `format` webp, which holds both"
    )
  }
}
