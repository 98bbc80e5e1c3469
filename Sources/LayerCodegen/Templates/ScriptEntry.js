new Layer({
  id: "__typeName__",
  name: __name__,
  /*@floor*/
  floor: {
    id: __id__,
    level: __level__,
    name: __floorName__,
  },
  /*.*/
  /*?encoding*/
  encoding: "__encoding__",
  /*.*/
  tileSize: __tileSize__,
  minimumZoom: __minimumZoom__,
  maximumZoom: __maximumZoom__,
  attribution: __attribution__,
  versionToken: __versionToken__,
  /*@imageGrid*/
  imageSize: { width: __width__, height: __height__ },
  pixelsAcross: __pixelsAcross__,
  /*.*/
  /*!imageGrid*/
  bounds: { west: __west__, south: __south__, east: __east__, north: __north__ },
  /*.*/
  zIndex: __zIndex__,
  opacity: __opacity__,
  isRelative: __isRelative__,
  /*?archive*/
  archive: __archive__,
  /*:*/
  address(zoom, x, y) {
    return __address__ + this.versionToken;
  },
  /*.*/
  packed:
    /*@packed*/
    "__line__"/*?last*/,/*:*/ +/*.*/
    /*.*/
  /*@formats*/
  packed__title__:
    /*@packed*/
    "__line__"/*?last*/,/*:*/ +/*.*/
    /*.*/
  /*.*/
  /*@retina*/
  retina: __entry__
  /*.*/
  /*?variants*/
  variants: {
    /*@variants*/
    __variant__: __entry__
    /*.*/
  },
  /*.*/
}),
