__head__
/*?isBuilding*/
//   const floors = __script__.createFloorSwitch(map/*?handed*/, __handed__/*.*/);
//   floors.showFloor(__lastFloor__);
/*:*/
//   __script__.addTo(map/*?handed*/, __handed__/*.*/);
/*.*/
__begin__

  __coverage__

  __layer__
  class Layer {
    __members__

    /**
     * An image map type for `map.overlayMapTypes`; `options.base` is as in `tileURL`, and `options.google` is
     * the library__orGlobal__.
     */
    createMapType(options) {
      const { maps } = libraryIn(options, "google");
      const { base } = options || {};
      const type = new maps.ImageMapType({
        getTileUrl: (point, zoom) => {
          // Google counts columns on past the antimeridian.
          const columns = 2 ** zoom;
          const x = ((point.x % columns) + columns) % columns;
          return this.tileURL(x, point.y, zoom, base);
        },
        // In CSS pixels: images of 512 pixels fill the same cell at twice the density.
        tileSize: new maps.Size(__cellSize__, __cellSize__),
        minZoom: this.minimumZoom,
        maxZoom: this.maximumZoom,
        name: this.name,
        opacity: this.opacity,
      });
      type.zIndex = this.zIndex;
      return type;
    }

    /** Shows the tiles on a map, above overlays of smaller `zIndex`, with the attribution. */
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
          types.removeAt(types.getArray().indexOf(type));
          if (credit) controls.removeAt(controls.getArray().indexOf(credit));
        },
      };
    }
  }

  /*?isBuilding*/
  function show(layer, map, options) {
    return layer.addTo(map, options);
  }

  function hide(shown) {
    shown.remove();
  }

  function place(element, map, options) {
    map.controls[libraryIn(options, "google").maps.ControlPosition.RIGHT_BOTTOM].push(element);
  }

  /*.*/
__end__
