import TileModel

/// One script for a layer or a building, the same for every map library but for the members that make
/// a layer of that library.
///
/// A plain script, because that can be pasted into any page, works from `file:` and needs no build step;
/// its last lines make it a CommonJS module too, which bundlers import.
struct ScriptWriter {
  /// The library in words, such as `Leaflet 1`.
  let library: String
  /// Methods of a layer in the library's terms, with `this` the layer.
  let layerMethods: String
  /// The functions `show(layer, map, options)`, which returns what `hide(shown, map)` takes, for the
  /// floor switch, and `place(element, map, options)`, which puts the switch on the map.
  let switchFunctions: String
  /// What the comment at the top shows people to write, with `NAME` for the script's own name and
  /// `FLOOR` for the identifier of a floor.
  let usage: (layer: String, building: String)
  /// Statements before everything else, indented by two spaces; may be empty.
  var prelude = ""
  /// Whether layers are in archives, of which the script gives the bytes of tiles and no URLs.
  var readsArchives = false

  func file(for request: ClientRequest) -> GeneratedFile {
    let name =
      request.building.map { "\($0.typeName)s" } ?? request.layers.first?.typeName ?? "Tiles"
    return GeneratedFile(path: "\(name).js", contents: text(name, request))
  }

  private func text(_ name: String, _ request: ClientRequest) -> String {
    let subject =
      request.building.map { "The floors of \(StringLiteral.comment($0.name))" }
      ?? "The tiles of \(StringLiteral.comment(request.layers.first?.definition.name ?? ""))"
    let floor = request.building?.floors.last?.definition.id ?? ""
    let usage = (request.building == nil ? usage.layer : usage.building)
      .replacing("NAME", with: name).replacing("FLOOR", with: StringLiteral.javaScript(floor))
      .split(separator: "\n").map { "//   \($0)" }.joined(separator: "\n")
    let entries =
      request.layers.map(\.identifierEntry)
      + [request.building?.identifierEntry].compactMap(\.self)
    let notes = IdentifierNotes.lines(entries).map { "// \($0)\n" }.joined()
    var code = CodeWriter()
    code.write(
      """
      // Generated from a layer definition by tilepyramid; do not edit.
      //
      // \(subject) for \(library).
      //
      \(usage)
      //
      \(notes.isEmpty ? "" : notes + "//\n")// A plain script, which defines \(name), and a CommonJS module.

      var \(name) = (function () {
        "use strict";

      """)
    if !prelude.isEmpty { code.write(prelude + "\n", indent: 1) }
    code.write(ScriptCoverage.source + "\n", indent: 1)
    code.write(layerClass(request), indent: 1)
    if request.building != nil { code.write(switchFunctions + "\n", indent: 1) }
    code.write("const layers = [", indent: 1)
    for listed in request.listed {
      code.write(entry(listed.layer, alternatives: listed.alternatives), indent: 2)
    }
    code.write("  ];\n")
    if let building = request.building {
      code.write(FloorSwitchScript.source(building), indent: 1)
    } else {
      code.write("return layers[0];", indent: 1)
    }
    code.write(
      """
      })();

      if (typeof module === "object" && module.exports) {
        module.exports = \(name);
      }
      """)
    return code.text
  }

  private func lookup(_ format: TileFormatDescription) -> String {
    """

        const \(format.name)Levels = unpack(packed\(format.title) || "");
        /** Whether there is a tile and it is \(format.title); the others of a layer of two formats are PNG. */
        this.is\(format.title) = (x, y, zoom) => hasTile(\(format.name)Levels, x, y, zoom);
    """
  }

