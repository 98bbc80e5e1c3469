__head__
/*?isModule*/
//   import * as layer from "ol/layer.js";
//   import * as source from "ol/source.js";
/*?isBuilding*/
//   import * as control from "ol/control.js";
/*.*/
/*?isOfImages*/
//   import Map from "ol/Map.js";
//   import * as proj from "ol/proj.js";
//   import * as tilegrid from "ol/tilegrid.js";
//   import View from "ol/View.js";
/*.*/
//   const ol = { layer, source/*?isBuilding*/, control/*.*//*?isOfImages*/, Map, proj, tilegrid, View/*.*/ };
/*.*/
/*?isBuilding*/
//   const floors = __script__.createFloorSwitch(map/*?handed*/, __handed__/*.*/);
//   floors.showFloor(__lastFloor__);
/*:*/
/*?isOfImages*/
//   const map = new ol.Map({
//     target: "map", layers: [__script__.createLayer(__handed__)], view: __script__.createView(__handed__) });
/*:*/
//   map.addLayer(__script__.createLayer(__handed__));
/*.*/
/*.*/
__begin__

  __coverage__

  __layer__
  class Layer {
    __members__

    /*?isOfImages*/
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
      const library = libraryIn(options, "ol");
      return new library.proj.Projection({ code: this.id, units: "pixels", extent: this.extent() });
    }

    /** A view of the whole image; `options.ol` as in `createLayer`, the others as those of `ol.View`. */
    createView(options) {
      const library = libraryIn(options, "ol");
      const { width, height } = this.imageSize;
      return new library.View(Object.assign({
        projection: this.projection(options),
        center: this.coordinate(width / 2, height / 2),
        resolution: Math.max(width, height) / 512,
        minResolution: 1 / 16,
        maxResolution: this.pixelsAcross / __cellSize__,
      }, options));
    }

    /*.*/
    /** An OpenLayers source; `options` as in `createLayer`. */
    createSource(options) {
      options = options || {};
      const library = libraryIn(options, "ol");
      /*?hasRetina*/
      // All tiles of a source have one size: beyond the deepest zoom these are enlarged.
      const tiles = this.retina && isFineScreen() ? this.retina : this;
      /*.*/
      // Its functions are deprecated since version 10, and still there; ImageTile is not in earlier ones.
      return new library.source.XYZ({
        /*?isOfImages*/
        projection: this.projection(options),
        tileGrid: new library.tilegrid.TileGrid({
          extent: this.extent(),
          origin: [0, 0],
          // The cell of the grid, which images of 512 pixels fill at twice the density.
          tileSize: __cellSize__,
          minZoom: __tiles__.minimumZoom,
          resolutions: Array.from(
            { length: __tiles__.maximumZoom + 1 },
            (_, zoom) => this.pixelsAcross / __cellSize__ / 2 ** zoom),
        }),
        /*:*/
        // The cell of the grid, which images of 512 pixels fill at twice the density.
        tileSize: __cellSize__,
        minZoom: __tiles__.minimumZoom,
        maxZoom: __tiles__.maximumZoom,
        /*.*/
        tilePixelRatio: __tiles__.tileSize / __cellSize__,
        attributions: this.attribution || undefined,
        /*?readsArchives*/
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
        /*:*/
        tileUrlFunction: (coordinate) => {
          const [zoom, x, y] = coordinate;
          return __tiles__.tileURL(x, y, zoom, options.base) || undefined;
        },
        /*.*/
      });
    }

    /**
     * An OpenLayers layer. `options.base` is as in `/*?readsArchives*/archiveURL/*:*/tileURL/*.*/`; `options.ol` is the library__orGlobal__: an
     * object with `source.XYZ`, `layer.Tile`/*?isOfImages*/, `proj.Projection`, `tilegrid.TileGrid`, `View`/*.*/ and, for a floor switch,
     * `control.Control`/*?readsArchives*/; `options.pmtiles` likewise/*.*/.
     */
    createLayer(options) {
      const library = libraryIn(options, "ol");
      return new library.layer.Tile({
        source: this.createSource(options),
        /*!isOfImages*/
        minZoom: this.minimumZoom - 1,
        /*.*/
        opacity: this.opacity,
        zIndex: this.zIndex,
      });
    }
  }

  /*?isBuilding*/
  function show(layer, map, options) {
    const shown = layer.createLayer(options);
    map.addLayer(shown);
    return () => map.removeLayer(shown);
  }

  function place(element, map, options) {
    const library = libraryIn(options, "ol");
    // Not the library's class for controls, which gives buttons the width of one letter.
    element.style.position = "absolute";
    for (const side of (options.position || "__position__").split("-")) element.style[side] = "0";
    const control = new library.control.Control({ element: element });
    map.addControl(control);
    return () => map.removeControl(control);
  }

  /*.*/
__end__
