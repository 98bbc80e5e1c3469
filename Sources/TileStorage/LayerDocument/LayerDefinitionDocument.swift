public import TileModel

/// A layer definition as text: TileJSON 3.0.0 with one more object, `"tilepyramid"`.
///
/// Equal definitions give equal text, and decoding restores the encoded value. Any TileJSON client can
/// read the document. The object `"tilepyramid"` has these members.
///
/// - `formatVersion`: 4 for tiles of an image itself, else 3 for floors between two storeys, else 2 for
///   hybrid layers, else 1.
/// - `tileSize`: 256 or 512.
/// - `format`: `png`, `jpg`, `webp`, `avif`, or `hybrid` for JPEG and PNG.
/// - `floor`: null, or `id`, `name` and `level`, which is null or -1000 to 1000 in steps of 0.5.
/// - `zIndex`, `opacity`, `type` (`overlay` or `baselayer`), `overviewResampling`, and `background` or
///   null.
/// - `grid`, for tiles of an image itself only: `type`, which is `image`, and `width` and `height` in
///   pixels. The image begins at the top left corner of tile 0/0. Its pixels are those of the least
///   zoom of which 2^zoom tiles a side hold it. Positions in degrees are those of the world's grid.
/// - `elevation`, for tiles of elevations only: `encoding` (`terrarium` or `mapbox`), which is also
///   beside TileJSON's own keys for map clients, and `noDataHeight` in metres, or null for transparent
///   tiles.
/// - `rendering`, where it is known: `resampling`, `rasterSize` (columns and rows of the raster) and
///   `averagedBlock` (columns and rows averaged to one pixel before). Several `grids` have their
///   `number` in painting order and the same two members. `feather` is the blending distance in pixels.
///   Lossy tiles have `quality` and `effort`. `light` is `linear` for resampling in linear light.
/// - `url`: the template of the tiles' URLs without version token, or null.
/// - `path`: the path of a tile relative to the document, or null when tiles are not files. In both,
///   `scheme` states the row order of `{y}`, and in hybrid layers `{ext}` is the tile's format.
/// - `bounds`: `[west, south, east, north]` in degrees, west > east across the antimeridian.
/// - `outline`, optional: the corners of the image as `[longitude, latitude]`.
/// - `controlPoints`, optional: objects of `name` (or null) and `position`.
/// - `sources`, for several images: their `count`, a `fingerprint` of all, and `files`, the first of
///   them with `name`, `bytes` and `fingerprint`.
/// - `digest` (`algorithm`, `value`), and `versionToken`, which `tiles` carries as `?v=`.
/// - `coverage`: one object for every zoom that has tiles, `{"zoom": z, "rows": [...]}`. Its rows are
///   `[first row, last row, [first column, last column], ...]`: each of these rows, counted from the
///   north for any `scheme`, has tiles in exactly these columns. All numbers are inclusive. Rows and
///   columns ascend. A full rectangle is one entry.
/// - `jpegCoverage` and `webpCoverage`, in hybrid layers only: the JPEG and WebP tiles in the same
///   form. All others are PNG.
/// - `retina`, for 512-pixel tiles beside those of 256 with the same addresses: their `url`, `path`,
///   `digest`, `versionToken`, `coverage` and, in hybrid layers, `jpegCoverage`.
/// - `files`, where there are any: relative paths of the further files beside the tiles.
///
/// TileJSON's own `bounds` end at the limits of the projection and are -180 to 180 across the
/// antimeridian. Its `center` is the middle of the bounds one level below the shallowest, or at a
/// single level. The whole layer spans about two tiles there. Its `tiles` cannot state several formats:
/// where the URL has them, they hold ``placeholderURL``.
public struct LayerDefinitionDocument: Hashable, Sendable {
  /// The largest document that is read, in bytes.
  public static let maximumByteCount = 64 << 20

  /// Placeholder in `tiles` when no single URL is known, before the format's extension.
  ///
  /// TileJSON demands a URL. The top-level domain `.invalid` never resolves (RFC 2606).
  public static let placeholderURL = "https://no-url.invalid/{z}/{x}/{y}."

  /// The definition.
  public var definition: LayerDefinition
  /// Path of a tile relative to the document, `nil` when tiles are not files beside it.
  public var tilePath: TileTemplate?
  /// Path of a 512-pixel tile relative to the document, `nil` for none.
  public var retinaPath: TileTemplate?
  /// The further files that were written beside the tiles, by paths relative to the document.
  public var files: [String]

  /// Creates a document.
  public init(
    _ definition: LayerDefinition, tilePath: TileTemplate? = nil,
    retinaPath: TileTemplate? = nil, files: [String] = []
  ) {
    self.definition = definition
    self.tilePath = tilePath
    self.retinaPath = retinaPath
    self.files = files
  }

