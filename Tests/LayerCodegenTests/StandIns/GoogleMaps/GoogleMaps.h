// The declarations of the Google Maps SDK for iOS 8 that generated code uses, for syntax checks.
#pragma once
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

typedef NSURL *_Nullable (^GMSTileURLConstructor)(NSUInteger x, NSUInteger y, NSUInteger zoom);

@interface GMSTileLayer : NSObject
@property(nonatomic) int zIndex;
@property(nonatomic) NSInteger tileSize;
@property(nonatomic) float opacity;
@end

@interface GMSURLTileLayer : GMSTileLayer
+ (instancetype)tileLayerWithURLConstructor:(GMSTileURLConstructor)constructor;
@end

NS_ASSUME_NONNULL_END
