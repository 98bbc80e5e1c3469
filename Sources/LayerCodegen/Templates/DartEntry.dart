__type__Layer(
  id: '__typeName__',
  name: __name__,
  /*@floor*/
  floorId: __id__,
  floorName: __floorName__,
  level: __level__,
  /*.*/
  /*!floor*/
  floorId: null,
  floorName: null,
  level: null,
  /*.*/
  /*!isPacked*/
  isRelative: __isRelative__,
  /*.*/
  countsFromSouth: __isFlipped__,
  tileSize: __tileSize__,
  minimumZoom: __minimumZoom__,
  maximumZoom: __maximumZoom__,
  attribution: __attributionText__,
  /*@imageGrid*/
  width: __width__,
  height: __height__,
  pixelsAcross: __pixelsAcross__,
  /*.*/
  /*!imageGrid*/
  west: __west__,
  south: __south__,
  east: __east__,
  north: __north__,
  /*.*/
  zIndex: __zIndex__,
  opacity: __opacity__,
  address: (zoom, x, row, extension) => "/*?isPacked*/__path__/*:*/__address__/*.*/",
  coverage: _Coverage(
    /*@packed*/
    '__line__'/*?last*/,/*.*/
    /*.*/
  ),
  /*?formats*/
  formats: {
    /*@formats*/
    '__fileExtension__': _Coverage(
      /*@packed*/
      '__line__'/*?last*/,/*.*/
      /*.*/
    ),
    /*.*/
  },
  /*.*/
  /*?variants*/
  variants: {
    /*@variants*/
    '__variant__': __entry__,
    /*.*/
  },
  /*.*/
)
