import TileModel

/// TypeScript for React Native: properties of `UrlTile` of react-native-maps and of `RasterSource` of
/// MapLibre React Native, and of `LocalTile` of react-native-maps for folders packed with the app.
///
/// `LocalTile` takes the path of a file, on Android also that of an asset; it flips no rows and knows
/// neither zooms nor opacity.
///
/// Both take one URL template with zooms and know no coverage, so they ask for tiles that do not exist.
/// `UrlTile` takes the side of the images in pixels, `RasterSource` that of a cell in points, which is
/// the same for images of 512 pixels. React Native's `URL` cannot resolve, so the code does.
enum ReactNativeClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let name =
      request.building.map { "\($0.typeName)s" } ?? request.layers.first?.typeName ?? "Tiles"
    return [GeneratedFile(path: "\(name).ts", contents: text(name, request))]
  }

  private static func text(_ name: String, _ request: ClientRequest) -> String {
    let subject =
      request.building.map { "The floors of \(StringLiteral.comment($0.name))" }
      ?? "The tiles of \(StringLiteral.comment(request.layers.first?.definition.name ?? ""))"
    let layer = request.building == nil ? name : "\(name)[0]"
    let entries =
      request.layers.map(\.identifierEntry)
      + [request.building?.identifierEntry].compactMap(\.self)
    let isPacked = request.layers.contains { $0.base == .app }
    let notes = IdentifierNotes.lines(entries).map { "// \($0)\n" }.joined()
    var code = CodeWriter()
    code.write(
      """
      // Generated from a layer definition by tilepyramid; do not edit.
      //
      // \(subject) for React Native.
      //
      \(isPacked ? "//   <LocalTile {...localTile(\(layer))} />\n" : "")//   <UrlTile {...urlTile(\(layer))} />
      //   <RasterSource id={\(layer).id} {...rasterSource(\(layer))}>…</RasterSource>
      //
      \(notes.isEmpty ? "" : notes + "//\n")// UrlTile of react-native-maps and RasterSource of MapLibre ask for all tiles within the zooms, also for
      // those that do not exist.

      \(types(isPacked: isPacked, hasVariants: request.building?.variants.isEmpty == false))
      """)
    guard let building = request.building else {
      for layer in request.layers {
        code.write("/** The layer. */\nexport const \(name): TileLayer = \(object(layer));")
      }
      return code.text
    }
    let entrance = building.entrance.map { StringLiteral.javaScript($0.definition.id) } ?? "null"
    code.write(
      """
      /** The identifier of the floor to show first; null when there is none. */
      export const entrance: string | null = \(entrance);

      /** The floors in the order of the building. */
      export const \(name): readonly TileLayer[] = [
      """)
    for (layer, alternatives) in request.listed {
      code.write(object(layer, alternatives) + ",", indent: 1)
    }
    code.write("];")
    return code.text
  }

  private static func object(
    _ layer: ClientLayer, _ alternatives: [(name: String, layer: ClientLayer)] = []
  ) -> String {
    let definition = layer.definition
    let bounds = definition.bounds
    let floor = definition.floor.map { floor in
      """
      {
          id: \(StringLiteral.javaScript(floor.id)),
          level: \(floor.level.map(\.description) ?? "null"),
          name: \(StringLiteral.javaScript(floor.name)),
        }
      """
    }
    let variants = alternatives.map { name, layer in
      "\n    \(name): \(object(layer).replacing("\n", with: "\n    ")),"
    }
    let path =
      layer.base == .app
      ? "\n  pathTemplate: \(StringLiteral.javaScript(pathTemplate(layer)))," : ""
    return """
      {
        id: "\(layer.typeName)",
        name: \(StringLiteral.javaScript(definition.name)),
        floor: \(floor ?? "null"),
        urlTemplate: \(StringLiteral.javaScript(urlTemplate(layer))),\(path)
        isRelative: \(layer.isRelative),
        countsFromSouth: \(layer.isFlipped),
        tileSize: \(definition.tileSize.rawValue),
        minimumZoom: \(definition.minimumZoom),
        maximumZoom: \(definition.maximumZoom),
        attribution: \(StringLiteral.javaScript(definition.attribution ?? "")),
        bounds: { west: \(bounds.west), south: \(bounds.south), east: \(bounds.east), north: \(bounds.north) },
        zIndex: \(definition.zIndex),
        opacity: \(definition.opacity),\(variants.isEmpty ? "" : "\n  variants: {\(variants.joined())\n  },")
      }
      """
  }

  /// The URL template, without the version token where files are read.
  private static func urlTemplate(_ layer: ClientLayer) -> String {
    layer.base == .app ? layer.definition.urlTemplate?.text ?? "" : layer.urlTemplate
  }

  /// The path of a tile below the app's resources, with `{z}`, `{x}` and `{y}`.
  private static func pathTemplate(_ layer: ClientLayer) -> String {
    layer.address(isAsset: true, zoom: "{z}", column: "{x}", row: "{y}", format: "", text: { $0 })
      .joined()
  }

  private static func types(isPacked: Bool, hasVariants: Bool) -> String {
    let path =
      isPacked
      ? """

        /** The path of a tile in the app's resources with {z}, {x} and {y}, where the app is packed with it. */
        readonly pathTemplate?: string;
      """ : ""
    return layerTypes.replacing("PATH", with: path)
      .replacing("VARIANTS", with: hasVariants ? variantsMember : "")
      + (hasVariants ? inVariant : "") + (isPacked ? localTile : "")
  }

  private static let variantsMember = """

      /** The layers of the floor in other looks, such as dark, by their names. */
      readonly variants?: { readonly [name: string]: TileLayer };
    """

  private static let inVariant = """
    /**
     * The layer of a floor in another look; the layer itself where there is no such. `useColorScheme()` of React
     * Native is the name for the appearance of the device, "dark" or "light".
     */
    export function inVariant(layer: TileLayer, name: string | null | undefined): TileLayer {
      const other = Object.entries(layer.variants || {}).find(([key]) => key === name);
      return other ? other[1] : layer;
    }

    """

  private static let localTile = """
    /**
     * Properties of LocalTile of react-native-maps, which knows no opacity; `folder` is the path of the
     * app's resources, as MainBundlePath of react-native-fs on iOS, and is left out on Android.
     */
    export function localTile(layer: TileLayer, folder?: string) {
      if (layer.pathTemplate === undefined) throw new Error(layer.name + " is not packed with the app.");
      return {
        pathTemplate: folder === undefined ? layer.pathTemplate : folder + "/" + layer.pathTemplate,
        useAssets: folder === undefined,
        tileSize: layer.tileSize as number,
        zIndex: layer.zIndex,
      };
    }

    """

  private static let layerTypes = """
    /** A storey of a building. */
    export interface Floor {
      /** The identifier used in URLs. */
      readonly id: string;
      /** The number of the storey, 0 at the ground; null when unknown. */
      readonly level: number | null;
      /** The name shown to people. */
      readonly name: string;
    }

    /** A layer of tiles. */
    export interface TileLayer {
      /** Unlike those of all other layers of the building. */
      readonly id: string;
      /** The name shown to people. */
      readonly name: string;
      /** The storey, for floors of a building. */
      readonly floor: Floor | null;
      /** The URL of a tile with {z}, {x} and {y}, and the version by which caches notice new tiles. */
      readonly urlTemplate: string;PATH
      /** Whether the URL is relative to the layer definition, or to the building's folder. */
      readonly isRelative: boolean;
      /** Whether {y} counts from the south. */
      readonly countsFromSouth: boolean;
      /** The side of tile images in pixels. */
      readonly tileSize: 256 | 512;
      /** The shallowest zoom with tiles. */
      readonly minimumZoom: number;
      /** The deepest zoom with tiles. */
      readonly maximumZoom: number;
      /** Who must be credited, as HTML; may be empty. */
      readonly attribution: string;
      /** The area covered, in degrees; west is greater than east across the antimeridian. */
      readonly bounds: {
        readonly west: number;
        readonly south: number;
        readonly east: number;
        readonly north: number;
      };
      /** The drawing order; larger is above. */
      readonly zIndex: number;
      /** The opacity, from 0 to 1. */
      readonly opacity: number;VARIANTS
    }

    /**
     * The URL template of a layer; `base` is the URL of the layer definition, or of its folder with a slash
     * at the end, and is needed where the template is relative.
     */
    export function tileURL(layer: TileLayer, base?: string): string {
      if (!layer.isRelative) return layer.urlTemplate;
      if (base === undefined) throw new Error("The tiles of " + layer.name + " need a base URL.");
      const folder = base.slice(0, base.lastIndexOf("/") + 1);
      if (!layer.urlTemplate.startsWith("/")) return folder + layer.urlTemplate;
      return folder.replace(/^([A-Za-z]+:\\/\\/[^/]*).*$/, "$1") + layer.urlTemplate;
    }

    /** Properties of UrlTile of react-native-maps; `base` is as in `tileURL`. */
    export function urlTile(layer: TileLayer, base?: string) {
      return {
        urlTemplate: tileURL(layer, base),
        minimumZ: layer.minimumZoom,
        maximumZ: layer.maximumZoom,
        flipY: layer.countsFromSouth,
        tileSize: layer.tileSize as number,
        zIndex: layer.zIndex,
        opacity: layer.opacity,
      };
    }

    /** Properties of RasterSource of @maplibre/maplibre-react-native; `base` is as in `tileURL`. */
    export function rasterSource(layer: TileLayer, base?: string) {
      return {
        tileUrlTemplates: [tileURL(layer, base)],
        minZoomLevel: layer.minimumZoom,
        maxZoomLevel: layer.maximumZoom,
        tms: layer.countsFromSouth,
        tileSize: \(ClientLayer.cellSize),
        attribution: layer.attribution,
      };
    }

    """
}
