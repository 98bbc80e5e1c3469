import TileModel
import TileStorage

/// Compares a layer definition with itself and with the store's other statements about the layer.
struct DefinitionChecks {
  let inspection: StoreInspection
  let collector: FindingCollector

  func run() {
    if let fault = inspection.documentFault {
      collector.add(
        .definitionReadable, at: inspection.documentLocation ?? "the layer definition",
        found: fault.report.found ?? fault.report.what,
        expected: fault.report.expected ?? "a layer definition")
    }
    guard let document = inspection.document else { return }
    let location = inspection.documentLocation ?? "the layer definition"
    for name in document.restatements(notIn: inspection.documentBytes) {
      collector.add(
        .definitionRestated, at: location, found: "\(name) differs",
        expected: "what the \"tilepyramid\" object implies")
    }
    checkBounds(document.definition, at: location)
    checkRetina(document.definition, at: location)
    for difference in inspection.contents.differences(from: document) {
      collector.add(
        .definitionMetadata, at: difference.location, found: difference.found,
        expected: difference.expected)
    }
  }

  private func checkRetina(_ definition: LayerDefinition, at location: String) {
    guard let retina = definition.retina?.coverage else { return }
    let shallowest = retina.levels.first?.zoom ?? 0
    let below = definition.coverage.levels.map { $0.zoom - 1 }.filter { $0 >= shallowest }
    for zoom in Set(below + retina.levels.map(\.zoom)).sorted() {
      let wanted = Set(
        definition.coverage.level(atZoom: zoom + 1)?.tiles.compactMap(\.parent) ?? [])
      let stated = Set(retina.level(atZoom: zoom)?.tiles ?? [])
      for (tiles, found, expected) in [
        (wanted.subtracting(stated), "no retina tile", "one, as there are tiles below it"),
        (stated.subtracting(wanted), "a retina tile", "none, as there is no tile below it"),
      ] {
        guard let first = tiles.min() else { continue }
        collector.add(
          .definitionRetina, at: location, tile: first,
          found: "\(found) at \(tiles.count) addresses, first \(first)", expected: expected)
      }
    }
  }

  private func checkBounds(_ definition: LayerDefinition, at location: String) {
    let grid = TileGrid(tileSize: definition.tileSize)
    for level in definition.coverage.levels {
      var outside = TileTally()
      // A bound on a tile's edge may have been rounded to either side of it.
      for tile in TileCoverage.tiles(outside: definition.bounds, of: level, grid: grid, slack: 0.01)
      { outside.add(tile) }
      guard let first = outside.examples.first else { continue }
      collector.add(
        .definitionBounds, at: location, tile: first,
        found: "\(outside.count) tiles of zoom \(level.zoom) outside the bounds, first \(first)",
        expected: "coverage inside the bounds")
    }
  }
}
