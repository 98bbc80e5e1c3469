__head__
/*?isBuilding*/
//   const floors = __script__.createFloorSwitch(map/*?handed*/, __handed__/*.*/);
//   floors.showFloor(__lastFloor__);
/*:*/
//   __script__.addTo(map/*?handed*/, __handed__/*.*/);
/*.*/
__begin__

  function takeOut(list, element) {
    const index = list.getArray().indexOf(element);
    if (index >= 0) list.removeAt(index);
  }

  __coverage__

  __layer__
  class Layer {
    __members__

    /**
     * A map type for `map.overlayMapTypes`; its `setOpacity` takes 0 to 1. `options.base` is as in
     * `tileURL`, and `options.google` is the library__orGlobal__.
     *
     * For `options.overzoom` zooms beyond the deepest, 4 unless given and at most 8, it enlarges the tiles there.
     */
    createMapType(options) {
      const { maps } = libraryIn(options, "google");
      const { base, overzoom: wanted = 4 } = options || {};
      const overzoom = Math.min(wanted, 8);
      const cells = new Set();
      let opacity = this.opacity;
      const type = {
        // In CSS pixels: images of 512 pixels fill the same cell at twice the density.
        tileSize: new maps.Size(__cellSize__, __cellSize__),
        minZoom: this.minimumZoom,
        maxZoom: this.maximumZoom + overzoom,
        name: this.name,
        alt: this.name,
        zIndex: this.zIndex,
        projection: null,
        radius: 6378137,
        getTile: (point, zoom, page) => {
          const cell = page.createElement("div");
          cell.style.cssText = "position: relative; overflow: hidden; width: __cellSize__px; height: __cellSize__px;";
          cell.style.opacity = opacity;
          cells.add(cell);
          // Google counts columns on past the antimeridian.
          const columns = 2 ** zoom;
          const x = ((point.x % columns) + columns) % columns;
          const find = (column, row, depth) => this.tileURL(column, row, depth, base);
          // The tile, or where there is none so deep the one some levels above it.
          let levels = 0;
          while (levels < overzoom && find(x >> levels, point.y >> levels, zoom - levels) === null) levels++;
          const [column, row, scale] = [x >> levels, point.y >> levels, 2 ** levels];
          const isHole = levels > 0 && [0, 1, 2, 3].some(
            (child) => find(2 * column + child % 2, 2 * row + (child >> 1), zoom - levels + 1) !== null);
          const url = isHole ? null : find(column, row, zoom - levels);
          if (url !== null) {
            const image = page.createElement("img");
            image.alt = "";
            // An image in the cache is seen at once, as the tile that was enlarged less was.
            image.decoding = "sync";
            image.src = url;
            const [left, top, side] = [column * scale - x, row * scale - point.y, scale]
              .map((cells) => cells * __cellSize__ + "px");
            image.style.cssText =
              `position: absolute; left: ${left}; top: ${top}; width: ${side}; height: ${side}; max-width: none;`;
            cell.appendChild(image);
          }
          return cell;
        },
        releaseTile: (cell) => cells.delete(cell),
        setOpacity(value) {
          opacity = value;
          for (const cell of cells) cell.style.opacity = value;
        },
      };
      return type;
    }

    /**
     * Shows the tiles on a map, above overlays of smaller `zIndex`, with the attribution.
     *
     * `options` are those of `createMapType`.
     */
    addTo(map, options) {
      const type = this.createMapType(options);
      const types = map.overlayMapTypes;
      let index = types.getLength();
      while (index > 0 && (types.getAt(index - 1).zIndex || 0) > this.zIndex) index--;
      types.insertAt(index, type);
      const controls = map.controls[libraryIn(options, "google").maps.ControlPosition.BOTTOM_RIGHT];
      let credit = null;
      if (this.attribution) {
        credit = document.createElement("div");
        credit.style.cssText = "background: #fffb; font: 10px sans-serif; padding: 0 5px;";
        credit.innerHTML = this.attribution;
        controls.push(credit);
      }
      return {
        mapType: type,
        remove() {
          takeOut(types, type);
          takeOut(controls, credit);
        },
      };
    }
  }

  /*?isBuilding*/
  function show(layer, map, options) {
    const shown = layer.addTo(map, options);
    return () => shown.remove();
  }

  function place(element, map, options) {
    const { ControlPosition } = libraryIn(options, "google").maps;
    const controls = map.controls[ControlPosition[options.position || "__position__"]];
    controls.push(element);
    return () => takeOut(controls, element);
  }

  /*.*/
__end__
