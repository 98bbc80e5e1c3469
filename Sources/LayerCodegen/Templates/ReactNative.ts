// Generated from a layer definition by tilepyramid; do not edit.
//
// The /*?isBuilding*/floors/*:*/tiles/*.*/ of __subject__ for React Native.
//
/*?isPacked*/
// Put the folder of tiles, with which `pathTemplate` begins, into android/app/src/main/assets, and in Xcode into the
// target of the app as a folder reference, which keeps its folders. With Expo a config plugin does both. A build for
// development has them too: they are no modules of the packager.
//
//   // Android
//   <LocalTile key={__shown__.id} {...localTile(__shown__)} />
//   // iOS, with `base` as below at `localTile`
/*.*/
//   <UrlTile key={__shown__.id} {...urlTile(__shown__/*?isPacked*/, base/*.*/)} />
/*?isPacked*/
//   // both, with MapLibre
/*.*/
//   <RasterSource key={__shown__.id} id={__shown__.id} {...rasterSource(__shown__)}>
//     <Layer type="raster" paint={{ "raster-opacity": __shown__.opacity }} />
//   </RasterSource>
//
// Without the key a component would keep the tiles of the layer that it showed first.
//
// UrlTile of react-native-maps and RasterSource of MapLibre ask for all tiles within the zooms, also for
// those that do not exist.

__notes__/** A storey of a building. */
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
  readonly urlTemplate: string;
  /*?isPacked*/
  /** The path of a tile in the app's resources with {z}, {x} and {y}, where the app is packed with it. */
  readonly pathTemplate?: string;
  /*.*/
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
  readonly opacity: number;
  /*?hasVariants*/
  /** The layers of the floor in other looks, such as dark, by their names. */
  readonly variants?: { readonly [name: string]: TileLayer };
  /*.*/
}

/**
 * The URL template of a layer; `base` is the URL of the layer definition, or of its folder with a slash
 * at the end, and is needed where the template is relative.
 */
export function tileURL(layer: TileLayer, base?: string): string {
  if (!layer.isRelative) return layer.urlTemplate;
  if (base === undefined) throw new Error("The tiles of " + layer.name + " need a base URL.");
  const path = base.replace(/[?#][^]*$/, "");
  const host = path.replace(/^([A-Za-z]+:\/\/[^/]*)?.*$/, "$1");
  if (layer.urlTemplate.startsWith("/")) return host + layer.urlTemplate;
  const folder = path.slice(host.length).replace(/[^/]*$/, "");
  return host + (host !== "" && folder === "" ? "/" : folder) + layer.urlTemplate;
}

/**
 * Properties of UrlTile of react-native-maps; `base` is as in `tileURL`.
 *
 * Tiles are enlarged for `overzoom` zooms beyond the deepest, at most 8; pass 0 for Google Maps on iOS, which would
 * ask for tiles of these zooms.
 */
export function urlTile(layer: TileLayer, base?: string, overzoom = 4) {
  return {
    urlTemplate: tileURL(layer, base),
    // On Android UrlTile with maximumNativeZ throws below minimumZ.
    ...(overzoom > 0
      ? { maximumNativeZ: layer.maximumZoom }
      : { minimumZ: layer.minimumZoom }),
    maximumZ: layer.maximumZoom + Math.min(overzoom, 8),
    flipY: layer.countsFromSouth,
    tileSize: layer.tileSize as number,
    zIndex: layer.zIndex,
    opacity: layer.opacity,
  };
}

/*?isPacked*/
/**
 * Properties of RasterSource of @maplibre/maplibre-react-native.
 *
 * The tiles are those that are packed with the app, on both systems; `base` is as in `tileURL`, for a copy elsewhere.
 */
export function rasterSource(layer: TileLayer, base?: string) {
  const isAsset = layer.pathTemplate !== undefined && base === undefined;
  const tiles = [isAsset ? "asset://" + layer.urlTemplate : tileURL(layer, base)];
/*:*/
/** Properties of RasterSource of @maplibre/maplibre-react-native; `base` is as in `tileURL`. */
export function rasterSource(layer: TileLayer, base?: string) {
  const tiles = [tileURL(layer, base)];
/*.*/
  const scheme: "xyz" | "tms" = layer.countsFromSouth ? "tms" : "xyz";
  return {
    tiles,
    minzoom: layer.minimumZoom,
    maxzoom: layer.maximumZoom,
    scheme,
    // The same by the names of version 10, which later ones leave alone.
    tileUrlTemplates: tiles,
    minZoomLevel: layer.minimumZoom,
    maxZoomLevel: layer.maximumZoom,
    tms: layer.countsFromSouth,
    tileSize: __cellSize__,
    attribution: layer.attribution,
  };
}
/*?hasVariants*/
/**
 * The layer of a floor in another look; the layer itself where there is no such. `useColorScheme()` of React
 * Native is the name for the appearance of the device, "dark" or "light".
 */
export function inVariant(layer: TileLayer, name: string | null | undefined): TileLayer {
  const other = Object.entries(layer.variants || {}).find(([key]) => key === name);
  return other ? other[1] : layer;
}
/*.*/
/*?isPacked*/
/**
 * Properties of LocalTile of react-native-maps, which knows no opacity, for Android.
 *
 * LocalTile of iOS hides the map, and there is none for Google Maps: there UrlTile takes `urlTile(layer,
 * base)`, where `base` is `"file://" + encodeURI(RNFS.MainBundlePath) + "/"` of react-native-fs, or with Expo
 * `Paths.bundle.uri.replace(/\/?$/, "/")` of expo-file-system.
 */
export function localTile(layer: TileLayer) {
  if (layer.pathTemplate === undefined) throw new Error(layer.name + " is not packed with the app.");
  return {
    pathTemplate: layer.pathTemplate,
    useAssets: true,
    tileSize: layer.tileSize as number,
    zIndex: layer.zIndex,
  };
}
/*.*/

/*?isBuilding*/
/** The identifier of the floor to show first; null when there is none. */
export const entrance: string | null = __entrance__;

/** The floors in the order of the building. */
export const __script__: readonly TileLayer[] = [
  /*@layers*/
  __entry__,
  /*.*/
];
/*:*/
/** The layer. */
export const __script__: TileLayer = /*@layers*/__entry__/*.*/;
/*.*/
