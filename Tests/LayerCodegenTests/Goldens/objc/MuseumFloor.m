// Generated from a layer definition by tilepyramid; do not edit.

#import "MuseumFloor.h"

#import "MuseumBasementTiles.h"
#import "MuseumGroundFloorTiles.h"
#import "MuseumEtage1CafeTiles.h"

typedef NSURL *_Nullable (^TileURL)(NSUInteger x, NSUInteger y, NSUInteger zoom);
typedef GMSTileLayer *_Nonnull (^MakeLayer)(void);

@implementation MuseumFloor {
  TileURL _tileURL;
  MakeLayer _makeLayer;
}

+ (NSArray<MuseumFloor *> *)allFloors {
  static NSArray<MuseumFloor *> *floors;
  static dispatch_once_t once;
  dispatch_once(&once, ^{
    floors = @[
      [[MuseumFloor alloc] initWithIdentifier:@"-1"
          level:@(-1)
          name:@"Basement"
          tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom) {
            return [MuseumBasementTiles tileURLForX:x y:y zoom:zoom];
          }
          makeLayer:^{
            return [MuseumBasementTiles makeLayer];
          }],
      [[MuseumFloor alloc] initWithIdentifier:@"0"
          level:@(0)
          name:@"Ground floor"
          tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom) {
            return [MuseumGroundFloorTiles tileURLForX:x y:y zoom:zoom];
          }
          makeLayer:^{
            return [MuseumGroundFloorTiles makeLayer];
          }],
      [[MuseumFloor alloc] initWithIdentifier:@"1a"
          level:nil
          name:@"Étage 1 \"Café\""
          tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom) {
            return [MuseumEtage1CafeTiles tileURLForX:x y:y zoom:zoom];
          }
          makeLayer:^{
            return [MuseumEtage1CafeTiles makeLayer];
          }],
    ];
  });
  return floors;
}

- (instancetype)initWithIdentifier:(NSString *)identifier
                             level:(nullable NSNumber *)level
                              name:(NSString *)name
                           tileURL:(TileURL)tileURL
                         makeLayer:(MakeLayer)makeLayer {
  self = [super init];
  if (self) {
    _identifier = [identifier copy];
    _level = level;
    _name = [name copy];
    _tileURL = [tileURL copy];
    _makeLayer = [makeLayer copy];
  }
  return self;
}

- (nullable NSURL *)tileURLForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom {
  return _tileURL(x, y, zoom);
}

- (GMSTileLayer *)makeLayer {
  return _makeLayer();
}

@end

@implementation MuseumFloorSwitch {
  GMSMapView *_map;
  GMSTileLayer *_layer;
}

- (instancetype)initWithMap:(GMSMapView *)map {
  self = [super init];
  if (self) {
    _map = map;
    map.indoorEnabled = NO;
  }
  return self;
}

- (void)showFloor:(nullable MuseumFloor *)floor {
  _layer.map = nil;
  _layer = [floor makeLayer];
  _layer.map = _map;
  _floor = floor;
}

@end