  package var retinaDocument: LayerDefinitionDocument? {
    definition.retinaLayer.map { LayerDefinitionDocument($0, tilePath: retinaPath, files: files) }
  }

  /// The document as UTF-8 text.
  ///
  /// - Throws: ``LayerDocumentError/invalid(key:found:expected:)`` when the definition holds a
  ///   value
  ///   that the document cannot state: numbers that are not finite or out of range, or a version
  ///   that is not `major.minor.patch`.
  public func encoded() throws(LayerDocumentError) -> [UInt8] {
    try validate()
    return Array(value.text.utf8)
  }

  func encoded(for path: String) throws(TileStorageError) -> [UInt8] {
    return try rethrowing(try encoded()) { TileStorageError.layerDocument($0, path: path) }
  }

  static func carriesMark(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= maximumByteCount else { return false }
    do throws(JSONSyntaxError) {
      if case .object = try JSONParser.value(of: bytes)["tilepyramid"] { return true }
      return false
    } catch {
      return false
    }
  }

  private func validate() throws(LayerDocumentError) {
    try confirmNumbers()
    if let fault = formatFault { throw fault }
    guard SemanticVersion.isValid(definition.version) else {
      throw .invalid(
        key: "version", found: "\"\(definition.version)\"",
        expected: "major.minor.patch, such as 1.0.0")
    }
  }

  func confirmNumbers() throws(LayerDocumentError) {
    do throws(LayerDefinitionError) {
      try definition.validateNumbers()
    } catch {
      let key =
        switch error {
        case .invalidOpacity: "opacity"
        case .invalidZIndex: "zIndex"
        case .invalidPosition: "outline or controlPoints"
        default: "bounds"
        }
      throw .invalid(
        key: key, found: error.report.found ?? "", expected: error.report.expected ?? "")
    }
  }

  var formatFault: LayerDocumentError? {
    if let fault = retinaDocument?.ownFormatFault {
      guard case .invalid(let key, let found, let expected) = fault else { return fault }
      return .invalid(
        key: key.replacing("tilepyramid.", with: "tilepyramid.retina."), found: found,
        expected: expected)
    }
    return ownFormatFault
  }

  private var ownFormatFault: LayerDocumentError? {
    let isHybrid = definition.isHybrid
    let templates = [("url", definition.urlTemplate), ("path", tilePath)]
    for (name, template) in templates where template?.namesFormat ?? false && !isHybrid {
      return .invalid(
        key: "tilepyramid.\(name)", found: "{ext}", expected: "the extension, as all tiles have one"
      )
    }
    guard isHybrid else { return nil }
    if definition.format != .png {
      return .invalid(
        key: "tilepyramid.format", found: definition.format.rawValue,
        expected: "png beside \(definition.formatCoverage.keys.first?.rawValue ?? "")")
    }
    if let tilePath, !tilePath.namesFormat {
      return .invalid(
        key: "tilepyramid.path", found: tilePath.text,
        expected: "a path with {ext}, as tiles differ in format")
    }
    for (format, tiles) in definition.formatCoverage
    where !tiles.isSubset(of: definition.coverage) {
      return .invalid(
        key: "tilepyramid.\(Self.coverageKey(of: format))", found: "a tile that coverage lacks",
        expected: "tiles of the coverage")
    }
    return nil
  }

  static func coverageKey(of format: TileFormat) -> String {
    "\(format.details?.name ?? format.rawValue)Coverage"
  }

  private var value: JSONValue {
    var members: [JSONValue.Member] = [
      .init("tilejson", .string("3.0.0")), .init("name", .string(definition.name)),
    ]
    if let text = definition.description { members.append(.init("description", .string(text))) }
    if let text = definition.attribution { members.append(.init("attribution", .string(text))) }
    let bounds = definition.displayBounds
    let center = definition.displayCenter
    members += [
      .init("version", .string(definition.version)),
      .init("scheme", .string(definition.scheme.rawValue)),
      .init("tiles", .array([.string(tileURL)])), .init("format", .string(definition.formatName)),
    ]
    if let elevation = definition.elevation {
      members.append(.init("encoding", .string(elevation.encoding.rawValue)))
    }
    members += [
      .init("minzoom", .number(definition.minimumZoom)),
      .init("maxzoom", .number(definition.maximumZoom)), .init("bounds", Self.value(of: bounds)),
      .init(
        "center",
        .array([
          .number(center.position.longitude), .number(center.position.latitude),
          .number(center.zoom),
        ])),
      // The prose of TileJSON asks for it with vector tiles only, its schema always.
      .init("vector_layers", .array([])), .init("tilepyramid", ownValue),
    ]
    return .object(members)
  }

