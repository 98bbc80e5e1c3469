import TileModel

/// Objective-C for the Google Maps SDK for iOS, with automatic reference counting.
enum ObjectiveCClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    var files = request.layers.flatMap { layer in
      [
        GeneratedFile(path: "\(layer.typeName).h", contents: header(layer)),
        GeneratedFile(path: "\(layer.typeName).m", contents: implementation(layer)),
      ]
    }
    if let building = request.building {
      files += [
        GeneratedFile(
          path: "\(building.typeName).h", contents: header(building, indoor: request.indoor)),
        GeneratedFile(
          path: "\(building.typeName).m",
          contents: implementation(building, indoor: request.indoor)),
      ]
    }
    return files
  }

  static let notice = "// Generated from a layer definition by tilepyramid; do not edit.\n"

  /// The selector of the URL method, with or without a base.
  static func tileURLDeclaration(_ base: ClientBase?) -> String {
    "(nullable NSURL *)tileURLForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom"
      + (base.map { " relativeToURL:\(baseType($0))base" } ?? "")
  }

  /// The selector of the factory, with or without a base; `type` is the class of layers.
  static func makeLayerDeclaration(_ base: ClientBase?, type: String) -> String {
    "(\(type) *)makeLayer" + (base.map { "RelativeToURL:\(baseType($0))base" } ?? "")
  }

  /// The type of a base, in parentheses.
  static func baseType(_ base: ClientBase) -> String {
    switch base {
    case .layerDefinition: "(NSURL *)"
    case .app, .module: "(nullable NSURL *)"
    }
  }

  /// A line of a comment about the base, after a line break; empty where there is none.
  static func baseComment(_ base: ClientBase?) -> String {
    switch base {
    case .layerDefinition:
      "\n/// base is the URL of the layer definition, or of its folder with a slash at the end."
    case .app, .module:
      "\n/// base is the folder, with a slash at the end, that holds what was packed with the app; "
        + "nil is the app's own."
    case nil: ""
    }
  }

  /// The class of the layers that code makes.
  static func layerType(_ layer: ClientLayer) -> String {
    layer.fileName == nil ? "GMSURLTileLayer" : "GMSSyncTileLayer"
  }

  private static func header(_ layer: ClientLayer) -> String {
    """
    \(notice)
    #import <Foundation/Foundation.h>
    #import <GoogleMaps/GoogleMaps.h>

    NS_ASSUME_NONNULL_BEGIN

    \(IdentifierNotes.comment([layer.identifierEntry]))// The tiles of \(StringLiteral.comment(layer.definition.name)).
    @interface \(layer.typeName) : NSObject

    /// The side of tile images in pixels.
    @property(class, nonatomic, readonly) NSInteger tileSize;
    /// The shallowest zoom with tiles.
    @property(class, nonatomic, readonly) NSUInteger minimumZoom;
    /// The deepest zoom with tiles.
    @property(class, nonatomic, readonly) NSUInteger maximumZoom;
    /// Who must be credited, as HTML.
    @property(class, nonatomic, readonly, copy, nullable) NSString *attribution;
    /// Changes whenever a tile does; URLs carry it so that caches notice.
    @property(class, nonatomic, readonly, copy) NSString *versionToken;
    /// The western edge of the area covered, in degrees; greater than east across the antimeridian.
    @property(class, nonatomic, readonly) double west;
    /// The southern edge in degrees.
    @property(class, nonatomic, readonly) double south;
    /// The eastern edge in degrees.
    @property(class, nonatomic, readonly) double east;
    /// The northern edge in degrees.
    @property(class, nonatomic, readonly) double north;
    \(layer.fileName == nil ? tileURLMethod(layer) : fileNameProperty)
    /// A layer that shows the tiles once its map is set; to be called on the main thread.\(layer.fileName == nil ? "" : baseComment(layer.base))
    + \(makeLayerDeclaration(layer.base, type: layerType(layer)));

    - (instancetype)init NS_UNAVAILABLE;

    @end

    NS_ASSUME_NONNULL_END

    """
  }

  private static func tileURLMethod(_ layer: ClientLayer) -> String {
    """

    /// The URL of a tile, or nil when there is no such tile; may be called on any thread.
    /// Columns count from the west and rows from the north.\(baseComment(layer.base))
    + \(tileURLDeclaration(layer.base));

    """
  }

  private static let fileNameProperty = """
    /// The MBTiles file that holds the tiles; add it to the resources of the app.
    @property(class, nonatomic, readonly, copy) NSString *fileName;

    """

  private static func implementation(_ layer: ClientLayer) -> String {
    let definition = layer.definition
    let bounds = definition.bounds
    let getters = [
      ("NSInteger", "tileSize", "\(definition.tileSize.rawValue)"),
      ("NSUInteger", "minimumZoom", "\(definition.minimumZoom)"),
      ("NSUInteger", "maximumZoom", "\(definition.maximumZoom)"),
      ("NSString *", "attribution", definition.attribution.map(StringLiteral.objectiveC) ?? "nil"),
      ("NSString *", "versionToken", StringLiteral.objectiveC(definition.versionToken)),
      ("double", "west", "\(bounds.west)"), ("double", "south", "\(bounds.south)"),
      ("double", "east", "\(bounds.east)"), ("double", "north", "\(bounds.north)"),
    ]
    let fileName = layer.fileName.map {
      ("NSString *", "fileName", StringLiteral.objectiveC($0))
    }
    let methods = (getters + [fileName].compactMap(\.self)).map { type, name, value in
      let nullability = name == "attribution" ? "nullable " : ""
      return "+ (\(nullability)\(type))\(name) {\n  return \(value);\n}\n"
    }
    return """
      \(notice)
      #import "\(layer.typeName).h"
      \(layer.fileName == nil ? "" : "\n#import <sqlite3.h>\n")
      \(ObjectiveCCoverage.source(layer.coverage))\(layer.otherFormats.map { "\n" + ObjectiveCCoverage.source($0.table, named: $0.title) }.joined())\(layer.fileName == nil ? "" : "\n" + ObjectiveCTileFile.source + fileLayer(layer))
      @implementation \(layer.typeName)

      \(methods.joined(separator: "\n"))
      \(layer.fileName == nil ? tileURL(layer) + "\n" + makeURLLayer(layer) : makeFileLayer(layer))
      @end

      """
  }

  private static func tileURL(_ layer: ClientLayer) -> String {
    let parts = layer.template?.parts ?? []
    // What the format string takes, each with the comma before it.
    var values: [String] = []
    func append(_ number: String) { values.append(", (unsigned long)\(number)") }
    let format = parts.map { part in
      switch part {
      case .text(let text): return StringLiteral.cFormatContent(text)
      case .zoom: append("zoom")
      case .column: append("x")
      case .row: append(layer.definition.scheme == .tms ? "row" : "y")
      case .format:
        values.append(
          ", "
            + layer.fileExtension(quote: "@\"") { "\($0.title)TileExists(x, y, zoom) ? \($1) : " })
        return "%@"
      }
      return "%lu"
    }.joined()
    let flip = """

        // The server counts rows from the south.
        NSUInteger row = ((NSUInteger)1 << zoom) - 1 - y;
      """
    let url =
      switch layer.base {
      case .layerDefinition: "[NSURL URLWithString:text relativeToURL:base].absoluteURL"
      case .app, .module:
        "[NSURL URLWithString:text relativeToURL:base ?: NSBundle.mainBundle.resourceURL].absoluteURL"
      case nil: "[NSURL URLWithString:text]"
      }
    return """
      + \(tileURLDeclaration(layer.base)) {
        if (!TileExists(x, y, zoom)) {
          return nil;
        }\(layer.definition.scheme == .tms ? flip : "")
        NSString *text = [NSString stringWithFormat:@"\(format)%@"\(values.joined()), self.versionToken];
        return \(url);
      }

      """
  }

  private static func makeURLLayer(_ layer: ClientLayer) -> String {
    """
    + \(makeLayerDeclaration(layer.base, type: layerType(layer))) {
      GMSTileURLConstructor constructor = ^NSURL *_Nullable(NSUInteger x, NSUInteger y, NSUInteger zoom) {
        return [\(layer.typeName) tileURLForX:x y:y zoom:zoom\(layer.isRelative ? " relativeToURL:base" : "")];
      };
      GMSURLTileLayer *layer = [GMSURLTileLayer tileLayerWithURLConstructor:constructor];
    \(settings(layer))

    """
  }

  private static func makeFileLayer(_ layer: ClientLayer) -> String {
    """
    + \(makeLayerDeclaration(layer.base, type: layerType(layer))) {
      NSURL *folder = base ?: NSBundle.mainBundle.resourceURL;
      NSString *path = [folder URLByAppendingPathComponent:self.fileName].path;
      GMSSyncTileLayer *layer = [[\(layer.typeName)Layer alloc] initWithPath:path];
    \(settings(layer))

    """
  }

  /// The end of a method that makes a layer.
  private static func settings(_ layer: ClientLayer) -> String {
    """
      layer.tileSize = self.tileSize;
      layer.zIndex = \(layer.definition.zIndex);
      layer.opacity = (float)\(layer.definition.opacity);
      return layer;
    }
    """
  }

  /// The class that answers from the file.
  private static func fileLayer(_ layer: ClientLayer) -> String {
    """

    // Reads the tiles that a map asks for, on whatever threads it asks.
    @interface \(layer.typeName)Layer : GMSSyncTileLayer
    @end

    @implementation \(layer.typeName)Layer {
      TileFile _file;
    }

    - (instancetype)initWithPath:(nullable NSString *)path {
      self = [super init];
      if (self && !OpenTileFile(&_file, path.UTF8String)) {
        NSLog(@"No tiles can be read from %@: %s", path, sqlite3_errmsg(_file.database));
      }
      return self;
    }

    - (void)dealloc {
      CloseTileFile(&_file);
    }

    - (nullable UIImage *)tileForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom {
      if (!TileExists(x, y, zoom)) {
        return kGMSTileLayerNoTile;
      }
      size_t count = 0;
      void *bytes = CopyTile(&_file, x, y, zoom, &count);
      if (!bytes) {
        // Without an image the map asks again.
        return nil;
      }
      NSData *data = [NSData dataWithBytes:bytes length:count];
      sqlite3_free(bytes);
      return [UIImage imageWithData:data];
    }

    @end

    """
  }
}
