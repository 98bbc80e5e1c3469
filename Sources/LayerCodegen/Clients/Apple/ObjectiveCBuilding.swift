import TileModel

extension ObjectiveCClient {
  static func header(_ building: ClientBuilding, indoor: IndoorMaps?) -> String {
    let follows = indoor == .follow
    return """
      \(notice)
      #import <Foundation/Foundation.h>
      #import <GoogleMaps/GoogleMaps.h>

      NS_ASSUME_NONNULL_BEGIN

      \(building.variants.isEmpty ? "" : variants(of: building))\(IdentifierNotes.comment([building.identifierEntry]))// A floor of \(StringLiteral.comment(building.name)).
      @interface \(building.typeName) : NSObject

      /// The floors in the order of the building\(building.variants.first.map { ", in the variant \($0.name)" } ?? "").
      @property(class, nonatomic, readonly, copy) NSArray<\(building.typeName) *> *allFloors;

      /// The identifier used in paths and URLs.
      @property(nonatomic, readonly, copy) NSString *identifier;
      /// The number of the storey, 0 at the ground, when known.
      @property(nonatomic, readonly, nullable) NSNumber *level;
      /// The name shown to people.
      @property(nonatomic, readonly, copy) NSString *name;

      \(building.readsFiles ? "" : tileURLMethod(building))/// A layer that shows the floor once its map is set; to be called on the main thread.\(building.readsFiles ? baseComment(building.base) : "")
      - \(makeLayerDeclaration(building.base, type: layerType(building)));
      \(building.variants.isEmpty ? "" : "\n/// The same floor in a variant.\n- \(variantDeclaration(building));\n")
      - (instancetype)init NS_UNAVAILABLE;

      @end

      // Shows one floor at a time on a map\(follows ? ", that of the level which the map's own floor picker chooses" : ""); to be used on the main thread.
      @interface \(building.switchName) : NSObject\(follows ? " <GMSIndoorDisplayDelegate>" : "")

      /// The floor on the map.
      @property(nonatomic, readonly, nullable) \(building.typeName) *floor;

      \(indoor.map(creation) ?? "/// Creates a switch that shows no floor.")
      - \(initWithMap(building.base)) NS_DESIGNATED_INITIALIZER;

      /// Shows a floor in place of the one before, or none.\(building.darkVariant == nil ? "" : styleComment(building))
      - (void)showFloor:(nullable \(building.typeName) *)floor;

      - (instancetype)init NS_UNAVAILABLE;

      @end

      NS_ASSUME_NONNULL_END

      """
  }

  /// The enumeration of the variants, and the function that knows that of a style where one of them is dark.
  private static func variants(of building: ClientBuilding) -> String {
    let type = building.variantType
    let cases = building.variants.map { "  \(type)\(Identifier.capitalized($0.name)),\n" }
    let style = """
      /// The variant for a style of the interface, such as `traitCollection.userInterfaceStyle` of a view.
      FOUNDATION_EXPORT \(type) \(type)ForStyle(UIUserInterfaceStyle style);


      """
    return """
      /// The looks in which floors can be shown.
      typedef NS_ENUM(NSInteger, \(type)) {
      \(cases.joined())};

      \(building.darkVariant == nil ? "" : style)
      """
  }

  private static func variantDeclaration(_ building: ClientBuilding) -> String {
    "(\(building.typeName) *)floorInVariant:(\(building.variantType))variant"
  }

  private static func styleComment(_ building: ClientBuilding) -> String {
    """

    ///
    /// It is shown in the variant of the style in which the map is. Where the style changes, as the view
    /// controller learns by `registerForTraitChanges:withHandler:` with `UITraitUserInterfaceStyle` or, before
    /// iOS 17, in `traitCollectionDidChange:`, call `showFloor:` again with the same floor.
    """
  }

