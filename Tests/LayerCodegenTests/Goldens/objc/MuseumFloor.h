// Generated from a layer definition by tilepyramid; do not edit.

#import <Foundation/Foundation.h>
#import <GoogleMaps/GoogleMaps.h>

NS_ASSUME_NONNULL_BEGIN

// A floor of "Museum".
@interface MuseumFloor : NSObject

/// The floors in the order of the building.
@property(class, nonatomic, readonly, copy) NSArray<MuseumFloor *> *allFloors;

/// The identifier used in paths and URLs.
@property(nonatomic, readonly, copy) NSString *identifier;
/// The number of the storey, 0 at the ground, when known.
@property(nonatomic, readonly, nullable) NSNumber *level;
/// The name shown to people.
@property(nonatomic, readonly, copy) NSString *name;

/// The URL of a tile of the floor, or nil when there is no such tile; may be called on any thread.
- (nullable NSURL *)tileURLForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom;

/// A layer that shows the floor once its map is set; to be called on the main thread.
- (GMSTileLayer *)makeLayer;

- (instancetype)init NS_UNAVAILABLE;

@end

// Shows one floor at a time on a map; to be used on the main thread.
@interface MuseumFloorSwitch : NSObject

/// The floor on the map.
@property(nonatomic, readonly, nullable) MuseumFloor *floor;

/// Creates a switch that shows no floor, on a map without floors of its own.
- (instancetype)initWithMap:(GMSMapView *)map NS_DESIGNATED_INITIALIZER;

/// Shows a floor in place of the one before, or none.
- (void)showFloor:(nullable MuseumFloor *)floor;

- (instancetype)init NS_UNAVAILABLE;

@end

NS_ASSUME_NONNULL_END
