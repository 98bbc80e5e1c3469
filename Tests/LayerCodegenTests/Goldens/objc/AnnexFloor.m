// Generated from a layer definition by tilepyramid; do not edit.

#import "AnnexFloor.h"

#import "AnnexATiles.h"
#import "AnnexBTiles.h"

typedef NSURL *_Nullable (^TileURL)(NSUInteger x, NSUInteger y, NSUInteger zoom);
typedef GMSTileLayer *_Nonnull (^MakeLayer)(void);

@implementation AnnexFloor {
  TileURL _tileURL;
  MakeLayer _makeLayer;
}

+ (NSArray<AnnexFloor *> *)allFloors {
  static NSArray<AnnexFloor *> *floors;
  static dispatch_once_t once;
  dispatch_once(&once, ^{
    floors = @[
      [[AnnexFloor alloc] initWithIdentifier:@"A"
          level:nil
          name:@"A"
          tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom) {
            return [AnnexATiles tileURLForX:x y:y zoom:zoom];
          }
          makeLayer:^{
            return [AnnexATiles makeLayer];
          }],
      [[AnnexFloor alloc] initWithIdentifier:@"B"
          level:nil
          name:@"B"
          tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom) {
            return [AnnexBTiles tileURLForX:x y:y zoom:zoom];
          }
          makeLayer:^{
            return [AnnexBTiles makeLayer];
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

@implementation AnnexFloorSwitch {
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

- (void)showFloor:(nullable AnnexFloor *)floor {
  _layer.map = nil;
  _layer = [floor makeLayer];
  _layer.map = _map;
  _floor = floor;
}

@end
