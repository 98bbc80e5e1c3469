// Generated from a layer definition by tilepyramid; do not edit.

#import "AnnexBTiles.h"

#include <stddef.h>
#include <stdint.h>

// Per zoom: the zoom, its first band, and the band after its last.
static const uint32_t kLevels[][3] = {
  {1, 0, 1},
};

// Per band of rows that hold the same columns: the first row and the row after the last, then the
// first run and the run after the last.
static const uint32_t kBands[][4] = {
  {0, 1, 0, 1},
};

// Per run: its first column and the column after its last.
static const uint32_t kRuns[][2] = {
  {0, 2},
};

static BOOL TileExists(NSUInteger x, NSUInteger y, NSUInteger zoom) {
  for (size_t level = 0; level < sizeof kLevels / sizeof kLevels[0]; level++) {
    if (kLevels[level][0] != zoom) {
      continue;
    }
    size_t low = kLevels[level][1];
    size_t high = kLevels[level][2];
    while (low < high) {
      size_t middle = (low + high) / 2;
      if (kBands[middle][1] > y) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (low == kLevels[level][2] || kBands[low][0] > y) {
      return 0;
    }
    size_t end = kBands[low][3];
    high = end;
    low = kBands[low][2];
    while (low < high) {
      size_t middle = (low + high) / 2;
      if (kRuns[middle][1] > x) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low < end && kRuns[low][0] <= x;
  }
  return 0;
}

// A tile, or where there is none so deep the part of one some levels above it.
typedef struct {
  NSUInteger x, y, zoom, levels, column, row;
} TilePart;

// 0 where there is no tile within some zooms, and in a hole among tiles.
static BOOL FindTilePart(TilePart *part, NSUInteger x, NSUInteger y, NSUInteger zoom, NSUInteger overzoom) {
  NSUInteger levels = 0;
  while (!TileExists(x >> levels, y >> levels, zoom - levels)) {
    if (levels == overzoom || levels == zoom || levels == 8) {
      return 0;
    }
    levels++;
  }
  NSUInteger mask = ((NSUInteger)1 << levels) - 1;
  *part = (TilePart){x >> levels, y >> levels, zoom - levels, levels, x & mask, y & mask};
  for (NSUInteger child = 0; levels > 0 && child < 4; child++) {
    if (TileExists(2 * part->x + child % 2, 2 * part->y + child / 2, part->zoom + 1)) {
      return 0;
    }
  }
  return 1;
}

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

@interface AnnexBTilesReceiver : NSObject <GMSTileReceiver>
@property(nonatomic, copy) void (^receive)(UIImage *image);
@end

@implementation AnnexBTilesReceiver

- (void)receiveTileWithX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom image:(nullable UIImage *)image {
  self.receive(image);
}

@end

// Shows the tiles of a layer, and parts of them beyond the deepest.
@interface AnnexBTilesOverzoom : GMSTileLayer
@property(nonatomic) GMSTileLayer *layer;
@property(nonatomic) NSUInteger overzoom;
@end

@implementation AnnexBTilesOverzoom

- (void)requestTileForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom receiver:(id<GMSTileReceiver>)receiver {
  TilePart part;
  if (!FindTilePart(&part, x, y, zoom, self.overzoom)) {
    [receiver receiveTileWithX:x y:y zoom:zoom image:kGMSTileLayerNoTile];
    return;
  }
  AnnexBTilesReceiver *cropping = [[AnnexBTilesReceiver alloc] init];
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

@implementation AnnexBTiles

+ (NSInteger)tileSize {
  return 256;
}

+ (NSUInteger)minimumZoom {
  return 1;
}

+ (NSUInteger)maximumZoom {
  return 1;
}

+ (double)west {
  return 9.98;
}

+ (double)south {
  return 53.54;
}

+ (double)east {
  return 10.01;
}

+ (double)north {
  return 53.56;
}

+ (NSUInteger)overzoom {
  return overzoomOfLayers;
}

+ (void)setOverzoom:(NSUInteger)overzoom {
  overzoomOfLayers = overzoom;
}

+ (nullable NSString *)attribution {
  return nil;
}

+ (NSString *)versionToken {
  return @"0000000000000002";
}

+ (nullable NSURL *)tileURLForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom {
  if (!TileExists(x, y, zoom)) {
    return nil;
  }
  NSString *text = [NSString stringWithFormat:@"https://a.example/B/%lu/%lu/%lu.png?v=%@", (unsigned long)zoom, (unsigned long)x, (unsigned long)y, self.versionToken];
  return [NSURL URLWithString:text];
}

+ (GMSTileLayer *)makeLayer {
  GMSTileURLConstructor constructor = ^NSURL *_Nullable(NSUInteger x, NSUInteger y, NSUInteger zoom) {
    return [AnnexBTiles tileURLForX:x y:y zoom:zoom];
  };
  GMSTileLayer *layer = [GMSURLTileLayer tileLayerWithURLConstructor:constructor];
  if (self.overzoom > 0) {
    AnnexBTilesOverzoom *enlarged = [[AnnexBTilesOverzoom alloc] init];
    enlarged.layer = layer;
    enlarged.overzoom = self.overzoom;
    layer = enlarged;
  }
  layer.tileSize = self.tileSize;
  layer.zIndex = 0;
  layer.opacity = (float)1.0;
  return layer;
}

@end
