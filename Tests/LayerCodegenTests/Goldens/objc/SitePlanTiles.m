// Generated from a layer definition by tilepyramid; do not edit.

#import "SitePlanTiles.h"

#include <stddef.h>
#include <stdint.h>

// Per zoom: the zoom, its first band, and the band after its last.
static const uint32_t kLevels[][3] = {
  {3, 0, 1}, {5, 1, 14}, {6, 14, 27}, {20, 27, 40},
};

// Per band of rows that hold the same columns: the first row and the row after the last, then the
// first run and the run after the last.
static const uint32_t kBands[][4] = {
  {2, 4, 0, 1}, {1, 3, 1, 8}, {3, 6, 8, 14}, {6, 7, 14, 15}, {8, 9, 15, 16}, {9, 12, 16, 29},
  {12, 14, 29, 42}, {15, 18, 42, 49}, {18, 21, 49, 55}, {22, 24, 55, 56}, {24, 27, 56, 69},
  {27, 28, 69, 82}, {29, 30, 82, 95}, {30, 32, 95, 102}, {1, 3, 102, 109}, {3, 6, 109, 115},
  {6, 7, 115, 116}, {8, 9, 116, 117}, {9, 12, 117, 130}, {12, 14, 130, 143}, {15, 18, 143, 150},
  {18, 21, 150, 156}, {22, 24, 156, 157}, {24, 27, 157, 170}, {27, 28, 170, 183},
  {29, 30, 183, 196}, {30, 32, 196, 203}, {352001, 352003, 203, 210}, {352003, 352006, 210, 216},
  {352006, 352007, 216, 217}, {352008, 352009, 217, 218}, {352009, 352012, 218, 231},
  {352012, 352014, 231, 244}, {352015, 352018, 244, 251}, {352018, 352021, 251, 257},
  {352022, 352024, 257, 258}, {352024, 352027, 258, 271}, {352027, 352028, 271, 284},
  {352029, 352030, 284, 297}, {352030, 352032, 297, 304},
};

// Per run: its first column and the column after its last.
static const uint32_t kRuns[][2] = {
  {4, 6}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22}, {24, 27}, {29, 32}, {2, 4}, {7, 9}, {12, 14},
  {17, 19}, {22, 24}, {27, 29}, {0, 32}, {0, 32}, {1, 2}, {4, 5}, {6, 7}, {9, 10}, {11, 12},
  {14, 15}, {16, 17}, {19, 20}, {21, 22}, {24, 25}, {26, 27}, {29, 30}, {31, 32}, {0, 1}, {2, 4},
  {5, 6}, {7, 9}, {10, 11}, {12, 14}, {15, 16}, {17, 19}, {20, 21}, {22, 24}, {25, 26}, {27, 29},
  {30, 31}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22}, {24, 27}, {29, 32}, {2, 4}, {7, 9},
  {12, 14}, {17, 19}, {22, 24}, {27, 29}, {0, 32}, {1, 2}, {4, 5}, {6, 7}, {9, 10}, {11, 12},
  {14, 15}, {16, 17}, {19, 20}, {21, 22}, {24, 25}, {26, 27}, {29, 30}, {31, 32}, {0, 1}, {2, 4},
  {5, 6}, {7, 9}, {10, 11}, {12, 14}, {15, 16}, {17, 19}, {20, 21}, {22, 24}, {25, 26}, {27, 29},
  {30, 31}, {0, 1}, {2, 4}, {5, 6}, {7, 9}, {10, 11}, {12, 14}, {15, 16}, {17, 19}, {20, 21},
  {22, 24}, {25, 26}, {27, 29}, {30, 31}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22}, {24, 27},
  {29, 32}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22}, {24, 27}, {29, 32}, {2, 4}, {7, 9},
  {12, 14}, {17, 19}, {22, 24}, {27, 29}, {0, 32}, {0, 32}, {1, 2}, {4, 5}, {6, 7}, {9, 10},
  {11, 12}, {14, 15}, {16, 17}, {19, 20}, {21, 22}, {24, 25}, {26, 27}, {29, 30}, {31, 32}, {0, 1},
  {2, 4}, {5, 6}, {7, 9}, {10, 11}, {12, 14}, {15, 16}, {17, 19}, {20, 21}, {22, 24}, {25, 26},
  {27, 29}, {30, 31}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22}, {24, 27}, {29, 32}, {2, 4},
  {7, 9}, {12, 14}, {17, 19}, {22, 24}, {27, 29}, {0, 32}, {1, 2}, {4, 5}, {6, 7}, {9, 10},
  {11, 12}, {14, 15}, {16, 17}, {19, 20}, {21, 22}, {24, 25}, {26, 27}, {29, 30}, {31, 32}, {0, 1},
  {2, 4}, {5, 6}, {7, 9}, {10, 11}, {12, 14}, {15, 16}, {17, 19}, {20, 21}, {22, 24}, {25, 26},
  {27, 29}, {30, 31}, {0, 1}, {2, 4}, {5, 6}, {7, 9}, {10, 11}, {12, 14}, {15, 16}, {17, 19},
  {20, 21}, {22, 24}, {25, 26}, {27, 29}, {30, 31}, {0, 2}, {4, 7}, {9, 12}, {14, 17}, {19, 22},
  {24, 27}, {29, 32}, {1048544, 1048546}, {1048548, 1048551}, {1048553, 1048556},
  {1048558, 1048561}, {1048563, 1048566}, {1048568, 1048571}, {1048573, 1048576},
  {1048546, 1048548}, {1048551, 1048553}, {1048556, 1048558}, {1048561, 1048563},
  {1048566, 1048568}, {1048571, 1048573}, {1048544, 1048576}, {1048544, 1048576},
  {1048545, 1048546}, {1048548, 1048549}, {1048550, 1048551}, {1048553, 1048554},
  {1048555, 1048556}, {1048558, 1048559}, {1048560, 1048561}, {1048563, 1048564},
  {1048565, 1048566}, {1048568, 1048569}, {1048570, 1048571}, {1048573, 1048574},
  {1048575, 1048576}, {1048544, 1048545}, {1048546, 1048548}, {1048549, 1048550},
  {1048551, 1048553}, {1048554, 1048555}, {1048556, 1048558}, {1048559, 1048560},
  {1048561, 1048563}, {1048564, 1048565}, {1048566, 1048568}, {1048569, 1048570},
  {1048571, 1048573}, {1048574, 1048575}, {1048544, 1048546}, {1048548, 1048551},
  {1048553, 1048556}, {1048558, 1048561}, {1048563, 1048566}, {1048568, 1048571},
  {1048573, 1048576}, {1048546, 1048548}, {1048551, 1048553}, {1048556, 1048558},
  {1048561, 1048563}, {1048566, 1048568}, {1048571, 1048573}, {1048544, 1048576},
  {1048545, 1048546}, {1048548, 1048549}, {1048550, 1048551}, {1048553, 1048554},
  {1048555, 1048556}, {1048558, 1048559}, {1048560, 1048561}, {1048563, 1048564},
  {1048565, 1048566}, {1048568, 1048569}, {1048570, 1048571}, {1048573, 1048574},
  {1048575, 1048576}, {1048544, 1048545}, {1048546, 1048548}, {1048549, 1048550},
  {1048551, 1048553}, {1048554, 1048555}, {1048556, 1048558}, {1048559, 1048560},
  {1048561, 1048563}, {1048564, 1048565}, {1048566, 1048568}, {1048569, 1048570},
  {1048571, 1048573}, {1048574, 1048575}, {1048544, 1048545}, {1048546, 1048548},
  {1048549, 1048550}, {1048551, 1048553}, {1048554, 1048555}, {1048556, 1048558},
  {1048559, 1048560}, {1048561, 1048563}, {1048564, 1048565}, {1048566, 1048568},
  {1048569, 1048570}, {1048571, 1048573}, {1048574, 1048575}, {1048544, 1048546},
  {1048548, 1048551}, {1048553, 1048556}, {1048558, 1048561}, {1048563, 1048566},
  {1048568, 1048571}, {1048573, 1048576},
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

