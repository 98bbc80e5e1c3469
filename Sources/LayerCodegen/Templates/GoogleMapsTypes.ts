/** What is used of the Google Maps JavaScript API, as its loader defines it: the object with `maps`. */
export interface Library {
  readonly maps: {
    readonly ImageMapType: new (options: any) => any;
    readonly Size: new (width: number, height: number) => any;
    readonly ControlPosition: any;
  };
}

/** A map. */
export interface ShownOn {
  readonly overlayMapTypes: any;
  readonly controls: any;
}

/** What a layer is in the terms of the API. */
export interface LibraryLayer {
  createMapType<Used extends Library>(options: Handed<Used>): InstanceType<Used["maps"]["ImageMapType"]>;
  addTo(map: ShownOn, options: Handed): { readonly mapType: unknown; remove(): void };
}
