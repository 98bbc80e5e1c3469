/** What is used of the Google Maps JavaScript API, as its loader defines it: the object with `maps`. */
export interface Library {
  readonly maps: {
    readonly Size: new (width: number, height: number) => any;
    readonly ControlPosition: any;
  };
}

/** A map. */
export interface ShownOn {
  readonly overlayMapTypes: any;
  readonly controls: any;
}

/** A map type for `overlayMapTypes`. */
export interface MapType {
  tileSize: any;
  minZoom: number;
  maxZoom: number;
  name: string;
  alt: string;
  zIndex: number;
  projection: null;
  radius: number;
  getTile(point: { x: number; y: number }, zoom: number, page: Document): HTMLElement;
  releaseTile(cell: Element | null): void;
  setOpacity(opacity: number): void;
}

/** What a layer is in the terms of the API. */
export interface LibraryLayer {
  createMapType(options: Handed): MapType;
  addTo(map: ShownOn, options: Handed): { readonly mapType: MapType; remove(): void };
}
