__head__
/*?isOfImages*/
//   const map = L.map("map", { crs: L.CRS.Simple });
/*.*/
/*?isBuilding*/
//   const floors = __script__.createFloorSwitch(map);
//   floors.showFloor(__lastFloor__);
/*:*/
//   __script__.createLayer().addTo(map);
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
    /** Where a pixel of the image is, counted from its top left corner, on a map with `crs: L.CRS.Simple`. */
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
     * `options.leaflet` is the library where it is not the global L/*?readsArchives*/, `options.pmtiles` likewise/*.*/.
     */
    createLayer(options) {
      options = options || {};
      const leaflet = options.leaflet || L;
      const tiles = this;
      /*?readsArchives*/
      const Tiles = leaflet.GridLayer.extend({
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
      });
      /*:*/
      const Tiles = leaflet.TileLayer.extend({
        getTileUrl(coords) {
          const zoom = coords.z + this.options.zoomOffset;
          const url = tiles.tileURL(coords.x, coords.y, zoom, options.base);
          // With leaflet.Util.emptyImageUrl a tile would never count as loaded.
          return url || emptyImage;
        },
      });
      /*.*/
      return new Tiles("", Object.assign({
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
    const leaflet = options.leaflet || L;
    const control = new leaflet.Control({ position: options.position || "topright" });
    control.onAdd = () => {
      leaflet.DomEvent.disableClickPropagation(element);
      return element;
    };
    control.addTo(map);
  }

  /*.*/
__end__
