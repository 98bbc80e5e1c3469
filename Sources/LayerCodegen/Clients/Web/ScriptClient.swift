import TileModel

/// One script for a layer or a building, the same for every map library but for the members that make
/// a layer of that library.
///
/// A plain script can be pasted into any page, works from `file:` and needs no build step; its last lines make it a
/// CommonJS module too. An ES module is the same text between other first and last lines. It reads no globals and
/// imports nothing, so that a page without a bundler can load it: it is handed the library. TypeScript finds its types
/// as `NAME.d.mts` where `NAME.mjs` is imported, and as `NAME.d.ts` where `NAME` is.
///
/// The template of a library has methods of a layer in the library's terms, and for the floor switch the functions
/// `show(layer, map, options)` and `place(element, map, options)`, which put these on the map and return what takes them
/// off.
struct ScriptClient {
  /// The library in words, such as `Leaflet 1`.
  let library: String
  /// The option that hands the library to calls.
  let option: String
  /// The library as a global of plain scripts.
  let global: String
  /// The place of a floor switch unless `options.position` says so, in the words of the library.
  let position: String
  /// The code by which a switch follows the scheme no longer than its map is there; `nil` where maps do not tell.
  var removal: String?
  let template: Template
  /// The declarations in TypeScript of what the template adds.
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
  /// A map type makes the elements of its cells, of `tileSize` CSS pixels, so the cell is 256 for images of
  /// 512 pixels too. The API's own for images enlarges nothing, and this one shows the part of a tile above where there
  /// is none so deep. The API counts columns on past the antimeridian, and knows neither a z-index nor attribution of a map
  /// type: `addTo` sees to both.
  static let googleMaps = ScriptClient(
    library: "the Google Maps JavaScript API", option: "google", global: "google",
    position: "RIGHT_BOTTOM",
    template: Template(PackageResources.GoogleMaps_js),
    types: Template(PackageResources.GoogleMapsTypes_ts))

  /// JavaScript for Leaflet 1 or 2.
  ///
  /// Leaflet's `tileSize` is in CSS pixels and shifts zooms when it is not 256, so it is 256 for images
  /// of 512 pixels too, which fill the same cells at twice the density. Leaflet asks for every tile in
  /// sight and takes any text for a URL: absent tiles are answered with an empty image, which costs no
  /// request. It is not Leaflet's own, for which Leaflet waits for ever: `load` would not come, and tiles
  /// of the zoom before would stay. Its option `bounds` is not set, because it is compared with tiles that are not
  /// wrapped, and coverage is exact already. Leaflet draws layers at z-index 1 unless told otherwise. A unit of
  /// `L.CRS.Simple` is a CSS pixel at zoom 0, which one cell fills, and its y counts upwards.
  static let leaflet = ScriptClient(
    library: "Leaflet 1 or 2", option: "leaflet", global: "L",
    position: "topright", removal: "on(\"unload\", () => following.abort())",
    template: Template(PackageResources.Leaflet_js),
    types: Template(PackageResources.LeafletTypes_ts))

  /// JavaScript for OpenLayers 6 or later.
  ///
  /// The source's `tileSize` is that of the grid's cells, and images of 512 pixels that fill cells of 256
  /// have a `tilePixelRatio` of 2. An undefined URL means no tile. Tiles of the source's `maxZoom` are
  /// enlarged beyond it. A layer's `minZoom` is exclusive, and a view is at a zoom of 256-pixel cells. Coordinates
  /// on an image are its pixels, y upwards as in all projections.
  static let openLayers = ScriptClient(
    library: "OpenLayers 6 or later", option: "ol", global: "ol", position: "top-right",
    template: Template(PackageResources.OpenLayers_js),
    types: Template(PackageResources.OpenLayersTypes_ts))

  /// JavaScript for OpenSeadragon 2.4 or later, of images that are nowhere on the globe.
  ///
  /// Its level is the zoom: at the deepest an image has its own pixels, and half of them, rounded up, a level
  /// below. It takes tiles at the right and the bottom to end with the image, and would stretch ours, which are all
  /// of one size, so that their bounds are given.
  static let openSeadragon = ScriptClient(
    library: "OpenSeadragon 2.4 or later", option: "OpenSeadragon", global: "OpenSeadragon",
    position: "TOP_RIGHT", removal: "addHandler(\"destroy\", () => following.abort())",
    template: Template(PackageResources.OpenSeadragon_js),
    types: Template(PackageResources.OpenSeadragonTypes_ts))

  /// JavaScript for MapLibre GL JS 4 or later; see ``MapLibreClient``.
  static let mapLibre = ScriptClient(
    library: "MapLibre GL JS 4 or later", option: "maplibregl", global: "maplibregl",
    position: "top-right", removal: "on(\"remove\", () => following.abort())",
    template: Template(PackageResources.MapLibre_js),
    types: Template(PackageResources.MapLibreTypes_ts))
}