  private var ownValue: JSONValue {
    var members: [JSONValue.Member] = [
      .init("formatVersion", .number(definition.formatVersion)),
      .init("tileSize", .number(definition.tileSize.rawValue)),
      .init("format", .string(definition.formatName)),
      .init("type", .string(definition.kind.rawValue)), .init("floor", floorValue),
      .init("zIndex", .number(definition.zIndex)), .init("opacity", .number(definition.opacity)),
      .init("url", Self.value(of: definition.urlTemplate?.text)),
      .init("path", Self.value(of: tilePath?.text)),
      .init("bounds", Self.value(of: definition.bounds)),
      .init("outline", .array(definition.outline.map(Self.value))),
      .init("controlPoints", .array(definition.controlPoints.map(Self.value))),
      .init("overviewResampling", .string(definition.overviewResampling)),
      .init("background", Self.value(of: definition.background)),
    ]
    if let grid = definition.imageGrid { members.append(.init("grid", grid.documentValue)) }
    if let elevation = definition.elevation {
      members.append(.init("elevation", elevation.documentValue))
    }
    if let rendering = definition.rendering {
      members.append(.init("rendering", rendering.documentValue))
    }
    if let sources = definition.sources {
      members.append(.init("sources", sources.documentValue))
    }
    members += contentMembers
    if let retinaDocument { members.append(.init("retina", retinaDocument.retinaValue)) }
    if !files.isEmpty { members.append(.init("files", .array(files.map { .string($0) }))) }
    return .object(members)
  }

  private var retinaValue: JSONValue {
    .object(
      [
        .init("url", Self.value(of: definition.urlTemplate?.text)),
        .init("path", Self.value(of: tilePath?.text)),
      ] + contentMembers)
  }

  private var contentMembers: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("digest", definition.digest.documentValue),
      .init("versionToken", .string(definition.versionToken)),
      .init("coverage", CoverageCoding.value(of: definition.coverage)),
    ]
    for known in TileFormatDescription.all {
      guard let tiles = definition.formatCoverage[known.format] else { continue }
      members.append(.init(Self.coverageKey(of: known.format), CoverageCoding.value(of: tiles)))
    }
    return members
  }

  private var floorValue: JSONValue {
    definition.floor.map { .object($0.documentMembers) } ?? .null
  }

  private var tileURL: String {
    guard let template = definition.urlTemplate.flatMap({ $0.namesFormat ? nil : $0.text }) else {
      return Self.placeholderURL + definition.format.rawValue
    }
    let end = template.firstIndex(of: "#") ?? template.endIndex
    let address = template[..<end]
    let mark = address.contains("?") ? "&" : "?"
    return "\(address)\(mark)v=\(definition.versionToken)\(template[end...])"
  }

  private static func value(of text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  private static func value(of position: GeographicCoordinate) -> JSONValue {
    .array([.number(position.longitude), .number(position.latitude)])
  }

  private static func value(of point: LayerDefinition.ControlPoint) -> JSONValue {
    .object([
      .init("name", value(of: point.name)), .init("position", value(of: point.position)),
    ])
  }

  private static func value(of bounds: GeographicBounds) -> JSONValue {
    .array([bounds.west, bounds.south, bounds.east, bounds.north].map { .number($0) })
  }
}

extension LayerDefinition.Floor {
  var documentMembers: [JSONValue.Member] {
    [
      .init("id", .string(id)), .init("level", level.map { .number($0.description) } ?? .null),
      .init("name", .string(name)),
    ]
      + (variant.map { variant in
        [
          .init(
            "variant",
            .object([
              .init("name", .string(variant.name)), .init("floor", .string(variant.floor)),
            ]))
        ]
      } ?? [])
  }

  init(_ field: DocumentField) throws(LayerDocumentError) {
    let level = field.member("level")
    let variant = field.member("variant")
    self.init(
      id: try field.member("id").string(), level: level.isNull ? nil : try level.floorLevel(),
      name: try field.member("name").string(),
      variant: variant.value == nil ? nil : try Variant(variant.object()))
  }
}

extension LayerDefinition.Floor.Variant {
  fileprivate init(_ field: DocumentField) throws(LayerDocumentError) {
    let name = try field.member("name").string()
    guard Self.isName(name) else {
      throw .invalid(
        key: field.member("name").key, found: name, expected: "small letters and digits, as in dark"
      )
    }
    self.init(name: name, floor: try field.member("floor").string())
  }
}

extension LayerDefinition.ImageGrid {
  var documentValue: JSONValue {
    .object([
      .init("type", .string("image")), .init("width", .number(width)),
      .init("height", .number(height)),
    ])
  }

  init?(_ field: DocumentField) throws(LayerDocumentError) {
    if field.value == nil { return nil }
    guard try field.member("type").string() == "image" else { throw field.invalid("an image") }
    let sides = 1...(1 << 30)
    self.init(
      width: try field.member("width").integer(in: sides),
      height: try field.member("height").integer(in: sides))
  }
}

