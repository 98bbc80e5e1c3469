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
