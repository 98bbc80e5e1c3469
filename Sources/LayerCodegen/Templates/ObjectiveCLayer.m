// Generated from a layer definition by tilepyramid; do not edit.

#import "__typeName__.h"
/*?fileName*/

#import <sqlite3.h>
/*.*/

__lookups__

/*?fileName*/
__tileFile__

// Reads the tiles that a map asks for, on whatever threads it asks.
@interface __typeName__Layer : GMSSyncTileLayer
@end

@implementation __typeName__Layer {
  TileFile _file;
}

- (instancetype)initWithPath:(nullable NSString *)path {
  self = [super init];
  if (self && !OpenTileFile(&_file, path.UTF8String)) {
    NSLog(@"No tiles can be read from %@: %s", path, sqlite3_errmsg(_file.database));
  }
  return self;
}

- (void)dealloc {
  CloseTileFile(&_file);
}

- (nullable UIImage *)tileForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom {
  if (!TileExists(x, y, zoom)) {
    return kGMSTileLayerNoTile;
  }
  size_t count = 0;
  void *bytes = CopyTile(&_file, x, y, zoom, &count);
  if (!bytes) {
    // Without an image the map asks again.
    return nil;
  }
  NSData *data = [NSData dataWithBytes:bytes length:count];
  sqlite3_free(bytes);
  return [UIImage imageWithData:data];
}

@end

/*.*/
@implementation __typeName__

+ (NSInteger)tileSize {
  return __tileSize__;
}

+ (NSUInteger)minimumZoom {
  return __minimumZoom__;
}

+ (NSUInteger)maximumZoom {
  return __maximumZoom__;
}

+ (nullable NSString *)attribution {
  return __attribution__;
}

+ (NSString *)versionToken {
  return __versionToken__;
}

+ (double)west {
  return __west__;
}

+ (double)south {
  return __south__;
}

+ (double)east {
  return __east__;
}

+ (double)north {
  return __north__;
}

/*?fileName*/
+ (NSString *)fileName {
  return __fileName__;
}

+ __makeLayer__ {
  NSURL *folder = base ?: NSBundle.mainBundle.resourceURL;
  NSString *path = [folder URLByAppendingPathComponent:self.fileName].path;
  GMSSyncTileLayer *layer = [[__typeName__Layer alloc] initWithPath:path];
/*:*/
+ __tileURL__ {
  if (!TileExists(x, y, zoom)) {
    return nil;
  }
  /*?isFlipped*/
  // The server counts rows from the south.
  NSUInteger row = ((NSUInteger)1 << zoom) - 1 - y;
  /*.*/
  NSString *text = [NSString stringWithFormat:__address__, self.versionToken];
  return [NSURL URLWithString:text/*?isRelative*/ relativeToURL:base/*?isPacked*/ ?: NSBundle.mainBundle.resourceURL/*.*/].absoluteURL/*:*/]/*.*/;
}

+ __makeLayer__ {
  GMSTileURLConstructor constructor = ^NSURL *_Nullable(NSUInteger x, NSUInteger y, NSUInteger zoom) {
    return [__typeName__ tileURLForX:x y:y zoom:zoom/*?isRelative*/ relativeToURL:base/*.*/];
  };
  GMSURLTileLayer *layer = [GMSURLTileLayer tileLayerWithURLConstructor:constructor];
/*.*/
  layer.tileSize = self.tileSize;
  layer.zIndex = __zIndex__;
  layer.opacity = (float)__opacity__;
  return layer;
}

@end
