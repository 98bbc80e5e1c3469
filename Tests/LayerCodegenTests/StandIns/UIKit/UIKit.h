// The declarations of Apple's UIKit and Core Location that the SDK's guides use, for syntax checks.
#pragma once
#import <Foundation/Foundation.h>

typedef double CGFloat;
typedef struct {
  CGFloat x, y;
} CGPoint;
typedef struct {
  CGFloat width, height;
} CGSize;
typedef struct {
  CGPoint origin;
  CGSize size;
} CGRect;
extern const CGRect CGRectZero;

typedef struct {
  CGFloat top, left, bottom, right;
} UIEdgeInsets;
extern const UIEdgeInsets UIEdgeInsetsZero;

typedef struct {
  double latitude, longitude;
} CLLocationCoordinate2D;
CLLocationCoordinate2D CLLocationCoordinate2DMake(double latitude, double longitude);

CGRect CGRectMake(CGFloat x, CGFloat y, CGFloat width, CGFloat height);

typedef struct CGImage *CGImageRef;
size_t CGImageGetWidth(CGImageRef _Nullable image);
size_t CGImageGetHeight(CGImageRef _Nullable image);
CGImageRef _Nullable CGImageCreateWithImageInRect(CGImageRef _Nullable image, CGRect rect);
void CGImageRelease(CGImageRef _Nullable image);

NS_ASSUME_NONNULL_BEGIN

@interface UIImage : NSObject
@property(nonatomic, readonly, nullable) CGImageRef CGImage;
+ (UIImage *)imageWithCGImage:(CGImageRef)image;
+ (nullable UIImage *)imageNamed:(NSString *)name;
+ (nullable UIImage *)imageWithData:(NSData *)data;
@end

typedef NS_ENUM(NSInteger, UIUserInterfaceStyle) {
  UIUserInterfaceStyleUnspecified,
  UIUserInterfaceStyleLight,
  UIUserInterfaceStyleDark,
};

@interface UITraitCollection : NSObject
@property(nonatomic, readonly) UIUserInterfaceStyle userInterfaceStyle;
@end

@interface UIView : NSObject
@property(nonatomic) CGRect bounds;
@property(nonatomic, readonly) UITraitCollection *traitCollection;
@end

@interface UIViewController : NSObject
@property(nonatomic, strong) UIView *view;
@end

NS_ASSUME_NONNULL_END
