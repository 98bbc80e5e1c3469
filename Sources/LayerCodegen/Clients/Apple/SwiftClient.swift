import TileModel

/// Swift for the Google Maps SDK for iOS; compiles in Swift 5 and 6 mode, with the SDK or with
/// `GoogleMapsCompatibility`.
enum SwiftClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let sources =
      request.layers.map(source)
      + [request.building.map { source($0, indoor: request.indoor) }].compactMap(\.self)
    return SwiftSource.files(of: sources, importing: "GoogleMaps", inOne: request.file)
  }

  private static func source(_ layer: ClientLayer) -> SwiftSource {
    var code = CodeWriter()
    code.write(
      IdentifierNotes.comment([layer.identifierEntry])
        + "/// The tiles of \(StringLiteral.comment(layer.definition.name)).")
    code.write("nonisolated enum \(layer.typeName) {")
    code.write(constants(layer, integer: "UInt"), indent: 1)
    if layer.fileName == nil { code.write(tileURL(layer, integer: "UInt"), indent: 1) }
    code.write(makeLayer(layer), indent: 1)
    code.write(coverage(layer, integer: "UInt"), indent: 1)
    writeRetina(layer, integer: "UInt", to: &code)
    code.write("}")
    let reader = layer.fileName == nil ? [] : [fileLayer, SwiftTileFile.source(integer: "UInt")]
    return SwiftSource(
      name: layer.typeName, body: code.text,
      helpers: reader + sparseLevels(layer, integer: "UInt"), readsFile: layer.fileName != nil)
  }

  /// Writes the type within that of a layer that is for its tiles of 512 pixels, if it has some.
  static func writeRetina(_ layer: ClientLayer, integer: String, to code: inout CodeWriter) {
    guard let retina = layer.retina else { return }
    code.write(
      "\n/// The tiles of 512 pixels: those of a zoom have the pixels of the zoom below it.\nnonisolated enum Retina {",
      indent: 1)
    code.write(constants(retina, integer: integer), indent: 2)
    code.write(tileURL(retina, integer: integer), indent: 2)
    code.write(coverage(retina, integer: integer), indent: 2)
    code.write("}", indent: 1)
  }

  /// What is known of a layer; `integer` is the type of addresses.
  static func constants(_ layer: ClientLayer, integer: String) -> String {
    let definition = layer.definition
    let bounds = definition.bounds
    return """
      /// The side of tile images in pixels.
      static let tileSize = \(definition.tileSize.rawValue)
      /// The shallowest zoom with tiles.
      static let minimumZoom: \(integer) = \(definition.minimumZoom)
      /// The deepest zoom with tiles.
      static let maximumZoom: \(integer) = \(definition.maximumZoom)
      /// Who must be credited, as HTML.
      static let attribution: String? = \(definition.attribution.map(StringLiteral.swift) ?? "nil")
      /// Changes whenever a tile does; URLs carry it so that caches notice.
      static let versionToken = \(StringLiteral.swift(definition.versionToken))
      /// The area covered, in degrees; west is greater than east across the antimeridian.
      static let bounds = (
        west: \(bounds.west), south: \(bounds.south), east: \(bounds.east), north: \(bounds.north)
      )
      \(layer.fileName.map(fileName) ?? "")
      """
  }

  private static func fileName(_ name: String) -> String {
    """
    /// The MBTiles file that holds the tiles; add it to the resources of the app.
    static let fileName = \(StringLiteral.swift(name))

    """
  }

  /// The constructor of URLs; `integer` is the type of addresses.
  static func tileURL(_ layer: ClientLayer, integer: String) -> String {
    let isFlipped = layer.isFlipped
    let url = layer.address(
      zoom: "\\(zoom)", column: "\\(x)", row: isFlipped ? "\\(row)" : "\\(y)",
      format: "\\(fileExtension)",
      text: StringLiteral.swiftContent
    ).joined()
    let choice =
      "\n  let fileExtension = "
      + layer.fileExtension { "is\($0.title)(x: x, y: y, zoom: zoom) ? \($1) : " }
    let flip = "\n  // The server counts rows from the south.\n  let row = (1 << zoom) - 1 - y"
    return """
      /// The URL of a tile, or `nil` when there is no such tile.
      ///
      /// Columns count from the west and rows from the north.\(baseComment(layer.base))
      static func tileURL\(parameters(addressParameters(integer), base: layer.base)) -> URL? {
        guard hasTile(x: x, y: y, zoom: zoom) else { return nil }\(isFlipped ? flip : "")\(layer.otherFormats.isEmpty ? "" : choice)
        return URL(
          string: "\(url)\\(versionToken)"\(layer.isRelative ? ",\n    relativeTo: base)?.absoluteURL" : ")")
      }

      """
  }

  private static func makeLayer(_ layer: ClientLayer) -> String {
    let parameters = parameters(base: layer.base)
    if layer.fileName != nil {
      return """
        /// A layer that reads the file and shows the tiles once its `map` is set.\(baseComment(layer.base))
        @MainActor static func makeLayer\(parameters) -> GMSSyncTileLayer {
          let layer = FileLayer(TileFile(base.appendingPathComponent(fileName))) {
            hasTile(x: $0, y: $1, zoom: $2)
          }
          layer.tileSize = tileSize
          layer.zIndex = \(layer.definition.zIndex)
          layer.opacity = \(Float(layer.definition.opacity))
          return layer
        }

        """
    }
    if layer.retina != nil { return makeRetinaLayer(layer) }
    return """
      /// A layer that shows the tiles once its `map` is set.
      @MainActor static func makeLayer\(parameters) -> GMSURLTileLayer {
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

  private static func makeRetinaLayer(_ layer: ClientLayer) -> String {
    let parameters = parameters("scale: CGFloat = UIScreen.main.scale", base: layer.base)
    let arguments = "x: x, y: y, zoom: zoom\(layer.isRelative ? ", relativeTo: base" : "")"
    return """
      /// A layer that shows the tiles once its `map` is set: those of 512 pixels on a screen of several
      /// pixels a point.
      @MainActor static func makeLayer\(parameters) -> GMSURLTileLayer {
        let isFine = scale > 1
        // Sendable, because the SDK does not say on which thread it asks for URLs.
        let constructor: @Sendable (UInt, UInt, UInt) -> URL? = { x, y, zoom in
          // Those of 256 pixels at the deepest zoom fill the same cells.
          (isFine ? Retina.tileURL(\(arguments)) : nil)
            ?? tileURL(\(arguments))
        }
        let layer = GMSURLTileLayer(urlConstructor: constructor)
        layer.tileSize = isFine ? Retina.tileSize : tileSize
        layer.zIndex = \(layer.definition.zIndex)
        layer.opacity = \(Float(layer.definition.opacity))
        return layer
      }

      """
  }

  private static func addressParameters(_ integer: String) -> String {
    "x: \(integer), y: \(integer), zoom: \(integer)"
  }

  /// The layer that answers from the file.
  private static let fileLayer = """
    /// Reads the tiles that a map asks for, on whatever threads it asks.
    private nonisolated final class FileLayer: GMSSyncTileLayer {
      private let file: TileFile
      private let hasTile: @Sendable (UInt, UInt, UInt) -> Bool

      init(_ file: TileFile, hasTile: @escaping @Sendable (UInt, UInt, UInt) -> Bool) {
        self.file = file
        self.hasTile = hasTile
        super.init()
      }

      override func tileFor(x: UInt, y: UInt, zoom: UInt) -> UIImage? {
        guard hasTile(x, y, zoom) else { return kGMSTileLayerNoTile }
        // Without an image the map asks again.
        return file.tile(x: x, y: y, zoom: zoom).flatMap { UIImage(data: $0) }
      }
    }
    """

  /// Parameters in parentheses, the last of them for what tiles are relative to, if they are.
  ///
  /// - Parameters:
  ///   - first: The parameters before it, such as `x: Int, y: Int`; may be empty.
  ///   - base: What the tiles are relative to.
  ///   - indent: What lines begin with where there are several.
  /// - Returns: The text; the resources of the app or of the code's target are the default of such a base.
  static func parameters(_ first: String = "", base: ClientBase?, indent: String = "") -> String {
    switch base {
    case nil: return "(\(first))"
    case .layerDefinition: return "(\(first.isEmpty ? "" : first + ", ")relativeTo base: URL)"
    case .app, .module:
      let start = first.isEmpty ? "" : "\n\(indent)  \(first),"
      let bundle = base == .module ? "Bundle.module" : "Bundle.main"
      return """
        (\(start)
        \(indent)  relativeTo base: URL = \(bundle).resourceURL ?? \(bundle).bundleURL
        \(indent))
        """
    }
  }

  /// The paragraph of a comment about that parameter; empty where there is none.
  static func baseComment(_ base: ClientBase?) -> String {
    switch base {
    case .layerDefinition:
      """

      ///
      /// `base` is the URL of the layer definition, or of its folder with a slash at the end.
      """
    case .app, .module:
      """

      ///
      /// `base` is the folder, with a slash at the end, that holds what was packed with the app.
      """
    case nil: ""
    }
  }

  /// The type that looks up sparse levels, when there are any.
  static func sparseLevels(_ layer: ClientLayer, integer: String) -> [String] {
    let levels = ([layer] + [layer.retina].compactMap(\.self)).flatMap {
      $0.coverage.levels + $0.otherFormats.flatMap(\.table.levels)
    }
    return levels.contains { $0.rectangle == nil }
      ? [SwiftSparseLevels.source(integer: integer)] : []
  }

  /// The lookup of tiles, and of their formats where they differ; `integer` is the type of addresses.
  static func coverage(_ layer: ClientLayer, integer: String) -> String {
    let tiles = lookup(
      layer.coverage, integer: integer, named: "hasTile", comment: "Whether there is a tile.",
      levels: ("sparseLevels", "Which tiles exist"))
    let formats = layer.otherFormats.map { other in
      lookup(
        other.table, integer: integer, named: "is\(other.title)", comment: other.comment,
        levels: ("sparse\(other.title)Levels", "Which tiles are \(other.title)"))
    }
    return ([tiles] + formats).joined(separator: "\n\n")
  }

  private static func lookup(
    _ table: CoverageTable, integer: String, named name: String, comment: String,
    levels: (name: String, comment: String)
  ) -> String {
    let sparse = table.levels.filter { $0.rectangle == nil }
    var code = CodeWriter()
    code.write(
      """
      /// \(comment)
      static func \(name)(\(addressParameters(integer))) -> Bool {
        switch zoom {
      """)
    for level in table.levels {
      guard let band = level.rectangle, let columns = band.runs.first else { continue }
      code.write(
        "case \(level.zoom): \(literal(columns)).contains(x) && \(literal(band.rows)).contains(y)",
        indent: 1)
    }
    code.write(
      "default: \(sparse.isEmpty ? "false" : "\(levels.name).hasTile(x: x, y: y, zoom: zoom)")",
      indent: 1)
    code.write("  }\n}")
    if !sparse.isEmpty {
      code.write("\n/// \(levels.comment) at the zooms whose tiles are not one rectangle.")
      code.write("private static let \(levels.name) = SparseLevels(\n  packed: \"\"\"")
      for line in PackedLevels(sparse).lines(width: 92) { code.write(line, indent: 2) }
      code.write("    \"\"\")")
    }
    return String(code.text.dropLast())
  }

  private static func literal(_ range: Range<Int>) -> String {
    "(\(range.lowerBound)..<\(range.upperBound))"
  }
}
