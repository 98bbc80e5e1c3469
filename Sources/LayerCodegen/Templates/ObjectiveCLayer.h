// Generated from a layer definition by tilepyramid; do not edit.

#import <Foundation/Foundation.h>
#import <GoogleMaps/GoogleMaps.h>

NS_ASSUME_NONNULL_BEGIN

__notes__// The tiles of __comment__.
@interface __typeName__ : NSObject

/// The side of tile images in pixels.
@property(class, nonatomic, readonly) NSInteger tileSize;
/// The shallowest zoom with tiles.
@property(class, nonatomic, readonly) NSUInteger minimumZoom;
/// The deepest zoom with tiles.
@property(class, nonatomic, readonly) NSUInteger maximumZoom;
/// How many zooms beyond the deepest tiles are enlarged in layers made later, at most 8; 4 at first.
@property(class, nonatomic) NSUInteger overzoom;
/// Who must be credited, as HTML.
@property(class, nonatomic, readonly, copy, nullable) NSString *attribution;
/// Changes whenever a tile does; URLs carry it so that caches notice.
@property(class, nonatomic, readonly, copy) NSString *versionToken;
/// The western edge of the area covered, in degrees; greater than east across the antimeridian.
@property(class, nonatomic, readonly) double west;
/// The southern edge in degrees.
@property(class, nonatomic, readonly) double south;
/// The eastern edge in degrees.
@property(class, nonatomic, readonly) double east;
/// The northern edge in degrees.
@property(class, nonatomic, readonly) double north;
/*?fileName*/
/// The MBTiles file that holds the tiles; add it to the resources of the app.
@property(class, nonatomic, readonly, copy) NSString *fileName;
/*:*/

/// The URL of a tile, or nil when there is no such tile; may be called on any thread.
/// Columns count from the west and rows from the north.
/*?isRelative*/
__baseComment__
/*.*/
+ __tileURL__;
/*.*/

/// A layer that shows the tiles once its map is set; to be called on the main thread.
/*?fileName*/
__baseComment__
/*.*/
+ __makeLayer__;

- (instancetype)init NS_UNAVAILABLE;

@end

NS_ASSUME_NONNULL_END
