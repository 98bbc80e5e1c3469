// Generated from a layer definition by tilepyramid; do not edit.

#import "GalleryGroundFloorDarkTiles.h"

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

@implementation GalleryGroundFloorDarkTiles

+ (NSInteger)tileSize {
  return 256;
}

+ (NSUInteger)minimumZoom {
  return 1;
}

+ (NSUInteger)maximumZoom {
  return 1;
}

+ (nullable NSString *)attribution {
  return nil;
}

+ (NSString *)versionToken {
  return @"0000000000000002";
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

+ (nullable NSURL *)tileURLForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom {
  if (!TileExists(x, y, zoom)) {
    return nil;
  }
  NSString *text = [NSString stringWithFormat:@"https://a.example/L0-dark/%lu/%lu/%lu.png?v=%@", (unsigned long)zoom, (unsigned long)x, (unsigned long)y, self.versionToken];
  return [NSURL URLWithString:text];
}

+ (GMSURLTileLayer *)makeLayer {
  GMSTileURLConstructor constructor = ^NSURL *_Nullable(NSUInteger x, NSUInteger y, NSUInteger zoom) {
    return [GalleryGroundFloorDarkTiles tileURLForX:x y:y zoom:zoom];
  };
  GMSURLTileLayer *layer = [GMSURLTileLayer tileLayerWithURLConstructor:constructor];
  layer.tileSize = self.tileSize;
  layer.zIndex = 0;
  layer.opacity = (float)1.0;
  return layer;
}

@end