  private static func creation(_ indoor: IndoorMaps) -> String {
    switch indoor {
    case .off: "/// Creates a switch that shows no floor, on a map without floors of its own."
    case .follow:
      """
      /// Creates a switch that shows the floor of the level that the map has, and becomes the delegate of the
      /// map's indoor display; keep it while it is to follow.
      """
    }
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

  private static func floorSwitch(_ building: ClientBuilding, _ indoor: IndoorMaps?) -> String {
    let isRelative = building.isRelative
    let floor =
      building.darkVariant == nil
      ? "floor"
      : "[floor floorInVariant:\(building.variantType)ForStyle(_map.traitCollection.userInterfaceStyle)]"
    let settings =
      switch indoor {
      case nil: ""
      case .off: "\n    map.indoorEnabled = NO;"
      case .follow:
        """

            map.indoorEnabled = YES;
            map.indoorDisplay.delegate = self;
            [self didChangeActiveLevel:map.indoorDisplay.activeLevel];
        """
      }
    return """
      @implementation \(building.switchName) {
        GMSMapView *_map;
        \(isRelative ? "NSURL *_base;\n  " : "")\(layerType(building)) *_layer;
      }

      - \(initWithMap(building.base)) {
        self = [super init];
        if (self) {
          _map = map;\(isRelative ? "\n    _base = base;" : "")\(settings)
        }
        return self;
      }

      - (void)showFloor:(nullable \(building.typeName) *)floor {
        _layer.map = nil;
        _layer = [\(floor) makeLayer\(isRelative ? "RelativeToURL:_base" : "")];
        _layer.map = _map;
        _floor = floor;
      }
      \(indoor == .follow ? delegate(building) : "")
      @end
      """
  }

  /// The methods of the switch that follow the map's own floor picker.
  private static func delegate(_ building: ClientBuilding) -> String {
    """

    // Where the map has no level, since no building is in its middle, the floor stays.
    - (void)didChangeActiveLevel:(nullable GMSIndoorLevel *)level {
      if (level) [self showFloor:[self floorOfLevel:level]];
    }

    // The floor whose identifier or name is the level's short name or name, in capitals or not; else the one in
    // the same place from the top, where the map's building has as many levels as there are floors.
    - (nullable \(building.typeName) *)floorOfLevel:(GMSIndoorLevel *)level {
      NSArray<\(building.typeName) *> *floors = \(building.typeName).allFloors;
      for (\(building.typeName) *floor in floors) {
        for (NSString *text in @[ level.shortName ?: @"", level.name ?: @"" ]) {
          if (text.length == 0) continue;
          if ([text caseInsensitiveCompare:floor.identifier] == NSOrderedSame) return floor;
          if ([text caseInsensitiveCompare:floor.name] == NSOrderedSame) return floor;
        }
      }
      NSArray<GMSIndoorLevel *> *levels = _map.indoorDisplay.activeBuilding.levels;
      NSUInteger place = [levels indexOfObjectIdenticalTo:level];
      if (levels.count != floors.count || place >= floors.count) return nil;
      return floors[floors.count - 1 - place];
    }

    """
  }

  static func implementation(_ building: ClientBuilding, indoor: IndoorMaps?) -> String {
    let hasVariants = !building.variants.isEmpty
    let imports = building.layers.map { "#import \"\($0.typeName).h\"" }
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

      \(building.darkVariant == nil ? "" : variantOfStyle(building))@implementation \(building.typeName) {
        \(hasURLs ? "TileURL _tileURL;\n  " : "")MakeLayer _makeLayer;\(hasVariants ? "\n  NSArray<\(building.typeName) *> *_variants;" : "")
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
                               makeLayer:(MakeLayer)makeLayer\(hasVariants ? "\n                          variants:(NSArray<\(building.typeName) *> *)variants" : "") {
        self = [super init];
        if (self) {
          _identifier = [identifier copy];
          _level = level;
          _name = [name copy];
          \(hasURLs ? "_tileURL = [tileURL copy];\n    " : "")_makeLayer = [makeLayer copy];\(hasVariants ? "\n    _variants = [variants copy];" : "")
        }
        return self;
      }

      \(hasURLs ? urlMethod : "")- \(makeLayerDeclaration(building.base, type: layerType(building))) {
        return _makeLayer(\(building.isRelative ? "base" : ""));
      }
      \(hasVariants ? variantMethod(building) : "")
      @end

      \(floorSwitch(building, indoor))

      """
  }

  private static func variantOfStyle(_ building: ClientBuilding) -> String {
    func constant(_ variant: ClientBuilding.Variant?) -> String {
      building.variantType + Identifier.capitalized(variant?.name ?? "")
    }
    return """
      \(building.variantType) \(building.variantType)ForStyle(UIUserInterfaceStyle style) {
        return style == UIUserInterfaceStyleDark ? \(constant(building.darkVariant))
                                                 : \(constant(building.variants.first));
      }


      """
  }

  private static func variantMethod(_ building: ClientBuilding) -> String {
    """

    - \(variantDeclaration(building)) {
      return variant > 0 && (NSUInteger)variant <= _variants.count ? _variants[(NSUInteger)variant - 1] : self;
    }

    """
  }

  private static func element(_ floor: ClientBuilding.Floor, of building: ClientBuilding)
    -> String
  {
    let variants = building.variants.dropFirst().map { variant in
      element(floor, floor.layer(in: variant), "@[]", of: building)
        .split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
    }
    return element(
      floor, floor.layer,
      variants.isEmpty ? nil : "@[\n\(variants.joined(separator: "\n"))\n          ]",
      of: building)
  }

  /// A floor in one variant; `variants` is what it lists of the others.
  private static func element(
    _ floor: ClientBuilding.Floor, _ layer: ClientLayer, _ variants: String?,
    of building: ClientBuilding
  ) -> String {
    let type = layer.typeName
    let isRelative = layer.isRelative
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
                }\(variants.map { "\n          variants:\($0)" } ?? "")],
      """
  }
}
