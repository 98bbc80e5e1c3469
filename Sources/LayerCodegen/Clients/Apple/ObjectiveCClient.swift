import TileModel

/// Objective-C for the Google Maps SDK for iOS, with automatic reference counting.
enum ObjectiveCClient: ClientGenerator {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    var files = request.layers.flatMap { layer in
      [
        GeneratedFile(path: "\(layer.typeName).h", contents: header(layer)),
        GeneratedFile(path: "\(layer.typeName).m", contents: implementation(layer)),
      ]
    }
    if let building = request.building {
      files += [
        GeneratedFile(path: "\(building.typeName).h", contents: header(building)),
        GeneratedFile(path: "\(building.typeName).m", contents: implementation(building)),
      ]
    }
    return files
  }

  static let notice = "// Generated from a layer definition by tilepyramid; do not edit.\n"

  /// The selector of the URL method, with or without a base.
  static func tileURLDeclaration(isRelative: Bool) -> String {
    "(nullable NSURL *)tileURLForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom"
      + (isRelative ? " relativeToURL:(NSURL *)base" : "")
  }

  /// The selector of the factory, with or without a base.
  static func makeLayerDeclaration(isRelative: Bool) -> String {
    "(GMSURLTileLayer *)makeLayer" + (isRelative ? "RelativeToURL:(NSURL *)base" : "")
  }

  static let baseComment =
    "\n/// base is the URL of the layer definition, or of its folder with a slash at the end."

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
    /// The western edge of the ground covered, in degrees; greater than east across the antimeridian.
    @property(class, nonatomic, readonly) double west;
    /// The southern edge in degrees.
    @property(class, nonatomic, readonly) double south;
    /// The eastern edge in degrees.
    @property(class, nonatomic, readonly) double east;
    /// The northern edge in degrees.
    @property(class, nonatomic, readonly) double north;

    /// The URL of a tile, or nil when there is no such tile; may be called on any thread.
    /// Columns count from the west and rows from the north.\(layer.isRelative ? baseComment : "")
    + \(tileURLDeclaration(isRelative: layer.isRelative));

    /// A layer that shows the tiles once its map is set; to be called on the main thread.
    + \(makeLayerDeclaration(isRelative: layer.isRelative));

    - (instancetype)init NS_UNAVAILABLE;

    @end

    NS_ASSUME_NONNULL_END

    """
  }

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
    ].map { type, name, value in
      let nullability = name == "attribution" ? "nullable " : ""
      return "+ (\(nullability)\(type))\(name) {\n  return \(value);\n}\n"
    }
    return """
      \(notice)
      #import "\(layer.typeName).h"

      \(ObjectiveCCoverage.source(layer.coverage))\(layer.jpegCoverage.map { "\n" + ObjectiveCCoverage.source($0, named: "JPEG") } ?? "")
      @implementation \(layer.typeName)

      \(getters.joined(separator: "\n"))
      \(tileURL(layer))
      \(makeLayer(layer))
      @end

      """
  }

  private static func tileURL(_ layer: ClientLayer) -> String {
    // What the format string takes, each with the comma before it.
    var values: [String] = []
    func append(_ number: String) { values.append(", (unsigned long)\(number)") }
    let format = layer.template.parts.map { part in
      switch part {
      case .text(let text): return StringLiteral.cFormatContent(text)
      case .zoom: append("zoom")
      case .column: append("x")
      case .row: append(layer.definition.scheme == .tms ? "row" : "y")
      case .format:
        values.append(", JPEGTileExists(x, y, zoom) ? @\"jpg\" : @\"png\"")
        return "%@"
      }
      return "%lu"
    }.joined()
    let flip = """

        // The server counts rows from the south.
        NSUInteger row = ((NSUInteger)1 << zoom) - 1 - y;
      """
    let url =
      layer.isRelative
      ? "[NSURL URLWithString:text relativeToURL:base].absoluteURL" : "[NSURL URLWithString:text]"
    return """
      + \(tileURLDeclaration(isRelative: layer.isRelative)) {
        if (!TileExists(x, y, zoom)) {
          return nil;
        }\(layer.definition.scheme == .tms ? flip : "")
        NSString *text = [NSString stringWithFormat:@"\(format)%@"\(values.joined()), self.versionToken];
        return \(url);
      }

      """
  }

  private static func makeLayer(_ layer: ClientLayer) -> String {
    """
    + \(makeLayerDeclaration(isRelative: layer.isRelative)) {
      GMSTileURLConstructor constructor = ^NSURL *_Nullable(NSUInteger x, NSUInteger y, NSUInteger zoom) {
        return [\(layer.typeName) tileURLForX:x y:y zoom:zoom\(layer.isRelative ? " relativeToURL:base" : "")];
      };
      GMSURLTileLayer *layer = [GMSURLTileLayer tileLayerWithURLConstructor:constructor];
      layer.tileSize = self.tileSize;
      layer.zIndex = \(layer.definition.zIndex);
      layer.opacity = (float)\(layer.definition.opacity);
      return layer;
    }

    """
  }
}
