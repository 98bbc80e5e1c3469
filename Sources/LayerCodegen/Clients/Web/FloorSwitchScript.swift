import TileModel

/// The generated JavaScript that shows one floor of a building at a time.
enum FloorSwitchScript {
  /// Its source: the building, which the script returns.
  static func source(_ building: ClientBuilding) -> String {
    """
    return {
      name: \(StringLiteral.javaScript(building.name)),
      /** The floors in the order of the building. */
      floors: layers,
      /** The identifier of the floor to show first. */
      entrance: \(StringLiteral.javaScript(building.entrance?.definition.id ?? "")),

      /** The layer of a floor, by the floor's identifier. */
      floor(id) {
        return layers.find((layer) => layer.floor.id === id);
      },

      /**
       * Shows the entrance, or the floor `options.floor`, on a map, and buttons to choose another.
       *
       * Returns the switch: `showFloor(id)`, where null hides all, `floor`, the identifier of the floor
       * shown or null, and `element`, the buttons, which `options.buttons === false` leaves off the map.
       */
      createFloorSwitch(map, options) {
        options = options || {};
        const element = document.createElement("div");
        element.className = "floor-switch";
        element.setAttribute("role", "group");
        element.setAttribute("aria-label", this.name);
        element.style.cssText = "display: flex; flex-direction: column; gap: 2px; margin: 10px;";
        const buttons = new Map();
        let shown = null;
        const result = {
          element: element,
          floor: null,
          showFloor(id) {
            const layer = id === null ? null : layers.find((layer) => layer.floor.id === id);
            if (layer === undefined) throw new RangeError("there is no floor " + id);
            if (shown !== null) hide(shown, map);
            shown = layer === null ? null : show(layer, map, options);
            result.floor = id;
            buttons.forEach((button, floor) => {
              button.setAttribute("aria-pressed", String(floor === id));
              button.style.fontWeight = floor === id ? "bold" : "normal";
            });
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
        if (options.buttons !== false) place(element, map, options);
        result.showFloor(options.floor === undefined ? this.entrance : options.floor);
        return result;
      },
    };
    """
  }
}