  private func layerClass(_ request: ClientRequest) -> String {
    let (formats, hasRetina) = (request.otherFormats, request.hasRetina)
    let hasVariants = request.building?.variants.isEmpty == false
    return """
      \(hasRetina ? Self.fineScreen : "")\
      /**
       * A layer of tiles; `hasTile` and `\(readsArchives ? "tileData" : "tileURL")` know exactly which tiles exist.
       *
       * Its properties: `id`, unlike all others of the building; `name`; `floor`, for floors of a building,
       * with the `id` used in URLs, the `level`, 0 at the ground, or null, and the `name` shown to people;
       * `tileSize`, the side of tile images in pixels; `minimumZoom` and `maximumZoom`, the shallowest and
       * the deepest zoom with tiles; `attribution`, who must be credited, as HTML, or null;
       * `versionToken`, which changes whenever a tile does, so that caches notice new URLs; \(request.isOfImages ? Self.imageComment : Self.boundsComment); `zIndex`;
       * `opacity`\(hasRetina ? "; `retina`, the tiles of 512 pixels beside those of 256, if there are any" : "")\(hasVariants ? "; `variants`, the layers of the floor in other variants, by their names" : "").
       */
      class Layer {
        constructor(properties) {
          const { packed, \(formats.map { "packed\($0.title), " }.joined())...others } = properties;
          Object.assign(this, others);
          const levels = unpack(packed);
          /** Whether there is a tile; columns count from the west and rows from the north. */
          this.hasTile = (x, y, zoom) => hasTile(levels, x, y, zoom);\(formats.map(lookup).joined())
        }

      \(hasVariants ? Self.variantMethod : "")\(readsArchives ? Self.archiveMethods : Self.addressMethods(hasRetina: hasRetina))
      \(layerMethods.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n"))
      }

      """
  }

  private static let boundsComment = """
    `bounds`, the
     * area covered in degrees, with west greater than east across the antimeridian
    """

  private static let imageComment = """
    `imageSize`,
     * the `width` and `height` of the image in pixels, which are nowhere on the globe; `pixelsAcross`, how many
     * pixels of the image are along a side of the grid, whose zoom 0 is one tile
    """

  private static let fineScreen = """
    /** Whether the screen has more pixels than CSS pixels. */
    function isFineScreen() {
      return typeof devicePixelRatio === "number" && devicePixelRatio > 1;
    }


    """

  private static let variantMethod = """
      /** The layer of the floor in another variant, such as "dark"; this one where there is no such. */
      inVariant(name) {
        const other = Object.entries(this.variants || {}).find(([key]) => key === name);
        return other ? other[1] : this;
      }


    """

  private static func addressMethods(hasRetina: Bool) -> String {
    """
      /**
       * The URL of a tile, or null when there is no such tile.\(hasRetina ? finerComment : "")
       *
       * `base` is the URL that relative URLs begin at: that of the layer definition, or of its folder
       * with a slash at the end. Without it they begin at the page's.
       */
      tileURL(x, y, zoom, base) {\(hasRetina ? finer : "")
        if (!this.hasTile(x, y, zoom)) return null;
        const address = this.address(zoom, x, y);
        if (!this.isRelative) return address;
        const page = typeof document === "undefined" ? undefined : document.baseURI;
        return new URL(address, new URL(base || "", page)).href;
      }

    """
  }

  private static let finerComment = """

       *
       * On a fine screen it is that of the tile of 512 pixels, where there is one: it fills the same cell.
    """

  private static let finer = """

        const finer = this.retina && isFineScreen() ? this.retina.tileURL(x, y, zoom, base) : null;
        if (finer !== null) return finer;
    """

  private static let archiveMethods = """
      /**
       * The URL of the PMTiles archive that holds the tiles.
       *
       * `base` is the URL that a relative one begins at: that of the layer definition, or of its folder
       * with a slash at the end. Without it that is the page's.
       */
      archiveURL(base) {
        if (!this.isRelative) return this.archive;
        const page = typeof document === "undefined" ? undefined : document.baseURI;
        return new URL(this.archive, new URL(base || "", page)).href;
      }

      /**
       * The bytes of a tile out of the archive, or null when there is no such tile, for which nothing is
       * fetched.
       *
       * `options.base` is as in `archiveURL`; `options.pmtiles` is the pmtiles library where it is not the
       * global pmtiles; `options.signal` ends the request.
       */
      async tileData(x, y, zoom, options) {
        options = options || {};
        if (!this.hasTile(x, y, zoom)) return null;
        const url = this.archiveURL(options.base);
        if (!this.opened || this.opened.url !== url) {
          const library = options.pmtiles || pmtiles;
          this.opened = { url: url, archive: new library.PMTiles(url) };
        }
        const tile = await this.opened.archive.getZxy(zoom, x, y, options.signal);
        return tile ? tile.data : null;
      }

    """

