// Generated from a layer definition by tilepyramid; do not edit.

/** What is used of MapLibre GL JS. */
export interface Library {
  addProtocol(
    scheme: string, load: (request: { url: string }, controller: AbortController) => Promise<{ data: ArrayBuffer }>,
  ): unknown;
}

/** A map. */
export interface ShownOn {
  addSource(id: string, source: any): unknown;
  getSource(id: string): unknown;
  removeSource(id: string): unknown;
  addLayer(layer: any, before?: string): unknown;
  getLayer(id: string): unknown;
  removeLayer(id: string): unknown;
  addControl(control: any, position?: any): unknown;
  removeControl(control: any): unknown;
  on(event: any, listener: any): unknown;
}

/** What a layer is in MapLibre's terms. */
export interface LibraryLayer {
  readonly sourceID: string;
  createSource(options: Handed): {
    type: "raster";
    tiles: string[];
    tileSize: number;
    minzoom: number;
    maxzoom: number;
    bounds: [west: number, south: number, east: number, north: number];
    attribution: string;
  };
  addTo(map: ShownOn, options: Handed & { before?: string }): { id: string };
  removeFrom(map: ShownOn): void;
}

/** What calls are handed: the library, and the URL that relative ones begin at, without it the page's. */
export interface Handed<Used extends Library = Library> {
  readonly maplibregl: Used;
  readonly base?: string;
}

/** The options of a class of the library, which may be without types. */
export type OptionsOf<Class extends new (...values: any) => any, Index extends number> =
  unknown extends ConstructorParameters<Class>[Index] ? Record<string, any> : ConstructorParameters<Class>[Index];

/** A layer of tiles, whose columns count from the west and rows from the north. */
export interface Layer extends LibraryLayer {
  readonly id: string;
  readonly name: string;
  readonly floor: { readonly id: string; readonly level: number | null; readonly name: string };
  /** The side of tile images in pixels. */
  readonly tileSize: number;
  readonly minimumZoom: number;
  readonly maximumZoom: number;
  /** Who must be credited, as HTML. */
  readonly attribution: string | null;
  readonly versionToken: string;
  /** The area covered in degrees, with west greater than east across the antimeridian. */
  readonly bounds: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
  readonly zIndex: number;
  readonly opacity: number;
  hasTile(x: number, y: number, zoom: number): boolean;
  /** The URL of a tile, or null when there is no such tile. */
  tileURL(x: number, y: number, zoom: number, base?: string): string | null;
}

/** What shows one floor at a time, and the buttons to choose it. */
export interface FloorSwitch {
  readonly element: HTMLElement;
  /** The identifier of the floor shown. */
  readonly floor: string | null;
  showFloor(id: string | null): void;
  /** Takes the floor and the buttons off the map. */
  remove(): void;
}

export declare const AnnexFloors: {
  readonly name: string;
  /** The floors in the order of the building. */
  readonly floors: readonly Layer[];
  /** The identifier of the floor to show first. */
  readonly entrance: string | null;
  floor(id: string): Layer | undefined;
  createFloorSwitch(
    map: ShownOn,
    options: Handed & { floor?: string | null; buttons?: boolean; position?: string; before?: string },
  ): FloorSwitch;
};
