  const layers = [
    /*@layers*/
    __entry__
    /*.*/
  ];

  /*?isBuilding*/
  /*?hasVariants*/
  const variants = [/*@variants*/__name__/*!last*/, /*.*//*.*/];
  /*.*/
  return {
    name: __building__,
    /*?hasVariants*/
    /** The names of the looks in which floors can be shown; the layers of `floors` are those of the first. */
    variants: variants,
    /*.*/
    /** The floors in the order of the building. */
    floors: layers,
    /** The identifier of the floor to show first. */
    entrance: __entrance__,

    /** The layer of a floor, by the floor's identifier. */
    floor(id) {
      return layers.find((layer) => layer.floor.id === id);
    },

    /**
     * Shows the entrance, or the floor `options.floor`, on a map, and buttons to choose another.
     *
     * Returns the switch: `showFloor(id)`, where null hides all, `floor`, the identifier of the floor
     * shown or null, `remove()`, which ends it, and `element`, the buttons, which `options.buttons === false`
     * leaves off the map; `options.position` says where they are, such as "__position__".
     /*?hasVariants*/
     *
     /*?darkVariant*/
     * Floors are shown in the variant `options.variant`; without it in that for the browser's scheme, light or
     * dark, also when that changes. The switch has
     /*:*/
     * Floors are shown in the variant `options.variant`; without it in the first. The switch has
     /*.*/
     * `variant`, the name of that shown, and `showVariant(name)`, where null is as without the option.
     /*.*/
     */
    createFloorSwitch(map, options) {
      options = options || {};
      const element = document.createElement("div");
      element.className = "floor-switch";
      element.setAttribute("role", "group");
      element.setAttribute("aria-label", this.name);
      element.style.cssText = "display: flex; flex-direction: column; gap: 2px; margin: 10px;";
      const buttons = new Map();
      let current = null;
      // What takes the floor and the buttons off the map.
      let hide = () => {};
      let takeOff = () => {};
      /*?hasVariants*/
      /*?darkVariant*/
      const scheme = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;
      const following = new AbortController();
      /*.*/
      const checked = (name) => {
        if (name !== null && !variants.includes(name)) throw new RangeError("there is no variant " + name);
        return name;
      };
      let chosen = checked(options.variant === undefined ? null : options.variant);
      const variant = () => chosen !== null ? chosen : /*?darkVariant*/scheme !== null && scheme.matches ? "dark" : /*.*/variants[0];
      /*.*/
      const result = {
        element: element,
        floor: null,
        /*?hasVariants*/
        variant: variant(),
        showVariant(name) {
          chosen = checked(name);
          result.variant = variant();
          if (result.floor !== null) result.showFloor(result.floor);
        },
        /*.*/
        showFloor(id) {
          const layer = id === null ? null : layers.find((layer) => layer.floor.id === id);
          if (layer === undefined) throw new RangeError("there is no floor " + id);
          const next = layer/*?hasVariants*/ && layer.inVariant(result.variant)/*.*/;
          if (next !== current) {
            // A map without any layer may go to another zoom.
            const previous = hide;
            hide = next === null ? () => {} : show(next, map, options);
            previous();
            current = next;
          }
          result.floor = id;
          buttons.forEach((button, floor) => {
            button.setAttribute("aria-pressed", String(floor === id));
            button.style.fontWeight = floor === id ? "bold" : "normal";
          });
        },
        remove() {
          result.showFloor(null);
          takeOff();
          /*?darkVariant*/
          following.abort();
          /*.*/
        },
      };
      // The highest floor stands at the top, as in the building.
      layers.slice().reverse().forEach((layer) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = layer.floor.name;
        button.addEventListener("click", () => result.showFloor(layer.floor.id));
        buttons.set(layer.floor.id, button);
        element.appendChild(button);
      });
      result.showFloor(options.floor === undefined ? this.entrance : options.floor);
      try {
        if (options.buttons !== false) takeOff = place(element, map, options);
      } catch (error) {
        result.remove();
        throw error;
      }
      /*?darkVariant*/
      const { signal } = following;
      if (scheme !== null) scheme.addEventListener("change", () => result.showVariant(chosen), { signal });
      /*?removal*/
      map.__removal__;
      /*.*/
      /*.*/
      return result;
    },
  };
  /*:*/
  return layers[0];
  /*.*/
})();
/*!isModule*/

if (typeof module === "object" && module.exports) {
  module.exports = __script__;
}
/*.*/
