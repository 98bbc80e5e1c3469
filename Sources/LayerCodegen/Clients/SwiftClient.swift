import TileModel

/// Swift for the Google Maps SDK for iOS; compiles in Swift 5 and 6 mode, with the SDK or with
/// `GoogleMapsCompatibility`.
enum SwiftClient {
  static func files(_ layers: [ClientLayer], _ building: ClientBuilding?) -> [GeneratedFile] {
    var files = layers.map { layer in
      GeneratedFile(path: "\(layer.typeName).swift", contents: text(layer))
    }
    if let building {
      files.append(
        GeneratedFile(path: "\(building.typeName).swift", contents: text(building)))
    }
    return files
  }

  static let imports = """
    #if canImport(GoogleMaps)
      import GoogleMaps
    #else
      import GoogleMapsCompatibility
    #endif
    import Foundation

    // Generated from a layer definition by tilepyramid; do not edit.

    """

  private static func text(_ layer: ClientLayer) -> String {
    var code = CodeWriter()
    code.write(imports)
    code.write("/// The tiles of \(StringLiteral.comment(layer.definition.name)).")
    code.write("enum \(layer.typeName) {")
    code.write(constants(layer), indent: 1)
    code.write(tileURL(layer), indent: 1)
    code.write(makeLayer(layer), indent: 1)
    code.write(coverage(layer.coverage), indent: 1)
    code.write("}")
    let sparse = layer.coverage.levels.filter { $0.rectangle == nil }
    if !sparse.isEmpty { code.write("\n" + SwiftSparseLevels.source) }
    return code.text
  }

  private static func constants(_ layer: ClientLayer) -> String {
    let definition = layer.definition
    let bounds = definition.bounds
    return """
      /// The side of tile images in pixels.
      static let tileSize = \(definition.tileSize.rawValue)
      /// The shallowest zoom with tiles.
      static let minimumZoom: UInt = \(definition.minimumZoom)
      /// The deepest zoom with tiles.
      static let maximumZoom: UInt = \(definition.maximumZoom)
      /// Who must be credited, as HTML.
      static let attribution: String? = \(definition.attribution.map(StringLiteral.swift) ?? "nil")
      /// Changes whenever a tile does; URLs carry it so that caches notice.
      static let versionToken = \(StringLiteral.swift(definition.versionToken))
      /// The ground covered, in degrees; west is greater than east across the antimeridian.
      static let bounds = (
        west: \(bounds.west), south: \(bounds.south), east: \(bounds.east), north: \(bounds.north)
      )

      """
  }

  private static func tileURL(_ layer: ClientLayer) -> String {
    let isFlipped = layer.definition.scheme == .tms
    let url = layer.template.parts.map { part in
      switch part {
      case .text(let text): StringLiteral.swiftContent(text)
      case .zoom: "\\(zoom)"
      case .column: "\\(x)"
      case .row: isFlipped ? "\\(row)" : "\\(y)"
      }
    }.joined()
    let flip = "\n  // The server counts rows from the south.\n  let row = (1 << zoom) - 1 - y"
    return """
      /// The URL of a tile, or `nil` when there is no such tile.
      ///
      /// Columns count from the west and rows from the north.\(layer.isRelative ? baseComment : "")
      static func tileURL(x: UInt, y: UInt, zoom: UInt\(baseParameter(layer.isRelative))) -> URL? {
        guard hasTile(x: x, y: y, zoom: zoom) else { return nil }\(isFlipped ? flip : "")
        return URL(
          string: "\(url)\\(versionToken)"\(layer.isRelative ? ",\n    relativeTo: base)?.absoluteURL" : ")")
      }

      """
  }

  private static func makeLayer(_ layer: ClientLayer) -> String {
    let parameter = layer.isRelative ? "relativeTo base: URL" : ""
    return """
      /// A layer that shows the tiles once its `map` is set.
      @MainActor static func makeLayer(\(parameter)) -> GMSURLTileLayer {
        // Sendable, because the SDK does not say on which thread it asks for URLs.
        let constructor: @Sendable (UInt, UInt, UInt) -> URL? = { x, y, zoom in
          tileURL(x: x, y: y, zoom: zoom\(layer.isRelative ? ", relativeTo: base" : ""))
        }
        let layer = GMSURLTileLayer(urlConstructor: constructor)
        layer.tileSize = tileSize
        layer.zIndex = \(layer.definition.zIndex)
        layer.opacity = \(Float(layer.definition.opacity))
        return layer
      }

      """
  }

  static func baseParameter(_ isRelative: Bool) -> String {
    isRelative ? ", relativeTo base: URL" : ""
  }

  static let baseComment = """

    /// `base` is the URL of the layer definition, or of its folder with a slash at the end.
    """

  private static func coverage(_ table: CoverageTable) -> String {
    let sparse = table.levels.filter { $0.rectangle == nil }
    var code = CodeWriter()
    code.write(
      """
      /// Whether there is a tile.
      static func hasTile(x: UInt, y: UInt, zoom: UInt) -> Bool {
        switch zoom {
      """)
    for level in table.levels {
      guard let band = level.rectangle, let columns = band.runs.first else { continue }
      code.write(
        "case \(level.zoom): \(literal(columns)).contains(x) && \(literal(band.rows)).contains(y)",
        indent: 1)
    }
    code.write(
      "default: \(sparse.isEmpty ? "false" : "sparseLevels.hasTile(x: x, y: y, zoom: zoom)")",
      indent: 1)
    code.write("  }\n}")
    if !sparse.isEmpty {
      code.write("\n/// Which tiles exist at the zooms whose tiles are not one rectangle.")
      code.write("private static let sparseLevels = SparseLevels(\n  packed: \"\"\"")
      for line in PackedLevels(sparse).lines(width: 92) { code.write(line, indent: 2) }
      code.write("    \"\"\")")
    }
    return String(code.text.dropLast())
  }

  private static func literal(_ range: Range<Int>) -> String {
    "(\(range.lowerBound)..<\(range.upperBound))"
  }
}
