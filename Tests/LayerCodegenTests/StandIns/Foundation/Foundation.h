// The declarations of Apple's Foundation that generated code uses, for syntax checks elsewhere.
#pragma once

#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_FORMAT_FUNCTION(F, A) __attribute__((format(__NSString__, F, A)))

typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef _Bool BOOL;
typedef struct _NSZone NSZone;
#define nil ((id)0)
#define YES __objc_yes
#define NO __objc_no
#define FOUNDATION_EXPORT extern
#define NS_ENUM(TYPE, NAME) enum NAME : TYPE NAME; enum NAME : TYPE
typedef NS_ENUM(NSInteger, NSComparisonResult) { NSOrderedSame = 0 };

NS_ASSUME_NONNULL_BEGIN

typedef unsigned long size_t;
void *memcpy(void *target, const void *source, size_t count);

__attribute__((objc_root_class)) @interface NSObject
+ (instancetype)alloc;
- (instancetype)init;
- (id)copy;
@end

@interface NSString : NSObject
+ (instancetype)stringWithFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
@property(readonly, nullable) const char *UTF8String;
@property(readonly) NSUInteger length;
- (NSComparisonResult)caseInsensitiveCompare:(NSString *)string;
@end

void NSLog(NSString *format, ...) NS_FORMAT_FUNCTION(1, 2);

@interface NSData : NSObject
+ (instancetype)dataWithBytes:(nullable const void *)bytes length:(NSUInteger)length;
@end

@interface NSNumber : NSObject
+ (NSNumber *)numberWithInt:(int)value;
+ (NSNumber *)numberWithLong:(long)value;
+ (NSNumber *)numberWithDouble:(double)value;
@end

@interface NSArray<__covariant ObjectType> : NSObject
+ (instancetype)arrayWithObjects:(const ObjectType _Nonnull[_Nullable])objects
                           count:(NSUInteger)count;
@property(readonly) NSUInteger count;
- (ObjectType)objectAtIndexedSubscript:(NSUInteger)index;
- (NSUInteger)indexOfObjectIdenticalTo:(ObjectType)object;
- (NSUInteger)countByEnumeratingWithState:(void *)state
                                  objects:(id _Nullable __unsafe_unretained[_Nonnull])objects
                                    count:(NSUInteger)count;
@end

@interface NSURL : NSObject
+ (nullable instancetype)URLWithString:(NSString *)string;
+ (nullable instancetype)URLWithString:(NSString *)string relativeToURL:(nullable NSURL *)base;
@property(readonly, copy, nullable) NSURL *absoluteURL;
@property(readonly, copy, nullable) NSString *path;
- (nullable NSURL *)URLByAppendingPathComponent:(NSString *)component;
@end

@interface NSBundle : NSObject
@property(class, readonly, strong) NSBundle *mainBundle;
@property(readonly, copy, nullable) NSURL *resourceURL;
@end

typedef long dispatch_once_t;
void dispatch_once(dispatch_once_t *predicate, void (^block)(void));

NS_ASSUME_NONNULL_END
