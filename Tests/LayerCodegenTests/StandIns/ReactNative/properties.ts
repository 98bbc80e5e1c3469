// The properties of the components that generated code is for, as their packages declare them.

/** As in react-native-maps 1.29, without those of every view. */
export interface MapUrlTileProps {
  doubleTileSize?: boolean;
  flipY?: boolean;
  maximumNativeZ?: number;
  maximumZ?: number;
  minimumZ?: number;
  offlineMode?: boolean;
  opacity?: number;
  shouldReplaceMapContent?: boolean;
  tileCacheMaxAge?: number;
  tileCachePath?: string;
  tileSize?: number;
  urlTemplate: string;
  zIndex?: number;
}

/** As in react-native-maps 1.29, without those of every view. */
export interface MapLocalTileProps {
  pathTemplate: string;
  tileSize?: number;
  useAssets?: boolean;
  zIndex?: number;
}

/** As in @maplibre/maplibre-react-native 11. */
export interface RasterSourceProps {
  id?: string;
  url?: string;
  tiles?: string[];
  minzoom?: number;
  maxzoom?: number;
  tileSize?: number;
  scheme?: "xyz" | "tms";
  attribution?: string;
}

/** As in @maplibre/maplibre-react-native 10. */
export interface RasterSource10Props {
  id: string;
  url?: string;
  tileUrlTemplates?: string[];
  minZoomLevel?: number;
  maxZoomLevel?: number;
  tileSize?: number;
  tms?: boolean;
  attribution?: string;
}

/** Refuses a value with properties that a type lacks. */
export function exactly<Type>() {
  return <Value extends Type>(
    value: Value & Record<Exclude<keyof Value, keyof Type>, never>,
  ): Value => value;
}
