import Dispatch
package import TileModel
import TileStorage

/// Copies the tiles of a store into a store of any format, byte for byte: no tile is decoded.
///
/// The layer definition goes with them. For a store of another program it is made from metadata and
/// tiles. A partial copy has its own coverage, digest and bounds.
package struct StoreConversion: Sendable {
  package let source: String
  package let output: BuildOutput
  package var selection = TileSelection()
  package var tilePath: String?
  /// The direction in which names and URLs count rows; `nil` as in the source.
  package var scheme: TileScheme?
  /// The direction in which names of a source folder without a layer definition count rows; `nil` for what
  /// its files say, else from the north.
  package var sourceScheme: TileScheme?
  /// Further input files, such as one of a clip area: no output replaces them.
  package var otherInputs: [String] = []

  package init(of source: String, to output: BuildOutput) {
    self.source = source
    self.output = output
  }

  package struct Outcome: Sendable {
    package let layer: BuiltLayer
    package let warnings: [String]
  }

  package func run(
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> Outcome {
    let opened = try StoreSource(
      path: source, scheme: sourceScheme, for: output, isCancelled: isCancelled)
    try InputProtection.check(output: output.path, kind: output.kind, inputs: otherInputs)
    try output.check(store: output.kind)
    let tiles = selection.tiles(among: opened.tiles)
    if tiles.isEmpty {
      throw FailureReport.nothingLeft(of: opened)
    }
    var definition = opened.definition
    definition.bounds = selection.bounds(of: definition.bounds)
    if tiles.count < TileSelection(zooms: selection.zooms).tiles(among: opened.tiles).count {
      definition.overviewResampling = definition.wholeOverviews + LayerDefinition.partialOverviews
    }
    var warnings = opened.warnings
    if definition.retina != nil {
      definition.retina = nil
      warnings.append("the retina tiles of \(source) are left out: a copy has tiles of one size")
    }
    let template = try TileTemplate(
      path: tilePath ?? "{z}/{x}/{y}.{ext}", floor: definition.floor?.id,
      format: definition.templateFormat)
    try check(definition, template)
    definition.scheme = scheme ?? definition.scheme
    let transfer = StoreTransfer(
      output: output, definition: definition, template: template, report: report,
      isCancelled: isCancelled)
    let layer = try transfer.run { writer in
      try copy(
        tiles, from: opened.reader, as: definition, to: writer, report: report,
        isCancelled: isCancelled)
    }
    if selection.isAll, let stated = opened.reader.definition?.digest,
      layer.definition.digest != stated
    {
      warnings.append(
        "the tiles of \(source) are not those of its layer definition; the copy has a definition of its own"
      )
    }
    return Outcome(layer: layer, warnings: warnings)
  }

  private func check(_ definition: LayerDefinition, _ template: TileTemplate) throws {
    if output.kind.isFile, tilePath != nil {
      throw FailureReport.noEffect(
        "`tilePath`", reason: "\(output.kind.noun) has no paths of tiles")
    }
    if definition.imageGrid != nil {
      guard output.kind.holdsImageGrids else { throw FailureReport.imageGridStore(output.kind) }
      guard selection.areas.isEmpty else {
        throw FailureReport(
          .badInput, "`bounds` has no effect on tiles of an image that is nowhere on the globe",
          at: source, nextStep: "leave `bounds` out, or build a part of the image")
      }
    }
    if definition.isHybrid, !output.kind.holdsMixedFormats {
      throw FailureReport.hybrid(path: source, output.kind)
    }
    try output.check(definition.format)
    for (format, tiles) in definition.formatCoverage where !tiles.levels.isEmpty {
      try output.check(format)
    }
    if definition.isHybrid, !output.kind.isFile, !template.namesFormat {
      throw FailureReport.hybridWithoutExtension("`tilePath`", example: "{z}/{x}/{y}.{ext}")
    }
    let store = output.kind
    let deepest = min(selection.zooms?.upperBound ?? .max, definition.maximumZoom)
    guard deepest <= store.maximumZoom else {
      throw FailureReport(
        .badInput, "\(store.noun) cannot hold zoom \(deepest)", at: source,
        found: "zoom \(deepest)", expected: "a zoom of 0 to \(store.maximumZoom)",
        nextStep: "select the zooms to \(store.maximumZoom), or write another format")
    }
  }

  /// Tiles that are read while as many are written.
  private static let batchCount = 256

  private func copy(
    _ tiles: [TileCoordinate], from reader: any TileReader, as definition: LayerDefinition,
    to writer: any TileWriter, report: (BuildEvent) -> Void, isCancelled: () -> Bool
  ) throws -> PyramidRecord {
    let locking = reader as? DatabaseReader
    try locking?.lock()
    defer { locking?.unlock() }
    let record = Guarded(PyramidRecord())
    var pending: [(tile: TileCoordinate, file: TileFile)] = []
    for start in stride(from: 0, to: tiles.count + Self.batchCount, by: Self.batchCount) {
      if isCancelled() { throw CancellationError() }
      let next = tiles[min(start, tiles.count)..<min(start + Self.batchCount, tiles.count)]
      let written = pending
      let outcome = Guarded<(files: [(TileCoordinate, TileFile)], failure: (any Error)?)>(([], nil))
      DispatchQueue.concurrentPerform(iterations: 2) { part in
        do {
          if part == 0 {
            let files = try next.map { ($0, try file(at: $0, in: reader, as: definition)) }
            outcome.withLock { $0.files = files }
          } else {
            for (tile, file) in written {
              record.withLock { $0.add(file, at: tile) }
              try writer.write(file, at: tile)
            }
          }
        } catch {
          outcome.withLock { $0.failure = $0.failure ?? error }
        }
      }
      let (files, failure) = outcome.withLock { $0 }
      if let failure { throw failure }
      pending = files
      if start % (16 * Self.batchCount) == 0, let tile = tiles[..<min(start, tiles.count)].last {
        report(
          .progress(
            BuildProgress(
              phase: .tiling, fraction: Double(min(start, tiles.count)) / Double(tiles.count),
              tileCount: min(start, tiles.count), byteCount: record.withLock { $0.byteCount },
              zoom: tile.zoom)))
      }
    }
    return record.withLock { $0 }
  }

  private func file(
    at tile: TileCoordinate, in reader: any TileReader, as definition: LayerDefinition
  ) throws -> TileFile {
    guard var file = try reader.file(at: tile) else {
      throw TileStorageError.outputChanged(path: source, found: "no tile \(tile)")
    }
    // A link would make one file of the tiles of two stores.
    if output.kind == .directory { file = TileFile(file.bytes, format: file.format) }
    guard let format = file.format, !file.bytes.isEmpty else {
      throw FailureReport(
        .badInput, "tile \(tile) is no image", at: source, found: "bytes of no known format",
        expected: TileFormatDescription.titles, nextStep: "see tilepyramid verify \(source)")
    }
    if format != definition.format, !definition.isHybrid {
      throw FailureReport(
        .badInput, "tile \(tile) has another format than the store", at: source,
        found: format.rawValue, expected: definition.format.rawValue,
        nextStep: "see tilepyramid verify \(source)")
    }
    return file
  }
}
