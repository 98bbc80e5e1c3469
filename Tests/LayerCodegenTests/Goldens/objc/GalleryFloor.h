// Generated from a layer definition by tilepyramid; do not edit.

#import <Foundation/Foundation.h>
#import <GoogleMaps/GoogleMaps.h>

NS_ASSUME_NONNULL_BEGIN

/// The looks in which floors can be shown.
typedef NS_ENUM(NSInteger, GalleryFloorVariant) {
  GalleryFloorVariantLight,
  GalleryFloorVariantDark,
};

/// The variant for a style of the interface, such as `traitCollection.userInterfaceStyle` of a view.
FOUNDATION_EXPORT GalleryFloorVariant GalleryFloorVariantForStyle(UIUserInterfaceStyle style);

// A floor of "Gallery".
@interface GalleryFloor : NSObject

/// The floors in the order of the building, in the variant light.
@property(class, nonatomic, readonly, copy) NSArray<GalleryFloor *> *allFloors;

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

/// The same floor in a variant.
- (GalleryFloor *)floorInVariant:(GalleryFloorVariant)variant;

- (instancetype)init NS_UNAVAILABLE;

@end

// Shows one floor at a time on a map, that of the level which the map's own floor picker chooses; to be used on the main thread.
@interface GalleryFloorSwitch : NSObject <GMSIndoorDisplayDelegate>

/// The floor on the map.
@property(nonatomic, readonly, nullable) GalleryFloor *floor;

/// Creates a switch that shows the floor of the level that the map has, and becomes the delegate of the
/// map's indoor display; keep it while it is to follow.
- (instancetype)initWithMap:(GMSMapView *)map NS_DESIGNATED_INITIALIZER;

/// Shows a floor in place of the one before, or none.
///
/// It is shown in the variant of the style in which the map is. Where the style changes, as the view
/// controller learns by `registerForTraitChanges:withHandler:` with `UITraitUserInterfaceStyle` or, before
/// iOS 17, in `traitCollectionDidChange:`, call `showFloor:` again with the same floor.
- (void)showFloor:(nullable GalleryFloor *)floor;

- (instancetype)init NS_UNAVAILABLE;

@end

NS_ASSUME_NONNULL_END
