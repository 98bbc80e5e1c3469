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
/// Tiles in an archive come by the pmtiles library, in the script as in a style, whose page adds the protocol
/// `pmtiles` of that library.
enum MapLibreClient: ClientGenerator {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let readsArchives = request.layers.contains { $0.archiveURL != nil }
    let script = writer(readsArchives: readsArchives).file(for: request)
    // A style has one URL template for a source, and MapLibre resolves no relative ones.
    if request.layers.contains(where: { !$0.otherFormats.isEmpty || $0.isRelative }) {
      return [script]
    }
    let style = GeneratedFile(
      path: "\(request.building?.typeName ?? request.layers.first?.typeName ?? "")Style.json",
      contents: MapLibreStyle.value(for: request).text)
    return [style, script]
  }

  private static let addressLoading = """
    const url = this.tileURL(x, y, zoom, options.base);
        if (url === null) return { data: transparentImage() };
        const response = await fetch(url, { signal: controller.signal });
        if (!response.ok) throw new Error(response.status + " " + url);
        return { data: await response.arrayBuffer() };
    """

  private static let archiveLoading = """
    const { base, pmtiles } = options;
        const data = await this.tileData(x, y, zoom, { base, pmtiles, signal: controller.signal });
        return { data: data === null ? transparentImage() : data };
    """

  private static func writer(readsArchives: Bool) -> ScriptWriter {
    ScriptWriter(
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
            \(readsArchives ? archiveLoading : addressLoading)
          });
          const { west, south, east, north } = this.bounds;
          const limit = 85.051129;
          return {
            type: "raster",
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
            type: "raster",
            source: this.sourceID,
            paint: { "raster-opacity": this.opacity },
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
        /** A transparent pixel as a PNG file; MapLibre takes nothing at all for an error. */
        function transparentImage() {
          const text = atob("\(TransparentImage.base64)");
          return Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer;
        }

        """, readsArchives: readsArchives)
  }
}
