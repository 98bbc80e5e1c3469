// Generated from a layer definition by tilepyramid; do not edit.

#import "MuseumEtage1CafeTiles.h"

#include <stddef.h>
#include <stdint.h>

// Per zoom: the zoom, its first band, and the band after its last.
static const uint32_t kLevels[][3] = {
  {3, 0, 1}, {5, 1, 6}, {6, 6, 11}, {20, 11, 16},
};

// Per band of rows that hold the same columns: the first row and the row after the last, then the
// first run and the run after the last.
static const uint32_t kBands[][4] = {
  {2, 4, 0, 1}, {1, 7, 1, 8}, {8, 14, 8, 15}, {15, 21, 15, 22}, {22, 28, 22, 29}, {29, 32, 29, 36},
  {1, 7, 36, 43}, {8, 14, 43, 50}, {15, 21, 50, 57}, {22, 28, 57, 64}, {29, 32, 64, 71},
  {352001, 352007, 71, 78}, {352008, 352014, 78, 85}, {352015, 352021, 85, 92},
  {352022, 352028, 92, 99}, {352029, 352032, 99, 106},
};

// Per run: its first column and the column after its last.
static const uint32_t kRuns[][2] = {
  {4, 6}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22}, {24, 27}, {29, 32}, {0, 2}, {4, 7}, {9, 12},
  {14, 17}, {19, 22}, {24, 27}, {29, 32}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22}, {24, 27},
  {29, 32}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22}, {24, 27}, {29, 32}, {0, 2}, {4, 7},
  {9, 12}, {14, 17}, {19, 22}, {24, 27}, {29, 32}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22},
  {24, 27}, {29, 32}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22}, {24, 27}, {29, 32}, {0, 2},
  {4, 7}, {9, 12}, {14, 17}, {19, 22}, {24, 27}, {29, 32}, {0, 2}, {4, 7}, {9, 12}, {14, 17},
  {19, 22}, {24, 27}, {29, 32}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22}, {24, 27}, {29, 32},
  {1048544, 1048546}, {1048548, 1048551}, {1048553, 1048556}, {1048558, 1048561},
  {1048563, 1048566}, {1048568, 1048571}, {1048573, 1048576}, {1048544, 1048546},
  {1048548, 1048551}, {1048553, 1048556}, {1048558, 1048561}, {1048563, 1048566},
  {1048568, 1048571}, {1048573, 1048576}, {1048544, 1048546}, {1048548, 1048551},
  {1048553, 1048556}, {1048558, 1048561}, {1048563, 1048566}, {1048568, 1048571},
  {1048573, 1048576}, {1048544, 1048546}, {1048548, 1048551}, {1048553, 1048556},
  {1048558, 1048561}, {1048563, 1048566}, {1048568, 1048571}, {1048573, 1048576},
  {1048544, 1048546}, {1048548, 1048551}, {1048553, 1048556}, {1048558, 1048561},
  {1048563, 1048566}, {1048568, 1048571}, {1048573, 1048576},
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

@interface MuseumEtage1CafeTilesReceiver : NSObject <GMSTileReceiver>
@property(nonatomic, copy) void (^receive)(UIImage *image);
@end

@implementation MuseumEtage1CafeTilesReceiver

- (void)receiveTileWithX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom image:(nullable UIImage *)image {
  self.receive(image);
}

@end

// Shows the tiles of a layer, and parts of them beyond the deepest.
@interface MuseumEtage1CafeTilesOverzoom : GMSTileLayer
@property(nonatomic) GMSTileLayer *layer;
@property(nonatomic) NSUInteger overzoom;
@end

@implementation MuseumEtage1CafeTilesOverzoom

- (void)requestTileForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom receiver:(id<GMSTileReceiver>)receiver {
  TilePart part;
  if (!FindTilePart(&part, x, y, zoom, self.overzoom)) {
    [receiver receiveTileWithX:x y:y zoom:zoom image:kGMSTileLayerNoTile];
    return;
  }
  MuseumEtage1CafeTilesReceiver *cropping = [[MuseumEtage1CafeTilesReceiver alloc] init];
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

@implementation MuseumEtage1CafeTiles

+ (NSInteger)tileSize {
  return 256;
}

+ (NSUInteger)minimumZoom {
  return 3;
}

+ (NSUInteger)maximumZoom {
  return 20;
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
  return @"© <a href=\"https://www.example.com\">Museum</a>";
}

+ (NSString *)versionToken {
  return @"0123456789abcdef";
}

+ (nullable NSURL *)tileURLForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom {
  if (!TileExists(x, y, zoom)) {
    return nil;
  }
  NSString *text = [NSString stringWithFormat:@"https://www.example.com/floorplans/L1a_%lu_%lu_%lu.png?v=%@", (unsigned long)zoom, (unsigned long)x, (unsigned long)y, self.versionToken];
  return [NSURL URLWithString:text];
}

+ (GMSTileLayer *)makeLayer {
  GMSTileURLConstructor constructor = ^NSURL *_Nullable(NSUInteger x, NSUInteger y, NSUInteger zoom) {
    return [MuseumEtage1CafeTiles tileURLForX:x y:y zoom:zoom];
  };
  GMSTileLayer *layer = [GMSURLTileLayer tileLayerWithURLConstructor:constructor];
  if (self.overzoom > 0) {
    MuseumEtage1CafeTilesOverzoom *enlarged = [[MuseumEtage1CafeTilesOverzoom alloc] init];
    enlarged.layer = layer;
    enlarged.overzoom = self.overzoom;
    layer = enlarged;
  }
  layer.tileSize = self.tileSize;
  layer.zIndex = 100;
  layer.opacity = (float)1.0;
  return layer;
}

@end
