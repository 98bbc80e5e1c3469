// Generated from a layer definition by tilepyramid; do not edit.
//
// The tiles of "Site plan" for React Native.
//
//   <UrlTile key={SitePlanTiles.id} {...urlTile(SitePlanTiles)} />
//   <RasterSource key={SitePlanTiles.id} id={SitePlanTiles.id} {...rasterSource(SitePlanTiles)}>
//     <Layer type="raster" paint={{ "raster-opacity": SitePlanTiles.opacity }} />
//   </RasterSource>
//
// Without the key a component would keep the tiles of the layer that it showed first.
//
// UrlTile of react-native-maps and RasterSource of MapLibre ask for all tiles within the zooms, also for
// those that do not exist.

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
  readonly urlTemplate: string;
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

/** Properties of RasterSource of @maplibre/maplibre-react-native; `base` is as in `tileURL`. */
export function rasterSource(layer: TileLayer, base?: string) {
  const tiles = [tileURL(layer, base)];
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
    tileSize: 256,
    attribution: layer.attribution,
  };
}

/** The layer. */
export const SitePlanTiles: TileLayer = {
  id: "SitePlanTiles",
  name: "Site plan",
  floor: null,
  urlTemplate: "100%25/{z}/{x}/{y}.png?key=a%20b&v=0000000000000009",
  isRelative: true,
  countsFromSouth: true,
  tileSize: 256,
  minimumZoom: 3,
  maximumZoom: 20,
  attribution: "",
  bounds: { west: 179.5, south: -1e-07, east: -179.5, north: 0.5 },
  zIndex: -3,
  opacity: 0.35,
};