extension LayerDefinition.Elevation {
  var documentValue: JSONValue {
    .object([
      .init("encoding", .string(encoding.rawValue)),
      .init("noDataHeight", noDataHeight.map { .number($0) } ?? .null),
    ])
  }

  init?(_ field: DocumentField) throws(LayerDocumentError) {
    if field.value == nil { return nil }
    let encoding = try field.member("encoding").choice(ElevationEncoding.self)
    let height = field.member("noDataHeight")
    self.init(
      encoding,
      noDataHeight: height.isNull ? nil : try height.double(in: encoding.lowest...encoding.highest))
  }
}

extension LayerDefinition.Sources {
  var documentValue: JSONValue {
    .object([
      .init("count", .number(count)), .init("fingerprint", .string(fingerprint)),
      .init(
        "files",
        .array(
          files.map { file in
            .object([
              .init("name", .string(file.name)), .init("bytes", .number(file.byteCount)),
              .init("fingerprint", .string(file.fingerprint)),
            ])
          })),
    ])
  }

  init?(_ field: DocumentField) throws(LayerDocumentError) {
    if field.value == nil { return nil }
    var files: [File] = []
    for item in try field.member("files").items(of: "files") {
      files.append(
        File(
          name: try item.member("name").string(),
          byteCount: try item.member("bytes").integer(in: 0...Int.max),
          fingerprint: try item.member("fingerprint").string()))
    }
    self.init(
      count: try field.member("count").integer(in: 0...Int.max),
      fingerprint: try field.member("fingerprint").string(), files: files)
  }
}

extension LayerDefinition.Rendering {
  private static let kernels = ["nearest", "bilinear", "cubic", "lanczos", "average"]

  var documentValue: JSONValue {
    var members: [JSONValue.Member] = [
      .init("resampling", .string(resampling)),
      .init("rasterSize", .array(rasterSize.map { .number($0) })),
      .init("averagedBlock", .array(averagedBlock.map { .number($0) })),
    ]
    if !grids.isEmpty {
      let values = grids.map { grid in
        JSONValue.object([
          .init("number", .number(grid.number)),
          .init("rasterSize", .array(grid.rasterSize.map { .number($0) })),
          .init("averagedBlock", .array(grid.averagedBlock.map { .number($0) })),
        ])
      }
      members.append(.init("grids", .array(values)))
    }
    if featherWidth > 0 { members.append(.init("feather", .number(featherWidth))) }
    if let quality { members.append(.init("quality", .number(quality))) }
    if let effort { members.append(.init("effort", .string(effort))) }
    if mixesLight { members.append(.init("light", .string("linear"))) }
    return .object(members)
  }

  init?(_ field: DocumentField) throws(LayerDocumentError) {
    if field.value == nil { return nil }
    let resampling = try field.member("resampling").string()
    guard Self.kernels.contains(resampling) else { return nil }
    let quality = field.member("quality")
    let effort = field.member("effort")
    let feather = field.member("feather")
    let light = field.member("light").value == nil ? nil : try field.member("light").string()
    guard light == nil || light == "linear" else { return nil }
    var grids: [Grid] = []
    if field.member("grids").value != nil {
      for item in try field.member("grids").items(of: "grids") {
        grids.append(
          Grid(
            number: try item.member("number").integer(in: 0...Int.max),
            rasterSize: try Self.sides(item.member("rasterSize")),
            averagedBlock: try Self.sides(item.member("averagedBlock"))))
      }
    }
    self.init(
      resampling: resampling, rasterSize: try Self.sides(field.member("rasterSize")),
      averagedBlock: try Self.sides(field.member("averagedBlock")), grids: grids,
      featherWidth: feather.value == nil ? 0 : try feather.integer(in: 0...512),
      quality: quality.value == nil ? nil : try quality.integer(in: 0...100),
      effort: effort.value == nil ? nil : try effort.string(), mixesLight: light == "linear")
  }

  private static func sides(_ field: DocumentField) throws(LayerDocumentError) -> [Int] {
    let items = try field.items(of: "columns and rows")
    guard items.count == 2 else { throw field.invalid("columns and rows") }
    return [try items[0].integer(in: 1...(1 << 30)), try items[1].integer(in: 1...(1 << 30))]
  }
}

/// The rule for the version of a tileset.
enum SemanticVersion {
  /// `major.minor.patch` at the start, each of at most 9 digits.
  static func isValid(_ text: String) -> Bool { numbers(of: text) != nil }

  static func numbers(of text: String) -> [Int]? {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let patch = parts[2].prefix { $0.isASCII && $0.isWholeNumber }
    let texts = [parts[0], parts[1], patch]
    let isNumeric = texts.allSatisfy { part in
      (1...9).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    return isNumeric ? texts.compactMap { Int($0) } : nil
  }
}
