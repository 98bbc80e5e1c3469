__head__
/*?isModule*/
//   import * as L from "leaflet";
/*.*/
/*?isOfImages*/
//   const map = new L.Map("map", { crs: L.SimpleCRS || L.CRS.Simple });
/*.*/
/*?isBuilding*/
//   const floors = __script__.createFloorSwitch(map/*?handed*/, __handed__/*.*/);
//   floors.showFloor(__lastFloor__);
/*:*/
//   __script__.createLayer(__handed__).addTo(map);
//   map.fitBounds(__script__.latLngBounds());
/*.*/
__begin__

  /** What is shown where there is no tile. */
  const emptyImage =
    "data:image/png;base64,__transparentImage__";

  __coverage__

  __layer__
  class Layer {
    __members__

    /*?isOfImages*/
    /**
     * Where a pixel of the image is, counted from its top left corner, on a map with `crs: L.CRS.Simple`, in
     * Leaflet 2 `L.SimpleCRS`.
     */
    latLng(x, y) {
      const scale = __cellSize__ / this.pixelsAcross;
      return [-y * scale, x * scale];
    }

    /** The pixel of the image, counted from its top left corner, at a position of such a map. */
    pixel(latLng) {
      const scale = this.pixelsAcross / __cellSize__;
      return { x: latLng.lng * scale, y: -latLng.lat * scale };
    }

    /** The corners of the image as Leaflet's `fitBounds` takes them. */
    latLngBounds() {
      return [this.latLng(0, this.imageSize.height), this.latLng(this.imageSize.width, 0)];
    }
    /*:*/
    /** The corners as Leaflet's `fitBounds` takes them. */
    latLngBounds() {
      const { west, south, east, north } = this.bounds;
      return [[south, west], [north, east < west ? east + 360 : east]];
    }
    /*.*/

    /**
     * A Leaflet layer. `options` are those of L./*?readsArchives*/GridLayer/*:*/TileLayer/*.*/; `options.base` is as in `/*?readsArchives*/archiveURL/*:*/tileURL/*.*/`, and
     * `options.leaflet` is the library__orGlobal__/*?readsArchives*/, `options.pmtiles` likewise/*.*/.
     */
    createLayer(options) {
      options = options || {};
      const leaflet = libraryIn(options, "leaflet");
      const tiles = this;
      const Tiles = class extends leaflet./*?readsArchives*/GridLayer/*:*/TileLayer/*.*/ {
        /*?readsArchives*/
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
        }
        /*:*/
        getTileUrl(coords) {
          const zoom = coords.z + this.options.zoomOffset;
          const url = tiles.tileURL(coords.x, coords.y, zoom, options.base);
          // With leaflet.Util.emptyImageUrl a tile would never count as loaded.
          return url || emptyImage;
        }
        /*.*/
      };
      // A URL that Leaflet 2 can parse on any page; none is asked for.
      return new Tiles(/*!readsArchives*/"data:,", /*.*/Object.assign({
        // In CSS pixels: images of 512 pixels fill the same cell at twice the density.
        tileSize: __cellSize__,
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
  }

  /*?isBuilding*/
  function show(layer, map, options) {
    // The layer's own options, not the switch's.
    return layer.createLayer({ base: options.base, leaflet: options.leaflet/*?readsArchives*/, pmtiles: options.pmtiles/*.*/ }).addTo(map);
  }

  function hide(shown) {
    shown.remove();
  }

  function place(element, map, options) {
    const leaflet = libraryIn(options, "leaflet");
    const control = new leaflet.Control({ position: options.position || "topright" });
    control.onAdd = () => {
      leaflet.DomEvent.disableClickPropagation(element);
      return element;
    };
    control.addTo(map);
  }

  /*.*/
__end__
