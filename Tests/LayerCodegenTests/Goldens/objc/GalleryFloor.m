// Generated from a layer definition by tilepyramid; do not edit.

#import "GalleryFloor.h"

#import "GalleryGroundFloorTiles.h"
#import "GalleryGroundFloorDarkTiles.h"
#import "GalleryFirstFloorTiles.h"
#import "GalleryFirstFloorDarkTiles.h"

typedef NSURL *_Nullable (^TileURL)(NSUInteger x, NSUInteger y, NSUInteger zoom);
typedef GMSTileLayer *_Nonnull (^MakeLayer)(void);

GalleryFloorVariant GalleryFloorVariantForStyle(UIUserInterfaceStyle style) {
  return style == UIUserInterfaceStyleDark ? GalleryFloorVariantDark
                                           : GalleryFloorVariantLight;
}

@implementation GalleryFloor {
  TileURL _tileURL;
  MakeLayer _makeLayer;
  NSArray<GalleryFloor *> *_variants;
}

+ (NSArray<GalleryFloor *> *)allFloors {
  static NSArray<GalleryFloor *> *floors;
  static dispatch_once_t once;
  dispatch_once(&once, ^{
    floors = @[
      [[GalleryFloor alloc] initWithIdentifier:@"L0"
          level:@(0)
          name:@"Ground floor"
          tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom) {
            return [GalleryGroundFloorTiles tileURLForX:x y:y zoom:zoom];
          }
          makeLayer:^{
            return [GalleryGroundFloorTiles makeLayer];
          }
          variants:@[
            [[GalleryFloor alloc] initWithIdentifier:@"L0"
                level:@(0)
                name:@"Ground floor"
                tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom) {
                  return [GalleryGroundFloorDarkTiles tileURLForX:x y:y zoom:zoom];
                }
                makeLayer:^{
                  return [GalleryGroundFloorDarkTiles makeLayer];
                }
                variants:@[]],
          ]],
      [[GalleryFloor alloc] initWithIdentifier:@"L1"
          level:@(1)
          name:@"First floor"
          tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom) {
            return [GalleryFirstFloorTiles tileURLForX:x y:y zoom:zoom];
          }
          makeLayer:^{
            return [GalleryFirstFloorTiles makeLayer];
          }
          variants:@[
            [[GalleryFloor alloc] initWithIdentifier:@"L1"
                level:@(1)
                name:@"First floor"
                tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom) {
                  return [GalleryFirstFloorDarkTiles tileURLForX:x y:y zoom:zoom];
                }
                makeLayer:^{
                  return [GalleryFirstFloorDarkTiles makeLayer];
                }
                variants:@[]],
          ]],
    ];
  });
  return floors;
}

- (instancetype)initWithIdentifier:(NSString *)identifier
                             level:(nullable NSNumber *)level
                              name:(NSString *)name
                           tileURL:(TileURL)tileURL
                         makeLayer:(MakeLayer)makeLayer
                          variants:(NSArray<GalleryFloor *> *)variants {
  self = [super init];
  if (self) {
    _identifier = [identifier copy];
    _level = level;
    _name = [name copy];
    _tileURL = [tileURL copy];
    _makeLayer = [makeLayer copy];
    _variants = [variants copy];
  }
  return self;
}

- (nullable NSURL *)tileURLForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom {
  return _tileURL(x, y, zoom);
}

- (GMSTileLayer *)makeLayer {
  return _makeLayer();
}

- (GalleryFloor *)floorInVariant:(GalleryFloorVariant)variant {
  return variant > 0 && (NSUInteger)variant <= _variants.count ? _variants[(NSUInteger)variant - 1] : self;
}

@end

@implementation GalleryFloorSwitch {
  GMSMapView *_map;
  GMSTileLayer *_layer;
}

- (instancetype)initWithMap:(GMSMapView *)map {
  self = [super init];
  if (self) {
    _map = map;
    map.indoorEnabled = YES;
    map.indoorDisplay.delegate = self;
    [self didChangeActiveLevel:map.indoorDisplay.activeLevel];
  }
  return self;
}

- (void)showFloor:(nullable GalleryFloor *)floor {
  _layer.map = nil;
  _layer = [[floor floorInVariant:GalleryFloorVariantForStyle(_map.traitCollection.userInterfaceStyle)] makeLayer];
  _layer.map = _map;
  _floor = floor;
}

// Where the map has no level, since no building is in its middle, the floor stays.
- (void)didChangeActiveLevel:(nullable GMSIndoorLevel *)level {
  if (level) [self showFloor:[self floorOfLevel:level]];
}

// The floor whose identifier or name is the level's short name or name, in capitals or not; else the one in
// the same place from the top, where the map's building has as many levels as there are floors.
- (nullable GalleryFloor *)floorOfLevel:(GMSIndoorLevel *)level {
  NSArray<GalleryFloor *> *floors = GalleryFloor.allFloors;
  for (GalleryFloor *floor in floors) {
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

@end
