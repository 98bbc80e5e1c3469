/// The options of the command line by the names that the libraries' messages have for them.
enum OptionNames {
  /// The option for each name that the libraries write in backticks.
  private static let options = [
    "anchor": "--anchor", "anchorPixel": "--anchor-pixel", "attribution": "--attribution",
    "background": "--background", "bands": "--bands", "bearing": "--bearing", "bounds": "--bounds",
    "client": "--client", "clipBounds": "--clip-bounds",
    "clips": "--outline, --cutline and --clip-bounds", "colorRelief": "--color-relief",
    "colors": "--color", "controlPointFile": "--gcp-file", "controlPoints": "--gcp",
    "corners": "--corners", "crop": "--crop", "crs": "--crs",
    "cutsToFootprints": "--cut-to-footprints", "description": "--description",
    "dotsPerInch": "--dpi", "edit": "--edit", "effort": "--effort", "encoding": "--encoding",
    "featherWidth": "--feather", "floor": "--floor", "format": "--format", "grid": "--grid",
    "hardLinks": "--hard-links", "headers": "--headers", "hillshade": "--hillshade",
    "indoor": "--indoor", "ink": "--ink", "keepsEmptyTiles": "--keep-empty",
    "keepsOthers": "--keep-others", "kind": "--type", "layers": "--layers",
    "lossless": "--lossless", "makesRetinaTiles": "--retina", "maximumTileCount": "--max-tiles",
    "maximumZoom": "--max-zoom", "memoryLimit": "--memory-limit",
    "metresPerPixel": "--metres-per-pixel", "minimumZoom": "--min-zoom", "module": "--module",
    "name": "--name", "noData": "--nodata", "noDataHeight": "--nodata-height",
    "noDataTolerance": "--nodata-tolerance", "opacity": "--opacity", "outline": "--outline",
    "overlayFile": "--kml", "overviewLight": "--overview-light",
    "overviewResampling": "--overview-resampling", "overwrite": "--overwrite",
    "package": "--package", "page": "--page", "paper": "--paper", "paperOutside": "--paper-outside",
    "paperTolerance": "--paper-tolerance", "preview": "--preview", "quality": "--quality",
    "resampling": "--resampling", "resumes": "--resume", "scale": "--scale", "scheme": "--scheme",
    "scratch": "--temp-dir", "skipsDamagedImages": "--skip-damaged", "stretch": "--stretch",
    "tilePath": "--path", "tileSize": "--tile-size", "transform": "--transform",
    "transparent": "--transparent", "update": "--update", "urlTemplate": "--url",
    "version": "--tileset-version", "verticalUnit": "--vertical-unit", "worldFile": "--world-file",
    "zIndex": "--z-index",
  ]

  /// A library's text with options in place of names in backticks; other backticks stay.
  static func applied(to text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "`")) else { return text }
    return text.replacing(/`([A-Za-z]+)`/) { match in
      options[String(match.output.1)] ?? String(match.output.0)
    }
  }
}
