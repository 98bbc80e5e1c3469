// Generated from a layer definition by tilepyramid; do not edit.

#import "__floorType__.h"

/*@imports*/
#import "__type__.h"
/*.*/

/*!readsFiles*/
typedef NSURL *_Nullable (^TileURL)(NSUInteger x, NSUInteger y, NSUInteger zoom/*?isRelative*/, NSURL *base/*.*/);
/*.*/
typedef GMSTileLayer *_Nonnull (^MakeLayer)(/*?isRelative*/NSURL *base/*:*/void/*.*/);

/*?darkVariant*/
__variantType__ __variantType__ForStyle(UIUserInterfaceStyle style) {
  return style == UIUserInterfaceStyleDark ? __variantType____dark__
                                           : __variantType____first__;
}

/*.*/
@implementation __floorType__ {
  /*!readsFiles*/
  TileURL _tileURL;
  /*.*/
  MakeLayer _makeLayer;
  /*?hasVariants*/
  NSArray<__floorType__ *> *_variants;
  /*.*/
}

+ (NSArray<__floorType__ *> *)allFloors {
  static NSArray<__floorType__ *> *floors;
  static dispatch_once_t once;
  dispatch_once(&once, ^{
    floors = @[
      /*@floors*/
      __element__
      /*.*/
    ];
  });
  return floors;
}

- (instancetype)initWithIdentifier:(NSString *)identifier
                             level:(nullable NSNumber *)level
                              name:(NSString *)name
                           /*!readsFiles*/
                           tileURL:(TileURL)tileURL
                           /*.*/
                         makeLayer:(MakeLayer)makeLayer/*?hasVariants*/
                          variants:(NSArray<__floorType__ *> *)variants/*.*/ {
  self = [super init];
  if (self) {
    _identifier = [identifier copy];
    _level = level;
    _name = [name copy];
    /*!readsFiles*/
    _tileURL = [tileURL copy];
    /*.*/
    _makeLayer = [makeLayer copy];
    /*?hasVariants*/
    _variants = [variants copy];
    /*.*/
  }
  return self;
}

/*!readsFiles*/
- __tileURL__ {
  return _tileURL(x, y, zoom/*?isRelative*/, base/*.*/);
}

/*.*/
- __makeLayer__ {
  return _makeLayer(/*?isRelative*/base/*.*/);
}

/*?hasVariants*/
- (__floorType__ *)floorInVariant:(__variantType__)variant {
  return variant > 0 && (NSUInteger)variant <= _variants.count ? _variants[(NSUInteger)variant - 1] : self;
}

/*.*/
@end

@implementation __switchName__ {
  GMSMapView *_map;
  /*?isRelative*/
  NSURL *_base;
  /*.*/
  GMSTileLayer *_layer;
}

- (instancetype)initWithMap:(GMSMapView *)map/*?isRelative*/ relativeToURL:(__baseType__)base/*.*/ {
  self = [super init];
  if (self) {
    _map = map;
    /*?isRelative*/
    _base = base;
    /*.*/
    /*?switchesOff*/
    map.indoorEnabled = NO;
    /*.*/
    /*?follows*/
    map.indoorEnabled = YES;
    map.indoorDisplay.delegate = self;
    [self didChangeActiveLevel:map.indoorDisplay.activeLevel];
    /*.*/
  }
  return self;
}

- (void)showFloor:(nullable __floorType__ *)floor {
  _layer.map = nil;
  _layer = [/*?darkVariant*/[floor floorInVariant:__variantType__ForStyle(_map.traitCollection.userInterfaceStyle)]/*:*/floor/*.*/ makeLayer/*?isRelative*/RelativeToURL:_base/*.*/];
  _layer.map = _map;
  _floor = floor;
}

/*?follows*/
// Where the map has no level, since no building is in its middle, the floor stays.
- (void)didChangeActiveLevel:(nullable GMSIndoorLevel *)level {
  if (level) [self showFloor:[self floorOfLevel:level]];
}

// The floor whose identifier or name is the level's short name or name, in capitals or not; else the one in
// the same place from the top, where the map's building has as many levels as there are floors.
- (nullable __floorType__ *)floorOfLevel:(GMSIndoorLevel *)level {
  NSArray<__floorType__ *> *floors = __floorType__.allFloors;
  for (__floorType__ *floor in floors) {
    for (NSString *text in @[ level.shortName ?: @"", level.name ?: @"" ]) {
      if (text.length == 0) continue;
      if ([text caseInsensitiveCompare:floor.identifier] == NSOrderedSame) return floor;
      if ([text caseInsensitiveCompare:floor.name] == NSOrderedSame) return floor;
    }
  }
  NSArray<GMSIndoorLevel *> *levels = _map.indoorDisplay.activeBuilding.levels;
  NSUInteger place = [levels indexOfObjectIdenticalTo:level];
  if (levels.count != floors.count || place >= floors.count) return nil;
  return floors[floors.count - 1 - place];
}

/*.*/
@end