  private func entry(
    _ layer: ClientLayer, alternatives: [(name: String, layer: ClientLayer)] = []
  ) -> String {
    let definition = layer.definition
    let bounds = definition.bounds
    let place =
      layer.imageGrid.map {
        "imageSize: { width: \($0.width), height: \($0.height) },\n  pixelsAcross: \($0.pixelsAcross)"
      }
      ?? "bounds: { west: \(bounds.west), south: \(bounds.south), east: \(bounds.east), north: \(bounds.north) }"
    let format =
      "(" + layer.fileExtension { "this.is\($0.title)(x, y, zoom) ? \($1) : " } + ")"
    let row = layer.isFlipped ? "(2 ** zoom - 1 - y)" : "y"
    let address = layer.address(
      zoom: "zoom", column: "x", row: row, format: format, text: StringLiteral.javaScript
    ).joined(separator: " + ")
    let source =
      layer.archiveURL.map { "  archive: \(StringLiteral.javaScript($0))," }
        ?? """
          address(zoom, x, y) {
            return \(layer.beginsWithText ? "" : "\"\" + ")\(address) + this.versionToken;
          },
        """
    let floor = definition.floor.map { floor in
      """
        floor: {
          id: \(StringLiteral.javaScript(floor.id)),
          level: \(floor.level.map(\.description) ?? "null"),
          name: \(StringLiteral.javaScript(floor.name)),
        },

      """
    }
    let encoding = definition.elevation.map { "  encoding: \"\($0.encoding.rawValue)\",\n" }
    return """
      new Layer({
        id: "\(layer.typeName)",
        name: \(StringLiteral.javaScript(definition.name)),
      \(floor ?? "")\(encoding ?? "")  tileSize: \(definition.tileSize.rawValue),
        minimumZoom: \(definition.minimumZoom),
        maximumZoom: \(definition.maximumZoom),
        attribution: \(definition.attribution.map(StringLiteral.javaScript) ?? "null"),
        versionToken: \(StringLiteral.javaScript(definition.versionToken)),
        \(place),
        zIndex: \(definition.zIndex),
        opacity: \(definition.opacity),
        isRelative: \(layer.isRelative),
      \(source)
        packed:
          \(packed(layer.coverage)),\(layer.otherFormats.map { "\n  packed\($0.title):\n    \(packed($0.table))," }.joined())\(layer.retina.map(finer) ?? "")\(alternatives.isEmpty ? "" : variants(alternatives))
      }),
      """
  }

  /// The layers of the floor in other variants as a member of that in the first.
  private func variants(_ alternatives: [(name: String, layer: ClientLayer)]) -> String {
    let layers = alternatives.map { name, layer in
      let lines = entry(layer).split(separator: "\n", omittingEmptySubsequences: false)
      return "\n    \(name): " + lines.joined(separator: "\n    ")
    }
    return "\n  variants: {\(layers.joined())\n  },"
  }

  /// The tiles of 512 pixels as a member of those of 256.
  private func finer(_ retina: ClientLayer) -> String {
    let lines = entry(retina).split(separator: "\n", omittingEmptySubsequences: false)
    return "\n  retina: " + lines.joined(separator: "\n  ")
  }

  private func packed(_ table: CoverageTable) -> String {
    PackedLevels(table.levels).lines(width: 88).map { "\"\($0)\"" }.joined(separator: " +\n    ")
  }
}
