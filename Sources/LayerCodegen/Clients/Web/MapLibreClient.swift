import TileModel

/// A MapLibre style, and JavaScript for MapLibre GL JS 4 or later.
///
/// A style knows zooms and bounds of a source, but no coverage: between them MapLibre asks for every
/// tile. The script knows it: its sources name tiles by a protocol of their own, and what answers makes
/// no request for absent tiles. A source's `tileSize` is that of a cell in CSS pixels, so it is 256 for
/// images of 512 pixels too; that MapLibre's own zooms count cells of 512 is no matter of the source.
/// Beyond `maxzoom` tiles are enlarged. There is no style for tiles whose URLs differ in their extension
/// or are relative, of which MapLibre would show nothing.
///
/// Tiles of heights are a source of the type `raster-dem` and a layer of the type `hillshade`; where there is no
/// such tile MapLibre is told so, since a transparent one would be an abyss.
///
/// Tiles packed with an app have a style alone, for MapLibre Native.
///
/// Tiles in an archive come by the pmtiles library, in the script as in a style, whose page adds the protocol
/// `pmtiles` of that library.
enum MapLibreClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let isPacked = request.layers.contains { $0.base == .app }
    let scripts = isPacked ? [] : ScriptClient.mapLibre.files(for: request)
    // A style has one URL template for a source, and MapLibre resolves no relative ones.
    // Sources of heights count rows from the north alone.
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
