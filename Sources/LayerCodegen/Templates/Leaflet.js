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

  /**
   * Moves the edges of tiles to the pixels of the screen next to them.
   *
   * Between edges within a pixel, as those of neighbours are at zooms with a fraction, what is below would be seen.
   */
  function align(level, tiles, leaflet) {
    const pane = level && level.closest(".leaflet-map-pane");
    // Without transforms Leaflet puts tiles on whole pixels.
    if (!pane || !level.style.transform) return;
    // Not the place of the level itself, which may be on its way there.
    const page = pane.parentNode.getBoundingClientRect();
    const { x: right, y: below } = leaflet.DomUtil.getPosition(pane);
    const { a: scale, e, f } = new DOMMatrix(level.style.transform);
    const left = page.left + pane.parentNode.clientLeft + right + e;
    const top = page.top + pane.parentNode.clientTop + below + f;
    // The start of a side in pixels of the level, and how much longer than its own it is.
    const side = (origin, start, length) => {
      const edge = (at) => Math.round((origin + at * scale) * devicePixelRatio) / devicePixelRatio;
      const [first, last] = [edge(start), edge(start + length)];
      return [(first - origin) / scale, (last - first) / scale / length];
    };
    for (const tile of tiles) {
      const position = leaflet.DomUtil.getPosition(tile);
      const [x, across] = side(left, position.x, parseFloat(tile.style.width));
      const [y, down] = side(top, position.y, parseFloat(tile.style.height));
      tile.style.transformOrigin = "0 0";
      tile.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${across}, ${down})`;
    }
  }

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

        alignAll() {
          for (const level of this.getContainer().children) align(level, level.children, leaflet);
        }

        getEvents() {
          const events = super.getEvents();
          for (const name of ["move", "moveend"]) {
            const update = events[name];
            events[name] = () => {
              if (update) update.call(this);
              this.alignAll();
            };
          }
          return events;
        }

        onAdd(map) {
          super.onAdd(map);
          this.added = new AbortController();
          const { signal } = this.added;
          // The pixels of the screen can change without a move of the map.
          addEventListener("resize", () => this.alignAll(), { signal });
          const watchDensity = () => {
            this.alignAll();
            const density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
            density.addEventListener("change", watchDensity, { once: true, signal });
          };
          watchDensity();
        }

        onRemove(map) {
          this.added.abort();
          super.onRemove(map);
        }
      };
      // A URL that Leaflet 2 can parse on any page; none is asked for.
      const layer = new Tiles(/*!readsArchives*/"data:,", /*.*/Object.assign({
        // In CSS pixels: images of 512 pixels fill the same cell at twice the density.
        tileSize: __cellSize__,
        minZoom: this.minimumZoom,
        maxNativeZoom: this.maximumZoom,
        // Beyond the deepest zoom its tiles are enlarged.
        maxZoom: this.maximumZoom + 4,
        attribution: this.attribution || "",
        opacity: this.opacity,
        zIndex: this.zIndex + 1,
      }, options));
      /*!readsArchives*/
      // With `detectRetina` addresses are a zoom deeper than the map.
      if (!("maxNativeZoom" in options)) layer.options.maxNativeZoom -= layer.options.zoomOffset;
      /*.*/
      layer.on("tileload", ({ tile }) => align(tile.parentNode, [tile], leaflet));
      return layer;
    }
  }

  /*?isBuilding*/
  function show(layer, map, options) {
    // The layer's own options, not the switch's.
    const { base, leaflet/*?readsArchives*/, pmtiles/*.*/ } = options;
    const shown = layer.createLayer({ base, leaflet/*?readsArchives*/, pmtiles/*.*/ }).addTo(map);
    return () => shown.remove();
  }

  function place(element, map, options) {
    const leaflet = libraryIn(options, "leaflet");
    const control = new leaflet.Control({ position: options.position || "__position__" });
    control.onAdd = () => {
      leaflet.DomEvent.disableClickPropagation(element);
      return element;
    };
    control.addTo(map);
    return () => control.remove();
  }

  /*.*/
__end__
