// Components as far as their state outlives a change of properties, and React as far as keys do.
import { MapLocalTileProps, MapUrlTileProps, RasterSourceProps } from "./properties";

type Keyed<Props> = Props & { key?: string };

declare global {
  namespace JSX {
    type Element = { readonly type: Component; readonly props: any };
    interface ElementChildrenAttribute {
      children: {};
    }
    interface IntrinsicAttributes {
      key?: string;
    }
  }
}

type Component = (props: any) => any;

export const React = {
  createElement: (type: Component, props: any): JSX.Element => ({ type, props: props || {} }),
};

/** As on iOS with Google Maps, where the template that is set first stays. */
export const UrlTile = (props: Keyed<MapUrlTileProps>): any => props.urlTemplate;

export const LocalTile = (props: Keyed<MapLocalTileProps>): any => props.pathTemplate;

/** As in version 11, which freezes `id`. */
export const RasterSource = (props: Keyed<RasterSourceProps> & { children?: JSX.Element }): any =>
  props.id + " " + props.tiles;

export const Layer = (_: {
  type: "raster";
  id?: string;
  paint: { "raster-opacity"?: number };
}): any => null;

/** A place in a tree, where an element of the same type and key keeps what is shown. */
export class Place {
  private element?: JSX.Element;
  private shown: string = "";

  render(element: JSX.Element): string {
    const before = this.element;
    const isSame = before?.type === element.type && before.props.key === element.props.key;
    if (!isSame) this.shown = element.type(element.props);
    this.element = element;
    return this.shown;
  }
}
