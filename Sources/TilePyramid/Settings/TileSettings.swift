import TileRendering

extension Setting {
  package static let all: [Setting] = [
    PlacementSettings.settings, TileSettings.settings, ClipSettings.settings,
    SampleSettings.settings, VectorSettings.settings, MosaicSettings.settings,
    LayerSettings.settings, NamingSettings.settings,
  ].flatMap(\.self)
}

/// The choice of tiles and pixels.
package enum TileSettings: SettingGroup {
  package static let settings = Setting.list {
    Setting(
      "format", \.format, .choice, "format", in: .shared,
      """
      Write tiles as png, jpeg, webp, avif, or hybrid: jpeg where opaque, else png. (default: \
      {default})
      """)
    Setting(
      "quality", \.quality, .integer(.min ... .max, "1 to 100, of webp and avif 0 to 100"), "n",
      in: .shared,
      """
      Set the quality of jpeg, 1 to 100, webp and avif, 0 to 100 (default: \
      \(PyramidEncoding.defaultQuality)).
      """)
    Setting("lossless", \.isLossless, .flag(), in: .shared, "Make webp lossless.")
    Setting(
      "effort", \.effort, .choice, "effort", in: .shared,
      "Choose how hard to compress: fast, balanced or smallest. (default: {default})")
    // The identity has the zooms themselves.
    Setting(
      "max-zoom", \.options.maximumZoom, .zoom(), "n|auto", parameter: "maximumZoom", in: .shared,
      isInIdentity: false,
      "End at this zoom, the deepest; auto is the image's resolution. (default: {default})")
    Setting(
      "min-zoom", \.options.minimumZoom, .zoom(), "n|auto", parameter: "minimumZoom", in: .shared,
      isInIdentity: false,
      "Begin at this zoom; auto is where the image is no larger than a tile. (default: {default})")
    Setting(
      "zoom-rounding", \.options.zoomRounding, .choice, "way", in: .shared, isInIdentity: false,
      "Round auto to a zoom: up, nearest or down; up loses no detail. (default: {default})")
    Setting(
      "tile-size", \.options.tileSize, .tileSize(), "n", in: .shared,
      "Make tiles of 256 or 512 pixels a side. (default: {default})")
    Setting(
      "retina", \.options.makesRetinaTiles, .flag(), parameter: "makesRetinaTiles", in: .shared,
      """
      Write 512-pixel tiles beside the 256-pixel ones, as {z}/{x}/{y}@2x.png: those of a zoom have the pixels of \
      the zoom below it, so that the deepest zoom has none.
      """)
    Setting(
      "overview-resampling", \.options.overviewResampling, .choice, "kernel", in: .shared,
      """
      Make overviews by average, nearest, darken, which keeps thin dark lines, or keep, which \
      keeps light ones, too (default: {default}).
      """)
    Setting(
      "overview-light", \.options.overviewLight, .choice, "light", in: .shared,
      """
      Average overviews in srgb, or linear, which keeps how bright fine patterns are, so that \
      thin dark lines get paler (default: {default}).
      """)
    Setting(
      "resampling", \.options.resampling, .choice, "kernel", in: .shared,
      "Resample by \(Resampling.allCases.map(\.rawValue).alternatives). (default: {default})")
    Setting(
      "encoding", \.elevation, .choice, "encoding",
      """
      Make tiles of the heights in a TIFF of one band, as terrarium (steps of 1/256 m) or mapbox (0.1 m) \
      colours, for terrain and hillshades.
      """)
    Setting(
      "nodata-height", \.noDataHeight,
      .number(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude, "metres, such as 0"),
      "metres",
      parameter: "noDataHeight", needs: Setting.Need(names: ["encoding"], example: "terrarium"),
      "Fill tiles with this height where the image has none (default: none, transparent).")
    Setting(
      "keep-empty", \.options.keepsEmptyTiles, .flag(), parameter: "keepsEmptyTiles", in: .shared,
      "Write transparent tiles where there is no image, too, even if nothing else is to be seen.")
    Setting(
      "max-tiles", \.options.maximumTileCount, .integer(1...Int.max, "1 or more"), "n",
      parameter: "maximumTileCount", in: .shared, isInIdentity: false,
      "Refuse to plan more tiles than this (default: {default}).")
  }
}

/// The choice of names and the order of rows.
package enum NamingSettings: SettingGroup {
  package static let settings = Setting.list {
    Setting(
      "path", \.tilePath, .text(), "template", parameter: "tilePath", in: .building,
      isInIdentity: false,
      "Name the tiles in the folder so (default: {z}/{x}/{y}.{ext}).")
    Setting(
      "scheme", \.scheme, .choice, "scheme", in: .building, isInIdentity: false,
      "Count rows in names from the north (xyz) or the south (tms). (default: {default})")
  }
}

/// The description of the layer for map clients.
package enum LayerSettings: SettingGroup {
  package static let settings = Setting.list {
    Setting(
      "floor", \.floor, .identifier(), "id",
      "State the storey's identifier, which {floor} stands for.")
    Setting(
      "name", \.layer.name, .text(), "text", in: .floor,
      "State the name shown to people (default: the image's).")
    Setting(
      "description", \.layer.description, .text(), "text", in: .floor,
      "State a sentence about the content.")
    Setting(
      "attribution", \.layer.attribution, .text(), "text", in: .shared,
      "State who must be credited.")
    Setting(
      "tileset-version", \.layer.version, .version(), "a.b.c", parameter: "version", in: .building,
      "State the version of the tiles. (default: {default})")
    Setting(
      "type", \.layer.kind, .choice, "kind", parameter: "kind", in: .shared,
      "Call the layer an overlay or a baselayer. (default: {default})")
    // The identity has the templates, as they are without this, too.
    Setting(
      "url", \.url, .text(), "template", parameter: "urlTemplate", in: .building,
      isInIdentity: false,
      "State where the tiles will be found (default: the path template, relative to layer.json).")
    Setting(
      "z-index", \.layer.zIndex,
      .integer(Int(Int32.min)...Int(Int32.max), "a whole number of 32 bits"), "n", in: .shared,
      "Set the drawing order; larger is above. (default: {default})")
    Setting(
      "opacity", \.layer.opacity, .number(0...1, "0 to 1"), "fraction", in: .shared,
      "Set the opacity to draw with, 0 to 1. (default: {default})")
  }
}
