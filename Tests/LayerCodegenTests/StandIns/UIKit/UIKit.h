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

NS_ASSUME_NONNULL_BEGIN

@interface UIImage : NSObject
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
