// Generated from a layer definition by tilepyramid; do not edit.

#import "__typeName__.h"
/*?fileName*/

#import <sqlite3.h>
/*.*/

__lookups__

__tilePart__

static NSUInteger overzoomOfLayers = 4;

// The part of a tile's image, which a map enlarges.
static UIImage *CroppedTile(UIImage *image, TilePart part) {
  if (part.levels == 0 || image == kGMSTileLayerNoTile) {
    return image;
  }
  size_t width = CGImageGetWidth(image.CGImage) >> part.levels;
  size_t height = CGImageGetHeight(image.CGImage) >> part.levels;
  CGRect rectangle = CGRectMake(part.column * width, part.row * height, width, height);
  CGImageRef cropped = CGImageCreateWithImageInRect(image.CGImage, rectangle);
  UIImage *result = cropped ? [UIImage imageWithCGImage:cropped] : nil;
  CGImageRelease(cropped);
  return result;
}

@interface __typeName__Receiver : NSObject <GMSTileReceiver>
@property(nonatomic, copy) void (^receive)(UIImage *image);
@end

@implementation __typeName__Receiver

- (void)receiveTileWithX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom image:(nullable UIImage *)image {
  self.receive(image);
}

@end

// Shows the tiles of a layer, and parts of them beyond the deepest.
@interface __typeName__Overzoom : GMSTileLayer
@property(nonatomic) GMSTileLayer *layer;
@property(nonatomic) NSUInteger overzoom;
@end

@implementation __typeName__Overzoom

- (void)requestTileForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom receiver:(id<GMSTileReceiver>)receiver {
  TilePart part;
  if (!FindTilePart(&part, x, y, zoom, self.overzoom)) {
    [receiver receiveTileWithX:x y:y zoom:zoom image:kGMSTileLayerNoTile];
    return;
  }
  __typeName__Receiver *cropping = [[__typeName__Receiver alloc] init];
  cropping.receive = ^(UIImage *image) {
    [receiver receiveTileWithX:x y:y zoom:zoom image:CroppedTile(image, part)];
  };
  [self.layer requestTileForX:part.x y:part.y zoom:part.zoom receiver:cropping];
}

- (void)clearTileCache {
  [self.layer clearTileCache];
  [super clearTileCache];
}

@end

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

/*@numbers*/
+ (__type__)__property__ {
  return __value__;
}

/*.*/
+ (NSUInteger)overzoom {
  return overzoomOfLayers;
}

+ (void)setOverzoom:(NSUInteger)overzoom {
  overzoomOfLayers = overzoom;
}

+ (nullable NSString *)attribution {
  return __attribution__;
}

+ (NSString *)versionToken {
  return __versionToken__;
}

/*?fileName*/
+ (NSString *)fileName {
  return __fileName__;
}

+ __makeLayer__ {
  NSURL *folder = base ?: NSBundle.mainBundle.resourceURL;
  NSString *path = [folder URLByAppendingPathComponent:self.fileName].path;
  GMSTileLayer *layer = [[__typeName__Layer alloc] initWithPath:path];
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
  GMSTileLayer *layer = [GMSURLTileLayer tileLayerWithURLConstructor:constructor];
/*.*/
  if (self.overzoom > 0) {
    __typeName__Overzoom *enlarged = [[__typeName__Overzoom alloc] init];
    enlarged.layer = layer;
    enlarged.overzoom = self.overzoom;
    layer = enlarged;
  }
  layer.tileSize = self.tileSize;
  layer.zIndex = __zIndex__;
  layer.opacity = (float)__opacity__;
  return layer;
}

@end
