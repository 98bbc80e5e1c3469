import Hashing
import LayerDocuments
package import TileModel

/// A layer of a complete output, for its confirmation.
package struct CompletedLayer: Sendable {
  /// Contents of a confirmed layer.
  package struct Contents: Sendable {
    package let definition: LayerDefinition
    package let document: [UInt8]
    package let summary: TilesetSummary
  }

  private let path: String
  private let format: StoreFormat
  private let layout: DirectoryTileWriter.Layout

  package init(path: String, format: StoreFormat, layout: DirectoryTileWriter.Layout) {
    self.path = OutputPath(path).path
    self.format = format
    self.layout = layout
  }

  package init(
    named name: String, in folder: String, format: StoreFormat, layout: DirectoryTileWriter.Layout
  ) {
    self.init(
      path: format.file.map { "\(folder)/\(name).\($0.fileExtension)" } ?? folder, format: format,
      layout: layout)
  }

  package var documentPath: String {
    format.file.map { $0.document(beside: OutputPath(path)) }
      ?? "\(path)/\(layout.layerFile)"
  }

  package var sidecar: String? { format.isFile ? documentPath : nil }

  package func confirm(
    in output: CompletedOutput, files: [String] = [],
    isCancelled: @escaping @Sendable () -> Bool, define: (PyramidRecord) -> LayerDefinition
  ) throws(TileStorageError) -> Contents {
    let reader: any TileReader =
      if format.isFile {
        try format.open(path, isCancelled)
      } else {
        try DirectoryTileReader(
          StoreFolder(path), layerFile: layout.layerFile, isCancelled: isCancelled)
      }
    let (record, summary) = try read(reader, isCancelled: isCancelled)
    let definition = define(record)
    let document = try document(of: definition, files: files)
    let metadata = format.file?.publisher?.metadata(definition, document) ?? []
    // The checksum of all tiles does not follow from their definition, which has one of its own.
    let stated = reader.metadata.filter { $0.name != AggregateHash.row }
    guard stated.map(\.name) == metadata.map(\.name),
      zip(metadata, stated).allSatisfy({ $0.agrees(with: $1.value, of: definition) })
    else {
      throw .outputChanged(path: path, found: "another layer definition")
    }
    // That beside a file may be missing, and is then made.
    let isThere = try FileSystem.kind(of: documentPath, followingLinks: false) != nil
    if isThere || !format.isFile {
      try output.confirm(documentPath, holds: document)
    }
    return Contents(definition: definition, document: document, summary: summary)
  }

  private func document(
    of definition: LayerDefinition, files: [String]
  ) throws(TileStorageError) -> [UInt8] {
    try LayerDefinitionDocument(
      definition, tilePath: format.isFile ? nil : layout.template,
      retinaPath: layout.retinaTemplate, files: files.sorted()
    ).encoded(for: documentPath)
  }

  package func states(
    _ definition: LayerDefinition, files: [String]
  ) throws(TileStorageError) -> Bool {
    let document = try document(of: definition, files: files)
    for file in files
    where try FileSystem.kind(of: "\(path)/\(file)", followingLinks: false) != .file {
      return false
    }
    return try AtomicFile.head(of: documentPath, upTo: document.count + 1) == document
  }

  private func read(
    _ reader: any TileReader, isCancelled: () -> Bool
  ) throws(TileStorageError) -> (PyramidRecord, TilesetSummary) {
    var record = PyramidRecord()
    var summary = TilesetSummary()
    var distinct: Set<Hash128> = []
    let isShared = format.isFile || layout.hardLinks
    for (reader, isRetina) in [(reader, false), (reader.retina, true)] {
      for tile in try reader?.coordinates() ?? [] {
        if isCancelled() { throw .cancelled(path: path) }
        guard let bytes = try reader?.tile(at: tile) else {
          throw .outputChanged(path: path, found: "no tile \(tile)")
        }
        var file = TileFile(bytes)
        file.isRetina = isRetina
        record.add(file, at: tile)
        if !isShared || distinct.insert(file.hash).inserted {
          summary.distinctTileCount += 1
          summary.storedBytes += bytes.count
        }
      }
    }
    (summary.tileCount, summary.tileBytes) = (record.tileCount, record.byteCount)
    if format.isFile, let size = try FileSystem.byteCount(of: path) { summary.storedBytes = size }
    return (record, summary)
  }
}
