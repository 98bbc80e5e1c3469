import TileModel

extension DefinitionDifference {
  /// Compares what a store in one file states, and the definition beside it, with the definition in it.
  ///
  /// - Parameters:
  ///   - rows: What the store states.
  ///   - implied: What it should.
  ///   - path: The store.
  ///   - format: Its format.
  ///   - document: The definition in it.
  /// - Returns: Every difference.
  static func between(
    _ rows: [StoredMetadataRow], _ implied: [MetadataEntry], ofStore path: String,
    _ format: StoreFormat, holding document: LayerDefinitionDocument
  ) -> [DefinitionDifference] {
    let stated = Dictionary(
      rows.compactMap { row in row.name.map { ($0, row.value ?? "NULL") } },
      uniquingKeysWith: { first, _ in first })
    let differences = implied.compactMap { entry -> DefinitionDifference? in
      let value = stated[entry.name]
      return value == entry.value
        ? nil
        : DefinitionDifference(
          location: "metadata row \(entry.name)", found: value ?? "no row", expected: entry.value)
    }
    return differences + besides(path, format, holding: document)
  }

  /// Compares the definition beside a store in one file with the one in it.
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
      let bytes = try FileSystem.read(
        sidecar, upTo: LayerDefinitionDocument.maximumByteCount + 1)
      let beside = try LayerDefinitionDocument(decoding: bytes, from: sidecar)
      return beside == document ? [] : difference("another definition")
    } catch {
      return difference(error.report.found ?? error.report.what)
    }
  }
}
