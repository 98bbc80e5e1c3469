import TileModel

extension ObjectiveCClient {
  static func header(_ building: ClientBuilding) -> String {
    """
    \(notice)
    #import <Foundation/Foundation.h>
    #import <GoogleMaps/GoogleMaps.h>

    NS_ASSUME_NONNULL_BEGIN

    \(IdentifierNotes.comment([building.identifierEntry]))// A floor of \(StringLiteral.comment(building.name)).
    @interface \(building.typeName) : NSObject

    /// The floors in the order of the building.
    @property(class, nonatomic, readonly, copy) NSArray<\(building.typeName) *> *allFloors;

    /// The identifier used in paths and URLs.
    @property(nonatomic, readonly, copy) NSString *identifier;
    /// The number of the storey, 0 at the ground, when known.
    @property(nonatomic, readonly, nullable) NSNumber *level;
    /// The name shown to people.
    @property(nonatomic, readonly, copy) NSString *name;

    /// The URL of a tile of the floor, or nil when there is no such tile; may be called on any thread.\(building.isRelative ? baseComment : "")
    - \(tileURLDeclaration(isRelative: building.isRelative));

    /// A layer that shows the floor once its map is set; to be called on the main thread.
    - \(makeLayerDeclaration(isRelative: building.isRelative));

    - (instancetype)init NS_UNAVAILABLE;

    @end

    // Shows one floor at a time on a map; to be used on the main thread.
    @interface \(building.switchName) : NSObject

    /// The floor on the map.
    @property(nonatomic, readonly, nullable) \(building.typeName) *floor;

    /// Creates a switch that shows no floor.
    - \(initWithMap(isRelative: building.isRelative)) NS_DESIGNATED_INITIALIZER;

    /// Shows a floor in place of the one before, or none.
    - (void)showFloor:(nullable \(building.typeName) *)floor;

    - (instancetype)init NS_UNAVAILABLE;

    @end

    NS_ASSUME_NONNULL_END

    """
  }

  private static func initWithMap(isRelative: Bool) -> String {
    "(instancetype)initWithMap:(GMSMapView *)map"
      + (isRelative ? " relativeToURL:(NSURL *)base" : "")
  }

  private static func floorSwitch(_ building: ClientBuilding) -> String {
    let isRelative = building.isRelative
    return """
      @implementation \(building.switchName) {
        GMSMapView *_map;
        \(isRelative ? "NSURL *_base;\n  " : "")GMSURLTileLayer *_layer;
      }

      - \(initWithMap(isRelative: isRelative)) {
        self = [super init];
        if (self) {
          _map = map;\(isRelative ? "\n    _base = base;" : "")
        }
        return self;
      }

      - (void)showFloor:(nullable \(building.typeName) *)floor {
        _layer.map = nil;
        _layer = [floor makeLayer\(isRelative ? "RelativeToURL:_base" : "")];
        _layer.map = _map;
        _floor = floor;
      }

      @end
      """
  }

  static func implementation(_ building: ClientBuilding) -> String {
    let imports = building.floors.map { "#import \"\($0.layer.typeName).h\"" }
    let baseType = building.isRelative ? ", NSURL *base" : ""
    return """
      \(notice)
      #import "\(building.typeName).h"

      \(imports.joined(separator: "\n"))

      typedef NSURL *_Nullable (^TileURL)(NSUInteger x, NSUInteger y, NSUInteger zoom\(baseType));
      typedef GMSURLTileLayer *_Nonnull (^MakeLayer)(\(building.isRelative ? "NSURL *base" : "void"));

      @implementation \(building.typeName) {
        TileURL _tileURL;
        MakeLayer _makeLayer;
      }

      + (NSArray<\(building.typeName) *> *)allFloors {
        static NSArray<\(building.typeName) *> *floors;
        static dispatch_once_t once;
        dispatch_once(&once, ^{
          floors = @[
      \(building.floors.map { element($0, of: building) }.joined(separator: "\n"))
          ];
        });
        return floors;
      }

      - (instancetype)initWithIdentifier:(NSString *)identifier
                                   level:(nullable NSNumber *)level
                                    name:(NSString *)name
                                 tileURL:(TileURL)tileURL
                               makeLayer:(MakeLayer)makeLayer {
        self = [super init];
        if (self) {
          _identifier = [identifier copy];
          _level = level;
          _name = [name copy];
          _tileURL = [tileURL copy];
          _makeLayer = [makeLayer copy];
        }
        return self;
      }

      - \(tileURLDeclaration(isRelative: building.isRelative)) {
        return _tileURL(x, y, zoom\(building.isRelative ? ", base" : ""));
      }

      - \(makeLayerDeclaration(isRelative: building.isRelative)) {
        return _makeLayer(\(building.isRelative ? "base" : ""));
      }

      @end

      \(floorSwitch(building))

      """
  }

  private static func element(_ floor: ClientBuilding.Floor, of building: ClientBuilding)
    -> String
  {
    let type = floor.layer.typeName
    let isRelative = floor.layer.isRelative
    // A floor under an absolute URL takes the base that other floors need, and leaves it.
    let base = isRelative ? "NSURL *base" : "NSURL *base __attribute__((unused))"
    return """
            [[\(building.typeName) alloc] initWithIdentifier:\(StringLiteral.objectiveC(floor.definition.id))
                level:\(floor.definition.level.map { "@(\($0))" } ?? "nil")
                name:\(StringLiteral.objectiveC(floor.definition.name))
                tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom\(building.isRelative ? ", \(base)" : "")) {
                  return [\(type) tileURLForX:x y:y zoom:zoom\(isRelative ? " relativeToURL:base" : "")];
                }
                makeLayer:^\(building.isRelative ? "(\(base)) " : ""){
                  return [\(type) makeLayer\(isRelative ? "RelativeToURL:base" : "")];
                }],
      """
  }
}
