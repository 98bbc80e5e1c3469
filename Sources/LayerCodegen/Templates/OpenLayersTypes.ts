/** What is used of OpenLayers. */
export interface Library {
  readonly source: { readonly XYZ: new (options: any) => any };
  readonly layer: { readonly Tile: new (options: any) => any };
  /*?isBuilding*/
  readonly control: { readonly Control: new (options: any) => any };
  /*.*/
  /*?isOfImages*/
  readonly proj: { readonly Projection: new (options: any) => any };
  readonly tilegrid: { readonly TileGrid: new (options: any) => any };
  readonly View: new (options: any) => any;
  /*.*/
}

/** A map. */
export interface ShownOn {
  addLayer(layer: any): unknown;
  removeLayer(layer: any): unknown;
  addControl(control: any): unknown;
  removeControl(control: any): unknown;
}

/** What a layer is in OpenLayers' terms. */
export interface LibraryLayer {
  createSource<Used extends Library>(options: Handed<Used>): InstanceType<Used["source"]["XYZ"]>;
  createLayer<Used extends Library>(options: Handed<Used>): InstanceType<Used["layer"]["Tile"]>;
  /*?isOfImages*/
  coordinate(x: number, y: number): [x: number, y: number];
  extent(): [number, number, number, number];
  projection<Used extends Library>(options: Handed<Used>): InstanceType<Used["proj"]["Projection"]>;
  /** Options are those of the view too. */
  createView<Used extends Library>(options: Handed<Used> & OptionsOf<Used["View"], 0>): InstanceType<Used["View"]>;
  /*.*/
}
