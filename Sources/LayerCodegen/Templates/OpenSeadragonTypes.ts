/** What is used of OpenSeadragon. */
export interface Library {
  readonly TileSource: new (options: any) => any;
  readonly Rect: new (x: number, y: number, width: number, height: number) => any;
  /*?isBuilding*/
  readonly ControlAnchor: any;
  /*.*/
}

/** A viewer. */
export interface ShownOn {
  addTiledImage(options: any): unknown;
  addControl(element: any, options: any): unknown;
  removeControl(element: any): unknown;
  addHandler(event: any, handler: any): unknown;
  readonly world: { removeItem(item: any): unknown };
}

/** What a layer is in OpenSeadragon's terms. */
export interface LibraryLayer {
  /** The library's own types take no source whose `url` can be null. */
  createTileSource<Used extends Library>(options: Handed<Used>): InstanceType<Used["TileSource"]> & { url: any };
  viewportPoint(x: number, y: number): { x: number; y: number };
}
