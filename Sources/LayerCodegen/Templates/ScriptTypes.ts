// Generated from a layer definition by tilepyramid; do not edit.

__libraryTypes__

/** What calls are handed: the library, and the URL that relative ones begin at, without it the page's. */
export interface Handed<Used extends Library = Library> {
  readonly __option__: Used;
  readonly base?: string;
  /*?enlarges*/
  /** For how many zooms beyond the deepest its tiles are enlarged, at most 8; 4 unless given. */
  readonly overzoom?: number;
  /*.*/
  /*?readsArchives*/
  readonly pmtiles: {
    readonly PMTiles: new (url: string) => {
      getZxy(zoom: number, x: number, y: number, signal?: AbortSignal): Promise<{ data: ArrayBuffer } | undefined>;
    };
  };
  /*.*/
}

/** The options of a class of the library, which may be without types. */
export type OptionsOf<Class extends new (...values: any) => any, Index extends number> =
  unknown extends ConstructorParameters<Class>[Index] ? Record<string, any> : ConstructorParameters<Class>[Index];

/** A layer of tiles, whose columns count from the west and rows from the north. */
export interface Layer extends LibraryLayer {
  readonly id: string;
  readonly name: string;
  readonly floor/*!isBuilding*/?/*.*/: { readonly id: string; readonly level: number | null; readonly name: string };
  /** The side of tile images in pixels. */
  readonly tileSize: number;
  readonly minimumZoom: number;
  readonly maximumZoom: number;
  /** Who must be credited, as HTML. */
  readonly attribution: string | null;
  readonly versionToken: string;
  /*?isOfImages*/
  readonly imageSize: { readonly width: number; readonly height: number };
  /** How many pixels of the image are along a side of the grid, whose zoom 0 is one tile. */
  readonly pixelsAcross: number;
  /*:*/
  /** The area covered in degrees, with west greater than east across the antimeridian. */
  readonly bounds: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
  /*.*/
  readonly zIndex: number;
  readonly opacity: number;
  hasTile(x: number, y: number, zoom: number): boolean;
  /*?hasVariants*/
  /** The layer of the floor in another variant; this one where there is no such. */
  inVariant(name: string): Layer;
  /*.*/
  /*?readsArchives*/
  archiveURL(base?: string): string;
  /** The bytes of a tile, or null when there is no such tile. */
  tileData(
    x: number, y: number, zoom: number, options: Pick<Handed, "base" | "pmtiles"> & { signal?: AbortSignal },
  ): Promise<ArrayBuffer | null>;
  /*:*/
  /** The URL of a tile, or null when there is no such tile. */
  tileURL(x: number, y: number, zoom: number, base?: string): string | null;
  /*.*/
}

/*?isBuilding*/
/** What shows one floor at a time, and the buttons to choose it. */
export interface FloorSwitch {
  readonly element: HTMLElement;
  /** The identifier of the floor shown. */
  readonly floor: string | null;
  showFloor(id: string | null): void;
  /** Takes the floor and the buttons off the map. */
  remove(): void;
  /*?hasVariants*/
  readonly variant: string;
  showVariant(name: string | null): void;
  /*.*/
}

export declare const __script__: {
  readonly name: string;
  /*?hasVariants*/
  readonly variants: readonly string[];
  /*.*/
  /** The floors in the order of the building. */
  readonly floors: readonly Layer[];
  /** The identifier of the floor to show first. */
  readonly entrance: string | null;
  floor(id: string): Layer | undefined;
  createFloorSwitch(
    map: ShownOn,
    options: Handed & { floor?: string | null; buttons?: boolean; position?: string; before?: string/*?hasVariants*/; variant?: string/*.*/ },
  ): FloorSwitch;
};
/*:*/
export declare const __script__: Layer;
/*.*/
