enum ManifestKeys {
  /// The ways to say where an image is, of which a floor takes one.
  static let ways = [
    "world-file", "bounds", "corners", "gcps", "gcp-file", "kml", "anchor", "align",
  ]

  /// What goes with a way.
  static let companions = [
    "crs", "transform", "anchor-pixel", "metres-per-pixel", "scale", "bearing",
  ]

  /// Which companions have an effect with a way; without one, a sidecar's system can be given.
  static func companions(of way: String?) -> [String] {
    switch way {
    case nil, "world-file", "bounds": ["crs"]
    case "gcps", "align": ["transform"]
    case "gcp-file": ["crs", "transform"]
    case "anchor": ["anchor-pixel", "metres-per-pixel", "scale", "bearing"]
    default: []
    }
  }

  /// What a building may state for all floors, and a floor for itself.
  static let shared =
    ways + companions + [
      "min-zoom", "max-zoom", "zoom-rounding", "tile-size", "retina", "max-tiles", "keep-empty",
      "format",
      "quality", "lossless", "effort", "resampling", "overview-resampling", "overview-light",
      "type", "z-index", "opacity", "dpi", "layers", "stretch", "bands", "nodata",
      "nodata-tolerance", "transparent", "paper", "paper-tolerance", "paper-outside", "ink",
      "background", "color", "crop", "cutline", "clip-bounds", "on-top",
      "feather",
    ]

  /// What a variant may state for all floors: what changes samples, and neither where an image is nor which
  /// tiles there may be.
  static let variant = [
    "layers", "stretch", "bands", "transparent", "paper", "paper-tolerance", "paper-outside", "ink",
    "background", "color",
  ]

  static let building =
    [
      "name", "description", "attribution", "floors", "variants", "store", "path", "scheme", "url",
      "hard-links", "tileset-version", "alignment-limit", "backgrounds",
    ] + shared

  /// The path of a file that a manifest names from its folder.
  static func file(_ text: String, besides manifest: String) -> String {
    guard !text.hasPrefix("/"), let slash = manifest.lastIndex(of: "/") else { return text }
    return String(manifest[...slash]) + text
  }

  static let floorOnly = [
    "id", "level", "image", "images", "page", "points", "outline",
  ]

  /// What one of several images of a floor may state: no image of them is aligned with another floor.
  static let part = ["image"] + ways.filter { $0 != "align" } + companions

  static let floor = floorOnly + ["name", "description", "attribution"] + shared
}

extension ManifestKeys {
  /// The keys of a manifest for those parameters of the libraries that are not spelled like them.
  private static let keys = [
    "clips": "outline, cutline and clip-bounds", "colors": "color", "controlPointFile": "gcp-file",
    "controlPoints": "gcps",
    "dotsPerInch": "dpi", "keepsEmptyTiles": "keep-empty", "kind": "type",
    "makesRetinaTiles": "retina",
    "maximumTileCount": "max-tiles", "maximumZoom": "max-zoom", "minimumZoom": "min-zoom",
    "noData": "nodata", "noDataTolerance": "nodata-tolerance", "overlayFile": "kml",
    "tilePath": "path", "urlTemplate": "url", "version": "tileset-version",
  ]

  /// A library's text with a manifest's keys in place of the parameters that it names in backticks.
  static func naming(_ text: String) -> String {
    text.replacing(/`([A-Za-z]+)`/) { match in
      let name = String(match.output.1)
      return keys[name] ?? hyphenated(name)
    }
  }

  /// `anchorPixel` as `anchor-pixel`.
  private static func hyphenated(_ name: String) -> String {
    name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}
