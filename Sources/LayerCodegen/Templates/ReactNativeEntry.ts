{
  id: "__typeName__",
  name: __name__,
  /*@floor*/
  floor: {
    id: __id__,
    level: __level__,
    name: __floorName__,
  },
  /*.*/
  /*!floor*/
  floor: null,
  /*.*/
  urlTemplate: __address__,
  /*?isPacked*/
  pathTemplate: __path__,
  /*.*/
  isRelative: __isRelative__,
  countsFromSouth: __isFlipped__,
  tileSize: __tileSize__,
  minimumZoom: __minimumZoom__,
  maximumZoom: __maximumZoom__,
  attribution: __attributionText__,
  bounds: { west: __west__, south: __south__, east: __east__, north: __north__ },
  zIndex: __zIndex__,
  opacity: __opacity__,
  /*?variants*/
  variants: {
    /*@variants*/
    __variant__: __entry__,
    /*.*/
  },
  /*.*/
}
