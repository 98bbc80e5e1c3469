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
    type: /*?holdsHeights*/"raster-dem" | /*.*/"raster";
    /*?holdsHeights*/
    encoding?: "mapbox" | "terrarium";
    /*.*/
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
