import TileModel

extension LayerDefinitionDocument {
  /// Reads a document that has a `"tilepyramid"` object.
  ///
  /// Unknown keys are skipped. Every key of ``LayerDefinitionDocument`` must have a usable value. The
  /// `"tilepyramid"` object wins over TileJSON members that repeat it, such as `minzoom`.
  package init(decoding bytes: [UInt8]) throws(LayerDocumentError) {
    let (root, own) = try DocumentField.document(
      bytes, limit: Self.maximumByteCount, of: "layer", newestVersion: LayerDefinition.formatVersion
    )
    let format = try own.member("format").string()
    let isHybrid = format == LayerDefinition.hybridName
    let definition = LayerDefinition(
      name: try root.member("name").string(),
      description: try Self.text(root.member("description")),
      attribution: try Self.text(root.member("attribution")),
      version: try Self.version(root.member("version")),
      kind: try own.member("type").choice(LayerDefinition.Kind.self),
      format: isHybrid ? .png : TileFormat(rawValue: format),
      tileSize: try Self.tileSize(own.member("tileSize")),
      scheme: try root.member("scheme").choice(LayerDefinition.Scheme.self),
      urlTemplate: try own.member("url").template(),
      imageGrid: try own.member("grid").optional(LayerDefinition.ImageGrid.init),
      bounds: try Self.bounds(own.member("bounds")),
      outline: try own.member("outline").list(of: "positions", Self.position),
      controlPoints: try own.member("controlPoints").list(of: "control points", Self.controlPoint),
      sources: try own.member("sources").optional(LayerDefinition.Sources.init),
      floor: try Self.floor(own.member("floor")),
      zIndex: try own.member("zIndex").integer(in: LayerDefinition.zIndexes),
      opacity: try own.member("opacity").double(in: 0...1),
      overviewResampling: try own.member("overviewResampling").string(),
      rendering: try LayerDefinition.Rendering(own.member("rendering")),
      background: try own.member("background").optionalString(),
      elevation: try own.member("elevation").optional(LayerDefinition.Elevation.init),
      digest: try ContentDigest(own.member("digest")),
      coverage: try CoverageCoding.coverage(of: own.member("coverage")),
      formatCoverage: isHybrid ? try Self.formatCoverage(own) : [:],
      retina: try Self.retina(own.member("retina"), isHybrid: isHybrid))
    self.init(
      definition, tilePath: try own.member("path").template(),
      retinaPath: definition.retina == nil
        ? nil : try own.member("retina").member("path").template(),
      files: try own.member("files").list(of: "paths", DocumentField.path))
    try confirmNumbers()
    if let fault = formatFault { throw fault }
  }

  private static func retina(
    _ field: DocumentField, isHybrid: Bool
  ) throws(LayerDocumentError) -> LayerDefinition.Retina? {
    if field.value == nil { return nil }
    return LayerDefinition.Retina(
      urlTemplate: try field.member("url").template(),
      digest: try ContentDigest(field.member("digest")),
      coverage: try CoverageCoding.coverage(of: field.member("coverage")),
      formatCoverage: isHybrid ? try formatCoverage(field) : [:])
  }

  /// Coverage of each format but PNG in a hybrid layer, at least one.
  private static func formatCoverage(
    _ own: DocumentField
  ) throws(LayerDocumentError) -> [TileFormat: TileCoverage] {
    var result: [TileFormat: TileCoverage] = [:]
    for known in TileFormatDescription.all where known.format != .png {
      let field = own.member(coverageKey(of: known.format))
      // JPEG is what every hybrid layer has had.
      guard known.format == .jpeg || field.value != nil else { continue }
      result[known.format] = try CoverageCoding.coverage(of: field)
    }
    return result
  }

  private static func text(_ field: DocumentField) throws(LayerDocumentError) -> String? {
    field.value == nil ? nil : try field.optionalString()
  }

  private static func version(_ field: DocumentField) throws(LayerDocumentError) -> String {
    let text = try field.string()
    guard SemanticVersion.isValid(text) else {
      throw field.invalid("major.minor.patch, such as 1.0.0")
    }
    return text
  }

  private static func tileSize(_ field: DocumentField) throws(LayerDocumentError) -> TileSize {
    guard let size = TileSize(rawValue: try field.integer(in: 1...65536)) else {
      throw field.invalid("256 or 512")
    }
    return size
  }

  private static func bounds(
    _ field: DocumentField
  ) throws(LayerDocumentError) -> GeographicBounds {
    let edges = try field.items(of: "west, south, east, north")
    guard edges.count == 4 else { throw field.invalid("west, south, east, north") }
    let bounds = GeographicBounds(
      west: try edges[0].double(in: -180...180), south: try edges[1].double(in: -90...90),
      east: try edges[2].double(in: -180...180), north: try edges[3].double(in: -90...90))
    guard bounds.south <= bounds.north else { throw field.invalid("south below north") }
    return bounds
  }

  private static func controlPoint(
    _ item: DocumentField
  ) throws(LayerDocumentError) -> LayerDefinition.ControlPoint {
    LayerDefinition.ControlPoint(
      name: try item.member("name").optionalString(),
      position: try position(item.member("position")))
  }

  private static func position(
    _ field: DocumentField
  ) throws(LayerDocumentError) -> GeographicCoordinate {
    let numbers = try field.items(of: "longitude and latitude")
    guard numbers.count == 2 else { throw field.invalid("longitude and latitude") }
    return GeographicCoordinate(
      latitude: try numbers[1].double(in: -90...90),
      longitude: try numbers[0].double(in: -180...180))
  }

  private static func floor(
    _ field: DocumentField
  ) throws(LayerDocumentError) -> LayerDefinition.Floor? {
    if field.isNull { return nil }
    return try LayerDefinition.Floor(field.object("an object or null"))
  }
}
