package import TileModel

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
package struct LayerDefinitionDocument: Hashable, Sendable {
  package static let maximumByteCount = 64 << 20

  /// Placeholder in `tiles` when no single URL is known, before the format's extension.
  ///
  /// TileJSON demands a URL. The top-level domain `.invalid` never resolves (RFC 2606).
  package static let placeholderURL = "https://no-url.invalid/{z}/{x}/{y}."

  package var definition: LayerDefinition
  /// Path of a tile relative to the document, `nil` when tiles are not files beside it.
  package var tilePath: TileTemplate?
  package var retinaPath: TileTemplate?
  package var files: [String]

  package init(
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

  package func encoded() throws(LayerDocumentError) -> [UInt8] {
    try validate()
    return Array(value.text.utf8)
  }

  package static func carriesMark(_ bytes: [UInt8]) -> Bool {
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
    let center = definition.displayCenter
    return .members([
      ("tilejson", "3.0.0"), ("name", .string(definition.name)),
      ("description", definition.description.map { .string($0) }),
      ("attribution", definition.attribution.map { .string($0) }),
      ("version", .string(definition.version)), ("scheme", .string(definition.scheme.rawValue)),
      ("tiles", [.string(tileURL)]), ("format", .string(definition.formatName)),
      ("encoding", definition.elevation.map { .string($0.encoding.rawValue) }),
      ("minzoom", .number(definition.minimumZoom)), ("maxzoom", .number(definition.maximumZoom)),
      ("bounds", Self.value(of: definition.displayBounds)),
      (
        "center",
        [
          .number(center.position.longitude), .number(center.position.latitude),
          .number(center.zoom),
        ]
      ),
      // The prose of TileJSON asks for it with vector tiles only, its schema always.
      ("vector_layers", []), ("tilepyramid", ownValue),
    ])
  }

  private var ownValue: JSONValue {
    .members(
      [
        ("formatVersion", .number(definition.formatVersion)),
        ("tileSize", .number(definition.tileSize.rawValue)),
        ("format", .string(definition.formatName)), ("type", .string(definition.kind.rawValue)),
        ("floor", definition.floor.map { .members($0.documentMembers) } ?? .null),
        ("zIndex", .number(definition.zIndex)), ("opacity", .number(definition.opacity)),
        ("url", .optional(definition.urlTemplate?.text)), ("path", .optional(tilePath?.text)),
        ("bounds", Self.value(of: definition.bounds)),
        ("outline", .array(definition.outline.map(Self.value))),
        ("controlPoints", .array(definition.controlPoints.map(Self.value))),
        ("overviewResampling", .string(definition.overviewResampling)),
        ("background", .optional(definition.background)),
        ("grid", definition.imageGrid?.documentValue),
        ("elevation", definition.elevation?.documentValue),
        ("rendering", definition.rendering?.documentValue),
        ("sources", definition.sources?.documentValue),
      ] + contentMembers + [
        ("retina", retinaDocument?.retinaValue), ("files", files.isEmpty ? nil : .strings(files)),
      ])
  }

  private var retinaValue: JSONValue {
    .members(
      [("url", .optional(definition.urlTemplate?.text)), ("path", .optional(tilePath?.text))]
        + contentMembers)
  }

  private var contentMembers: [(String, JSONValue?)] {
    [
      ("digest", definition.digest.documentValue),
      ("versionToken", .string(definition.versionToken)),
      ("coverage", CoverageCoding.value(of: definition.coverage)),
    ]
      + TileFormatDescription.all.map { known in
        (
          Self.coverageKey(of: known.format),
          definition.formatCoverage[known.format].map(CoverageCoding.value)
        )
      }
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

  private static func value(of position: GeographicCoordinate) -> JSONValue {
    [.number(position.longitude), .number(position.latitude)]
  }

  private static func value(of point: LayerDefinition.ControlPoint) -> JSONValue {
    ["name": .optional(point.name), "position": value(of: point.position)]
  }

  private static func value(of bounds: GeographicBounds) -> JSONValue {
    .array([bounds.west, bounds.south, bounds.east, bounds.north].map { .number($0) })
  }
}

extension LayerDefinition.Floor {
  var documentMembers: [(String, JSONValue?)] {
    [
      ("id", .string(id)), ("level", level.map { .number($0.description) } ?? .null),
      ("name", .string(name)),
      ("variant", variant.map { ["name": .string($0.name), "floor": .string($0.floor)] }),
    ]
  }

  init(_ field: DocumentField) throws(LayerDocumentError) {
    let level = field.member("level")
    self.init(
      id: try field.member("id").string(), level: level.isNull ? nil : try level.floorLevel(),
      name: try field.member("name").string(),
      variant: try field.member("variant").optional(Variant.init))
  }
}

extension LayerDefinition.Floor.Variant {
  fileprivate init(_ field: DocumentField) throws(LayerDocumentError) {
    let name = try field.object().member("name").string()
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
    ["type": "image", "width": .number(width), "height": .number(height)]
  }

  init(_ field: DocumentField) throws(LayerDocumentError) {
    guard try field.member("type").string() == "image" else { throw field.invalid("an image") }
    let sides = 1...(1 << 30)
    self.init(
      width: try field.member("width").integer(in: sides),
      height: try field.member("height").integer(in: sides))
  }
}

extension LayerDefinition.Elevation {
  var documentValue: JSONValue {
    [
      "encoding": .string(encoding.rawValue),
      "noDataHeight": noDataHeight.map { .number($0) } ?? .null,
    ]
  }

  init(_ field: DocumentField) throws(LayerDocumentError) {
    let encoding = try field.member("encoding").choice(ElevationEncoding.self)
    let height = field.member("noDataHeight")
    self.init(
      encoding,
      noDataHeight: height.isNull ? nil : try height.double(in: encoding.lowest...encoding.highest))
  }
}

extension LayerDefinition.Sources {
  var documentValue: JSONValue {
    [
      "count": .number(count), "fingerprint": .string(fingerprint),
      "files": .array(
        files.map { file in
          [
            "name": .string(file.name), "bytes": .number(file.byteCount),
            "fingerprint": .string(file.fingerprint),
          ]
        }),
    ]
  }

  init(_ field: DocumentField) throws(LayerDocumentError) {
    let files = try field.member("files").items(of: "files").map(Self.file)
    self.init(
      count: try field.member("count").integer(in: 0...Int.max),
      fingerprint: try field.member("fingerprint").string(), files: files)
  }

  private static func file(_ item: DocumentField) throws(LayerDocumentError) -> File {
    File(
      name: try item.member("name").string(),
      byteCount: try item.member("bytes").integer(in: 0...Int.max),
      fingerprint: try item.member("fingerprint").string())
  }
}

extension LayerDefinition.Rendering {
  var documentValue: JSONValue {
    func sizes(_ raster: [Int], _ block: [Int]) -> [(String, JSONValue?)] {
      [
        ("rasterSize", .array(raster.map { .number($0) })),
        ("averagedBlock", .array(block.map { .number($0) })),
      ]
    }
    let grids = grids.map { grid in
      JSONValue.members(
        [("number", .number(grid.number))] + sizes(grid.rasterSize, grid.averagedBlock))
    }
    return .members(
      [("resampling", .string(resampling))] + sizes(rasterSize, averagedBlock) + [
        ("grids", grids.isEmpty ? nil : .array(grids)),
        ("feather", featherWidth > 0 ? .number(featherWidth) : nil),
        ("quality", quality.map { .number($0) }), ("effort", effort.map { .string($0) }),
        ("light", mixesLight ? "linear" : nil),
      ])
  }

  init?(_ field: DocumentField) throws(LayerDocumentError) {
    if field.value == nil { return nil }
    let resampling = try field.member("resampling").string()
    func integer(_ name: String, _ range: ClosedRange<Int>) throws(LayerDocumentError) -> Int? {
      let member = field.member(name)
      return member.value == nil ? nil : try member.integer(in: range)
    }
    func text(_ name: String) throws(LayerDocumentError) -> String? {
      let member = field.member(name)
      return member.value == nil ? nil : try member.string()
    }
    let light = try text("light")
    guard light == nil || light == "linear" else { return nil }
    let grids = try field.member("grids").list(of: "grids", Self.grid)
    self.init(
      resampling: resampling, rasterSize: try Self.sides(field.member("rasterSize")),
      averagedBlock: try Self.sides(field.member("averagedBlock")), grids: grids,
      featherWidth: try integer("feather", 0...512) ?? 0, quality: try integer("quality", 0...100),
      effort: try text("effort"), mixesLight: light == "linear")
  }

  private static func grid(_ item: DocumentField) throws(LayerDocumentError) -> Grid {
    Grid(
      number: try item.member("number").integer(in: 0...Int.max),
      rasterSize: try sides(item.member("rasterSize")),
      averagedBlock: try sides(item.member("averagedBlock")))
  }

  private static func sides(_ field: DocumentField) throws(LayerDocumentError) -> [Int] {
    let items = try field.items(of: "columns and rows")
    guard items.count == 2 else { throw field.invalid("columns and rows") }
    return [try items[0].integer(in: 1...(1 << 30)), try items[1].integer(in: 1...(1 << 30))]
  }
}
