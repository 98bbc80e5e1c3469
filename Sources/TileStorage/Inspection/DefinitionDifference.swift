import LayerDocuments
import TileModel

extension DefinitionDifference {
  static func between(
    _ rows: [StoredMetadataRow], _ implied: [MetadataEntry], ofStore path: String,
    _ format: StoreFormat, holding document: LayerDefinitionDocument
  ) -> [DefinitionDifference] {
    let stated = Dictionary(
      rows.compactMap { row in row.name.map { ($0, row.value ?? "NULL") } },
      uniquingKeysWith: { first, _ in first })
    let differences = implied.compactMap { entry -> DefinitionDifference? in
      let value = stated[entry.name]
      return value.map { entry.agrees(with: $0, of: document.definition) } ?? false
        ? nil
        : DefinitionDifference(
          location: "metadata row \(entry.name)", found: value ?? "no row", expected: entry.value)
    }
    return differences + besides(path, format, holding: document)
  }

  private static func besides(
    _ path: String, _ format: StoreFormat, holding document: LayerDefinitionDocument
  ) -> [DefinitionDifference] {
    guard let file = format.file else { return [] }
    let sidecar = file.document(beside: OutputPath(path))
    func difference(_ found: String) -> [DefinitionDifference] {
      [
        DefinitionDifference(
          location: sidecar, found: found, expected: "the definition in the file")
      ]
    }
    do throws(TileStorageError) {
      guard try FileSystem.kind(of: sidecar, followingLinks: true) == .file else { return [] }
      let bytes = try FileSystem.read(sidecar, upTo: LayerDefinitionDocument.maximumByteCount + 1)
      let beside = try LayerDefinitionDocument(decoding: bytes, from: sidecar)
      return beside == document ? [] : difference("another definition")
    } catch {
      return difference(error.report.found ?? error.report.what)
    }
  }
}

extension MetadataEntry {
  /// In degrees, for positions rounded twice to the unit of PMTiles, 1e-7.
  private static let positionTolerance = 2.5e-7

  /// Tolerates rounded positions, exact or whole-pixel bounds, and versions of two or three parts.
  func agrees(with stated: String, of definition: LayerDefinition) -> Bool {
    if stated == value { return true }
    switch name {
    case "bounds", "center":
      guard let found = NumberText.list(stated), let wanted = NumberText.list(value),
        found.count == wanted.count, !found.isEmpty
      else { return false }
      guard name == "bounds" else {
        return found.last == wanted.last && Self.areNear(found, wanted, wanted)
      }
      return Self.areNear(
        found, definition.displayBounds.edges, GeographicBounds(definition.rasterBounds).edges)
    case "version":
      let parts = [stated, value].map { $0.split(separator: ".").map { Int($0) } }
      return zip(parts[0], parts[1]).allSatisfy { $0 != nil && $0 == $1 }
        && min(parts[0].count, parts[1].count) > 1
    default: return false
    }
  }

  private static func areNear(_ found: [Double], _ one: [Double], _ other: [Double]) -> Bool {
    found.count == one.count
      && found.indices.allSatisfy { index in
        let ends = min(one[index], other[index])...max(one[index], other[index])
        return (ends.lowerBound - positionTolerance...ends.upperBound + positionTolerance)
          .contains(found[index])
      }
  }
}
