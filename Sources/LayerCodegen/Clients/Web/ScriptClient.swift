import TileModel

/// One script for a layer or a building, the same for every map library but for the members that make
/// a layer of that library.
///
/// A plain script, because that can be pasted into any page, works from `file:` and needs no build step;
/// its last lines make it a CommonJS module too, which bundlers import. The template of a library has methods of a
/// layer in the library's terms, and the functions `show(layer, map, options)`, which returns what
/// `hide(shown, map)` takes, for the floor switch, and `place(element, map, options)`, which puts it on the map.
struct ScriptClient {
  /// The library in words, such as `Leaflet 1`.
  let library: String
  let template: Template

  private init(_ library: String, _ template: [UInt8]) {
    self.library = library
    self.template = Template(template)
  }

  func files(for request: ClientRequest) -> [GeneratedFile] {
    let name =
      request.building.map { "\($0.typeName)s" } ?? request.layers.first?.typeName ?? "Tiles"
    let readsArchives = request.layers.contains { $0.archiveURL != nil }
    let values: TemplateValues = [
      "script": name,
      "library": library + (readsArchives ? " and pmtiles 3 or later" : ""),
      "readsArchives": readsArchives,
      "holdsHeights": request.layers.contains { $0.definition.elevation != nil },
      // A source of OpenLayers has one ratio of pixels for all of its tiles.
      "tiles": request.hasRetina ? "tiles" : "this",
      "allFormats": request.otherFormats.map {
        ["title": $0.title, "lower": $0.name] as TemplateValues
      },
      "head": Self.head, "begin": Self.begin, "coverage": Self.coverage, "layer": Self.layer,
      "members": Self.members, "entry": Self.entry, "end": Self.end,
    ]
    let text = template.filled(request.values(Self.language).merging(values) { $1 })
    return [GeneratedFile(path: "\(name).js", contents: text)]
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
}

extension ScriptClient {
  /// JavaScript for the Google Maps JavaScript API.
  ///
  /// `ImageMapType` draws each image in a cell of `tileSize` CSS pixels, so the cell is 256 for images of
  /// 512 pixels too. It counts columns on past the antimeridian, takes null for no tile, enlarges nothing
  /// beyond `maxZoom`, and knows neither a z-index nor attribution: `addTo` sees to both.
  static let googleMaps = ScriptClient(
    "the Google Maps JavaScript API", PackageResources.GoogleMaps_js)

  /// JavaScript for Leaflet 1.
  ///
  /// Leaflet's `tileSize` is in CSS pixels and shifts zooms when it is not 256, so it is 256 for images
  /// of 512 pixels too, which fill the same cells at twice the density. Leaflet asks for every tile in
  /// sight and takes any text for a URL: absent tiles are answered with an empty image, which costs no
  /// request. It is not Leaflet's own, for which Leaflet waits for ever: `load` would not come, and tiles
  /// of the zoom before would stay. Its option `bounds` is not set, because it is compared with tiles that are not
  /// wrapped, and coverage is exact already. Leaflet draws layers at z-index 1 unless told otherwise. A unit of
  /// `L.CRS.Simple` is a CSS pixel at zoom 0, which one cell fills, and its y counts upwards.
  static let leaflet = ScriptClient("Leaflet 1", PackageResources.Leaflet_js)

  /// JavaScript for OpenLayers 6 or later.
  ///
  /// The source's `tileSize` is that of the grid's cells, and images of 512 pixels that fill cells of 256
  /// have a `tilePixelRatio` of 2. An undefined URL means no tile. Tiles of the source's `maxZoom` are
  /// enlarged beyond it. A layer's `minZoom` is exclusive, and a view is at a zoom of 256-pixel cells. Coordinates
  /// on an image are its pixels, y upwards as in all projections.
  static let openLayers = ScriptClient("OpenLayers 6 or later", PackageResources.OpenLayers_js)

  /// JavaScript for OpenSeadragon 2.4 or later, of images that are nowhere on the globe.
  ///
  /// Its level is the zoom: at the deepest an image has its own pixels, and half of them, rounded up, a level
  /// below. It takes tiles at the right and the bottom to end with the image, and would stretch ours, which are all
  /// of one size, so that their bounds are given.
  static let openSeadragon = ScriptClient(
    "OpenSeadragon 2.4 or later", PackageResources.OpenSeadragon_js)

  /// JavaScript for MapLibre GL JS 4 or later; see ``MapLibreClient``.
  static let mapLibre = ScriptClient("MapLibre GL JS 4 or later", PackageResources.MapLibre_js)
}
