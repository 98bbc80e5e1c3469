/*?isBuilding*/
/// The identifier of the floor to show first; null when there is none.
const String? __prefix__Entrance = __entrance__;

/// The floors in the order of the building.
final List<__type__Layer> __script__ = [
  /*@layers*/
  __entry__,
  /*.*/
];
/*:*/
/// The layer.
final __script__ = /*@layers*/__entry__/*.*/;
/*.*/
