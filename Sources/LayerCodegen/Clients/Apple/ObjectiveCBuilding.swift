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

    \(building.readsFiles ? "" : tileURLMethod(building))/// A layer that shows the floor once its map is set; to be called on the main thread.\(building.readsFiles ? baseComment(building.base) : "")
    - \(makeLayerDeclaration(building.base, type: layerType(building)));

    - (instancetype)init NS_UNAVAILABLE;

    @end

    // Shows one floor at a time on a map; to be used on the main thread.
    @interface \(building.switchName) : NSObject

    /// The floor on the map.
    @property(nonatomic, readonly, nullable) \(building.typeName) *floor;

    /// Creates a switch that shows no floor.
    - \(initWithMap(building.base)) NS_DESIGNATED_INITIALIZER;

    /// Shows a floor in place of the one before, or none.
    - (void)showFloor:(nullable \(building.typeName) *)floor;

    - (instancetype)init NS_UNAVAILABLE;

    @end

    NS_ASSUME_NONNULL_END

    """
  }

  private static func tileURLMethod(_ building: ClientBuilding) -> String {
    """
    /// The URL of a tile of the floor, or nil when there is no such tile; may be called on any thread.\(baseComment(building.base))
    - \(tileURLDeclaration(building.base));


    """
  }

  /// The class of the layers of all floors.
  private static func layerType(_ building: ClientBuilding) -> String {
    building.readsFiles ? "GMSTileLayer" : "GMSURLTileLayer"
  }

  private static func initWithMap(_ base: ClientBase?) -> String {
    "(instancetype)initWithMap:(GMSMapView *)map"
      + (base.map { " relativeToURL:\(baseType($0))base" } ?? "")
  }

  private static func floorSwitch(_ building: ClientBuilding) -> String {
    let isRelative = building.isRelative
    return """
      @implementation \(building.switchName) {
        GMSMapView *_map;
        \(isRelative ? "NSURL *_base;\n  " : "")\(layerType(building)) *_layer;
      }

      - \(initWithMap(building.base)) {
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
    let urlType =
      "typedef NSURL *_Nullable (^TileURL)(NSUInteger x, NSUInteger y, NSUInteger zoom\(baseType));\n"
    let urlMethod = """
      - \(tileURLDeclaration(building.base)) {
        return _tileURL(x, y, zoom\(building.isRelative ? ", base" : ""));
      }


      """
    let hasURLs = !building.readsFiles
    return """
      \(notice)
      #import "\(building.typeName).h"

      \(imports.joined(separator: "\n"))

      \(hasURLs ? urlType : "")typedef \(layerType(building)) *_Nonnull (^MakeLayer)(\(building.isRelative ? "NSURL *base" : "void"));

      @implementation \(building.typeName) {
        \(hasURLs ? "TileURL _tileURL;\n  " : "")MakeLayer _makeLayer;
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
      \(hasURLs ? "                           tileURL:(TileURL)tileURL\n" : "")\
                               makeLayer:(MakeLayer)makeLayer {
        self = [super init];
        if (self) {
          _identifier = [identifier copy];
          _level = level;
          _name = [name copy];
          \(hasURLs ? "_tileURL = [tileURL copy];\n    " : "")_makeLayer = [makeLayer copy];
        }
        return self;
      }

      \(hasURLs ? urlMethod : "")- \(makeLayerDeclaration(building.base, type: layerType(building))) {
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
    let tileURL = """
                tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom\(building.isRelative ? ", \(base)" : "")) {
                  return [\(type) tileURLForX:x y:y zoom:zoom\(isRelative ? " relativeToURL:base" : "")];
                }

      """
    return """
            [[\(building.typeName) alloc] initWithIdentifier:\(StringLiteral.objectiveC(floor.definition.id))
                level:\(floor.definition.level.map { "@(\($0))" } ?? "nil")
                name:\(StringLiteral.objectiveC(floor.definition.name))
      \(building.readsFiles ? "" : tileURL)          makeLayer:^\(building.isRelative ? "(\(base)) " : ""){
                  return [\(type) makeLayer\(isRelative ? "RelativeToURL:base" : "")];
                }],
      """
  }
}
