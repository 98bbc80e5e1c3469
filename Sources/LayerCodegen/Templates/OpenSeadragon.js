__head__
/*?isModule*/
//   import OpenSeadragon from "openseadragon";
/*.*/
/*?isBuilding*/
//   const floors = __script__.createFloorSwitch(viewer/*?handed*/, __handed__/*.*/);
//   floors.showFloor(__lastFloor__);
/*:*/
//   OpenSeadragon({ id: "viewer", tileSources: __script__.createTileSource(__handed__) });
/*.*/
__begin__

  __coverage__

  __layer__
  class Layer {
    __members__

    /**
     * A tile source, as `tileSources` and `addTiledImage` take it. `options.base` is as in `tileURL`, and
     * `options.OpenSeadragon` is the library__orGlobal__.
     */
    createTileSource(options) {
      options = options || {};
      const library = libraryIn(options, "OpenSeadragon");
      const tiles = this;
      const side = this.tileSize;
      const { width, height } = this.imageSize;
      const pixelZoom = Math.log2(this.pixelsAcross / side);
      return new library.TileSource({
        width: width,
        height: height,
        tileSize: side,
        minLevel: this.minimumZoom,
        maxLevel: pixelZoom,
        tileExists: (level, x, y) => tiles.hasTile(x, y, level),
        getTileUrl: (level, x, y) => tiles.tileURL(x, y, level, options.base),
        // A tile that is taken for opaque would have what it lets through drawn twice.
        hasTransparency: (_, url) => !/\.jpe?g(\?|$)/i.test(url),
        getTileBounds: (level, x, y, isSource) => {
          if (isSource) return new library.Rect(0, 0, side, side);
          // A unit is the width of the image.
          const cell = side * 2 ** (pixelZoom - level) / width;
          return new library.Rect(x * cell, y * cell, cell, cell);
        },
      });
    }

    /** The point of the viewport at which a pixel of the image is, counted from its top left corner. */
    viewportPoint(x, y) {
      return { x: x / this.imageSize.width, y: y / this.imageSize.width };
    }
  }

  /*?isBuilding*/
  function show(layer, viewer, options) {
    let item = null;
    let isHidden = false;
    viewer.addTiledImage({
      tileSource: layer.createTileSource(options),
      opacity: layer.opacity,
      success: (event) => {
        item = event.item;
        if (isHidden) viewer.world.removeItem(item);
      },
    });
    return () => {
      isHidden = true;
      if (item) viewer.world.removeItem(item);
    };
  }

  function place(element, viewer, options) {
    const library = libraryIn(options, "OpenSeadragon");
    viewer.addControl(element, { anchor: library.ControlAnchor[options.position || "__position__"] });
    return () => viewer.removeControl(element);
  }

  /*.*/
__end__
