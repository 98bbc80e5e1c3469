import TileModel

/// One Dart file for Flutter, with the layers of a request and a class that describes them.
///
/// Folders packed with the app are assets, whose keys are paths from pubspec.yaml. Flutter packs the
/// files right in a folder that pubspec.yaml names, not those of folders in it.
struct FlutterClient {
  private let template: Template

  func files(for request: ClientRequest) -> [GeneratedFile] {
    let type = request.building?.typeName ?? request.layers.first?.typeName ?? "Tiles"
    let isBuilding = request.building != nil
    let prefix = Identifier.lowercasedFirst(type)
    let values: TemplateValues = [
      "type": type, "prefix": prefix, "isPacked": request.layers.contains { $0.base == .app },
      "script": prefix + (isBuilding ? "s" : ""),
      "shown": prefix + (isBuilding ? "s[0]" : ""),
      "listing": Self.listing, "members": Self.members, "entry": Self.entry,
      "coverage": Self.coverage,
    ]
    let text = template.filled(request.values(Self.language).merging(values) { $1 })
    let name = Identifier.snakeCased(isBuilding ? type + "s" : type)
    return [GeneratedFile(path: name + ".dart", contents: text)]
  }

  /// The escapes of Kotlin are among those of Dart.
  private static let language = TemplateLanguage(literal: StringLiteral.kotlin) { layer, isAsset in
    let parts = layer.address(
      isAsset: isAsset, zoom: "${zoom}", column: "${x}", row: "${row}", format: "${extension}",
      text: StringLiteral.kotlinContent)
    let token = isAsset ? "" : StringLiteral.kotlinContent(layer.definition.versionToken)
    return parts.joined() + token
  }

  private static let listing = Template(PackageResources.DartLayers_dart)
  private static let members = Template(PackageResources.DartMembers_dart)
  private static let entry = Template(PackageResources.DartEntry_dart)
  private static let coverage = Template(PackageResources.DartCoverage_dart)

  /// Dart for google_maps_flutter 2.
  ///
  /// Its `Tile` holds the bytes of an image. The package http loads them, since Flutter's own
  /// bundles have no network on the web. A failed image ends `getTile` with an error. On the web
  /// tiles fill cells of 256 points whatever their size.
  static let googleMaps = FlutterClient(
    template: Template(PackageResources.GoogleMapsFlutter_dart))

  /// Dart for flutter_map 8.2 and later, with `NetworkTileProvider`, which caches tiles and ends
  /// needless requests.
  ///
  /// Its tiles fill cells of 256 points whatever the size of their images. Opacity applies only to
  /// tiles that do not fade in. It asks for the tiles of every copy of the world. The unit of its
  /// `CrsSimple` is the side of the tile of zoom 0, and its y counts upwards.
  static let flutterMap = FlutterClient(template: Template(PackageResources.FlutterMap_dart))
}
