/** What is used of Leaflet. */
export interface Library {
  readonly /*?readsArchives*/GridLayer: new (/*:*/TileLayer: new (url: string, /*.*/options?: any) => any;
  readonly DomUtil: { getPosition(element: HTMLElement): { x: number; y: number } };
  readonly Control: new (options?: any) => any;
  readonly DomEvent: { disableClickPropagation(element: HTMLElement): unknown };
}

/** A map. */
export interface ShownOn {
  addLayer(layer: any): unknown;
  on(event: any, listener: any): unknown;
}

/** What a layer is in Leaflet's terms. */
export interface LibraryLayer {
  /** Options are those of the library's class too. */
  createLayer<Used extends Library>(
    options: Handed<Used> & OptionsOf<Used["/*?readsArchives*/GridLayer"], 0/*:*/TileLayer"], 1/*.*/>,
  ): InstanceType<Used["/*?readsArchives*/GridLayer/*:*/TileLayer/*.*/"]>;
  latLngBounds(): [[south: number, west: number], [north: number, east: number]];
  /*?isOfImages*/
  latLng(x: number, y: number): [latitude: number, longitude: number];
  pixel(latLng: { lat: number; lng: number }): { x: number; y: number };
  /*.*/
}
