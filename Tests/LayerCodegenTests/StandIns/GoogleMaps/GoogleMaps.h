// The declarations of the Google Maps SDK for iOS 8 that generated code and the SDK's guides use, for
// syntax checks.
#pragma once
#import <Foundation/Foundation.h>
#import <UIKit/UIKit.h>

@class GMSCameraUpdate;
@class GMSMapViewOptions;

NS_ASSUME_NONNULL_BEGIN

@interface GMSCoordinateBounds : NSObject
- (instancetype)initWithCoordinate:(CLLocationCoordinate2D)coordinate
                        coordinate:(CLLocationCoordinate2D)other;
@end

@interface GMSCameraPosition : NSObject
+ (instancetype)cameraWithTarget:(CLLocationCoordinate2D)target zoom:(float)zoom;
+ (instancetype)cameraWithLatitude:(double)latitude longitude:(double)longitude zoom:(float)zoom;
+ (instancetype)cameraWithLatitude:(double)latitude
                         longitude:(double)longitude
                              zoom:(float)zoom
                           bearing:(double)bearing
                      viewingAngle:(double)viewingAngle;
@end

@interface GMSIndoorLevel : NSObject
@property(nonatomic, readonly, nullable) NSString *name;
@property(nonatomic, readonly, nullable) NSString *shortName;
@end

@interface GMSIndoorBuilding : NSObject
@property(nonatomic, readonly) NSArray<GMSIndoorLevel *> *levels;
@property(nonatomic, readonly) NSUInteger defaultLevelIndex;
@end

@protocol GMSIndoorDisplayDelegate
@optional
- (void)didChangeActiveBuilding:(nullable GMSIndoorBuilding *)building;
- (void)didChangeActiveLevel:(nullable GMSIndoorLevel *)level;
@end

@interface GMSIndoorDisplay : NSObject
@property(nonatomic, weak, nullable) id<GMSIndoorDisplayDelegate> delegate;
@property(nonatomic, readonly, nullable) GMSIndoorBuilding *activeBuilding;
@property(nonatomic, nullable) GMSIndoorLevel *activeLevel;
@end

@interface GMSMapView : UIView
@property(nonatomic, getter=isIndoorEnabled) BOOL indoorEnabled;
@property(nonatomic, readonly) GMSIndoorDisplay *indoorDisplay;
@property(nonatomic, copy) GMSCameraPosition *camera;
@property(nonatomic, nullable) GMSCoordinateBounds *cameraTargetBounds;
@property(nonatomic, readonly) float minZoom;
@property(nonatomic, readonly) float maxZoom;
- (instancetype)initWithOptions:(GMSMapViewOptions *)options;
+ (instancetype)mapWithFrame:(CGRect)frame camera:(GMSCameraPosition *)camera;
- (void)setMinZoom:(float)minZoom maxZoom:(float)maxZoom;
- (nullable GMSCameraPosition *)cameraForBounds:(GMSCoordinateBounds *)bounds
                                         insets:(UIEdgeInsets)insets;
- (void)moveCamera:(GMSCameraUpdate *)update;
- (void)animateWithCameraUpdate:(GMSCameraUpdate *)update;
- (void)animateToCameraPosition:(GMSCameraPosition *)position;
- (void)animateToLocation:(CLLocationCoordinate2D)location;
- (void)animateToZoom:(float)zoom;
- (void)animateToBearing:(double)bearing;
- (void)animateToViewingAngle:(double)angle;
@end

@interface GMSMapViewOptions : NSObject
@property(nonatomic) CGRect frame;
@property(nonatomic, nullable) GMSCameraPosition *camera;
@end

@interface GMSCameraUpdate : NSObject
+ (GMSCameraUpdate *)zoomIn;
+ (GMSCameraUpdate *)setTarget:(CLLocationCoordinate2D)target;
+ (GMSCameraUpdate *)scrollByX:(CGFloat)dX Y:(CGFloat)dY;
@end

typedef NSURL *_Nullable (^GMSTileURLConstructor)(NSUInteger x, NSUInteger y, NSUInteger zoom);

extern UIImage *const kGMSTileLayerNoTile;

@protocol GMSTileReceiver
- (void)receiveTileWithX:(NSUInteger)x
                       y:(NSUInteger)y
                    zoom:(NSUInteger)zoom
                   image:(nullable UIImage *)image;
@end

@interface GMSTileLayer : NSObject
- (void)requestTileForX:(NSUInteger)x
                      y:(NSUInteger)y
                   zoom:(NSUInteger)zoom
               receiver:(id<GMSTileReceiver>)receiver;
@property(nonatomic, weak, nullable) GMSMapView *map;
@property(nonatomic) int zIndex;
@property(nonatomic) NSInteger tileSize;
@property(nonatomic) float opacity;
- (void)clearTileCache;
@end

@interface GMSSyncTileLayer : GMSTileLayer
- (nullable UIImage *)tileForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom;
@end

@interface GMSURLTileLayer : GMSTileLayer
+ (instancetype)tileLayerWithURLConstructor:(GMSTileURLConstructor)constructor;
@end

NS_ASSUME_NONNULL_END
