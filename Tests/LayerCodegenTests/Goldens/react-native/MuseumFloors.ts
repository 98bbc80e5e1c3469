// Generated from a layer definition by tilepyramid; do not edit.
//
// The floors of "Museum" for React Native.
//
//   <UrlTile key={MuseumFloors[0].id} {...urlTile(MuseumFloors[0])} />
//   <RasterSource key={MuseumFloors[0].id} id={MuseumFloors[0].id} {...rasterSource(MuseumFloors[0])}>
//     <Layer type="raster" paint={{ "raster-opacity": MuseumFloors[0].opacity }} />
//   </RasterSource>
//
// Without the key a component would keep the tiles of the layer that it showed first.
//
// UrlTile of react-native-maps and RasterSource of MapLibre ask for all tiles within the zooms, also for
// those that do not exist.

// Identifiers that differ from the names:
//   "Étage 1 "Café"" -> MuseumEtage1CafeTiles

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

/** The identifier of the floor to show first; null when there is none. */
export const entrance: string | null = "0";

/** The floors in the order of the building. */
export const MuseumFloors: readonly TileLayer[] = [
  {
    id: "MuseumBasementTiles",
    name: "Museum, Basement",
    floor: {
      id: "-1",
      level: -1,
      name: "Basement",
    },
    urlTemplate: "https://www.example.com/floorplans/L-1_{z}_{x}_{y}.png?v=0123456789abcdef",
    isRelative: false,
    countsFromSouth: true,
    tileSize: 256,
    minimumZoom: 0,
    maximumZoom: 30,
    attribution: "© <a href=\"https://www.example.com\">Museum\x3C/a>",
    bounds: { west: 9.98, south: 53.54, east: 10.01, north: 53.56 },
    zIndex: 100,
    opacity: 1.0,
  },
  {
    id: "MuseumGroundFloorTiles",
    name: "Museum, Ground floor",
    floor: {
      id: "0",
      level: 0,
      name: "Ground floor",
    },
    urlTemplate: "https://www.example.com/floorplans/L0_{z}_{x}_{y}.png?v=0123456789abcdef",
    isRelative: false,
    countsFromSouth: false,
    tileSize: 512,
    minimumZoom: 3,
    maximumZoom: 20,
    attribution: "© <a href=\"https://www.example.com\">Museum\x3C/a>",
    bounds: { west: 9.98, south: 53.54, east: 10.01, north: 53.56 },
    zIndex: 100,
    opacity: 1.0,
  },
  {
    id: "MuseumEtage1CafeTiles",
    name: "Museum, Étage 1 \"Café\"",
    floor: {
      id: "1a",
      level: null,
      name: "Étage 1 \"Café\"",
    },
    urlTemplate: "https://www.example.com/floorplans/L1a_{z}_{x}_{y}.png?v=0123456789abcdef",
    isRelative: false,
    countsFromSouth: false,
    tileSize: 256,
    minimumZoom: 0,
    maximumZoom: 30,
    attribution: "© <a href=\"https://www.example.com\">Museum\x3C/a>",
    bounds: { west: 9.98, south: 53.54, east: 10.01, north: 53.56 },
    zIndex: 100,
    opacity: 1.0,
  },
];
