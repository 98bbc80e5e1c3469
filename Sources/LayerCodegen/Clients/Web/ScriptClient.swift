import TileModel

/// One script for a layer or a building; map libraries differ in the members that make a layer.
///
/// A plain script can be pasted into any page, works from `file:` and needs no build step. Its last
/// lines make it a CommonJS module, too. An ES module is the same text between other first and last
/// lines. It reads no globals and imports nothing, since the page hands it the library: no bundler
/// is needed. TypeScript finds its types as `NAME.d.mts` for `NAME.mjs`, and as `NAME.d.ts` for
/// `NAME`.
///
/// The template of a library has methods of a layer in the library's terms. For the floor switch it
/// has `show(layer, map, options)` and `place(element, map, options)`, which add to the map and
/// return a function that removes.
struct ScriptClient {
  let library: String
  let option: String
  let global: String
  /// The default place of a floor switch, in the library's terms.
  let position: String
  /// The code that stops a switch from following the colour scheme when its map is removed; `nil`
  /// for maps without such an event.
  var removal: String?
  let template: Template
  let types: Template

  func files(for request: ClientRequest) -> [GeneratedFile] {
    let name =
      request.building.map { "\($0.typeName)s" } ?? request.layers.first?.typeName ?? "Tiles"
    let readsArchives = request.layers.contains { $0.archiveURL != nil }
    let isModule = request.module == .esm
    let handed =
      [option == global ? option : "\(option): \(global)"] + (readsArchives ? ["pmtiles"] : [])
    let values: TemplateValues = [
      "script": name,
      "library": library + (readsArchives ? " and pmtiles 3 or later" : ""),
      "option": option, "global": global, "isModule": isModule,
      "handed": isModule ? "{ \(handed.joined(separator: ", ")) }" : "",
      "orGlobal": isModule ? "" : " where it is not the global \(global)",
      "readsArchives": readsArchives, "position": position, "removal": removal,
      // The other libraries enlarge tiles themselves.
      "enlarges": option == Self.googleMaps.option,
      "holdsHeights": request.layers.contains { $0.definition.elevation != nil },
      // A source of OpenLayers has one ratio of pixels for all of its tiles.
      "tiles": request.hasRetina ? "tiles" : "this",
      "allFormats": request.otherFormats.map {
        ["title": $0.title, "lower": $0.name] as TemplateValues
      },
      "head": Self.head, "begin": Self.begin, "coverage": Self.coverage, "layer": Self.layer,
      "members": Self.members, "entry": Self.entry, "end": Self.end, "libraryTypes": types,
    ]
    let filled = request.values(Self.language).merging(values) { $1 }
    let text = template.filled(filled)
    guard isModule else { return [GeneratedFile(path: "\(name).js", contents: text)] }
    let mark = text.prefix { $0 != "\n" }
    return [
      GeneratedFile(path: "\(name).mjs", contents: text),
      GeneratedFile(path: "\(name).d.mts", contents: Self.types.filled(filled)),
      GeneratedFile(
        path: "\(name).d.ts", contents: "\(mark)\n\nexport * from \"./\(name).mjs\";\n"),
    ]
  }

  private static let language = TemplateLanguage(literal: StringLiteral.javaScript) {
    layer, isAsset in
    let format = "(" + layer.fileExtension { "this.is\($0.title)(x, y, zoom) ? \($1) : " } + ")"
    let parts = layer.address(
      isAsset: isAsset, zoom: "zoom", column: "x",
      row: layer.isFlipped ? "(2 ** zoom - 1 - y)" : "y", format: format,
      text: StringLiteral.javaScript)
    // A first part that is a number would be added to the next.
    return (layer.beginsWithText ? "" : "\"\" + ") + parts.joined(separator: " + ")
  }

