/// JavaScript for Leaflet 1.
///
/// Leaflet's `tileSize` is in CSS pixels and shifts zooms when it is not 256, so it is 256 for images
/// of 512 pixels too, which fill the same cells at twice the density. Leaflet asks for every tile in
/// sight and takes any text for a URL: absent tiles are answered with an empty image, which costs no
/// request. It is not Leaflet's own, for which Leaflet waits for ever: `load` would not come, and tiles
/// of the zoom before would stay. Its option `bounds` is not set, because it is compared with tiles that are not
/// wrapped, and coverage is exact already. Leaflet draws layers at z-index 1 unless told otherwise.
enum LeafletScript: ClientGenerator {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let readsArchives = request.layers.contains { $0.archiveURL != nil }
    return [
      writer(readsArchives: readsArchives, isOfImages: request.isOfImages).file(for: request)
    ]
  }

  private static let map = "const map = L.map(\"map\", { crs: L.CRS.Simple });\n"

  private static let addressClass = """
    leaflet.TileLayer.extend({
        getTileUrl(coords) {
          const zoom = coords.z + this.options.zoomOffset;
          const url = tiles.tileURL(coords.x, coords.y, zoom, options.base);
          // With leaflet.Util.emptyImageUrl a tile would never count as loaded.
          return url || emptyImage;
        },
      })
    """

  private static let archiveClass = """
    leaflet.GridLayer.extend({
        initialize(url, options) {
          leaflet.GridLayer.prototype.initialize.call(this, options);
        },
        createTile(coords, done) {
          const image = document.createElement("img");
          image.alt = "";
          const { base, pmtiles } = options;
          tiles.tileData(coords.x, coords.y, coords.z, { base, pmtiles }).then((data) => {
            const url = data === null ? emptyImage : URL.createObjectURL(new Blob([data]));
            const end = (error) => {
              if (data !== null) URL.revokeObjectURL(url);
              done(error, image);
            };
            image.onload = () => end(null);
            image.onerror = () => end(new Error("no image at " + [coords.z, coords.x, coords.y].join("/")));
            image.src = url;
          }, (error) => done(error, image));
          return image;
        },
      })
    """

  private static let worldMethods = """
    /** The corners as Leaflet's `fitBounds` takes them. */
    latLngBounds() {
      const { west, south, east, north } = this.bounds;
      return [[south, west], [north, east < west ? east + 360 : east]];
    }
    """

  /// A unit of `L.CRS.Simple` is a CSS pixel at zoom 0, which one cell fills, and its y counts upwards.
  private static let imageMethods = """
    /** Where a pixel of the image is, counted from its top left corner, on a map with `crs: L.CRS.Simple`. */
    latLng(x, y) {
      const scale = \(ClientLayer.cellSize) / this.pixelsAcross;
      return [-y * scale, x * scale];
    }

    /** The pixel of the image, counted from its top left corner, at a position of such a map. */
    pixel(latLng) {
      const scale = this.pixelsAcross / \(ClientLayer.cellSize);
      return { x: latLng.lng * scale, y: -latLng.lat * scale };
    }

    /** The corners of the image as Leaflet's `fitBounds` takes them. */
    latLngBounds() {
      return [this.latLng(0, this.imageSize.height), this.latLng(this.imageSize.width, 0)];
    }
    """

  private static func writer(readsArchives: Bool, isOfImages: Bool) -> ScriptWriter {
    ScriptWriter(
      library: "Leaflet 1" + (readsArchives ? " and pmtiles 3 or later" : ""),
      layerMethods: """
        \(isOfImages ? imageMethods : worldMethods)

        /**
         * A Leaflet layer. `options` are those of L.\(readsArchives ? "GridLayer" : "TileLayer"); `options.base` is as in `\(readsArchives ? "archiveURL" : "tileURL")`, and
         * `options.leaflet` is the library where it is not the global L\(readsArchives ? ", `options.pmtiles` likewise" : "").
         */
        createLayer(options) {
          options = options || {};
          const leaflet = options.leaflet || L;
          const tiles = this;
          const Tiles = \(readsArchives ? archiveClass : addressClass);
          return new Tiles("", Object.assign({
            // In CSS pixels: images of 512 pixels fill the same cell at twice the density.
            tileSize: \(ClientLayer.cellSize),
            minZoom: this.minimumZoom,
            minNativeZoom: this.minimumZoom,
            maxNativeZoom: this.maximumZoom,
            // Beyond the deepest zoom its tiles are enlarged.
            maxZoom: this.maximumZoom + 4,
            attribution: this.attribution || "",
            opacity: this.opacity,
            zIndex: this.zIndex + 1,
          }, options));
        }
        """,
      switchFunctions: """
        function show(layer, map, options) {
          // The layer's own options, not the switch's.
          return layer.createLayer({ base: options.base, leaflet: options.leaflet\(readsArchives ? ", pmtiles: options.pmtiles" : "") }).addTo(map);
        }

        function hide(shown) {
          shown.remove();
        }

        function place(element, map, options) {
          const leaflet = options.leaflet || L;
          const control = new leaflet.Control({ position: options.position || "topright" });
          control.onAdd = () => {
            leaflet.DomEvent.disableClickPropagation(element);
            return element;
          };
          control.addTo(map);
        }
        """,
      usage: (
        layer: (isOfImages ? map : "")
          + "NAME.createLayer().addTo(map);\nmap.fitBounds(NAME.latLngBounds());",
        building: (isOfImages ? map : "") + """
          const floors = NAME.createFloorSwitch(map);
          floors.showFloor(FLOOR);
          """
      ),
      prelude: """
        /** What is shown where there is no tile. */
        const emptyImage =
          "data:image/png;base64,\(TransparentImage.base64)";
        """, readsArchives: readsArchives)
  }
}
