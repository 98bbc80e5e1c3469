/// JavaScript for OpenLayers 6 or later.
///
/// The source's `tileSize` is that of the grid's cells, and images of 512 pixels that fill cells of 256
/// have a `tilePixelRatio` of 2. An undefined URL means no tile. Tiles of the source's `maxZoom` are
/// enlarged beyond it. A layer's `minZoom` is exclusive, and a view is at a zoom of 256-pixel cells.
enum OpenLayersScript: ClientGenerator {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let readsArchives = request.layers.contains { $0.archiveURL != nil }
    return [
      writer(
        readsArchives: readsArchives, hasRetina: request.hasRetina,
        isOfImages: request.isOfImages
      ).file(for: request)
    ]
  }

  private static func addressLoading(_ tiles: String) -> String {
    """
    tileUrlFunction: (coordinate) => {
          const [zoom, x, y] = coordinate;
          return \(tiles).tileURL(x, y, zoom, options.base) || undefined;
        },
    """
  }

  private static let archiveLoading = """
    tileUrlFunction: (coordinate) => {
          const [zoom, x, y] = coordinate;
          return this.hasTile(x, y, zoom) ? coordinate.join("/") : undefined;
        },
        tileLoadFunction: (tile, address) => {
          const [zoom, x, y] = address.split("/").map(Number);
          const { base, pmtiles } = options;
          const image = tile.getImage();
          this.tileData(x, y, zoom, { base, pmtiles }).then((data) => {
            const url = URL.createObjectURL(new Blob(data === null ? [] : [data]));
            const end = () => URL.revokeObjectURL(url);
            image.addEventListener("load", end);
            image.addEventListener("error", end);
            image.src = url;
            // 3 is the state of a tile that cannot be had.
          }, () => tile.setState(3));
        },
    """

  private static func worldGrid(_ tiles: String) -> String {
    """
    // The cell of the grid, which images of 512 pixels fill at twice the density.
        tileSize: \(ClientLayer.cellSize),
        tilePixelRatio: \(tiles).tileSize / \(ClientLayer.cellSize),
        minZoom: \(tiles).minimumZoom,
        maxZoom: \(tiles).maximumZoom,
    """
  }

  private static func imageGrid(_ tiles: String) -> String {
    """
    projection: this.projection(options),
        tileGrid: new library.tilegrid.TileGrid({
          extent: this.extent(),
          origin: [0, 0],
          // The cell of the grid, which images of 512 pixels fill at twice the density.
          tileSize: \(ClientLayer.cellSize),
          minZoom: \(tiles).minimumZoom,
          resolutions: Array.from(
            { length: \(tiles).maximumZoom + 1 },
            (_, zoom) => this.pixelsAcross / \(ClientLayer.cellSize) / 2 ** zoom),
        }),
        tilePixelRatio: \(tiles).tileSize / \(ClientLayer.cellSize),
    """
  }

  /// Coordinates are pixels of the image, y upwards as in all projections.
  private static let imageMethods = """
    /** Where a pixel of the image is, counted from its top left corner, in coordinates of the map. */
    coordinate(x, y) {
      return [x, -y];
    }

    /** The image in coordinates of the map. */
    extent() {
      return [0, -this.imageSize.height, this.imageSize.width, 0];
    }

    /** The projection of the map, in which a pixel is a unit; `options.ol` as in `createLayer`. */
    projection(options) {
      const library = (options || {}).ol || ol;
      return new library.proj.Projection({ code: this.id, units: "pixels", extent: this.extent() });
    }

    /** A view of the whole image; `options.ol` as in `createLayer`, the others as those of `ol.View`. */
    createView(options) {
      const library = (options || {}).ol || ol;
      const { width, height } = this.imageSize;
      return new library.View(Object.assign({
        projection: this.projection(options),
        center: this.coordinate(width / 2, height / 2),
        resolution: Math.max(width, height) / 512,
        minResolution: 1 / 16,
        maxResolution: this.pixelsAcross / \(ClientLayer.cellSize),
      }, options));
    }


    """

  private static func writer(
    readsArchives: Bool, hasRetina: Bool, isOfImages: Bool
  ) -> ScriptWriter {
    // A source has one ratio of pixels for all of its tiles.
    let tiles = hasRetina ? "tiles" : "this"
    let choice =
      "\n    // All tiles of a source have one size: beyond the deepest zoom these are enlarged."
      + "\n    const tiles = this.retina && isFineScreen() ? this.retina : this;"
    return ScriptWriter(
      library: "OpenLayers 6 or later" + (readsArchives ? " and pmtiles 3 or later" : ""),
      layerMethods: """
        \(isOfImages ? imageMethods : "")/** An OpenLayers source; `options` as in `createLayer`. */
        createSource(options) {
          options = options || {};
          const library = options.ol || ol;\(hasRetina ? choice : "")
          return new library.source.XYZ({
            \(isOfImages ? imageGrid(tiles) : worldGrid(tiles))
            attributions: this.attribution || undefined,
            \(readsArchives ? archiveLoading : addressLoading(tiles))
          });
        }

        /**
         * An OpenLayers layer. `options.base` is as in `\(readsArchives ? "archiveURL" : "tileURL")`; `options.ol` is the library where it is
         * not the global ol: an object with `source.XYZ`, `layer.Tile`\(isOfImages ? ", `proj.Projection`, `tilegrid.TileGrid`, `View`" : "") and, for a floor switch,
         * `control.Control`\(readsArchives ? "; `options.pmtiles` likewise" : "").
         */
        createLayer(options) {
          const library = (options || {}).ol || ol;
          return new library.layer.Tile({
            source: this.createSource(options),
            \(isOfImages ? "" : "minZoom: this.minimumZoom - 1,\n    ")opacity: this.opacity,
            zIndex: this.zIndex,
          });
        }
        """,
      switchFunctions: """
        function show(layer, map, options) {
          const shown = layer.createLayer(options);
          map.addLayer(shown);
          return shown;
        }

        function hide(shown, map) {
          map.removeLayer(shown);
        }

        function place(element, map, options) {
          const library = options.ol || ol;
          // Not the library's class for controls, which gives buttons the width of one letter.
          element.style.position = "absolute";
          element.style.top = "0";
          element.style.right = "0";
          map.addControl(new library.control.Control({ element: element }));
        }
        """,
      usage: (
        layer: isOfImages
          ? "const map = new ol.Map({\n  target: \"map\", layers: [NAME.createLayer()], view: NAME.createView() });"
          : "map.addLayer(NAME.createLayer());",
        building: """
        const floors = NAME.createFloorSwitch(map);
        floors.showFloor(FLOOR);
        """
      ), readsArchives: readsArchives)
  }
}