  private static let head = Template(PackageResources.ScriptHead_js)
  private static let begin = Template(PackageResources.ScriptBegin_js)
  private static let coverage = Template(PackageResources.ScriptCoverage_js)
  private static let layer = Template(PackageResources.ScriptLayer_js)
  private static let members = Template(PackageResources.ScriptMembers_js)
  private static let entry = Template(PackageResources.ScriptEntry_js)
  private static let end = Template(PackageResources.ScriptEnd_js)
  private static let types = Template(PackageResources.ScriptTypes_ts)
}

extension ScriptClient {
  /// JavaScript for the Google Maps JavaScript API.
  ///
  /// A map type makes the elements of its cells, of `tileSize` CSS pixels: 256 for images of 512
  /// pixels, too. The API's own map type enlarges nothing; this one shows a part of the deepest
  /// tile above. The API counts columns on past the antimeridian. A map type has neither z-index
  /// nor attribution: `addTo` sees to both.
  static let googleMaps = ScriptClient(
    library: "the Google Maps JavaScript API", option: "google", global: "google",
    position: "RIGHT_BOTTOM",
    template: Template(PackageResources.GoogleMaps_js),
    types: Template(PackageResources.GoogleMapsTypes_ts))

  /// JavaScript for Leaflet 1 or 2.
  ///
  /// Leaflet's `tileSize` is in CSS pixels and shifts zooms when it is not 256, so images of 512
  /// pixels fill cells of 256. Leaflet asks for every tile in sight and takes any text for a URL.
  /// Absent tiles are answered with an empty image, which costs no request. It is not Leaflet's
  /// own: Leaflet would wait for ever, `load` would not come, and tiles of the zoom before would
  /// stay. The option `bounds` is not set, because it is compared with tiles that are not wrapped.
  /// Leaflet draws layers at z-index 1 unless told otherwise. A unit of `L.CRS.Simple` is a CSS
  /// pixel at zoom 0, which one cell fills, and its y counts upwards.
  static let leaflet = ScriptClient(
    library: "Leaflet 1 or 2", option: "leaflet", global: "L",
    position: "topright", removal: "on(\"unload\", () => following.abort())",
    template: Template(PackageResources.Leaflet_js),
    types: Template(PackageResources.LeafletTypes_ts))

  /// JavaScript for OpenLayers 6 or later.
  ///
  /// The source's `tileSize` is that of the grid's cells; images of 512 pixels in cells of 256 have
  /// a `tilePixelRatio` of 2. An undefined URL means no tile. Tiles of the source's `maxZoom` are
  /// enlarged beyond it. A layer's `minZoom` is exclusive, and a view is at a zoom of 256-pixel
  /// cells. Coordinates on an image are its pixels, y upwards as in all projections.
  static let openLayers = ScriptClient(
    library: "OpenLayers 6 or later", option: "ol", global: "ol", position: "top-right",
    template: Template(PackageResources.OpenLayers_js),
    types: Template(PackageResources.OpenLayersTypes_ts))

  /// JavaScript for OpenSeadragon 2.4 or later, for images that are not georeferenced.
  ///
  /// Its level is the zoom: the deepest has the image's own pixels, the level below half of them,
  /// rounded up. It takes tiles at the right and the bottom to end with the image. It would stretch
  /// tiles of one size, so that their bounds are given.
  static let openSeadragon = ScriptClient(
    library: "OpenSeadragon 2.4 or later", option: "OpenSeadragon", global: "OpenSeadragon",
    position: "TOP_RIGHT", removal: "addHandler(\"destroy\", () => following.abort())",
    template: Template(PackageResources.OpenSeadragon_js),
    types: Template(PackageResources.OpenSeadragonTypes_ts))

  static let mapLibre = ScriptClient(
    library: "MapLibre GL JS 4 or later", option: "maplibregl", global: "maplibregl",
    position: "top-right", removal: "on(\"remove\", () => following.abort())",
    template: Template(PackageResources.MapLibre_js),
    types: Template(PackageResources.MapLibreTypes_ts))
}
