import PreviewPage
import TileModel
import TileStorage

/// Makes a store of tiles that come from others, and its layer definition.
struct StoreTransfer {
  /// Where the store goes.
  let output: BuildOutput
  /// What its layer is, as far as its tiles do not decide.
  let definition: LayerDefinition
  /// How tiles of a folder are named.
  let template: TileTemplate
  /// Told how far it is.
  let report: @Sendable (BuildEvent) -> Void
  /// Asked often; what was written is then cleared away.
  let isCancelled: @Sendable () -> Bool

  /// Makes the store and publishes it.
  ///
  /// Relative URLs are those of a folder: in a file there are none, in a folder those of its names.
  ///
  /// - Parameter fill: Writes all tiles, and returns what they are.
  /// - Returns: The layer.
  /// - Throws: What `fill` throws, `TileStorageError`, or `CancellationError`.
  func run(_ fill: (ResumableTileWriter) throws -> PyramidRecord) throws -> BuiltLayer {
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
