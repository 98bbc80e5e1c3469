__head__
/*?isModule*/
//   import * as maplibregl from "maplibre-gl";
/*.*/
/*?isBuilding*/
//   map.on("load", () => {
//     const floors = __script__.createFloorSwitch(map/*?handed*/, __handed__/*.*/);
//     floors.showFloor(__lastFloor__);
//   });
/*:*/
//   map.on("load", () => __script__.addTo(map/*?handed*/, __handed__/*.*/));
/*.*/
__begin__

  /** A transparent tile for none, which MapLibre takes for an error/*?holdsHeights*/; of heights an error that it takes for an answer/*.*/. */
  function absentTile(/*?holdsHeights*/layer/*.*/) {
    /*?holdsHeights*/
    if (layer.encoding) throw Object.assign(new Error("no tile"), { status: 404 });
    /*.*/
    const text = atob("__transparentImage__");
    return { data: Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer };
  }

  __coverage__

  __layer__
  class Layer {
    __members__

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
     * `options.base` is as in `/*?readsArchives*/archiveURL/*:*/tileURL/*.*/`; `options.maplibregl` is the library__orGlobal__/*?readsArchives*/, `options.pmtiles` likewise/*.*/.
     */
    createSource(options) {
      options = options || {};
      // One protocol serves all maps of a page, so that URLs name the base.
      libraryIn(options, "maplibregl").addProtocol(this.sourceID, async (request, controller) => {
        const [base, ...address] = request.url.split("/").slice(-4);
        const [zoom, x, y] = address.map(Number);
        /*?readsArchives*/
        const { signal } = controller;
        const data = await this.tileData(
          x, y, zoom, { base: decodeURIComponent(base), pmtiles: options.pmtiles, signal });
        return data === null ? absentTile(/*?holdsHeights*/this/*.*/) : { data };
        /*:*/
        const url = this.tileURL(x, y, zoom, decodeURIComponent(base));
        if (url === null) return absentTile(/*?holdsHeights*/this/*.*/);
        const response = await fetch(url, { signal: controller.signal });
        if (!response.ok) throw new Error(response.status + " " + url);
        return { data: await response.arrayBuffer() };
        /*.*/
      });
      const { west, south, east, north } = this.bounds;
      const limit = 85.051129;
      return {
        type: /*?holdsHeights*/this.encoding ? "raster-dem" : /*.*/"raster",
        /*?holdsHeights*/
        ...(this.encoding ? { encoding: this.encoding } : {}),
        /*.*/
        tiles: [this.sourceID + "://" + encodeURIComponent(options.base || "") + "/{z}/{x}/{y}"],
        // In CSS pixels: images of 512 pixels fill the same cell at twice the density.
        tileSize: __cellSize__,
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
      if (!map.getLayer(this.sourceID)) map.addLayer({
        id: this.sourceID,
        type: /*?holdsHeights*/this.encoding ? "hillshade" : /*.*/"raster",
        source: this.sourceID,
        paint: /*?holdsHeights*/this.encoding ? {} : /*.*/{ "raster-opacity": this.opacity },
      }, options.before);
      return { id: this.sourceID };
    }

    /** Takes the tiles off a map. */
    removeFrom(map) {
      if (map.getLayer(this.sourceID)) map.removeLayer(this.sourceID);
      if (map.getSource(this.sourceID)) map.removeSource(this.sourceID);
    }
  }

  /*?isBuilding*/
  function show(layer, map, options) {
    layer.addTo(map, options);
    return () => layer.removeFrom(map);
  }

  function place(element, map, options) {
    element.classList.add("maplibregl-ctrl");
    // The map makes room for pointers only where a control says so.
    element.style.pointerEvents = "auto";
    const control = { onAdd: () => element, onRemove: () => element.remove() };
    map.addControl(control, options.position || "__position__");
    return () => map.removeControl(control);
  }

  /*.*/
__end__
