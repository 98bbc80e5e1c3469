public import TileModel

/// The source code with which an app shows layers.
public enum ClientCode {
  /// Generates the code for layers at the URLs of their definitions.
  ///
  /// Calls ``generate(_:forLocated:named:package:resources:indoor:module:file:)`` with ``LocatedLayer/Location/urls``
  /// for every layer.
  public static func generate(
    _ kind: ClientKind, for layers: [LayerDefinition], named name: String? = nil,
    package: String? = nil
  ) throws(CodegenError) -> [GeneratedFile] {
    try generate(kind, forLocated: layers.map { LocatedLayer($0) }, named: name, package: package)
  }

  /// Generates the code for one layer, or for several floors of a building.
  ///
  /// Equal layers give equal text. The code answers with a tile, or its URL, for exactly the tiles
  /// of the coverage. A MapLibre style, TileJSON and React Native know no coverage and name zooms
  /// instead. They cannot name the tiles of a hybrid layer with differing extensions: the style is
  /// then left out, the others are refused.
  ///
  /// The style is also left out for relative URLs, which MapLibre does not resolve. Tiles packed
  /// with an app have a style alone, for MapLibre Native, which decodes no AVIF. Attributions are
  /// HTML, and keep only texts and links.
  ///
  /// - Parameters:
  ///   - kind: The language and SDK.
  ///   - layers: One layer, or floors in the order of the building.
  ///   - name: The name of the layer or building in code; by default a layer's own name.
  ///   - package: The Java or Kotlin package of the code; other clients know none.
  ///   - resources: The resources that hold packed tiles; only Swift knows those of a package's
  ///     target.
  ///   - indoor: The treatment of the map's own floors; `nil` to leave them alone. It applies to
  ///     several floors and the Google Maps SDKs for iOS and Android.
  ///   - module: The module format of web scripts; by default ES modules for MapLibre, plain
  ///     scripts for the others.
  ///   - file: The name of one file for all code, possible in Swift alone. By default each layer
  ///     has a file if the client supports several.
  /// - Returns: Files to place in one folder of an app: one for each layer, and one that lists
  ///   several floors. Scripts loaded by a page are one file.
  /// - Throws: ``CodegenError`` for layers without a usable URL template, file name, tiles or
  ///   values, and for layers that are not different floors of one variant. Also thrown for
  ///   resources, a package, floors, a module format or a single file that the client does not
  ///   support.
  public static func generate(
    _ kind: ClientKind, forLocated layers: [LocatedLayer], named name: String? = nil,
    package: String? = nil, resources: AppResources = .app,
    indoor: IndoorMaps? = nil, module: ModuleFormat? = nil, file: String? = nil
  ) throws(CodegenError) -> [GeneratedFile] {
    if indoor != nil {
      guard kind.hasIndoorMaps else { throw .noIndoorMaps(client: kind.rawValue) }
      guard layers.count > 1 else { throw .indoorWithoutFloors }
    }
    if module != nil, !kind.hasModules { throw .noModules(client: kind.rawValue) }
    for layer in layers { try check(layer, for: kind) }
    if resources == .module, !kind.isSwift { throw .moduleWithout(client: kind.rawValue) }
    if let file, !kind.isSwift { throw .severalFiles(client: kind.rawValue, file) }
    let cleaned = layers.map { layer in
      var layer = layer
      // Map libraries show it as HTML, whoever wrote it.
      layer.definition.attribution = layer.definition.attribution
        .map(AttributionPart.html(cleaning:))
      return layer
    }
    let clients = try ClientLayer.resolve(cleaned, named: name, resources: resources)
    if let package {
      guard kind.hasPackages else { throw .packageWithout(client: kind.rawValue) }
      guard PackageName.isValid(package) else { throw .invalidPackage(package) }
    }
    var oneTemplate = [ClientKind.tileJSON: "TileJSON", .reactNative: "React Native"]
    if clients.contains(where: { $0.base == .app }) { oneTemplate[.mapLibre] = "a MapLibre style" }
    if let client = oneTemplate[kind],
      let mixed = clients.first(where: { !$0.otherFormats.isEmpty })
    {
      throw .mixedFormats(layer: mixed.definition.name, client: client)
    }
    // Dart reads all tiles in one way.
    if kind == .googleMapsFlutter || kind == .flutterMap,
      clients.contains(where: { $0.base == .app }),
      let other = clients.first(where: { $0.base != .app })
    {
      throw .relativeBesideApp(layer: other.definition.name)
    }
    for client in clients { try check(client.definition, for: kind) }
    return kind.files(
      ClientRequest(
        layers: clients, building: layers.count > 1 ? ClientBuilding(clients, named: name) : nil,
        package: package, indoor: indoor, module: module ?? kind.moduleFormat, file: file))
  }

  private static func check(_ layer: LayerDefinition, for kind: ClientKind) throws(CodegenError) {
    if layer.imageGrid != nil {
      guard kind.showsImageGrids else { throw .imageGrid(layer: layer.name, client: kind.rawValue) }
    } else if kind == .openSeadragon {
      throw .worldGrid(layer: layer.name, client: kind.rawValue)
    }
  }

  private static func check(_ layer: LocatedLayer, for kind: ClientKind) throws(CodegenError) {
    switch layer.location {
    case .urls: return
    case .archive:
      guard kind.readsArchives else {
        throw .noArchives(layer: layer.definition.name, client: kind.rawValue)
      }
    case .file:
      guard kind.readsFiles else {
        throw .noAppFiles(layer: layer.definition.name, client: kind.rawValue)
      }
    case .bundle:
      guard kind.readsFolders else {
        throw .noAppFiles(layer: layer.definition.name, client: kind.rawValue)
      }
      let readsNorthern =
        kind == .reactNative || kind == .mapLibre && layer.definition.elevation != nil
      if readsNorthern, layer.definition.scheme == .tms {
        throw .southernRows(layer: layer.definition.name, client: kind.rawValue)
      }
      if kind == .mapLibre, layer.definition.format == .avif {
        throw .nativeAVIF(layer: layer.definition.name)
      }
    }
  }
}

extension ClientKind {
  var files: (ClientRequest) -> [GeneratedFile] {
    switch self {
    case .swift: SwiftClient.googleMaps.files
    case .objc: ObjectiveCClient.files
    case .swiftMapKit: SwiftClient.mapKit.files
    case .kotlin: AndroidClient.kotlin.files
    case .java: AndroidClient.java.files
    case .javaScript: ScriptClient.googleMaps.files
    case .leaflet: ScriptClient.leaflet.files
    case .mapLibre: MapLibreClient.files
    case .openLayers: ScriptClient.openLayers.files
    case .openSeadragon: ScriptClient.openSeadragon.files
    case .reactNative: ReactNativeClient.files
    case .googleMapsFlutter: FlutterClient.googleMaps.files
    case .flutterMap: FlutterClient.flutterMap.files
    case .tileJSON: TileJSONClient.files
    }
  }
}
