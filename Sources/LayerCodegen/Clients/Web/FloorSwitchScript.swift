import TileModel

/// The generated JavaScript that shows one floor of a building at a time.
enum FloorSwitchScript {
  /// Its source: the building, which the script returns.
  static func source(_ building: ClientBuilding) -> String {
    let variants = building.variants.isEmpty ? nil : VariantScript(building)
    return """
      \(variants?.names ?? "")return {
        name: \(StringLiteral.javaScript(building.name)),\(variants == nil ? "" : VariantScript.member)
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
         * shown or null, and `element`, the buttons, which `options.buttons === false` leaves off the map.\(variants?.comment ?? "")
         */
        createFloorSwitch(map, options) {
          options = options || {};
          const element = document.createElement("div");
          element.className = "floor-switch";
          element.setAttribute("role", "group");
          element.setAttribute("aria-label", this.name);
          element.style.cssText = "display: flex; flex-direction: column; gap: 2px; margin: 10px;";
          const buttons = new Map();
          let shown = null;\(variants?.choice ?? "")
          const result = {
            element: element,
            floor: null,\(variants == nil ? "" : VariantScript.choosing)
            showFloor(id) {
              const layer = id === null ? null : layers.find((layer) => layer.floor.id === id);
              if (layer === undefined) throw new RangeError("there is no floor " + id);
              if (shown !== null) hide(shown, map);
              shown = layer === null ? null : show(layer\(variants == nil ? "" : ".inVariant(result.variant)"), map, options);
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
          result.showFloor(options.floor === undefined ? this.entrance : options.floor);\(variants?.following ?? "")
          return result;
        },
      };
      """
  }
}

/// What the script says of floors in several variants.
private struct VariantScript {
  let names: String
  private let hasDark: Bool

  init(_ building: ClientBuilding) {
    let list = building.variants.map { StringLiteral.javaScript($0.name) }.joined(separator: ", ")
    names = "const variants = [\(list)];\n"
    hasDark = building.darkVariant != nil
  }

  static let member = """

      /** The names of the looks in which floors can be shown; the layers of `floors` are those of the first. */
      variants: variants,
    """

  var comment: String {
    let standard =
      hasDark
      ? "that for the browser's scheme, light or\n   * dark, also when that changes" : "the first"
    return """

         *
         * Floors are shown in the variant `options.variant`; without it in \(standard). The switch has
         * `variant`, the name of that shown, and `showVariant(name)`, where null is as without the option.
      """
  }

  /// The statements before the switch that find which variant is shown.
  var choice: String {
    let scheme = """

          const scheme = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;
      """
    let preferred =
      hasDark ? "scheme !== null && scheme.matches ? \"dark\" : variants[0]" : "variants[0]"
    return """
      \(hasDark ? scheme : "")
          let chosen = options.variant === undefined ? null : options.variant;
          const variant = () => chosen !== null ? chosen : \(preferred);
      """
  }

  /// The members of the switch.
  static let choosing = """

          variant: variant(),
          showVariant(name) {
            if (name !== null && !variants.includes(name)) throw new RangeError("there is no variant " + name);
            chosen = name;
            result.variant = variant();
            if (result.floor !== null) result.showFloor(result.floor);
          },
    """

  /// The statement that follows the browser's scheme.
  var following: String {
    guard hasDark else { return "" }
    return """

          if (scheme !== null) scheme.addEventListener("change", () => result.showVariant(chosen));
      """
  }
}