@interface SitePlanTilesReceiver : NSObject <GMSTileReceiver>
@property(nonatomic, copy) void (^receive)(UIImage *image);
@end

@implementation SitePlanTilesReceiver

- (void)receiveTileWithX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom image:(nullable UIImage *)image {
  self.receive(image);
}

@end

// Shows the tiles of a layer, and parts of them beyond the deepest.
@interface SitePlanTilesOverzoom : GMSTileLayer
@property(nonatomic) GMSTileLayer *layer;
@property(nonatomic) NSUInteger overzoom;
@end

@implementation SitePlanTilesOverzoom

- (void)requestTileForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom receiver:(id<GMSTileReceiver>)receiver {
  TilePart part;
  if (!FindTilePart(&part, x, y, zoom, self.overzoom)) {
    [receiver receiveTileWithX:x y:y zoom:zoom image:kGMSTileLayerNoTile];
    return;
  }
  SitePlanTilesReceiver *cropping = [[SitePlanTilesReceiver alloc] init];
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

@implementation SitePlanTiles

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
  return 179.5;
}

+ (double)south {
  return -1e-07;
}

+ (double)east {
  return -179.5;
}

+ (double)north {
  return 0.5;
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
  return @"0000000000000009";
}

+ (nullable NSURL *)tileURLForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom relativeToURL:(NSURL *)base {
  if (!TileExists(x, y, zoom)) {
    return nil;
  }
  // The server counts rows from the south.
  NSUInteger row = ((NSUInteger)1 << zoom) - 1 - y;
  NSString *text = [NSString stringWithFormat:@"100%%25/%lu/%lu/%lu.png?key=a%%20b&v=%@", (unsigned long)zoom, (unsigned long)x, (unsigned long)row, self.versionToken];
  return [NSURL URLWithString:text relativeToURL:base].absoluteURL;
}

+ (GMSTileLayer *)makeLayerRelativeToURL:(NSURL *)base {
  GMSTileURLConstructor constructor = ^NSURL *_Nullable(NSUInteger x, NSUInteger y, NSUInteger zoom) {
    return [SitePlanTiles tileURLForX:x y:y zoom:zoom relativeToURL:base];
  };
  GMSTileLayer *layer = [GMSURLTileLayer tileLayerWithURLConstructor:constructor];
  if (self.overzoom > 0) {
    SitePlanTilesOverzoom *enlarged = [[SitePlanTilesOverzoom alloc] init];
    enlarged.layer = layer;
    enlarged.overzoom = self.overzoom;
    layer = enlarged;
  }
  layer.tileSize = self.tileSize;
  layer.zIndex = -3;
  layer.opacity = (float)0.35;
  return layer;
}

@end
