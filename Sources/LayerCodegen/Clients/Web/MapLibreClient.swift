import TileModel

/// A MapLibre style, and JavaScript for MapLibre GL JS 4 or later.
///
/// A style knows zooms and bounds of a source, but no coverage, and MapLibre asks for every tile
/// between them. The script's sources name tiles by a protocol of their own, which makes no request
/// for absent tiles. A source's `tileSize` is that of a cell in CSS pixels: 256 for images of 512
/// pixels, too. Tiles are enlarged beyond `maxzoom`. Tiles with differing extensions or relative
/// URLs have no style.
///
/// Tiles of heights are a `raster-dem` source and a `hillshade` layer. MapLibre is told that a tile
/// is absent, since a transparent one would be an abyss.
///
/// Tiles packed with an app have a style alone, for MapLibre Native. Archives are read by the
/// pmtiles library, whose protocol `pmtiles` a style's page must add.
enum MapLibreClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let isPacked = request.layers.contains { $0.base == .app }
    let scripts = isPacked ? [] : ScriptClient.mapLibre.files(for: request)
    // A style has one URL template for a source, and MapLibre resolves no relative ones. Sources of
    // heights count rows from the north alone.
    let lacksStyle = request.layers.contains {
      !$0.otherFormats.isEmpty || $0.isRelative && !isPacked
        || $0.definition.elevation != nil && $0.definition.scheme == .tms
    }
    if lacksStyle { return scripts }
    let style = GeneratedFile(
      path: "\(request.building?.typeName ?? request.layers.first?.typeName ?? "")Style.json",
      contents: MapLibreStyle.value(for: request).text)
    return [style] + scripts
  }
}
