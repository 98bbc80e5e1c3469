// Generated from a layer definition by tilepyramid; do not edit.

#import <Foundation/Foundation.h>
#import <GoogleMaps/GoogleMaps.h>

NS_ASSUME_NONNULL_BEGIN

/*?hasVariants*/
/// The looks in which floors can be shown.
typedef NS_ENUM(NSInteger, __variantType__) {
  /*@variants*/
  __variantType____capitalized__,
  /*.*/
};

/*?darkVariant*/
/// The variant for a style of the interface, such as `traitCollection.userInterfaceStyle` of a view.
FOUNDATION_EXPORT __variantType__ __variantType__ForStyle(UIUserInterfaceStyle style);

/*.*/
/*.*/
__notes__// A floor of __subject__.
@interface __floorType__ : NSObject

/// The floors in the order of the building/*?hasVariants*/, in the variant __firstVariant__/*.*/.
@property(class, nonatomic, readonly, copy) NSArray<__floorType__ *> *allFloors;

/// The identifier used in paths and URLs.
@property(nonatomic, readonly, copy) NSString *identifier;
/// The number of the storey, 0 at the ground, when known.
@property(nonatomic, readonly, nullable) NSNumber *level;
/// The name shown to people.
@property(nonatomic, readonly, copy) NSString *name;

/*!readsFiles*/
/// The URL of a tile of the floor, or nil when there is no such tile; may be called on any thread.
/*?isRelative*/
__baseComment__
/*.*/
- __tileURL__;

/*.*/
/// A layer that shows the floor once its map is set; to be called on the main thread.
/*?readsFiles*/
__baseComment__
/*.*/
- __makeLayer__;

/*?hasVariants*/
/// The same floor in a variant.
- (__floorType__ *)floorInVariant:(__variantType__)variant;

/*.*/
- (instancetype)init NS_UNAVAILABLE;

@end

// Shows one floor at a time on a map/*?follows*/, that of the level which the map's own floor picker chooses/*.*/; to be used on the main thread.
@interface __switchName__ : NSObject/*?follows*/ <GMSIndoorDisplayDelegate>/*.*/

/// The floor on the map.
@property(nonatomic, readonly, nullable) __floorType__ *floor;

/*?follows*/
/// Creates a switch that shows the floor of the level that the map has, and becomes the delegate of the
/// map's indoor display; keep it while it is to follow.
/*:*/
/// Creates a switch that shows no floor/*?switchesOff*/, on a map without floors of its own/*.*/.
/*.*/
- (instancetype)initWithMap:(GMSMapView *)map/*?isRelative*/ relativeToURL:(__baseType__)base/*.*/ NS_DESIGNATED_INITIALIZER;

/// Shows a floor in place of the one before, or none.
/*?darkVariant*/
///
/// It is shown in the variant of the style in which the map is. Where the style changes, as the view
/// controller learns by `registerForTraitChanges:withHandler:` with `UITraitUserInterfaceStyle` or, before
/// iOS 17, in `traitCollectionDidChange:`, call `showFloor:` again with the same floor.
/*.*/
- (void)showFloor:(nullable __floorType__ *)floor;

- (instancetype)init NS_UNAVAILABLE;

@end

NS_ASSUME_NONNULL_END
