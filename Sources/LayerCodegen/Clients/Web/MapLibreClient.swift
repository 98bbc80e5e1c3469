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
/// Tiles in an archive come by the pmtiles library, in the script as in a style, whose page adds the protocol
/// `pmtiles` of that library.
enum MapLibreClient: ClientGenerator {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let readsArchives = request.layers.contains { $0.archiveURL != nil }
    let holdsHeights = request.layers.contains { $0.definition.elevation != nil }
    let script = writer(readsArchives: readsArchives, holdsHeights: holdsHeights)
      .file(for: request)
    // A style has one URL template for a source, and MapLibre resolves no relative ones.
    // Sources of heights count rows from the north alone.
    let lacksStyle = request.layers.contains {
      !$0.otherFormats.isEmpty || $0.isRelative
        || $0.definition.elevation != nil && $0.definition.scheme == .tms
    }
    if lacksStyle {
      return [script]
    }
    let style = GeneratedFile(
      path: "\(request.building?.typeName ?? request.layers.first?.typeName ?? "")Style.json",
      contents: MapLibreStyle.value(for: request).text)
    return [style, script]
  }

  private static let absentTile = """
    /** What stands for a tile that is not there: of heights an error that MapLibre takes for an answer. */
    function absentTile(layer) {
      if (layer.encoding) throw Object.assign(new Error("no tile"), { status: 404 });
      return { data: transparentImage() };
    }

    """ + "\n"

  private static func addressLoading(_ holdsHeights: Bool) -> String {
    """
    const url = this.tileURL(x, y, zoom, options.base);
        if (url === null) return \(holdsHeights ? "absentTile(this)" : "{ data: transparentImage() }");
        const response = await fetch(url, { signal: controller.signal });
        if (!response.ok) throw new Error(response.status + " " + url);
        return { data: await response.arrayBuffer() };
    """
  }

  private static func archiveLoading(_ holdsHeights: Bool) -> String {
    """
    const { base, pmtiles } = options;
        const data = await this.tileData(x, y, zoom, { base, pmtiles, signal: controller.signal });
        return \(holdsHeights ? "data === null ? absentTile(this) : { data }" : "{ data: data === null ? transparentImage() : data }");
    """
  }

  private static func writer(readsArchives: Bool, holdsHeights: Bool) -> ScriptWriter {
    /// Code for a property of layers that are of heights or of colours.
    func choice(_ heights: String, _ colors: String) -> String {
      holdsHeights ? "this.encoding ? \(heights) : \(colors)" : colors
    }
    return ScriptWriter(
      library: "MapLibre GL JS 4 or later" + (readsArchives ? " and pmtiles 3 or later" : ""),
      layerMethods: """
        /**
         * The name of the source and of the layer in a style.
         *
         * It holds the version, so that new tiles do not meet old ones.
         */
        get sourceID() {
          // Also the scheme of URLs, which takes no _ and no capitals.
          return this.id.toLowerCase().replace(/_/g, "-") + "-" + this.versionToken;
        }

        /**
         * A raster source that asks for exactly the tiles that exist.
         *
         * `options.base` is as in `\(readsArchives ? "archiveURL" : "tileURL")`; `options.maplibregl` is the library where it is not the
         * global maplibregl\(readsArchives ? ", `options.pmtiles` likewise" : "").
         */
        createSource(options) {
          options = options || {};
          const library = options.maplibregl || maplibregl;
          library.addProtocol(this.sourceID, async (request, controller) => {
            const [zoom, x, y] = request.url.split("/").slice(-3).map(Number);
            \(readsArchives ? archiveLoading(holdsHeights) : addressLoading(holdsHeights))
          });
          const { west, south, east, north } = this.bounds;
          const limit = 85.051129;
          return {
            type: \(choice("\"raster-dem\"", "\"raster\"")),\(holdsHeights ? "\n    ...(this.encoding ? { encoding: this.encoding } : {})," : "")
            tiles: [this.sourceID + "://tiles/{z}/{x}/{y}"],
            // In CSS pixels: images of 512 pixels fill the same cell at twice the density.
            tileSize: \(ClientLayer.cellSize),
            minzoom: this.minimumZoom,
            maxzoom: this.maximumZoom,
            // MapLibre takes no bounds across the antimeridian.
            bounds: [
              west > east ? -180 : west,
              Math.max(south, -limit),
              west > east ? 180 : east,
              Math.min(north, limit),
            ],
            attribution: this.attribution || "",
          };
        }

        /** Shows the tiles on a map whose style has loaded; `options.before` names the layer above. */
        addTo(map, options) {
          options = options || {};
          if (!map.getSource(this.sourceID)) map.addSource(this.sourceID, this.createSource(options));
          map.addLayer({
            id: this.sourceID,
            type: \(choice("\"hillshade\"", "\"raster\"")),
            source: this.sourceID,
            paint: \(choice("{}", "{ \"raster-opacity\": this.opacity }")),
          }, options.before);
          return { id: this.sourceID };
        }

        /** Takes the tiles off a map. */
        removeFrom(map) {
          if (map.getLayer(this.sourceID)) map.removeLayer(this.sourceID);
          if (map.getSource(this.sourceID)) map.removeSource(this.sourceID);
        }
        """,
      switchFunctions: """
        function show(layer, map, options) {
          layer.addTo(map, options);
          return layer;
        }

        function hide(shown, map) {
          shown.removeFrom(map);
        }

        function place(element, map, options) {
          element.classList.add("maplibregl-ctrl");
          // The map makes room for pointers only where a control says so.
          element.style.pointerEvents = "auto";
          const control = { onAdd: () => element, onRemove: () => element.remove() };
          map.addControl(control, options.position || "top-right");
        }
        """,
      usage: (
        layer: "map.on(\"load\", () => NAME.addTo(map));",
        building: """
        map.on("load", () => {
          const floors = NAME.createFloorSwitch(map);
          floors.showFloor(FLOOR);
        });
        """
      ),
      prelude: """
        \(holdsHeights ? absentTile : "")/** A transparent pixel as a PNG file; MapLibre takes nothing at all for an error. */
        function transparentImage() {
          const text = atob("\(TransparentImage.base64)");
          return Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer;
        }

        """, readsArchives: readsArchives)
  }
}
