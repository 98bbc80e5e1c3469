import PreviewPage
import TileImaging
import TileModel
import TileStorage

/// Makes a store of tiles from other stores, and its layer definition.
struct StoreTransfer {
  let output: BuildOutput
  /// The properties of the layer that tiles do not decide.
  let definition: LayerDefinition
  let template: TileTemplate
  let report: @Sendable (BuildEvent) -> Void
  /// Polled; after true, everything written is deleted.
  let isCancelled: @Sendable () -> Bool

  /// Makes the store and publishes it.
  ///
  /// Relative URLs are those of a folder. A file has none, and a folder those of its names.
  func run(_ fill: (any TileWriter) throws -> PyramidRecord) throws -> BuiltLayer {
    let template = template
    let layout = DirectoryTileWriter.Layout(
      template: template, scheme: definition.scheme, hardLinks: output.hardLinks)
    let page = { @Sendable (layer: LayerDefinition) in
      MapPage.Layer(layer, tiles: template.relativeURL.withVersionToken(layer.versionToken))
    }
    let work = BuildWork(
      try output.makeWriter(layout: layout, isCancelled: isCancelled), of: nil,
      page: output.preview ? page : nil, report: report, isCancelled: isCancelled)
    work.begin()
    return try work.run { described(by: try fill(work.writer)) }
  }

  private func described(by record: PyramidRecord) -> LayerDefinition {
    var layer = definition
    layer.digest = record.digest
    layer.coverage = record.coverage
    for format in layer.formatCoverage.keys {
      layer.formatCoverage[format] = record.coverage(of: format)
    }
    if layer.urlTemplate?.isRelative ?? true {
      layer.urlTemplate = output.kind.isFile ? nil : template.relativeURL
    }
    return layer
  }
}

/// A source store, made by any program.
package struct StoreSource: Sendable {
  let path: String
  let reader: any TileReader
  /// For a store without a definition, made from the format and the size of its tiles.
  package let definition: LayerDefinition
  /// Sorted; at least one.
  let tiles: [TileCoordinate]
  package let warnings: [String]

  package init(
    path: String, scheme: TileScheme? = nil, for output: BuildOutput? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws {
    self.path = path
    let opened = try StoredLayers(path: path, scheme: scheme, isCancelled: isCancelled)
    guard opened.building == nil, var layer = opened.layers.first else {
      throw FailureReport(
        .badInput, "a building is not one store", at: path,
        expected: "the folder or file of one floor", nextStep: "convert floor by floor")
    }
    if let output {
      try InputProtection.check(
        output: output.path, kind: output.kind, inputs: [path] + opened.files)
    }
    reader = layer.reader
    tiles = try layer.reader.coordinates()
    // A definition may be older than the tiles.
    layer = layer.covering(TileCoverage(tiles), at: path)
    warnings = layer.warnings
    guard let last = tiles.last, let bytes = try layer.reader.tile(at: last) else {
      throw TileStorageError.notAStore(path: path, found: "no tile")
    }
    var definition = layer.definition
    if !layer.isDescribed, let format = TileDecoder.format(of: bytes) {
      definition.format = format
      let image = try TileDecoder.decode(bytes)
      guard let size = TileSize(rawValue: image.width), image.width == image.height else {
        throw FailureReport.tileSize(
          path: path, tile: last, width: image.width, height: image.height)
      }
      definition.tileSize = size
      definition.mix(try (reader as? any MixedTileReader)?.formatCoverage() ?? [:])
    }
    self.definition = definition
  }

  /// Reads the tiles for the digest.
  package func digested() throws(TileStorageError) -> LayerDefinition {
    var record = PyramidRecord()
    for tile in tiles {
      if let file = try reader.file(at: tile) { record.add(file, at: tile) }
    }
    var definition = definition
    definition.digest = record.digest
    return definition
  }
}
